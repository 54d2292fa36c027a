#include "cubature/work.h"

#include "cubature/places.h"
#include "cubature/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS = 8,          /* of the points or a few more, of each of which the heaviest is looked at */
    LEAST_PART = 256,   /* points of a part */
    MOST_PART = 1 << 22 /* of which the heaviest can be told (HEAVIEST_LAST) */
};
/* Evaluations of the result in the volume that a point has to itself. With fewer the grid hardly goes there.
 */
static const double next_to_none = 0x1p-6;
/* Part of the tolerance that a point stands for at least, to matter. One on the flank of a peak stands for
 * far less than the peak. */
static const double least_mass = 0x1p-10;

/* The points, and the places among them that the grid has left. */
struct broad {
    double points, counted; /* broad ones; evaluations behind the result */
    const void *grid;       /* as it is behind the result */
    double *shown;
    double *places; /* [PARTS][dimensions] */
    int count;
};

/* Evaluations behind the result. */
static double counted_evaluations(const struct cubature_work *work)
{
    const ts_integral *integral = work->integral;
    const int last = !strcmp(integral->method, "qmc"); /* a level holds those before it */
    double sum = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i)
        if (integral->iterations[i].counted)
            sum = (double)integral->iterations[i].events + (last ? 0 : sum);
    return sum;
}

/* Of the component of which it matters most: the tolerances that the point stands for. */
static double tolerances_of(const struct cubature_work *work, const struct broad *broad)
{
    const int d = work->sweeps.cubature->dimensions, components = work->sweeps.cubature->components;
    double most = 0;
    for (int c = 0; c < components; ++c) {
        const double mass = fabs(broad->shown[SHOWN_VALUES(d) + c]) *
                            broad->shown[SHOWN_JACOBIAN(d, components)] / broad->points;
        most = fmax(most, mass / tolerance_of(work, work->integral->components[c].value));
    }
    return most;
}

/* The point that is shown, if the grid has left it. A place where evaluations are to be expected has been
 * counted for what it is as often as they fall there. So the fewer those are, the less it takes to be more
 * than the error tells of: as the variance goes, mass^2 / evaluations. */
static void look_at(struct cubature_work *work, struct broad *broad)
{
    const int d = work->sweeps.cubature->dimensions, components = work->sweeps.cubature->components;
    const double *place = broad->shown + SHOWN_PLACE(d, components);
    const double evaluations = grid_density(&work->sweeps, broad->grid, place) * broad->counted /
                               broad->points;
    const double mass = tolerances_of(work, broad);
    if (!(evaluations < next_to_none) || !(mass > fmax(sqrt(evaluations), least_mass)))
        return;
    memcpy(broad->places + (size_t)broad->count * (size_t)d, place, (size_t)d * sizeof *place);
    broad->count += 1;
    work->overlooked = fmax(work->overlooked, mass);
}

/* Scales on which the least mass that matters is just seen, whatever else there is. */
static void set_scales(struct cubature_work *work, const struct broad *broad)
{
    static const double just_seen = 0x1p-20; /* |v| (HEAVIEST_BITS) */
    struct sweeps *sweeps = &work->sweeps;
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        const double tolerance = tolerance_of(work, work->integral->components[c].value);
        const double mass = fmax(least_mass * tolerance * broad->points,
                                 0x1p-1000); /* where it is none, too */
        int exponent;
        frexp(just_seen / mass, &exponent);
        sweeps->scales[c] = ldexp(1, exponent < -999 ? -999 : exponent > 999 ? 999 : exponent);
    }
}

/* Below which part of an even density the grid is thin, as a power of two, and a little above. Maps of
 * m-Cubes have sweeps without this. */
static int thinness(const struct cubature_work *work, const struct broad *broad)
{
    const double most = 0x1p60, room = broad->counted / broad->points / next_to_none;
    return work->sweeps.smooth && room > 4 ? ilogb(fmin(room, most)) - 1 : 0;
}

/* One part of the points. */
static ts_status run_part(struct cubature_work *work, struct broad *broad, double points)
{
    const int thin = thinness(work, broad);
    const struct sweep_teaching teaching = {.rung = 1, .climb = thin ? 2 : 1, .coarse = 1, .thin = thin};
    int shown = 0;
    set_scales(work, broad);
    ts_status status = warm_up_points(work, points, teaching);
    if (!status)
        status = sweep_heaviest(&work->sweeps, broad->shown, &shown);
    if (!status && shown)
        look_at(work, broad);
    return status;
}

/* Points of a part: whole blocks of them (sweep_points()), so that all parts together do not take more. */
static double part_of(const struct broad *broad)
{
    const double part = fmin(fmax(broad->points / PARTS, LEAST_PART), MOST_PART);
    const double block = ldexp(1, (int)sweep_block_bits((uint64_t)part));
    return floor(part / block) * block;
}

/* All of them, on an even grid; that behind the result is there again afterwards, whatever happens. */
static ts_status run_parts(struct cubature_work *work, struct broad *broad)
{
    struct sweeps *sweeps = &work->sweeps;
    struct device_buffer *const strata = sweeps->buffers.strata;
    const int even = sweeps->even;
    const double part = part_of(broad);
    ts_status status = sweeps_keep_grid(sweeps);
    if (status)
        return status;
    sweeps->buffers.strata = sweeps->buffers.best; /* the grid that is looked past */
    status = sweeps_reset_grid(sweeps);
    warm_up_randomise(work);
    for (double done = 0; !status && done + part <= broad->points && broad->count < PARTS; done += part)
        status = run_part(work, broad, part);
    sweeps->buffers.strata = strata;
    const ts_status restored = sweeps_restore_grid(sweeps);
    sweeps->even = even;
    return status ? status : restored;
}

/* How wide an axis of the grid gets finer around a place: as the volume that a point has to itself. */
static double half_width(const struct cubature_work *work, const struct broad *broad)
{
    static const double narrowest = 1.0 / 64, widest = 1.0 / 4;
    return fmin(fmax(pow(broad->points, -1.0 / work->sweeps.cubature->dimensions), narrowest), widest);
}

/* Half of the bins of each axis stay as they lie, the other half go to the places. */
static ts_status feed_grid(struct cubature_work *work, const struct broad *broad)
{
    const int d = work->sweeps.cubature->dimensions, bins = work->sweeps.bins;
    double *edges = calloc((size_t)d * (size_t)bins, sizeof *edges);
    double *centres = calloc((size_t)broad->count, sizeof *centres);
    ts_status status = edges && centres ? TS_OK : ts_fail_memory(work->context, "the grid");
    for (int axis = 0; axis < d && !status; ++axis) {
        for (int i = 0; i < broad->count; ++i)
            centres[i] = broad->places[(size_t)i * (size_t)d + (size_t)axis];
        status = edges_attract(work->context, &work->sweeps, broad->grid, axis, centres, broad->count,
                               half_width(work, broad), edges + (size_t)axis * (size_t)bins);
    }
    if (!status)
        status = sweeps_write_edges(&work->sweeps, edges);
    free(edges);
    free(centres);
    return status;
}

/* A copy of the grid, which has another on the device in the meantime. */
static ts_status copy_grid(struct cubature_work *work, void **copy)
{
    const size_t bytes = work->sweeps.buffers.grid->bytes;
    const void *grid;
    *copy = malloc(bytes);
    ts_status status = *copy ? sweeps_read_grid(&work->sweeps, &grid)
                             : ts_fail_memory(work->context, "the grid");
    if (!status)
        memcpy(*copy, grid, bytes);
    return status;
}

/* What is not claimed without its broad points. */
static ts_status refuse(struct cubature_work *work, double points)
{
    add_objection(work, "There was no room for the %.0f broad points before a claim: raise the evaluations.",
                  points);
    return TS_NOT_CONVERGED;
}

ts_status broad_search(struct cubature_work *work, int *found)
{
    const size_t d = (size_t)work->sweeps.cubature->dimensions;
    const size_t components = (size_t)work->sweeps.cubature->components;
    const double room = evaluations_most(work) - evaluations_of(work);
    struct broad broad = {.points = broad_points(work), .counted = counted_evaluations(work)};
    void *grid = NULL;
    *found = 0;
    if (broad.points > room)
        return refuse(work, broad.points);
    broad.shown = calloc(SHOWN_LENGTH(d, components), sizeof *broad.shown);
    broad.places = calloc(PARTS * d, sizeof *broad.places);
    ts_status status = broad.shown && broad.places ? copy_grid(work, &grid)
                                                   : ts_fail_memory(work->context, "broad points");
    broad.grid = grid;
    if (!status)
        status = run_parts(work, &broad);
    *found = broad.count > 0;
    if (status == TS_NOT_CONVERGED) /* weights that are made again have taken what room there was */
        status = *found ? TS_OK : refuse(work, broad.points);
    if (!status && *found)
        status = feed_grid(work, &broad);
    free(grid);
    free(broad.shown);
    free(broad.places);
    return status;
}

#include "cubature/places.h"

#include "cubature/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Evaluations of a sweep at a place, for one that met it there. Of a peak that was lost they are 10^-4 and
 * far fewer, of places that matter to the integrands of the tests 10^-2 and more (docs/decisions.md). */
static const double next_to_none = 1.0 / 64;
/* And of an integral, so that what stood for so much by chance is told from what has been missed since. */
static const double meetings = 3;

/* A place: its coordinates in the unit cube; evaluations of the sweep on a unit of volume; what of each
 * component the evaluation stood for. */
#define PLACE_DENSITY(dimensions) (dimensions)
#define PLACE_MASSES(dimensions) ((dimensions) + 1)
#define PLACE_LENGTH(dimensions, components) (PLACE_MASSES(dimensions) + (components))

static size_t length_of(const struct places *places)
{
    return (size_t)PLACE_LENGTH(places->dimensions, places->components);
}

ts_status places_create(ts_context *context, int dimensions, int components, struct places *places)
{
    *places = (struct places){.dimensions = dimensions, .components = components};
    places->rows = calloc(MOST_PLACES * length_of(places), sizeof *places->rows);
    return places->rows ? TS_OK : ts_fail_memory(context, "the places of a warm-up");
}

void places_free(struct places *places)
{
    free(places->rows);
    *places = (struct places){0};
}

ts_status places_note(struct places *places, struct cubature_work *work)
{
    const int d = places->dimensions, components = places->components;
    const double n = (double)work->sweeps.sums.evaluations;
    double *shown = calloc((size_t)SHOWN_LENGTH(d, components), sizeof *shown);
    int found = 0;
    ts_status status = !shown                        ? ts_fail_memory(work->context, "a place")
                       : places->count < MOST_PLACES ? sweep_heaviest(&work->sweeps, shown, &found)
                                                     : TS_OK;
    if (!status && found) {
        double *row = places->rows + (size_t)places->count * length_of(places);
        memcpy(row, shown + SHOWN_PLACE(d, components), (size_t)d * sizeof *row);
        row[PLACE_DENSITY(d)] = n * shown[SHOWN_DENSITY(d, components)];
        for (int c = 0; c < components; ++c)
            row[PLACE_MASSES(d) + c] = fabs(shown[SHOWN_VALUES(d) + c]) *
                                       shown[SHOWN_JACOBIAN(d, components)] / n;
        places->count += 1;
    }
    free(shown);
    return status;
}

/* The slope of the grid at t on an axis. In a bin the mean is good enough. In the hyperbolas at the ends it
 * grows from `lower` on with the distance u from the edge, as (lower + (1 - lower/width) u)^2 / lower. That
 * is the slope of kernels/cubature/smooth.h, solved for the place. */
static double slope_of(const struct sweeps *sweeps, const void *grid, int axis, double t)
{
    const size_t bins = (size_t)sweeps->bins, first = bins * (size_t)axis;
    const size_t pieces = (size_t)SMOOTH_BEGIN(sweeps->cubature->dimensions, sweeps->bins);
    size_t bin = first;
    while (bin + 1 < first + bins && sweeps_grid_number(sweeps, grid, 2 * (bin + 1)) <= t)
        ++bin;
    const double edge = sweeps_grid_number(sweeps, grid, 2 * bin);
    const double width = sweeps_grid_number(sweeps, grid, 2 * bin + 1);
    const double lower = -sweeps_grid_number(sweeps, grid, pieces + 4 * bin + 1);
    return (double)bins * (lower > 0 ? pow(lower + (1 - lower / width) * (t - edge), 2) / lower : width);
}

double grid_density(const struct sweeps *sweeps, const void *grid, const double *t)
{
    double density = 1;
    for (int axis = 0; axis < sweeps->cubature->dimensions; ++axis)
        density /= slope_of(sweeps, grid, axis, t[axis]);
    return density;
}

/* What a place stood for, of the component of which it matters most; 0 where it matters to none. */
static double mass_of(const struct places *places, const struct cubature_work *work, const double *row)
{
    double most = 0;
    for (int c = 0; c < places->components; ++c) {
        const double mass = row[PLACE_MASSES(places->dimensions) + c];
        if (mass > tolerance_of(work, work->guess[c]))
            most = fmax(most, mass);
    }
    return most;
}

/* Evaluations by the grid on a unit of volume at the place, for one of the sweep that met it. */
static double density_of(const struct places *places, const struct sweeps *sweeps, const void *grid,
                         const double *row)
{
    return grid_density(sweeps, grid, row) / row[PLACE_DENSITY(places->dimensions)];
}

/* Where a sweep of so many would have next to no evaluations, the place is left. Elsewhere it takes so
 * many to meet it again, if it is what it seemed. */
static void look_at(const struct places *places, struct cubature_work *work, const void *grid,
                    const double *row, double sweep)
{
    const double density = density_of(places, &work->sweeps, grid, row);
    if (density * sweep < next_to_none)
        work->left_behind = fmax(work->left_behind, mass_of(places, work, row));
    else
        work->fewest = fmax(work->fewest, ceil(meetings / density));
}

ts_status places_look_back(const struct places *places, struct cubature_work *work, double sweep)
{
    const void *grid = NULL;
    ts_status status = TS_OK;
    work->left_behind = 0;
    work->fewest = fmax(FEWEST_CLAIMED, meetings * work->given_up);
    for (int i = 0; i < places->count && !status; ++i) {
        const double *row = places->rows + (size_t)i * length_of(places);
        if (mass_of(places, work, row) == 0)
            continue;
        status = sweeps_read_grid(&work->sweeps, &grid);
        if (!status)
            look_at(places, work, grid, row, sweep);
    }
    return status;
}

void places_fields(struct state_io *io, struct places *places)
{
    state_choice(io, "place_count", &places->count, 0, MOST_PLACES);
    if (!io->status && places->count)
        state_rows(io, "places", places->rows, (size_t)places->count, length_of(places));
}

#include "cubature/resume.h"

#include "core/context.h"
#include "cubature/ends.h"
#include "cubature/places.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Which integral a state is of. */
struct identity {
    char method[16], precision[16];
    uint64_t seed;
    int dimensions, components, bins;
    char text[24], numbers[24], data[24]; /* hashes */
};

static void hash(const void *data, size_t bytes, char text[24])
{
    snprintf(text, 24, "xxh3-%016" PRIx64, (uint64_t)XXH3_64bits(data, bytes));
}

static struct identity identity_of(const struct cubature_work *work)
{
    const struct cubature *cubature = work->sweeps.cubature;
    struct identity identity = {.seed = work->sweeps.seed,
                                .dimensions = cubature->dimensions,
                                .components = cubature->components,
                                .bins = work->sweeps.bins};
    snprintf(identity.method, sizeof identity.method, "%s", work->integral->method);
    snprintf(identity.precision, sizeof identity.precision, "%s", work->integral->precision);
    hash(cubature->text, strlen(cubature->text), identity.text);
    hash(cubature->parameters, cubature->parameter_count * sizeof(double), identity.numbers);
    hash(cubature->data + cubature->addresses, (cubature->data_length - cubature->addresses) * sizeof(double),
         identity.data);
    return identity;
}

static void identity_fields(struct state_io *io, void *part)
{
    struct identity *identity = part;
    state_words(io, "method", identity->method, sizeof identity->method);
    state_words(io, "precision", identity->precision, sizeof identity->precision);
    state_counts(io, "seed", &identity->seed, 1);
    state_choice(io, "dimensions", &identity->dimensions, 1, INT32_MAX);
    state_choice(io, "components", &identity->components, 1, INT32_MAX);
    state_choice(io, "bins", &identity->bins, 1, INT32_MAX);
    state_words(io, "integrand", identity->text, sizeof identity->text);
    state_words(io, "limits_and_parameters", identity->numbers, sizeof identity->numbers);
    state_words(io, "arrays_and_tables", identity->data, sizeof identity->data);
}

static ts_status refuse(ts_context *context, const ts_integral_state *state, const char *what)
{
    return ts_fail(context, TS_ERROR_INPUT, "%s is of another integral, %s; its grid alone may still serve.",
                   state_label(state), what);
}

/* One sentence on the first thing that differs. */
static ts_status compare(ts_context *context, const ts_integral_state *state, const struct identity *here)
{
    struct identity there = {0};
    struct state_io io = {context, (ts_integral_state *)state, 1, TS_OK};
    char what[160];
    identity_fields(&io, &there);
    if (io.status)
        return io.status;
    if (there.dimensions != here->dimensions || there.components != here->components) {
        snprintf(what, sizeof what, "with %d dimensions and %d components, not %d and %d", there.dimensions,
                 there.components, here->dimensions, here->components);
        return refuse(context, state, what);
    }
    if (strcmp(there.text, here->text) != 0 && !strcmp(there.precision, here->precision))
        return refuse(context, state, "with another function");
    if (strcmp(there.numbers, here->numbers) != 0)
        return refuse(context, state, "with other limits or parameters");
    if (strcmp(there.data, here->data) != 0)
        return refuse(context, state, "with other arrays or tables");
    snprintf(what, sizeof what,
             "begun with method %s, precision %s, seed %" PRIu64 ", %d bins, not %s, %s, %" PRIu64 ", %d",
             there.method, there.precision, there.seed, there.bins, here->method, here->precision, here->seed,
             here->bins);
    const int same = !strcmp(there.method, here->method) && !strcmp(there.precision, here->precision) &&
                     there.seed == here->seed && there.bins == here->bins;
    return same ? TS_OK : refuse(context, state, what);
}

/* The device's form: of each bin the edge and the width (kernels/vegas.h), in the precision of the program.
 */
static void widen(const struct sweeps *sweeps, const void *grid, size_t count, double *edges, double *widths)
{
    for (size_t i = 0; i < count; ++i)
        if (sweeps->cubature->double_precision) {
            edges[i] = ((const double *)grid)[2 * i];
            widths[i] = ((const double *)grid)[2 * i + 1];
        } else {
            edges[i] = (double)((const float *)grid)[2 * i];
            widths[i] = (double)((const float *)grid)[2 * i + 1];
        }
}

static void narrow(const struct sweeps *sweeps, const double *edges, const double *widths, size_t count,
                   void *grid)
{
    for (size_t i = 0; i < count; ++i)
        if (sweeps->cubature->double_precision) {
            ((double *)grid)[2 * i] = edges[i];
            ((double *)grid)[2 * i + 1] = widths[i];
        } else {
            ((float *)grid)[2 * i] = (float)edges[i];
            ((float *)grid)[2 * i + 1] = (float)widths[i];
        }
}

/* Whether edges lead from 0 to 1. */
static int is_grid(const double *edges, const double *widths, size_t axes, size_t bins)
{
    for (size_t i = 0; i < axes * bins; ++i) {
        const double end = i % bins + 1 < bins ? edges[i + 1] : 1;
        if (!(widths[i] > 0) || !(fabs(edges[i] + widths[i] - end) <= 1e-6) ||
            (i % bins == 0 && edges[i] != 0))
            return 0;
    }
    return 1;
}

/* A grid in the device's form, under names of its own: "best" makes best_edges and best_widths. */
static void state_grid(struct state_io *io, const struct sweeps *sweeps, const char *prefix, void *grid)
{
    const size_t axes = (size_t)sweeps->cubature->dimensions, bins = (size_t)sweeps->bins;
    double *edges = calloc(2 * axes * bins, sizeof *edges);
    if (!edges) {
        io->status = ts_fail_memory(io->context, "the grid");
        return;
    }
    double *const widths = edges + axes * bins;
    char name[2][32];
    snprintf(name[0], sizeof name[0], "%s%sedges", prefix, *prefix ? "_" : "");
    snprintf(name[1], sizeof name[1], "%s%swidths", prefix, *prefix ? "_" : "");
    if (!io->status && !io->restoring)
        widen(sweeps, grid, axes * bins, edges, widths);
    state_rows(io, name[0], edges, axes, bins);
    state_rows(io, name[1], widths, axes, bins);
    if (!io->status && io->restoring && !is_grid(edges, widths, axes, bins))
        io->status = ts_fail(io->context, TS_ERROR_INPUT,
                             "%s is damaged: '%s' and '%s' of an axis should lead from 0 to 1.",
                             state_label(io->state), name[0], name[1]);
    if (!io->status && io->restoring)
        narrow(sweeps, edges, widths, axes * bins, grid);
    free(edges);
}

void state_strata(struct state_io *io, const char *prefix, struct strata *strata)
{
    char name[2][48];
    if (!io->restoring && !strata->cubes)
        return;
    snprintf(name[0], sizeof name[0], "%s%ssub_cubes_per_axis", prefix, *prefix ? "_" : "");
    snprintf(name[1], sizeof name[1], "%s%sdensity", prefix, *prefix ? "_" : "");
    const struct state_entry *known = state_find(io->state, name[1]);
    uint64_t per_axis = strata->per_axis;
    if (io->status || (io->restoring && !state_find(io->state, name[0])))
        return;
    state_counts(io, name[0], &per_axis, 1);
    if (!io->restoring && strata->density)
        state_numbers(io, name[1], strata->density, strata->cubes);
    if (io->status || !io->restoring)
        return;
    uint64_t cubes = 1;
    for (int axis = 0; axis < strata->dimensions; ++axis)
        cubes *= per_axis;
    const int fits = !known || (known->kind == STATE_NUMBERS && known->rows * known->columns == cubes);
    io->status = fits ? strata_set(io->context, strata, per_axis, known ? known->data : NULL)
                      : TS_ERROR_INPUT;
    if (io->status == TS_ERROR_INPUT)
        ts_fail(io->context, TS_ERROR_INPUT,
                "%s is damaged: '%s' should be numbers not below zero for each sub-cube, 1 in all.",
                state_label(io->state), name[1]);
}

/* The rows of iterations so far: [value, error], [evaluations, counted]. */
static void iteration_fields(struct state_io *io, ts_integral *integral)
{
    enum { ROWS_MOST = 1 << 24 };
    const struct state_entry *entry = io->restoring ? state_find(io->state, "iterations") : NULL;
    const size_t count = entry ? entry->columns / 2 : integral->iteration_count;
    if (io->status || count == 0 || count > ROWS_MOST)
        return;
    double *estimates = calloc(2 * count, sizeof *estimates);
    uint64_t *counts = calloc(2 * count, sizeof *counts);
    ts_iteration *rows = realloc(integral->iterations, count * sizeof *rows);
    if (rows)
        integral->iterations = rows;
    if (!estimates || !counts || !rows)
        io->status = ts_fail_memory(io->context, "the list of iterations");
    for (size_t i = 0; i < count && !io->status && !io->restoring; ++i) {
        estimates[2 * i] = rows[i].value;
        estimates[2 * i + 1] = rows[i].error;
        counts[2 * i] = rows[i].events;
        counts[2 * i + 1] = (uint64_t)rows[i].counted;
    }
    state_numbers(io, "iterations", estimates, 2 * count);
    state_counts(io, "iteration_counts", counts, 2 * count);
    for (size_t i = 0; i < count && !io->status && io->restoring; ++i)
        rows[i] = (ts_iteration){estimates[2 * i], estimates[2 * i + 1], counts[2 * i],
                                 counts[2 * i + 1] != 0};
    if (!io->status)
        integral->iteration_count = count;
    free(estimates);
    free(counts);
}

/* Of each component the value, its error and chi^2. */
static void result_fields(struct state_io *io, ts_component *result, size_t components)
{
    state_rows(io, "result", &result->value, 1, components * sizeof *result / sizeof(double));
    for (size_t c = 0; c < components && io->restoring; ++c)
        if (!(result[c].error >= 0 && result[c].chi2_per_dof >= 0))
            state_refuse(io, "result", "should hold errors and chi^2 that are not below zero");
}

static void work_fields(struct state_io *io, void *part)
{
    struct cubature_work *work = part;
    struct sweeps *sweeps = &work->sweeps;
    const size_t axes = (size_t)sweeps->cubature->dimensions;
    const size_t components = (size_t)sweeps->cubature->components;
    state_counts(io, "evaluations", &sweeps->evaluations, 1);
    result_fields(io, work->integral->components, components);
    state_words(io, "objection", work->integral->objection, sizeof work->integral->objection);
    double asked[] = {work->settings->relative_error, work->settings->absolute_error};
    state_magnitudes(io, "errors_asked_for", asked, 2);
    work->asks_anew = asked[0] != work->settings->relative_error ||
                      asked[1] != work->settings->absolute_error;
    state_amount(io, "first_sweep", &work->first);
    state_bounds(io, "evaluations_needed", &work->needed, 1);
    past_fields(io, work->past);
    state_choice(io, "settled", &work->settled, 0, 1);
    state_bounds(io, "fall", &work->fallen, 1);
    state_bounds(io, "left", &work->left_behind, 1);
    state_amount(io, "fewest_evaluations", &work->fewest);
    state_amount(io, "given_up", &work->given_up);
    state_counts(io, "next_event", &sweeps->next_event, 1);
    state_counts(io, "randomisations", &work->scrambled, 1);
    state_magnitudes(io, "scales", sweeps->scales, components);
    for (size_t c = 0; c < components && io->restoring; ++c) {
        int exponent;
        if (frexp(sweeps->scales[c], &exponent) != 0.5)
            state_refuse(io, "scales", "should be powers of two");
    }
    state_magnitudes(io, "roots", sweeps->roots, components);
    state_numbers(io, "guess", work->guess, components);
    state_magnitudes(io, "guess_error", work->guess_error, components);
    state_counts(io, "not_finite", &sweeps->lost, 1);
    state_counts(io, "infinite", &sweeps->infinite, 1);
    state_choice(io, "not_finite_is_shown", &sweeps->shown, 0, 1);
    state_shown(io, "not_finite_shown", sweeps->shown_values, axes + components);
    places_fields(io, work->places);
    state_strata(io, "", &sweeps->strata);
    iteration_fields(io, work->integral);
}

ts_status state_take(struct cubature_work *work, const char *stage, state_fields *fields, void *part)
{
    struct state_io io = {work->context, work->state, 0, TS_OK};
    const struct state_entry *before = state_find(work->state, "stage");
    const int begins = !before || strcmp(before->data, stage) != 0;
    char name[32];
    snprintf(name, sizeof name, "%s", stage);
    if (before && begins) /* what another stage kept is of no use */
        state_cut(work->state, work->common_entries);
    state_words(&io, "stage", name, sizeof name);
    work_fields(&io, work);
    if (begins)
        work->common_entries = work->state->count;
    if (fields)
        fields(&io, part);
    return io.status;
}

ts_status state_take_grid(struct cubature_work *work)
{
    struct state_io io = {work->context, work->state, 0, TS_OK};
    const void *grid;
    io.status = sweeps_read_grid(&work->sweeps, &grid);
    if (!io.status)
        state_grid(&io, &work->sweeps, "", (void *)grid);
    return io.status;
}

ts_status state_take_best(struct cubature_work *work)
{
    struct state_io io = {work->context, work->state, 0, TS_OK};
    struct device_buffer *best = work->sweeps.buffers.best;
    void *grid = malloc(best->bytes);
    io.status = grid ? device_buffer_read(work->context, best, grid)
                     : ts_fail_memory(work->context, "the grid");
    if (!io.status)
        state_grid(&io, &work->sweeps, "best", grid);
    free(grid);
    return io.status;
}

int resumes_in(const struct cubature_work *work, const char *stage)
{
    const ts_integral_state *state = work->settings->continue_from;
    const struct state_entry *entry = work->resuming ? state_find(state, "stage") : NULL;
    return entry && entry->kind == STATE_WORDS && !strcmp(entry->data, stage);
}

ts_status state_resume(struct cubature_work *work, const char *stage, state_fields *fields, void *part,
                       int *resumed)
{
    *resumed = resumes_in(work, stage);
    work->resuming = 0;
    struct state_io io = {work->context, (ts_integral_state *)work->settings->continue_from, 1, TS_OK};
    if (*resumed)
        fields(&io, part);
    return io.status;
}

ts_status state_contradiction(const struct cubature_work *work, const char *name)
{
    return ts_fail(work->context, TS_ERROR_INPUT,
                   "%s cannot be continued: '%s' does not follow from the rest of it.",
                   state_label(work->settings->continue_from), name);
}

int state_agrees(double a, double b) { return fabs(a - b) <= 1e-9 * fmin(fabs(a), fabs(b)); }

/* The grid of a state, which may be of another precision; widths follow from edges then. */
static ts_status resume_grid(struct cubature_work *work, const ts_integral_state *state)
{
    struct sweeps *sweeps = &work->sweeps;
    const struct state_entry *edges = state_find(state, "edges");
    const size_t axes = (size_t)sweeps->cubature->dimensions, bins = (size_t)sweeps->bins;
    if (edges && (edges->rows != axes || edges->columns != bins))
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "%s holds a grid of %zu dimensions with %zu bins, where %zu with %zu are wanted.",
                       state_label(state), edges->rows, edges->columns, axes, bins);
    struct state_io io = {work->context, (ts_integral_state *)state, 1, TS_OK};
    void *grid = calloc(1, sweeps->buffers.grid->bytes);
    if (!grid)
        return ts_fail_memory(work->context, "the grid");
    state_grid(&io, sweeps, "", grid);
    const float resolution = 0x1p-24F;
    for (size_t axis = 0; axis < axes && !io.status && !sweeps->cubature->double_precision; ++axis) {
        float(*from)[2] = (float(*)[2])grid + axis * bins;
        for (size_t i = 1; i < bins; ++i)
            from[i][0] = fminf(fmaxf(floorf(from[i][0] / resolution) * resolution,
                                     from[i - 1][0] + resolution),
                               1 - (float)(bins - i) * resolution);
        for (size_t i = 0; i < bins; ++i)
            from[i][1] = (i + 1 < bins ? from[i + 1][0] : 1) - from[i][0];
    }
    if (!io.status)
        io.status = sweeps_write_grid(sweeps, grid);
    free(grid);
    return io.status;
}

ts_status state_resume_best(struct cubature_work *work)
{
    struct sweeps *sweeps = &work->sweeps;
    struct state_io io = {work->context, (ts_integral_state *)work->settings->continue_from, 1, TS_OK};
    void *grid = calloc(1, sweeps->buffers.grid->bytes);
    if (!grid)
        return ts_fail_memory(work->context, "the grid");
    state_grid(&io, sweeps, "best", grid);
    if (!io.status)
        io.status = sweeps_write_grid(sweeps, grid);
    if (!io.status)
        io.status = sweeps_keep_grid(sweeps);
    free(grid);
    return io.status ? io.status : resume_grid(work, io.state);
}

void resume_complete(ts_integrate_settings *settings)
{
    const ts_integral_state *state = settings->continue_from;
    const ts_integral_state *of_grid = state ? state : settings->grid_from;
    const struct state_entry *bins = of_grid ? state_find(of_grid, "bins") : NULL;
    if (!settings->bins && bins && bins->kind == STATE_COUNTS && *(uint64_t *)bins->data <= INT32_MAX)
        settings->bins = (int)*(uint64_t *)bins->data;
    if (!state)
        return;
    const struct state_entry *method = state_find(state, "method"), *seed = state_find(state, "seed");
    const struct state_entry *precision = state_find(state, "precision");
    if (method && method->kind == STATE_WORDS && (!settings->method || !strcmp(settings->method, "auto")))
        settings->method = method->data;
    if (precision && precision->kind == STATE_WORDS && !settings->precision)
        settings->precision = precision->data;
    if (!settings->seed && seed && seed->kind == STATE_COUNTS)
        settings->seed = *(uint64_t *)seed->data;
}

/* What the warm-up's end was judged by the errors that were asked for then is judged by those of now. */
static ts_status resume_judgement(struct cubature_work *work)
{
    const ts_integral *integral = work->integral;
    double sweep = 0;
    for (size_t i = 0; i < integral->iteration_count; ++i)
        if (!integral->iterations[i].counted)
            sweep = (double)integral->iterations[i].events;
    if (isfinite(work->needed) && sweep > 0)
        work->needed = evaluations_needed(work, sweep, work->guess, work->guess_error);
    return places_look_back(work->places, work, sweep);
}

ts_status resume_begin(struct cubature_work *work)
{
    const ts_integral_state *from = work->settings->continue_from, *grid = work->settings->grid_from;
    struct identity here = identity_of(work);
    if (from && grid)
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "An integral that continues has a grid already: continue_from and grid_from exclude each "
            "other.");
    work->state = calloc(1, sizeof *work->state);
    if (!work->state)
        return ts_fail_memory(work->context, "the state of an integral");
    struct state_io io = {work->context, work->state, 0, TS_OK};
    identity_fields(&io, &here);
    work->common_entries = work->state->count;
    if (!io.status && grid)
        io.status = resume_grid(work, grid);
    if (io.status || !from)
        return io.status;
    io = (struct state_io){work->context, (ts_integral_state *)from, 1, compare(work->context, from, &here)};
    work_fields(&io, work);
    if (!io.status)
        io.status = resume_grid(work, from);
    if (!io.status && work->asks_anew)
        io.status = resume_judgement(work);
    if (!io.status)
        io.status = state_copy(work->context, from, work->state);
    work->resuming = 1;
    work->before = work->sweeps.evaluations;
    return io.status;
}

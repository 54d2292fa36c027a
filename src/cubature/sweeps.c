#include "cubature/sweeps.h"

#include "cubature/sobol.h"
#include "integrate/grid.h"
#include "totals_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t scalar_bytes(const struct sweeps *sweeps)
{
    return sweeps->cubature->double_precision ? sizeof(double) : sizeof(float);
}

static ts_status make_buffers(struct sweeps *sweeps)
{
    const struct cubature *cubature = sweeps->cubature;
    struct cubature_buffers *buffers = &sweeps->buffers;
    struct device *device = sweeps->program->device;
    const size_t axes = (size_t)cubature->dimensions, components = (size_t)cubature->components;
    const size_t bytes[] = {sweeps->length * sizeof(int64_t),
                            axes * (size_t)sweeps->bins * sizeof(int64_t),
                            SHOWN_LENGTH(axes, components) * scalar_bytes(sweeps),
                            2 * components * scalar_bytes(sweeps),
                            (size_t)sweeps->sets * axes * SOBOL_NUMBERS * sizeof(uint64_t),
                            0,
                            0};
    struct device_buffer **const made[] = {&buffers->totals, &buffers->refinement, &buffers->shown,
                                           &buffers->scales, &buffers->directions, &buffers->strata,
                                           &buffers->spread};
    ts_status status = scalars_create(sweeps->context, device, cubature->double_precision,
                                      cubature->parameters, cubature->parameter_count, &buffers->parameters);
    if (!status)
        status = scalars_create(sweeps->context, device, cubature->double_precision, cubature->data,
                                cubature->data_length, &buffers->data);
    if (!status)
        status = grid_create(sweeps->context, device, cubature->double_precision, cubature->dimensions,
                             sweeps->bins, 1, &buffers->grid);
    if (!status)
        status = device_buffer_create(sweeps->context, device, buffers->grid->bytes, NULL,
                                      &sweeps->buffers.best);
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0] && !status; ++i)
        status = device_buffer_create(sweeps->context, device, bytes[i], NULL, made[i]);
    return status;
}

static ts_status make_memory(struct sweeps *sweeps)
{
    const size_t axes = (size_t)sweeps->cubature->dimensions;
    const size_t components = (size_t)sweeps->cubature->components, sets = (size_t)sweeps->sets;
    sweeps->length = SUM_LENGTH(components, sets);
    sweeps->totals = malloc(sweeps->length * sizeof *sweeps->totals);
    sweeps->scales = malloc(components * sizeof *sweeps->scales);
    sweeps->roots = calloc(components, sizeof *sweeps->roots);
    sweeps->sums_scale = calloc(components, sizeof *sweeps->sums_scale);
    sweeps->handed_over = calloc(2 * components, sizeof *sweeps->handed_over);
    sweeps->peaks = calloc(components, sizeof *sweeps->peaks);
    sweeps->shown_values = calloc(SHOWN_LENGTH(axes, components), sizeof *sweeps->shown_values);
    sweeps->sums.words = malloc(SWEEP_WORDS * sets * components * sizeof *sweeps->sums.words);
    sweeps->directions = calloc(sets * axes * SOBOL_NUMBERS, sizeof *sweeps->directions);
    if (!sweeps->totals || !sweeps->scales || !sweeps->roots || !sweeps->sums_scale || !sweeps->handed_over ||
        !sweeps->peaks || !sweeps->shown_values || !sweeps->sums.words || !sweeps->directions)
        return ts_fail_memory(sweeps->context, "the sums");
    for (size_t i = 0; i < components; ++i)
        sweeps->scales[i] = 1;
    return TS_OK;
}

void cubature_text(const struct cubature *cubature, int bins, int any_box, struct source *text)
{
    const double *from = cubature->parameters, *size = from + cubature->dimensions;
    source_append(text, "#define GRID_BINS %d\n#define UNIT_AXES {", bins);
    for (int axis = 0; axis < cubature->dimensions; ++axis)
        source_append(text, "%d, ", !any_box && from[axis] == 0 && size[axis] == 1);
    source_append(text, "}\n%s", cubature->text);
}

ts_status sweeps_create(ts_context *context, struct device *device, const struct cubature *cubature, int bins,
                        int sets, uint64_t seed, struct sweeps *sweeps, double *compile_seconds)
{
    *sweeps = (struct sweeps){.context = context,
                              .cubature = cubature,
                              .bins = bins,
                              .sets = sets,
                              .seed = seed,
                              .even = 1,
                              .launch_evaluations = 65536};
    sweeps->buffers.dimensions = (size_t)cubature->dimensions;
    sweeps->buffers.components = (size_t)cubature->components;
    sweeps->buffers.batch = cubature->batch;
    sweeps->strata.dimensions = cubature->dimensions;
    struct source text = {0};
    cubature_text(cubature, bins, cubature->file != NULL, &text);
    const struct program_text program = {.text = text.text,
                                         .double_precision = cubature->double_precision,
                                         .file = cubature->file,
                                         .kind = PROGRAM_CUBATURE};
    ts_status status = text.failed
                           ? ts_fail_memory(context, "a program")
                           : device_compile(context, device, &program, &sweeps->program, compile_seconds);
    source_free(&text);
    if (!status)
        status = make_memory(sweeps);
    if (!status)
        status = make_buffers(sweeps);
    if (status)
        sweeps_destroy(sweeps);
    return status;
}

void sweeps_destroy(struct sweeps *sweeps)
{
    struct cubature_buffers *buffers = &sweeps->buffers;
    struct device_buffer **const made[] = {&buffers->parameters, &buffers->data,       &buffers->grid,
                                           &buffers->scales,     &buffers->directions, &buffers->totals,
                                           &buffers->refinement, &buffers->shown,      &buffers->strata,
                                           &buffers->spread,     &buffers->best};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i)
        device_buffer_destroy(made[i]);
    device_release(&sweeps->program);
    strata_free(&sweeps->strata);
    free(sweeps->grid);
    free(sweeps->totals);
    free(sweeps->scales);
    free(sweeps->roots);
    free(sweeps->sums_scale);
    free(sweeps->handed_over);
    free(sweeps->peaks);
    free(sweeps->shown_values);
    free(sweeps->sums.words);
    free(sweeps->directions);
    *sweeps = (struct sweeps){0};
}

void sweeps_clear(struct sweeps *sweeps)
{
    const size_t words = SWEEP_WORDS * (size_t)sweeps->sets * (size_t)sweeps->cubature->components;
    struct sweep_sums *sums = &sweeps->sums;
    memset(sums->words, 0, words * sizeof *sums->words);
    *sums = (struct sweep_sums){.words = sums->words};
    memset(sweeps->peaks, 0, (size_t)sweeps->cubature->components * sizeof *sweeps->peaks);
    sweeps->heaviest.word = 0;
}

static double word_value(const struct sweeps *sweeps, int set, int component, int word, int exponent)
{
    const int at = SWEEP_WORDS * (set * sweeps->cubature->components + component) + word;
    return ldexp((double)sweeps->sums.words[at], -exponent);
}

double sweep_ladder(const struct sweeps *sweeps, int rung)
{
    return ldexp((double)sweeps->sums.ladder[rung], -LADDER_EXPONENT(rung));
}

double sweep_count(const struct sweeps *sweeps, int rung)
{
    const double below = sweep_ladder(sweeps, rung - 1);
    return below > 0 ? pow(sweep_ladder(sweeps, rung), 2) / below : 0;
}

void sweep_estimate(const struct sweeps *sweeps, int component, double *value, double *error)
{
    const double units = (double)sweeps->sums.units, scale = sweeps->sums_scale[component];
    const double sum = word_value(sweeps, 0, component, SWEEP_VALUE, WEIGHT_EXPONENT);
    double variance = word_value(sweeps, 0, component, SWEEP_VARIANCE, SQUARE_EXPONENT) +
                      word_value(sweeps, 0, component, SWEEP_FINER, SQUARE_EXPONENT + FINER_EXPONENT);
    if (sweeps->sums.points) /* what there is are squares */
        variance = fmax(0, variance - sum * sum / units);
    *value = sum / units / scale;
    *error = sqrt(variance) / units / scale;
}

void sweeps_weigh(struct sweeps *sweeps)
{
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        double value, error;
        sweep_estimate(sweeps, c, &value, &error);
        sweeps->roots[c] = hypot(value, error * sqrt((double)sweeps->sums.evaluations));
    }
}

ts_status sweeps_refine(struct sweeps *sweeps, struct cubature_refinement how)
{
    how.smooth = sweeps->smooth != 0;
    ts_status status = device_sweep_refine(sweeps->context, sweeps->program, &sweeps->buffers, &how);
    sweeps->empty.totals = sweeps->empty.refinement = !status;
    sweeps->even = sweeps->grid_known = 0;
    return status;
}

ts_status sweeps_write_grid(struct sweeps *sweeps, const void *grid)
{
    ts_status status = device_buffer_write(sweeps->context, sweeps->buffers.grid, grid);
    if (!status)
        status = device_buffer_clear(sweeps->context, sweeps->buffers.refinement);
    if (!status) /* without sums edges stay and get their spline */
        status = sweeps_refine(sweeps, (struct cubature_refinement){.damping = 1});
    return status;
}

/* Edges lie on multiples of this (GRID_RESOLUTION of kernels/vegas_refine.h), and no bin is without width. */
static void round_edges(const double *edges, int bins, double resolution, double *rounded)
{
    for (int i = 1; i < bins; ++i)
        rounded[i] = fmin(fmax(floor(edges[i] / resolution) * resolution, rounded[i - 1] + resolution),
                          1 - (bins - i) * resolution);
}

ts_status sweeps_write_edges(struct sweeps *sweeps, const double *edges)
{
    const int wide = sweeps->cubature->double_precision, bins = sweeps->bins;
    double *rounded = calloc((size_t)bins + 1, sizeof *rounded);
    void *grid = calloc(1, sweeps->buffers.grid->bytes);
    ts_status status = rounded && grid ? TS_OK : ts_fail_memory(sweeps->context, "the grid");
    for (int axis = 0; axis < sweeps->cubature->dimensions && !status; ++axis) {
        round_edges(edges + (size_t)axis * (size_t)bins, bins, wide ? 0x1p-50 : 0x1p-24, rounded);
        rounded[bins] = 1;
        for (int i = 0; i < bins; ++i) {
            const size_t at = 2 * ((size_t)axis * (size_t)bins + (size_t)i);
            const double width = rounded[i + 1] - rounded[i];
            if (wide)
                ((double *)grid)[at] = rounded[i], ((double *)grid)[at + 1] = width;
            else
                ((float *)grid)[at] = (float)rounded[i], ((float *)grid)[at + 1] = (float)width;
        }
    }
    if (!status)
        status = sweeps_write_grid(sweeps, grid);
    free(rounded);
    free(grid);
    return status;
}

ts_status sweeps_keep_grid(struct sweeps *sweeps)
{
    return device_buffer_copy(sweeps->context, sweeps->buffers.best, sweeps->buffers.grid);
}

ts_status sweeps_read_grid(struct sweeps *sweeps, const void **grid)
{
    ts_status status = TS_OK;
    if (!sweeps->grid) {
        sweeps->grid = malloc(sweeps->buffers.grid->bytes);
        sweeps->grid_known = 0;
    }
    if (!sweeps->grid)
        return ts_fail_memory(sweeps->context, "the grid");
    if (!sweeps->grid_known) /* which takes a GPU as long as a small sweep */
        status = device_buffer_read(sweeps->context, sweeps->buffers.grid, sweeps->grid);
    sweeps->grid_known = !status;
    *grid = sweeps->grid;
    return status;
}

double sweeps_grid_number(const struct sweeps *sweeps, const void *grid, size_t i)
{
    return sweeps->cubature->double_precision ? ((const double *)grid)[i] : (double)((const float *)grid)[i];
}

ts_status sweeps_is_even(struct sweeps *sweeps, int *even)
{
    const size_t bins = (size_t)sweeps->bins, count = bins * (size_t)sweeps->cubature->dimensions;
    const void *grid = NULL;
    ts_status status = sweeps_read_grid(sweeps, &grid);
    *even = !status;
    for (size_t i = 0; i < count && *even; ++i) {
        const double width = (double)bins * sweeps_grid_number(sweeps, grid, 2 * i + 1);
        *even = width > 0.5 && width < 2;
    }
    return status;
}

ts_status sweeps_restore_grid(struct sweeps *sweeps)
{
    sweeps->even = sweeps->grid_known = 0;
    return device_buffer_copy(sweeps->context, sweeps->buffers.grid, sweeps->buffers.best);
}

ts_status sweeps_reset_grid(struct sweeps *sweeps)
{
    const struct cubature *cubature = sweeps->cubature;
    struct device_buffer *even = NULL;
    ts_status status = grid_create(sweeps->context, sweeps->program->device, cubature->double_precision,
                                   cubature->dimensions, sweeps->bins, 1, &even);
    if (!status)
        status = device_buffer_copy(sweeps->context, sweeps->buffers.grid, even);
    device_buffer_destroy(&even);
    sweeps->even = 1;
    sweeps->grid_known = 0;
    return status;
}

/* Many units for many threads, but not so short that beginning one counts. */
uint64_t sweep_block_bits(uint64_t points)
{
    enum { LEAST = 8, LONG = 12, MOST = 14, FEW_UNITS = 1 << 12, MANY_UNITS = 1 << 16 };
    uint64_t bits = LEAST;
    while (bits < MOST && points >> bits > (bits < LONG ? FEW_UNITS : MANY_UNITS))
        ++bits;
    return bits;
}

double sweep_set_mean(const struct sweeps *sweeps, int set, int component)
{
    return word_value(sweeps, set, component, SWEEP_VALUE, WEIGHT_EXPONENT) / (double)sweeps->sums.units /
           sweeps->sums_scale[component];
}

static double sum_of_squares(const struct sweeps *sweeps, int component)
{
    double sum = 0;
    for (int set = 0; set < sweeps->sets; ++set)
        sum += word_value(sweeps, set, component, SWEEP_VARIANCE, SQUARE_EXPONENT);
    return sum;
}

double sweep_root_mean_square(const struct sweeps *sweeps, int component)
{
    return sqrt(sum_of_squares(sweeps, component) / (double)sweeps->sums.evaluations) /
           sweeps->sums_scale[component];
}

double sweep_largest_share(const struct sweeps *sweeps, int component)
{
    const double peak = sweeps->peaks[component], sum = sum_of_squares(sweeps, component);
    return sum > 0 ? peak * peak / sum : 1;
}

/* Of v, of all sets together. */
static double mean_of(const struct sweeps *sweeps, int component)
{
    double sum = 0;
    for (int set = 0; set < sweeps->sets; ++set)
        sum += sweep_set_mean(sweeps, set, component) * sweeps->sums_scale[component];
    return sum / sweeps->sets;
}

/* The sum of squared deviations of v. Where there are none but of rounding, it is as small as that. */
static double sum_of_deviations(const struct sweeps *sweeps, int component)
{
    const double n = (double)sweeps->sums.evaluations, mean = mean_of(sweeps, component);
    return fmax(sum_of_squares(sweeps, component) - n * mean * mean, 0x1p-40 * n * mean * mean);
}

double sweep_largest_deviation(const struct sweeps *sweeps, int component)
{
    const double deviation = sweeps->peaks[component] - fabs(mean_of(sweeps, component));
    const double sum = sum_of_deviations(sweeps, component);
    return deviation > 0 && sum > 0 ? fmin(deviation * deviation / sum, 1) : 0;
}

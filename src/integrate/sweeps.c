#include "integrate/sweeps.h"

#include "core/clock.h"
#include "integrate/grid.h"
#include "integrate/sobol.h"
#include "totals_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Weights keep to their scale while the largest v is in between; it is where 2^LARGEST_EXPONENT is dropped.
 */
enum { ENOUGH_FOR_SCALE = 1 << 16 /* evaluations that say how small weights are */ };
static const double smallest_peak = 0x1p-20, largest_peak = 0x1p8;

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
                            (axes + components) * scalar_bytes(sweeps),
                            components * scalar_bytes(sweeps),
                            (size_t)sweeps->sets * axes * SOBOL_WORDS * sizeof(uint32_t),
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
                             sweeps->bins, &buffers->grid);
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
    sweeps->sums_scale = calloc(components, sizeof *sweeps->sums_scale);
    sweeps->peaks = calloc(components, sizeof *sweeps->peaks);
    sweeps->shown_values = calloc(axes + components, sizeof *sweeps->shown_values);
    sweeps->sums.words = malloc(SWEEP_WORDS * sets * components * sizeof *sweeps->sums.words);
    if (!sweeps->totals || !sweeps->scales || !sweeps->sums_scale || !sweeps->peaks ||
        !sweeps->shown_values || !sweeps->sums.words)
        return ts_fail_memory(sweeps->context, "the sums");
    for (size_t i = 0; i < components; ++i)
        sweeps->scales[i] = 1;
    return TS_OK;
}

void cubature_text(const struct cubature *cubature, int bins, struct source *text)
{
    source_append(text, "#define GRID_BINS %d\n%s", bins, cubature->text);
}

ts_status sweeps_create(ts_context *context, struct device *device, const struct cubature *cubature, int bins,
                        int sets, uint64_t seed, struct sweeps *sweeps, double *compile_seconds)
{
    *sweeps = (struct sweeps){.context = context,
                              .cubature = cubature,
                              .bins = bins,
                              .sets = sets,
                              .seed = seed,
                              .launch_evaluations = 65536};
    sweeps->buffers.dimensions = (size_t)cubature->dimensions;
    sweeps->buffers.components = (size_t)cubature->components;
    sweeps->strata.dimensions = cubature->dimensions;
    struct source text = {0};
    cubature_text(cubature, bins, &text);
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
                                           &buffers->spread};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i)
        device_buffer_destroy(made[i]);
    device_release(&sweeps->program);
    strata_free(&sweeps->strata);
    free(sweeps->totals);
    free(sweeps->scales);
    free(sweeps->sums_scale);
    free(sweeps->peaks);
    free(sweeps->shown_values);
    free(sweeps->sums.words);
    *sweeps = (struct sweeps){0};
}

/* Numbers of the program's precision, read from a buffer. */
static ts_status read_scalars(struct sweeps *sweeps, struct device_buffer *buffer, size_t count,
                              double *values)
{
    union {
        float narrow[1];
        double wide[1];
    } *memory = malloc(buffer->bytes + sizeof *memory);
    if (!memory)
        return ts_fail_memory(sweeps->context, "a point");
    ts_status status = device_buffer_read(sweeps->context, buffer, memory);
    for (size_t i = 0; i < count && !status; ++i)
        values[i] = sweeps->cubature->double_precision ? memory->wide[i] : (double)memory->narrow[i];
    free(memory);
    return status;
}

static ts_status write_scales(struct sweeps *sweeps)
{
    const size_t count = (size_t)sweeps->cubature->components;
    if (sweeps->cubature->double_precision)
        return device_buffer_write(sweeps->context, sweeps->buffers.scales, sweeps->scales);
    float *narrow = malloc(count * sizeof *narrow);
    if (!narrow)
        return ts_fail_memory(sweeps->context, "the scales");
    for (size_t i = 0; i < count; ++i)
        narrow[i] = (float)sweeps->scales[i];
    ts_status status = device_buffer_write(sweeps->context, sweeps->buffers.scales, narrow);
    free(narrow);
    return status;
}

/* The first evaluation of the launch that was not finite is made again, to see where that was. */
static ts_status show(struct sweeps *sweeps, struct cubature_sweep sweep, uint64_t first)
{
    const uint64_t place = UINT32_MAX - (uint64_t)sweeps->totals[SUM_FIRST_LOST];
    const uint64_t unit = first + (sweep.sobol ? place >> sweep.block_bits : place / sweep.samples);
    sweep.show = place + 1;
    sweep.rung = sweep.climb = sweep.learn = 0;
    ts_status status = device_sweep(sweeps->context, sweeps->program, &sweep, &sweeps->buffers, unit, 1);
    if (!status)
        status = read_scalars(sweeps, sweeps->buffers.shown,
                              (size_t)sweeps->cubature->dimensions + (size_t)sweeps->cubature->components,
                              sweeps->shown_values);
    sweeps->shown = !status;
    return status;
}

/* The value that the leading bits of the largest |v| stand for. */
static double peak_of(const struct sweeps *sweeps, int64_t leading)
{
    union {
        uint64_t bits;
        double value;
    } wide = {.bits = (uint64_t)leading << 32};
    union {
        uint32_t bits;
        float value;
    } narrow = {.bits = (uint32_t)leading};
    return sweeps->cubature->double_precision ? wide.value : (double)narrow.value;
}

/* The sums of a launch are added to those of the sweep. */
static void take_totals(struct sweeps *sweeps)
{
    struct sweep_sums *sums = &sweeps->sums;
    const int components = sweeps->cubature->components;
    const int64_t *counts = sweeps->totals + SUM_MAXIMA + components;
    const int64_t *pairs = sweeps->totals + SUM_SETS(components);
    for (int c = 0; c < components; ++c)
        sweeps->peaks[c] = fmax(sweeps->peaks[c], peak_of(sweeps, sweeps->totals[SUM_MAXIMA + c]));
    sweeps->lost += (uint64_t)counts[SUM_LOST];
    sums->hits += (uint64_t)counts[SUM_HITS];
    for (int k = 0; k <= CUBATURE_RUNGS; ++k)
        sums->ladder[k] += (__int128)counts[SUM_LADDER + 2 * k] * ((int64_t)1 << 32) +
                           counts[SUM_LADDER + 2 * k + 1];
    for (int i = 0; i < SWEEP_WORDS * components * sweeps->sets; ++i)
        sums->words[i] += (__int128)pairs[2 * i] * ((int64_t)1 << 32) + pairs[2 * i + 1];
}

/* What a launch has learned of sub-cubes is added to what is known of the sweep. */
static ts_status take_spread(struct sweeps *sweeps)
{
    const struct device_buffer *buffer = sweeps->buffers.spread;
    int64_t *spread = malloc(buffer->bytes);
    if (!spread)
        return ts_fail_memory(sweeps->context, "the sub-cubes");
    ts_status status = device_buffer_read(sweeps->context, sweeps->buffers.spread, spread);
    for (uint64_t cube = 0; cube < sweeps->strata.cubes && !status; ++cube)
        sweeps->strata.spread[cube] += spread[cube];
    free(spread);
    return status;
}

static ts_status launch(struct sweeps *sweeps, struct cubature_sweep *sweep, uint64_t first, uint64_t count)
{
    struct device_buffer *totals = sweeps->buffers.totals;
    sweep->first_unit = first;
    memset(sweeps->totals, 0, sweeps->length * sizeof *sweeps->totals);
    ts_status status = device_buffer_write(sweeps->context, totals, sweeps->totals);
    if (!status && sweep->learn)
        status = grid_clear_sums(sweeps->context, sweeps->buffers.spread);
    if (!status)
        status = device_sweep(sweeps->context, sweeps->program, sweep, &sweeps->buffers, first, count);
    if (!status)
        status = device_buffer_read(sweeps->context, totals, sweeps->totals);
    if (!status && sweep->learn)
        status = take_spread(sweeps);
    if (status)
        return status;
    take_totals(sweeps);
    const int64_t lost = sweeps->totals[SUM_MAXIMA + sweeps->cubature->components + SUM_LOST];
    return lost && !sweeps->shown ? show(sweeps, *sweep, first) : TS_OK;
}

/* All units, launch by launch. How they are split has no influence on the sums, so the clock may decide. */
static ts_status launch_all(struct sweeps *sweeps, struct cubature_sweep *sweep, uint64_t units,
                            uint64_t each)
{
    static const double seconds_a_launch = 0.1, most = 0x1p31;
    ts_status status = write_scales(sweeps);
    for (uint64_t first = 0; first < units && !status;) {
        const uint64_t wanted = (uint64_t)(sweeps->launch_evaluations / (double)each) + 1;
        const uint64_t whole = sweep->sobol ? wanted : (wanted + CHAIN_BLOCK - 1) / CHAIN_BLOCK * CHAIN_BLOCK;
        const uint64_t count = whole < units - first ? whole : units - first;
        const double start = clock_seconds(), evaluations = (double)count * (double)each;
        status = launch(sweeps, sweep, first, count);
        const double seconds = clock_seconds() - start;
        if (count == whole && seconds > 0)
            sweeps->launch_evaluations = fmin(most / 2,
                                              fmin(fmax(evaluations * seconds_a_launch / seconds, 4096),
                                                   4 * evaluations));
        first += count;
        if (!status && sweeps->step)
            sweeps->step(count * each, sweeps->step_data);
        if (!status && ts_context_interrupted(sweeps->context))
            return TS_INTERRUPTED;
    }
    return status;
}

void sweeps_clear(struct sweeps *sweeps)
{
    const size_t words = SWEEP_WORDS * (size_t)sweeps->sets * (size_t)sweeps->cubature->components;
    struct sweep_sums *sums = &sweeps->sums;
    memset(sums->words, 0, words * sizeof *sums->words);
    *sums = (struct sweep_sums){.words = sums->words};
    memset(sweeps->peaks, 0, (size_t)sweeps->cubature->components * sizeof *sweeps->peaks);
}

/* The largest scale that the program's precision can write down, with room. */
static double largest_scale(const struct sweeps *sweeps)
{
    return sweeps->cubature->double_precision ? 0x1p1000 : 0x1p120;
}

/* Whether the last sums were served by their scales: weights had room, and where it matters were not so small
 * that digits were cut off. */
static int scales_served(const struct sweeps *sweeps, int may_be_small)
{
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        const double peak = sweeps->peaks[c];
        const int mendable = peak > 0 && sweeps->sums_scale[c] < largest_scale(sweeps);
        if (!(peak < largest_peak) || (peak < smallest_peak && mendable && !may_be_small))
            return 0;
    }
    return 1;
}

/* Scales for what comes next, by the largest weights of the last sums. */
static void set_scales(struct sweeps *sweeps)
{
    for (int c = 0; c < sweeps->cubature->components; ++c) {
        const double peak = sweeps->peaks[c];
        int exponent = 0;
        if (!isfinite(peak)) /* far too large for this scale, by how much cannot be said */
            exponent = sweeps->cubature->double_precision ? 500 : 60;
        else if (peak > 0)
            frexp(peak, &exponent);
        sweeps->scales[c] = fmin(ldexp(sweeps->sums_scale[c], -exponent), largest_scale(sweeps));
    }
}

/* Random evaluations, `strata` of which is filled where they follow a table. */
static ts_status run_random(struct sweeps *sweeps, struct stratification layout,
                            struct sweep_teaching teaching, const struct strata *strata)
{
    struct cubature_sweep sweep = {.seed = sweeps->seed,
                                   .first_event = sweeps->next_event,
                                   .per_axis = layout.per_axis,
                                   .samples = layout.samples,
                                   .blocks = 1,
                                   .rung = (uint64_t)teaching.rung,
                                   .one_grid = teaching.one_grid != 0,
                                   .climb = (uint64_t)teaching.climb,
                                   .parts = strata->parts,
                                   .cubes = strata->cubes,
                                   .most = strata->most,
                                   .learn = teaching.learn != 0};
    ts_status status = TS_OK;
    int served = 0;
    while (!served && !status) {
        memcpy(sweeps->sums_scale, sweeps->scales,
               (size_t)sweeps->cubature->components * sizeof *sweeps->scales);
        sweeps_clear(sweeps);
        if (sweep.learn)
            memset(sweeps->strata.spread, 0, sweeps->strata.cubes * sizeof *sweeps->strata.spread);
        status = teaching.rung ? grid_clear_sums(sweeps->context, sweeps->buffers.refinement) : TS_OK;
        if (!status)
            status = launch_all(sweeps, &sweep, layout.cubes, layout.samples);
        served = scales_served(sweeps, 0);
        set_scales(sweeps);
    }
    sweeps->sums.evaluations = layout.cubes * layout.samples;
    sweeps->sums.units = layout.cubes;
    sweeps->next_event += sweeps->sums.evaluations;
    return status;
}

ts_status sweep_random(struct sweeps *sweeps, struct stratification layout, struct sweep_teaching teaching)
{
    static const struct strata none = {0};
    return run_random(sweeps, layout, teaching, &none);
}

static ts_status write_strata(struct sweeps *sweeps)
{
    struct cubature_buffers *buffers = &sweeps->buffers;
    size_t length;
    double *table = strata_table(&sweeps->strata, &length);
    if (!table)
        return ts_fail_memory(sweeps->context, "the sub-cubes");
    struct device *device = sweeps->program->device;
    device_buffer_destroy(&buffers->strata);
    device_buffer_destroy(&buffers->spread);
    ts_status status = scalars_create(sweeps->context, device, sweeps->cubature->double_precision, table,
                                      length, &buffers->strata);
    if (!status)
        status = device_buffer_create(sweeps->context, device,
                                      sweeps->strata.cubes * sizeof *sweeps->strata.spread, NULL,
                                      &buffers->spread);
    free(table);
    return status;
}

ts_status sweep_strata(struct sweeps *sweeps, uint64_t evaluations, struct sweep_teaching teaching)
{
    struct stratification layout;
    int changed;
    ts_status status = strata_plan(sweeps->context, &sweeps->strata, evaluations, !teaching.learn, &layout,
                                   &changed);
    if (!status && changed)
        status = write_strata(sweeps);
    return status ? status : run_random(sweeps, layout, teaching, &sweeps->strata);
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

void sweep_estimate(const struct sweeps *sweeps, int component, double *value, double *error)
{
    const double units = (double)sweeps->sums.units, scale = sweeps->sums_scale[component];
    const double variance = word_value(sweeps, 0, component, SWEEP_VARIANCE, SQUARE_EXPONENT) +
                            word_value(sweeps, 0, component, SWEEP_FINER, SQUARE_EXPONENT + FINER_EXPONENT);
    *value = word_value(sweeps, 0, component, SWEEP_VALUE, WEIGHT_EXPONENT) / units / scale;
    *error = sqrt(variance) / units / scale;
}

ts_status sweeps_refine(struct sweeps *sweeps, double damping, int width, int one_grid)
{
    return device_sweep_refine(sweeps->context, sweeps->program, &sweeps->buffers, damping, width, one_grid);
}

ts_status sweeps_read_grid(struct sweeps *sweeps, void *grid)
{
    return device_buffer_read(sweeps->context, sweeps->buffers.grid, grid);
}

ts_status sweeps_write_grid(struct sweeps *sweeps, const void *grid)
{
    return device_buffer_write(sweeps->context, sweeps->buffers.grid, grid);
}

ts_status sweeps_scramble(struct sweeps *sweeps, uint64_t first)
{
    const int axes = sweeps->cubature->dimensions;
    uint32_t *words = malloc(sweeps->buffers.directions->bytes);
    if (!words)
        return ts_fail_memory(sweeps->context, "Sobol' numbers");
    for (int set = 0; set < sweeps->sets; ++set)
        sobol_scramble(sweeps->seed, first + (uint64_t)set, axes,
                       words + (size_t)set * (size_t)axes * SOBOL_WORDS);
    ts_status status = device_buffer_write(sweeps->context, sweeps->buffers.directions, words);
    free(words);
    return status;
}

/* Points of a unit, as a power of two: many units for many threads, but not so short that beginning one
 * counts. */
static uint64_t block_bits(const struct sweeps *sweeps, uint64_t count)
{
    enum { LEAST = 7, MOST = 12, UNITS_WANTED = 4096 };
    uint64_t bits = LEAST;
    while (bits < MOST && ((count * (uint64_t)sweeps->sets) >> bits) > UNITS_WANTED)
        ++bits;
    while (bits > 0 && (count >> bits) == 0)
        --bits;
    return bits;
}

ts_status sweep_sobol(struct sweeps *sweeps, uint64_t first, uint64_t count, int *outgrown)
{
    const uint64_t bits = block_bits(sweeps, count);
    struct cubature_sweep sweep = {.seed = sweeps->seed,
                                   .samples = 1,
                                   .per_axis = 1,
                                   .sobol = 1,
                                   .block_bits = bits,
                                   .blocks = count >> bits,
                                   .first_block = first >> bits};
    memcpy(sweeps->sums_scale, sweeps->scales, (size_t)sweeps->cubature->components * sizeof *sweeps->scales);
    ts_status status = launch_all(sweeps, &sweep, (uint64_t)sweeps->sets * sweep.blocks, (uint64_t)1 << bits);
    sweeps->sums.evaluations += (uint64_t)sweeps->sets * count;
    sweeps->sums.units += count;
    /* A few points may hold nothing large: there will be more. */
    *outgrown = !status && !scales_served(sweeps, sweeps->sums.evaluations < ENOUGH_FOR_SCALE);
    if (*outgrown)
        set_scales(sweeps);
    return status;
}

double sweep_set_mean(const struct sweeps *sweeps, int set, int component)
{
    return word_value(sweeps, set, component, SWEEP_VALUE, WEIGHT_EXPONENT) / (double)sweeps->sums.units /
           sweeps->sums_scale[component];
}

double sweep_largest_share(const struct sweeps *sweeps, int component)
{
    const double peak = sweeps->peaks[component];
    double sum = 0;
    for (int set = 0; set < sweeps->sets; ++set)
        sum += word_value(sweeps, set, component, SWEEP_VARIANCE, SQUARE_EXPONENT);
    return sum > 0 ? peak * peak / sum : 1;
}

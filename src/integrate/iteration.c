#include "integrate/iteration.h"

#include "core/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINNING_NUMBERS = 6 }; /* of struct binning in kernels/integrand.h */

/* Rounds doubles to scalars of the program's precision. */
static ts_status to_scalars(ts_context *context, const double *values, size_t count, int double_precision,
                            void **scalars)
{
    size_t bytes = count * (double_precision ? sizeof(double) : sizeof(float));
    *scalars = malloc(bytes ? bytes : 1);
    if (!*scalars)
        return ts_fail_memory(context, "the numbers of a program");
    if (double_precision && count)
        memcpy(*scalars, values, bytes);
    else if (!double_precision)
        for (size_t i = 0; i < count; ++i)
            ((float *)*scalars)[i] = (float)values[i];
    return TS_OK;
}

/* The moments of a bin are sums of v x / size, with this size. */
static double observable_size(const struct integrand_histogram *axis)
{
    return fmax(fabs(axis->low), fabs(axis->high));
}

/* The binnings of the histograms as the kernels read them; counts the bins. */
static ts_status make_binnings(struct engine *engine)
{
    const struct integrand *integrand = engine->integrand;
    size_t count = integrand->histogram_count;
    double *numbers = malloc((count ? count : 1) * BINNING_NUMBERS * sizeof *numbers);
    if (!numbers)
        return ts_fail_memory(engine->context, "the histograms");
    for (size_t i = 0; i < count; ++i) {
        const struct integrand_histogram *axis = &integrand->histograms[i];
        double low = axis->log ? log(axis->low) : axis->low, high = axis->log ? log(axis->high) : axis->high;
        double *row = numbers + BINNING_NUMBERS * i;
        row[0] = low;
        row[1] = axis->bins / (high - low);
        row[2] = axis->bins;
        row[3] = (double)(TOTAL_BINS + BIN_WORDS * engine->shape.bins);
        row[4] = axis->log;
        row[5] = 1 / observable_size(axis);
        engine->shape.bins += (size_t)axis->bins + 2;
    }
    ts_status status = to_scalars(engine->context, numbers, count * BINNING_NUMBERS,
                                  integrand->double_precision, &engine->binnings);
    free(numbers);
    return status;
}

static ts_status make_buffers(struct engine *engine)
{
    const struct integrand *integrand = engine->integrand;
    int wide = integrand->double_precision;
    ts_status status = make_binnings(engine);
    if (!status)
        status = to_scalars(engine->context, integrand->parameters, integrand->parameter_count, wide,
                            &engine->parameters);
    for (int i = 0; i < CHAIN_TABLES && !status; ++i)
        status = to_scalars(engine->context, integrand->tables[i].values, integrand->tables[i].length, wide,
                            &engine->tables[i]);
    if (status)
        return status;
    engine->totals = malloc(totals_length(engine->shape) * sizeof *engine->totals);
    return engine->totals ? TS_OK : ts_fail_memory(engine->context, "the sums");
}

ts_status engine_create(ts_context *context, struct device *device, const struct integrand *integrand,
                        int bins, uint64_t seed, struct engine *engine, double *compile_seconds)
{
    *engine = (struct engine){.context = context, .integrand = integrand, .seed = seed, .scale = 1};
    engine->launch_events = 65536;
    engine->shape.grid = (size_t)integrand->dimensions * (size_t)bins;
    ts_status status = grid_create(context, integrand->dimensions, bins, integrand->double_precision,
                                   &engine->grid);
    if (!status)
        status = make_buffers(engine);
    if (!status)
        status = device_compile(context, device, integrand->text, 1, &engine->program, compile_seconds);
    if (status)
        engine_destroy(engine);
    return status;
}

void engine_destroy(struct engine *engine)
{
    device_release(&engine->program);
    grid_destroy(&engine->grid);
    free(engine->parameters);
    for (int i = 0; i < CHAIN_TABLES; ++i)
        free(engine->tables[i]);
    free(engine->grid_table);
    free(engine->binnings);
    free(engine->totals);
    *engine = (struct engine){0};
}

/* Runs all sub-cubes of an iteration, launch by launch. How they are split has no
 * influence on the sums, so the clock may decide. */
static ts_status launch_all(struct engine *engine, const struct chain_launch *launch, uint64_t cubes)
{
    static const double seconds_a_launch = 0.1;
    totals_clear(engine->totals, engine->shape);
    for (uint64_t first = 0; first < cubes;) {
        uint64_t wanted = (uint64_t)(engine->launch_events / (double)launch->samples);
        uint64_t whole = (wanted / CHAIN_BLOCK + 1) * CHAIN_BLOCK;
        uint64_t count = whole < cubes - first ? whole : cubes - first;
        double start = clock_seconds();
        ts_status status = device_integrate(engine->context, engine->program, launch, first, count,
                                            engine->totals, engine->shape);
        if (status)
            return status;
        double seconds = clock_seconds() - start;
        double events = (double)(count * launch->samples);
        if (count == whole && seconds > 0)
            engine->launch_events = fmin(fmax(events * seconds_a_launch / seconds, 4096), 4 * events);
        first += count;
        if (engine->step)
            engine->step(count * launch->samples, engine->step_data);
        if (ts_context_interrupted(engine->context))
            return TS_INTERRUPTED;
    }
    return TS_OK;
}

/* The largest weight of the last launches. */
static double largest_weight(const struct engine *engine)
{
    int64_t bits = engine->totals[TOTAL_MAXIMUM];
    if (engine->integrand->double_precision) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    int32_t narrow = (int32_t)bits;
    float value;
    memcpy(&value, &narrow, sizeof value);
    return value;
}

/* Whether the scale served for weights up to `largest`, and the scale of the next
 * ones. It depends on the events alone, not on how they were launched. The first
 * scale is a guess and serves only by accident; later ones may be somewhat small,
 * for the grid evens weights out. */
static int scale_served(struct engine *engine, double largest)
{
    enum { LOWEST_EXPONENT = -12 };
    if (largest == 0)
        return 1;
    double v = largest * engine->scale, before = engine->scale;
    double lowest = engine->next_event ? ldexp(1, LOWEST_EXPONENT) : 0.5;
    int most = engine->integrand->double_precision ? 1022 : 126;
    int exponent = ilogb(largest) + 1;
    engine->scale = ldexp(1, exponent < -most ? most : exponent > most ? -most : -exponent);
    int served = v < ldexp(1, LARGEST_EXPONENT) && v >= lowest;
    return served || engine->scale == before;
}

static ts_status update_grid_table(struct engine *engine)
{
    size_t numbers = 2 * engine->shape.grid;
    double *table = malloc(numbers * sizeof *table);
    if (!table)
        return ts_fail_memory(engine->context, "the grid");
    grid_table(&engine->grid, table);
    free(engine->grid_table);
    engine->grid_table = NULL;
    ts_status status = to_scalars(engine->context, table, numbers, engine->integrand->double_precision,
                                  &engine->grid_table);
    free(table);
    return status;
}

static void read_sums(const struct engine *engine, struct stratification layout, double scale,
                      struct iteration_sums *sums)
{
    const int64_t *totals = engine->totals;
    double events = (double)(layout.cubes * layout.samples), unit = engine->integrand->unit / scale;
    double mean = totals_pair(totals + TOTAL_WEIGHT, WEIGHT_EXPONENT) / events;
    /* Each sub-cube adds samples x (its variance) to the variance of the sum. */
    double variance = totals_pair(totals + TOTAL_VARIANCE, SQUARE_EXPONENT) * (double)layout.samples;
    *sums = (struct iteration_sums){
        .layout = layout,
        .value = unit * mean,
        .variance = unit * unit * variance / (events * events),
        .largest = engine->integrand->unit * largest_weight(engine),
        .events = layout.cubes * layout.samples,
        .accepted = (uint64_t)totals[TOTAL_ACCEPTED],
        .not_finite = (uint64_t)totals[TOTAL_NOT_FINITE],
        .first_not_finite = (uint64_t)totals[TOTAL_FIRST_NOT_FINITE],
    };
}

ts_status engine_iterate(struct engine *engine, struct stratification layout, int refine,
                         struct iteration_sums *sums)
{
    ts_status status = update_grid_table(engine);
    if (status)
        return status;
    struct chain_launch launch = {
        .parameters = engine->parameters,
        .grid = engine->grid_table,
        .binnings = engine->binnings,
        .seed = engine->seed,
        .first_event = engine->next_event,
        .cubes_per_axis = layout.per_axis,
        .samples = layout.samples,
        .refine = refine,
        .refine_offset = totals_length(engine->shape) - engine->shape.grid,
    };
    for (int i = 0; i < CHAIN_TABLES; ++i)
        launch.tables[i] = engine->tables[i];
    do {
        launch.scale = engine->scale;
        status = launch_all(engine, &launch, layout.cubes);
        if (status)
            return status;
    } while (!scale_served(engine, largest_weight(engine)));
    engine->next_event += layout.cubes * layout.samples;
    engine->last_scale = launch.scale;
    read_sums(engine, layout, launch.scale, sums);
    return TS_OK;
}

void engine_refine(struct engine *engine, double damping)
{
    if (damping > 0) /* else every bin keeps its place, empty ones too */
        grid_refine(&engine->grid, engine->totals + totals_length(engine->shape) - engine->shape.grid,
                    damping);
}

/* The edges of bin i of a histogram. */
static double bin_edge(const struct integrand_histogram *axis, int i)
{
    double share = (double)i / axis->bins;
    return axis->log ? axis->low * pow(axis->high / axis->low, share)
                     : axis->low + share * (axis->high - axis->low);
}

static void add_bin(const int64_t *totals, const struct integrand_histogram *axis, int i, double unit,
                    ts_bin *bin)
{
    double size = observable_size(axis);
    bin->low = bin_edge(axis, i);
    bin->high = bin_edge(axis, i + 1);
    bin->sum_w += unit * totals_two_pairs(totals + BIN_WEIGHT, WEIGHT_EXPONENT);
    bin->sum_w2 += unit * unit * totals_two_pairs(totals + BIN_SQUARE, SQUARE_EXPONENT);
    bin->sum_wx += unit * size * totals_two_pairs(totals + BIN_FIRST, MOMENT_EXPONENT);
    bin->sum_wx2 += unit * size * size * totals_two_pairs(totals + BIN_SECOND, MOMENT_EXPONENT);
    bin->entries += (uint64_t)totals[BIN_ENTRIES];
}

void engine_add_histograms(const struct engine *engine, const struct iteration_sums *sums, double factor,
                           ts_bin *bins)
{
    double unit = factor * engine->integrand->unit / engine->last_scale / (double)sums->events;
    const int64_t *totals = engine->totals + TOTAL_BINS;
    for (size_t h = 0; h < engine->integrand->histogram_count; ++h) {
        const struct integrand_histogram *axis = &engine->integrand->histograms[h];
        for (int i = -1; i <= axis->bins; ++i, totals += BIN_WORDS)
            add_bin(totals, axis, i, unit, bins++);
    }
}

#include "integrate/iteration.h"

#include "core/clock.h"
#include "core/ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINNING_NUMBERS = 6 }; /* of struct binning in kernels/integrand.h */

/* Scalars of the engine's program. */
static ts_status create_scalars(struct engine *engine, const double *values, size_t count,
                                struct device_buffer **buffer)
{
    return scalars_create(engine->context, engine->program->device, engine->integrand->double_precision,
                          values, count, buffer);
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
        row[3] = (double)totals_length(engine->bins);
        row[4] = axis->log;
        row[5] = 1 / observable_size(axis);
        engine->bins += (size_t)axis->bins + 2;
    }
    ts_status status = create_scalars(engine, numbers, count * BINNING_NUMBERS, &engine->buffers.binnings);
    free(numbers);
    return status;
}

static ts_status make_sums(struct engine *engine)
{
    struct device *device = engine->program->device;
    engine->buffers.bins = engine->bins;
    engine->length = totals_length(engine->bins + VARIED_BINS(engine->integrand->variations, engine->bins) -
                                   engine->bins - 1);
    engine->totals = malloc(engine->length * sizeof *engine->totals);
    engine->launch_totals = malloc(engine->length * sizeof *engine->launch_totals);
    if (!engine->totals || !engine->launch_totals)
        return ts_fail_memory(engine->context, "the sums");
    engine->buffers.follows_accepted = engine->integrand->follows_accepted;
    const size_t numbers = engine->integrand->follows_accepted ? 2 : 1;
    size_t grid = numbers * (size_t)engine->integrand->dimensions * (size_t)engine->grid_bins;
    ts_status status = device_buffer_create(engine->context, device, engine->length * sizeof(int64_t), NULL,
                                            &engine->buffers.totals);
    if (!status)
        status = device_buffer_create(engine->context, device, grid * sizeof(int64_t), NULL,
                                      &engine->buffers.refinement);
    return status;
}

ts_status engine_read_grid(const struct engine *engine, double **grid, size_t *length)
{
    return scalars_read(engine->context, engine->buffers.grid, engine->integrand->double_precision, grid,
                        length);
}

/* The grid in double precision, from the one in single. */
static ts_status widen_grid(struct engine *engine)
{
    struct pipeline_buffers *buffers = &engine->buffers;
    double *wide;
    size_t count;
    ts_status status = engine_read_grid(engine, &wide, &count);
    if (!status && !buffers->wide.grid)
        status = device_buffer_create(engine->context, engine->program->device, count * sizeof *wide, NULL,
                                      &buffers->wide.grid);
    if (!status)
        status = device_buffer_write(engine->context, buffers->wide.grid, wide);
    free(wide);
    return status;
}

ts_status engine_write_grid(struct engine *engine, const double *grid, size_t length)
{
    struct device_buffer *buffer = engine->buffers.grid;
    const int wide = engine->integrand->double_precision;
    float *narrow = malloc((length + 1) * sizeof *narrow);
    ts_status status = TS_OK;
    if (!narrow)
        status = ts_fail_memory(engine->context, "the grid");
    else if (length * (wide ? sizeof(double) : sizeof(float)) != buffer->bytes)
        status = ts_fail(engine->context, TS_ERROR_INPUT, "The grid has another size than that of this run.");
    for (size_t i = 0; i < length && narrow; ++i)
        narrow[i] = (float)grid[i];
    if (!status)
        status = device_buffer_write(engine->context, buffer, wide ? (const void *)grid : narrow);
    free(narrow);
    return !status && engine->integrand->mixed ? widen_grid(engine) : status;
}

/* Tables, and the integers behind them. */
static ts_status create_tables(struct engine *engine, int wide, struct device_buffer **buffer)
{
    const struct integrand *integrand = engine->integrand;
    return scalars_create_before(engine->context, engine->program->device, wide, integrand->tables,
                                 integrand->table_length, integrand->integers, integrand->integer_count,
                                 buffer);
}

/* What a program in mixed precision reads in double. */
static ts_status make_wide(struct engine *engine)
{
    const struct integrand *integrand = engine->integrand;
    struct pipeline_buffers *buffers = &engine->buffers;
    struct device *device = engine->program->device;
    ts_status status = device_buffer_create(engine->context, device,
                                            integrand->parameter_count * sizeof(double),
                                            integrand->parameters, &buffers->wide.parameters);
    if (!status && integrand->table_length)
        status = create_tables(engine, 1, &buffers->wide.tables);
    return status ? status : widen_grid(engine);
}

static ts_status make_tables(struct engine *engine, const struct engine *other)
{
    const struct integrand *integrand = engine->integrand;
    engine->borrows = other && other->integrand->tables == integrand->tables &&
                      other->integrand->table_length == integrand->table_length &&
                      other->integrand->double_precision == integrand->double_precision;
    if (engine->borrows)
        engine->buffers.tables = other->buffers.tables;
    return engine->borrows || !integrand->table_length
               ? TS_OK
               : create_tables(engine, integrand->double_precision, &engine->buffers.tables);
}

static ts_status make_buffers(struct engine *engine, const struct engine *other)
{
    const struct integrand *integrand = engine->integrand;
    struct pipeline_buffers *buffers = &engine->buffers;
    ts_status status = make_binnings(engine);
    if (!status)
        status = create_scalars(engine, integrand->parameters, integrand->parameter_count,
                                &buffers->parameters);
    if (!status)
        status = make_tables(engine, other);
    if (!status)
        status = grid_create(engine->context, engine->program->device, integrand->double_precision,
                             integrand->dimensions, engine->grid_bins, 0, &buffers->grid);
    if (!status && integrand->mixed)
        status = make_wide(engine);
    return status ? status : make_sums(engine);
}

struct program_text integrand_program(const struct integrand *integrand)
{
    return (struct program_text){.text = integrand->text,
                                 .double_precision = integrand->double_precision,
                                 .mixed = integrand->mixed,
                                 .with_events = integrand->with_events,
                                 .group_most = integrand->group_most,
                                 .compile_seconds = integrand->compile_seconds,
                                 .kind = PROGRAM_PIPELINE};
}

int integrand_shares_program(const struct integrand *one, const struct integrand *other)
{
    return one->double_precision == other->double_precision && one->mixed == other->mixed &&
           one->with_events == other->with_events && one->group_most == other->group_most &&
           (one->text == other->text || !strcmp(one->text, other->text));
}

ts_status engine_create(ts_context *context, struct device *device, const struct integrand *integrand,
                        int bins, uint64_t seed, struct engine *engine, double *compile_seconds)
{
    return engine_create_beside(context, device, integrand, bins, seed, NULL, engine, compile_seconds);
}

ts_status engine_create_beside(ts_context *context, struct device *device, const struct integrand *integrand,
                               int bins, uint64_t seed, const struct engine *other, struct engine *engine,
                               double *compile_seconds)
{
    const struct program_text text = integrand_program(integrand);
    *engine = (struct engine){
        .context = context, .integrand = integrand, .seed = seed, .scale = {1, 1}, .grid_bins = bins};
    engine->launch_events = 65536;
    engine->borrows_program = other && integrand_shares_program(other->integrand, integrand);
    engine->program = engine->borrows_program ? other->program : NULL;
    ts_status status = engine->program
                           ? TS_OK
                           : device_compile(context, device, &text, &engine->program, compile_seconds);
    if (!status)
        status = make_buffers(engine, other);
    if (status)
        engine_destroy(engine);
    return status;
}

void engine_destroy(struct engine *engine)
{
    struct pipeline_buffers *buffers = &engine->buffers;
    if (engine->borrows)
        buffers->tables = NULL;
    if (engine->borrows_program)
        engine->program = NULL;
    device_buffer_destroy(&buffers->parameters);
    device_buffer_destroy(&buffers->wide.parameters);
    device_buffer_destroy(&buffers->tables);
    device_buffer_destroy(&buffers->wide.tables);
    device_buffer_destroy(&buffers->grid);
    device_buffer_destroy(&buffers->wide.grid);
    device_buffer_destroy(&buffers->binnings);
    device_buffer_destroy(&buffers->totals);
    device_buffer_destroy(&buffers->refinement);
    device_release(&engine->program);
    free(engine->totals);
    free(engine->launch_totals);
    *engine = (struct engine){0};
}

/* One launch, whose sums are added to those of the iteration. The device's are emptied before it, so
 * that they never fill up. */
static ts_status launch_begin(struct engine *engine, const struct pipeline_iteration *iteration,
                              uint64_t first, uint64_t count)
{
    totals_clear(engine->launch_totals, engine->length);
    const ts_status status = device_buffer_write(engine->context, engine->buffers.totals,
                                                 engine->launch_totals);
    return status ? status
                  : device_integrate(engine->context, engine->program, iteration, &engine->buffers, first,
                                     count);
}

static ts_status launch_end(struct engine *engine)
{
    const ts_status status = device_buffer_read(engine->context, engine->buffers.totals,
                                                engine->launch_totals);
    engine->ahead = 0;
    if (!status)
        totals_merge(engine->totals, engine->launch_totals, engine->length);
    return status;
}

/* How many sub-cubes of an iteration the next launch takes of those that are left; *full: as many as it can.
 */
static uint64_t launch_cubes(const struct engine *engine, uint64_t samples, uint64_t left, int *full)
{
    const uint64_t wanted = (uint64_t)(engine->launch_events / (double)samples);
    const uint64_t whole = (wanted / PIPELINE_BLOCK + 1) * PIPELINE_BLOCK;
    *full = whole <= left;
    return *full ? whole : left;
}

/* One launch, begun ahead or here. How long one takes says how many events the next has. */
static ts_status launch_one(struct engine *engine, const struct pipeline_iteration *iteration, uint64_t cubes,
                            uint64_t *count)
{
    static const double seconds_a_launch = 0.1;
    int full;
    if (engine->ahead) {
        *count = cubes;
        return launch_end(engine);
    }
    *count = launch_cubes(engine, iteration->samples, cubes - engine->begun, &full);
    const double start = clock_seconds(), events = (double)(*count * iteration->samples);
    ts_status status = launch_begin(engine, iteration, engine->begun, *count);
    if (!status)
        status = launch_end(engine);
    if (status)
        return status;
    const double seconds = ranks_pace(engine->context, clock_seconds() - start);
    if (full && seconds > 0)
        engine->launch_events = fmin(fmax(events * seconds_a_launch / seconds, 4096), 4 * events);
    return TS_OK;
}

/* Runs all sub-cubes of an iteration, launch by launch. How they are split has no
 * influence on the sums, so the clock may decide. */
static ts_status launch_all(struct engine *engine, const struct pipeline_iteration *iteration, uint64_t cubes)
{
    const int goes_on = engine->begun > 0;
    ts_status status = TS_OK;
    engine->refining = iteration->refine;
    if (!goes_on)
        totals_clear(engine->totals, engine->length);
    if (!goes_on && iteration->refine && !engine->ahead)
        status = device_buffer_clear(engine->context, engine->buffers.refinement);
    if (status)
        return status;
    if (goes_on && engine->begun > cubes)
        return ts_fail(
            engine->context, TS_ERROR_INPUT,
            "The checkpoint has more of an iteration than there is: begin again without --resume.");
    while (engine->begun < cubes) {
        uint64_t count;
        status = launch_one(engine, iteration, cubes, &count);
        if (status)
            return status;
        engine->begun += count;
        if (engine->step)
            engine->step(count * iteration->samples, engine->step_data);
        if (ranks_interrupted(engine->context))
            return TS_INTERRUPTED;
    }
    engine->begun = 0;
    return TS_OK;
}

/* What the bits of a maximum of the last launches stand for. */
static double maximum_of(const struct engine *engine, int word)
{
    int64_t bits = engine->totals[word];
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

/* The largest weight of the last launches. */
static double largest_weight(const struct engine *engine) { return maximum_of(engine, TOTAL_MAXIMUM); }

/* The largest size of an event, which is that of its weight where it has one configuration. */
static double largest_size(const struct engine *engine)
{
    return fmax(maximum_of(engine, TOTAL_SIZE), largest_weight(engine));
}

/* Whether the scale served for weights up to `largest`, and the scale of the next
 * ones. It depends on the events alone, not on how they were launched. The first
 * scale is a guess and serves only by accident; later ones may be somewhat small,
 * for the grid evens weights out. */
static int scale_served(const struct engine *engine, double largest, double *scale)
{
    enum { LOWEST_EXPONENT = -12 };
    if (largest == 0)
        return 1;
    double v = largest * *scale, before = *scale;
    double lowest = engine->next_event != engine->first_event ? ldexp(1, LOWEST_EXPONENT) : 0.5;
    int most = engine->integrand->double_precision ? 1022 : 126;
    int exponent = ilogb(largest) + 1;
    *scale = ldexp(1, exponent < -most ? most : exponent > most ? -most : -exponent);
    int served = v < ldexp(1, LARGEST_EXPONENT) && v >= lowest;
    return served || *scale == before;
}

static int scales_served(struct engine *engine)
{
    const int sums = scale_served(engine, largest_weight(engine), &engine->scale.sums);
    const int entries = scale_served(engine, largest_size(engine), &engine->scale.entries);
    return sums && entries;
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
        .largest_size = engine->integrand->unit * largest_size(engine),
        .exceeded_value = unit * totals_pair(totals + TOTAL_EXCEEDED_WEIGHT, WEIGHT_EXPONENT) / events,
        .events = layout.cubes * layout.samples,
        .accepted = (uint64_t)totals[TOTAL_ACCEPTED],
        .repeated = (uint64_t)totals[TOTAL_REPEATED],
        .limited = (uint64_t)totals[TOTAL_LIMITED],
        .exceeded = (uint64_t)totals[TOTAL_EXCEEDED],
        .capped = (uint64_t)totals[TOTAL_CAPPED],
        .vetoed = (uint64_t)totals[TOTAL_VETOED],
        .unordered = (uint64_t)totals[TOTAL_UNORDERED],
        .unclustered = (uint64_t)totals[TOTAL_UNCLUSTERED],
        .weightless = (uint64_t)totals[TOTAL_WEIGHTLESS],
        .not_finite = (uint64_t)totals[TOTAL_NOT_FINITE],
        .first_not_finite = (uint64_t)totals[TOTAL_FIRST_NOT_FINITE],
    };
}

/* The next iteration with a layout. */
static struct pipeline_iteration iteration_of(const struct engine *engine, struct stratification layout,
                                              int refine)
{
    return (struct pipeline_iteration){
        .seed = engine->seed,
        .first_event = engine->next_event,
        .cubes_per_axis = layout.per_axis,
        .samples = layout.samples,
        .refine = refine,
        .scale = engine->scale.sums,
        .entry_scale = engine->scale.entries,
    };
}

void engine_set_lane(struct engine *engine, size_t number)
{
    const unsigned lanes = engine->program->device->lanes;
    /* In mixed precision a grid is read and written again after each refinement. */
    const unsigned lane = lanes && !engine->integrand->mixed ? (unsigned)(number % lanes) : 0;
    engine->buffers.totals->lane = engine->buffers.refinement->lane = lane;
}

ts_status engine_begin(struct engine *engine, struct stratification layout, int refine)
{
    const struct pipeline_iteration iteration = iteration_of(engine, layout, refine);
    int full;
    if (engine->ahead || engine->begun || engine->program->device->lanes < 2 ||
        launch_cubes(engine, layout.samples, layout.cubes, &full) < layout.cubes)
        return TS_OK;
    ts_status status = refine ? device_buffer_clear(engine->context, engine->buffers.refinement) : TS_OK;
    if (!status)
        status = launch_begin(engine, &iteration, 0, layout.cubes);
    engine->ahead = !status;
    return status;
}

ts_status engine_iterate(struct engine *engine, struct stratification layout, int refine,
                         struct iteration_sums *sums)
{
    struct scales used;
    if (engine->begun)
        engine->scale = engine->begun_scale;
    do {
        const struct pipeline_iteration iteration = iteration_of(engine, layout, refine);
        used = engine->scale;
        ts_status status = launch_all(engine, &iteration, layout.cubes);
        if (status)
            return status;
    } while (!scales_served(engine));
    engine->next_event += layout.cubes * layout.samples;
    engine->last_scale = used;
    read_sums(engine, layout, used.sums, sums);
    return TS_OK;
}

struct varied_sums engine_varied(const struct engine *engine, const struct iteration_sums *sums, size_t k)
{
    const int64_t *head = engine->totals + TOTAL_BINS + BIN_WORDS * VARIED_HEAD(k, engine->bins);
    const double events = (double)sums->events, unit = engine->integrand->unit / engine->last_scale.sums;
    const double variance = totals_pair(head + BIN_SQUARE, SQUARE_EXPONENT) * (double)sums->layout.samples;
    return (struct varied_sums){.value = unit * (totals_pair(head + BIN_WEIGHT, WEIGHT_EXPONENT) / events),
                                .variance = unit * unit * variance / (events * events),
                                .lost = (uint64_t)head[BIN_ENTRIES]};
}

ts_status engine_refine(struct engine *engine, double damping)
{
    if (damping == 0) /* every bin keeps its place, empty ones too */
        return TS_OK;
    ts_status status = device_refine(engine->context, engine->program, &engine->buffers, damping);
    return !status && engine->integrand->mixed ? widen_grid(engine) : status;
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
    double unit = factor * engine->integrand->unit / engine->last_scale.entries / (double)sums->events;
    const int64_t *totals = engine->totals + TOTAL_BINS;
    for (size_t k = 0; k <= engine->integrand->variations; ++k, totals += BIN_WORDS)
        for (size_t h = 0; h < engine->integrand->histogram_count; ++h) {
            const struct integrand_histogram *axis = &engine->integrand->histograms[h];
            for (int i = -1; i <= axis->bins; ++i, totals += BIN_WORDS)
                add_bin(totals, axis, i, unit, bins++);
        }
}

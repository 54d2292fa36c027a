/* The pipeline of kernels/pipeline_gpu.h: one batch of sub-cubes after the other, each through all its
 * kernels. */
#include "core/clock.h"
#include "device/gpu/program.h"
#include "pipeline_range.h"
#include "totals_layout.h"

#include <limits.h>

#define FIELD(name) uint64_t name;
struct pipeline_range {
    PIPELINE_RANGE(FIELD)
};
#undef FIELD

/* Threads on each multiprocessor that repeat events, each with as many registers as there are. */
enum { REPEATING_PER_UNIT = 256 };

/* Threads on each multiprocessor that fill histograms. As many groups as have room for bins in its memory,
 * which each of them empties in the end. */
enum { FILLING_PER_UNIT = 640 };

/* Events that shower together, at most: they have hundreds of numbers each. */
enum { SHOWERING_MOST = 1 << 20 };

/* Events of a batch for which memory must be found. */
enum { FEWEST_EVENTS = 1024 };

/* Events of a launch that goes along a lane of its own, at most: with more than these one launch fills a
 * chip. */
enum { LANE_EVENTS = 1 << 17 };

/* A scalar of the program's precision, to be handed over by value. */
struct scalar {
    union {
        float narrow;
        double wide;
    } value;
    size_t bytes;
};

static struct scalar scalar_of(const struct gpu_program *program, double number)
{
    struct scalar scalar = {.bytes = program->double_precision ? sizeof(double) : sizeof(float)};
    if (program->double_precision)
        scalar.value.wide = number;
    else
        scalar.value.narrow = (float)number;
    return scalar;
}

/* Bytes of scratch memory that an event takes. */
static size_t event_bytes(const struct gpu_program *program)
{
    const size_t scalar = program->double_precision ? sizeof(double) : sizeof(float);
    return (size_t)(program->row_count + program->event_rows + 1) * scalar +
           (program->variations ? 3 : 2) * sizeof(uint32_t);
}

/* How many events are to go through the kernels together. That is no more than there are, than the device
 * likes, and than a quarter of its memory holds. All lanes but the first share another quarter. */
static size_t batch_events(const struct gpu_program *program, unsigned lane, uint64_t events)
{
    const struct gpu_device *gpu = (const struct gpu_device *)program->base.device;
    size_t scalar = program->double_precision ? sizeof(double) : sizeof(float);
    const size_t rows = (size_t)program->row_count, partons = (size_t)program->event_rows;
    const size_t longest = partons > rows ? partons : rows;
    size_t most = partons && gpu->batch_events > SHOWERING_MOST ? SHOWERING_MOST : gpu->batch_events;
    size_t by_allocation = gpu->allocation_most / (longest * scalar);
    size_t by_memory = gpu->memory / 4 / event_bytes(program) / (lane ? DEVICE_LANES : 1);
    size_t by_index = ((size_t)1 << 31) / longest; /* kernels count rows in 32 bits */
    most = by_index < most ? by_index : most;
    most = by_allocation < most ? by_allocation : most;
    most = by_memory < most ? by_memory : most;
    return events < most ? (size_t)events : most;
}

/* The lane of a launch: that of its totals, where all its events go through the kernels together. */
static unsigned lane_of(const struct gpu_program *program, const struct pipeline_buffers *buffers,
                        uint64_t events)
{
    const unsigned lane = buffers->totals->lane;
    return lane && events <= LANE_EVENTS && batch_events(program, lane, events) == events ? lane : 0;
}

void gpu_scratch_free(struct gpu_scratch *scratch)
{
    struct device_buffer **const parts[] = {&scratch->survivors, &scratch->slots,   &scratch->columns,
                                            &scratch->doubtful,  &scratch->states,  &scratch->rows,
                                            &scratch->weights,   &scratch->partons, &scratch->partials};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
        device_buffer_destroy(parts[i]);
    scratch->capacity = scratch->planned = 0;
}

/* Scratch memory for so many events, or none of it. */
static ts_status allocate_scratch(ts_context *context, struct gpu_program *program,
                                  struct gpu_scratch *scratch, size_t events)
{
    struct device *device = program->base.device;
    struct gpu_device *gpu = (struct gpu_device *)device;
    size_t scalar = program->double_precision ? sizeof(double) : sizeof(float);
    static const uint32_t none[SURVIVOR_COUNTS] = {0};
    const size_t repeating = program->repeat_module ? (size_t)gpu->units * REPEATING_PER_UNIT : 0;
    program->groups = (size_t)gpu->units * gpu->threads_per_unit / program->group_size;
    const struct {
        struct device_buffer **buffer;
        size_t bytes;
        const void *data;
    } parts[] = {{&scratch->survivors, sizeof none, none},
                 {&scratch->slots, events * sizeof(uint32_t), NULL},
                 {&scratch->columns, program->variations ? events * sizeof(uint32_t) : 0, NULL},
                 {&scratch->doubtful, program->repeat_module ? events * sizeof(uint32_t) : 0, NULL},
                 {&scratch->states, repeating * (size_t)program->state_count * sizeof(double), NULL},
                 {&scratch->rows, events * (size_t)program->row_count * scalar, NULL},
                 {&scratch->weights, events * scalar, NULL},
                 {&scratch->partons, events * (size_t)program->event_rows * scalar, NULL},
                 {&scratch->partials, TOTAL_BINS * program->groups * sizeof(int64_t), NULL}};
    ts_status status = TS_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !status; ++i) {
        status = device_buffer_create(context, device, parts[i].bytes, parts[i].data, parts[i].buffer);
        /* Some drivers look for memory when it is first used: here, where less can still be asked for. */
        if (!status && !parts[i].data)
            status = gpu->driver->clear(context, gpu, 0, gpu_memory_of(*parts[i].buffer), 1);
    }
    if (status)
        gpu_scratch_free(scratch);
    else
        scratch->capacity = events;
    return status;
}

/* Scratch memory for so many events at once, or as many as half of the free
 * memory holds. Where that is not known, or not true, for half as many, and so
 * on. What there is already is kept where it suffices. The number of events in
 * a batch changes no bit of a result. */
static ts_status make_scratch(ts_context *context, struct gpu_program *program, struct gpu_scratch *scratch,
                              size_t events, size_t samples)
{
    struct gpu_device *gpu = (struct gpu_device *)program->base.device;
    const size_t fewest = samples > FEWEST_EVENTS ? samples : FEWEST_EVENTS, planned = events;
    if (events <= scratch->capacity || events <= scratch->planned)
        return TS_OK;
    gpu_scratch_free(scratch);
    const size_t fitting = gpu->driver->memory_free(gpu) / 2 / event_bytes(program);
    if (fitting && fitting < events)
        events = fitting > fewest ? fitting : fewest < events ? fewest : events;
    ts_status status = allocate_scratch(context, program, scratch, events);
    while (status == TS_ERROR_MEMORY && events / 2 >= fewest)
        status = allocate_scratch(context, program, scratch, events /= 2);
    if (!status)
        scratch->planned = planned;
    return status;
}

/* A batch at work: what its kernels are handed, each by its address. */
struct batch {
    ts_context *context;
    struct gpu_program *program;
    unsigned lane;
    struct pipeline_range range;
    struct scalar scale, entry_scale;
    uint32_t groups;
    uint32_t refine; /* 1: events teach the grid */
    gpu_memory parameters, tables, grid, binnings, totals, refinement, every_weight;
    gpu_memory wide_parameters, wide_tables, wide_grid;
    uint32_t variation, follows_accepted;
    uint64_t bins; /* of all histograms */
    gpu_memory survivors, slots, columns, doubtful, states, rows, weights, partials, partons;
};

static void take_buffers(struct batch *batch, const struct pipeline_buffers *buffers)
{
    const struct gpu_scratch *scratch = &batch->program->scratch[batch->lane];
    batch->parameters = gpu_memory_of(buffers->parameters);
    batch->wide_parameters = gpu_memory_of(buffers->wide.parameters);
    batch->tables = gpu_memory_of(buffers->tables);
    batch->wide_tables = gpu_memory_of(buffers->wide.tables);
    batch->grid = gpu_memory_of(buffers->grid);
    batch->wide_grid = gpu_memory_of(buffers->wide.grid);
    batch->binnings = gpu_memory_of(buffers->binnings);
    batch->totals = gpu_memory_of(buffers->totals);
    batch->refinement = gpu_memory_of(buffers->refinement);
    batch->every_weight = gpu_memory_of(buffers->every_weight);
    batch->survivors = gpu_memory_of(scratch->survivors);
    batch->slots = gpu_memory_of(scratch->slots);
    batch->columns = gpu_memory_of(scratch->columns);
    batch->bins = buffers->bins;
    batch->follows_accepted = (uint32_t)buffers->follows_accepted;
    batch->doubtful = gpu_memory_of(scratch->doubtful);
    batch->states = gpu_memory_of(scratch->states);
    batch->rows = gpu_memory_of(scratch->rows);
    batch->weights = gpu_memory_of(scratch->weights);
    batch->partials = gpu_memory_of(scratch->partials);
    batch->partons = gpu_memory_of(scratch->partons);
}

static struct gpu_device *device_of(const struct batch *batch)
{
    return (struct gpu_device *)batch->program->base.device;
}

static size_t groups_for(const struct batch *batch, uint64_t threads)
{
    size_t size = batch->program->group_size;
    return (size_t)((threads + size - 1) / size);
}

/* Launches a kernel; where its time is asked for, waits for it, after those before it. */
static ts_status launch(const struct batch *batch, enum gpu_pipeline_kernel which, size_t groups,
                        size_t group_size, size_t local_bytes, const struct gpu_argument *arguments,
                        int count)
{
    struct gpu_device *gpu = device_of(batch);
    const int timed = gpu->kernel_seconds != NULL;
    ts_status status = timed ? gpu->driver->finish(batch->context, gpu) : TS_OK;
    const double start = timed ? clock_seconds() : 0;
    if (!status)
        status = gpu->driver->launch(batch->context, gpu, batch->lane, batch->program->kernels[which], groups,
                                     group_size, local_bytes, arguments, count);
    if (!status && timed)
        status = gpu->driver->finish(batch->context, gpu);
    if (!status && timed)
        gpu->kernel_seconds[which] += clock_seconds() - start;
    return status;
}

/* The arguments of a kernel, in its order, and its launch. */
#define LAUNCH_OF(which, groups, size, bytes, ...)                                  \
    do {                                                                            \
        const struct gpu_argument arguments[] = {__VA_ARGS__};                      \
        ts_status launched = launch(batch, which, groups, size, bytes, arguments,   \
                                    (int)(sizeof arguments / sizeof arguments[0])); \
        if (launched)                                                               \
            return launched;                                                        \
    } while (0)
#define LAUNCH(name, groups, ...) \
    LAUNCH_OF(GPU_KERNEL_##name, groups, batch->program->group_size, 0, __VA_ARGS__)
#define GIVE(field)                        \
    {                                      \
        sizeof batch->field, &batch->field \
    }
#define GIVE_SCALAR(field)                      \
    {                                           \
        batch->field.bytes, &batch->field.value \
    }

static size_t filling_groups(const struct batch *batch)
{
    const size_t most = batch->program->groups;
    const size_t groups = groups_for(batch, (uint64_t)device_of(batch)->units * FILLING_PER_UNIT);
    return groups < most ? groups : most;
}

/* The weights of all variations into their sums and histograms. */
static ts_status sum_varied(struct batch *batch)
{
    const struct gpu_program *program = batch->program;
    for (batch->variation = 0; batch->variation < program->variations; ++batch->variation) {
        if (program->fill_count)
            LAUNCH(fill_varied, filling_groups(batch), GIVE(binnings), GIVE(range), GIVE_SCALAR(scale),
                   GIVE(variation), GIVE(bins), GIVE(survivors), GIVE(slots), GIVE(rows), GIVE(weights),
                   GIVE(totals));
        LAUNCH(sum_varied, program->groups, GIVE(range), GIVE_SCALAR(scale), GIVE(variation), GIVE(columns),
               GIVE(rows), GIVE(weights), GIVE(partials));
        LAUNCH(totals_varied, 1, GIVE(partials), GIVE(groups), GIVE(variation), GIVE(bins), GIVE(totals));
    }
    return TS_OK;
}

/* The stages of an event, as kernels over one batch (stages.h). */
#define STAGE(name, teaches) STAGE_##name,
enum stage { STAGES(STAGE) };
#undef STAGE
typedef ts_status run_function(struct batch *batch);

/* A stage whose kernels take survivors, with the same arguments (SURVIVOR_KERNEL, kernels/pipeline_gpu.h). */
static ts_status run_survivors(struct batch *batch, enum stage stage)
{
#define ROW(of, name, has) STAGE_##of,
    static const enum stage stage_of[] = {STAGE_KERNELS(ROW)};
#undef ROW
    const struct gpu_program *program = batch->program;
    for (int i = 0; i < GPU_PIPELINE_KERNELS; ++i)
        if (stage_of[i] == stage && program->kernels[i])
            LAUNCH_OF((enum gpu_pipeline_kernel)i, program->groups, program->group_size, 0, GIVE(parameters),
                      GIVE(tables), GIVE(range), GIVE_SCALAR(scale), GIVE(survivors), GIVE(slots),
                      GIVE(columns), GIVE(rows), GIVE(partons), GIVE(weights), GIVE(totals));
    return TS_OK;
}

static ts_status run_sample(struct batch *batch)
{
    const struct gpu_program *program = batch->program;
    const size_t all = groups_for(batch, batch->range.cubes * batch->range.samples);
    const int rounds = device_of(batch)->samples_in_rounds && program->groups < all;
    LAUNCH(sample, rounds ? program->groups : all, GIVE(parameters), GIVE(grid), GIVE(range), GIVE(survivors),
           GIVE(slots), GIVE(rows), GIVE(weights));
    return TS_OK;
}

static ts_status run_weigh(struct batch *batch)
{
    const struct gpu_program *program = batch->program;
    if (program->square_group) {
        const size_t size = (size_t)program->square_group, threads = program->groups * program->group_size;
        LAUNCH_OF(GPU_KERNEL_square, (threads + size - 1) / size, size, (size_t)program->square_bytes,
                  GIVE(parameters), GIVE(tables), GIVE(range), GIVE(survivors), GIVE(rows));
    }
    LAUNCH(weigh, program->groups, GIVE(parameters), GIVE(tables), GIVE(range), GIVE(survivors), GIVE(slots),
           GIVE(doubtful), GIVE(rows), GIVE(weights), GIVE(every_weight));
    if (program->repeat_module)
        LAUNCH(repeat, groups_for(batch, (uint64_t)device_of(batch)->units * REPEATING_PER_UNIT),
               GIVE(wide_parameters), GIVE(wide_tables), GIVE(wide_grid), GIVE(range), GIVE(survivors),
               GIVE(slots), GIVE(doubtful), GIVE(states), GIVE(weights), GIVE(every_weight));
    return TS_OK;
}

static ts_status run_add(struct batch *batch)
{
    const struct gpu_program *program = batch->program;
    const size_t all = groups_for(batch, batch->range.cubes * batch->range.samples);
    if (program->fill_count && !(program->event_rows && batch->refine))
        LAUNCH(fill, filling_groups(batch), GIVE(binnings), GIVE(range), GIVE_SCALAR(entry_scale),
               GIVE(survivors), GIVE(slots), GIVE(rows), GIVE(weights), GIVE(totals));
    if (batch->refine)
        LAUNCH(gather, all, GIVE(grid), GIVE(range), GIVE_SCALAR(scale), GIVE(weights), GIVE(refinement),
               GIVE(follows_accepted));
    const ts_status status = batch->refine ? TS_OK : sum_varied(batch);
    if (status)
        return status;
    LAUNCH(sum, program->groups, GIVE(range), GIVE_SCALAR(scale), GIVE(refine), GIVE(survivors), GIVE(slots),
           GIVE(rows), GIVE(weights), GIVE(partials));
    LAUNCH(totals, 1, GIVE(partials), GIVE(groups), GIVE(totals), GIVE(survivors));
    return TS_OK;
}

static ts_status run_batch(struct batch *batch)
{
    static run_function *const own[] = {
        [STAGE_sample] = run_sample, [STAGE_weigh] = run_weigh, [STAGE_add] = run_add};
    ts_status status = TS_OK;
#define RUN(name, teaches)                        \
    if (!status && ((teaches) || !batch->refine)) \
        status = own[STAGE_##name] ? own[STAGE_##name](batch) : run_survivors(batch, STAGE_##name);
    STAGES(RUN)
#undef RUN
    return status;
}

ts_status gpu_integrate(ts_context *context, struct device_program *pipeline,
                        const struct pipeline_iteration *iteration, const struct pipeline_buffers *buffers,
                        uint64_t first, uint64_t count)
{
    struct gpu_program *program = (struct gpu_program *)pipeline;
    const uint64_t samples = iteration->samples;
    const unsigned lane = lane_of(program, buffers, count * samples);
    struct gpu_scratch *scratch = &program->scratch[lane];
    const uint64_t events = batch_events(program, lane, count * samples);
    ts_status status = make_scratch(context, program, scratch, (size_t)events, (size_t)samples);
    if (status)
        return status;
    const uint64_t most = (events < scratch->capacity ? events : scratch->capacity) / samples;
    struct batch batch = {.context = context,
                          .program = program,
                          .lane = lane,
                          .scale = scalar_of(program, iteration->scale),
                          .entry_scale = scalar_of(program, iteration->entry_scale),
                          .groups = (uint32_t)program->groups,
                          .refine = iteration->refine != 0,
                          .range = {.seed = iteration->seed,
                                    .first_event = iteration->first_event,
                                    .cubes_per_axis = iteration->cubes_per_axis,
                                    .samples = samples,
                                    .capacity = scratch->capacity}};
    take_buffers(&batch, buffers);
    for (uint64_t done = 0; done < count && !status; done += most) {
        batch.range.first_cube = first + done;
        batch.range.cubes = count - done < most ? count - done : most;
        status = run_batch(&batch);
    }
    return status;
}

ts_status gpu_refine(ts_context *context, struct device_program *pipeline,
                     const struct pipeline_buffers *buffers, double damping)
{
    struct gpu_program *program = (struct gpu_program *)pipeline;
    struct batch work = {.context = context,
                         .program = program,
                         .lane = buffers->refinement->lane,
                         .scale = scalar_of(program, damping)};
    const struct batch *batch = &work;
    work.grid = gpu_memory_of(buffers->grid);
    work.refinement = gpu_memory_of(buffers->refinement);
    work.follows_accepted = (uint32_t)buffers->follows_accepted;
    LAUNCH(refine, (size_t)program->axis_count, GIVE(grid), GIVE(refinement), GIVE_SCALAR(scale),
           GIVE(follows_accepted));
    return TS_OK;
}

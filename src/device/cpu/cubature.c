/* Sweeps of cubature on the CPU: runs of units shared out over threads. */
#include "device/cpu/cpu.h"
#include "device/cpu/evaluate.h"
#include "device/cpu/parallel.h"
#include "device/totals.h"

#include <string.h>

enum {
    CUBES_OF_PIECE = 1024,
    LANES_MOST = 16,
    BATCH_NUMBERS = 1 << 17, /* coordinates and values of a batch, which caches hold */
    BATCH_MOST = 1 << 14     /* and its points: more spare a caller nothing */
};

/* One sweep, as its threads see it. The first adds to the buffers, others have sums of their own: totals,
 * then refinement. */
struct sweep_work {
    cubature_function *function;
    struct cubature_launch launch;
    uint64_t first, count, piece;
    int64_t *totals, *refinement, *others;
    size_t total_count, refinement_count;
    const struct batch_function *batch; /* NULL: the program evaluates the integrand itself */
    struct cubature_batch *batches; /* of each thread: its points and values; then sums that nobody reads */
    size_t x_count, f_count;        /* the numbers of its coordinates, and of its values */
    int no_memory;                  /* the caller had none for the next points */
};

static size_t sums_of_thread(const struct sweep_work *work)
{
    return work->total_count + work->refinement_count;
}

/* The units of a piece: the first of them, and how many. */
static uint64_t units_of(const struct sweep_work *work, uint64_t piece, uint64_t *count)
{
    const uint64_t begin = piece * work->piece, left = work->count - begin;
    *count = left < work->piece ? left : work->piece;
    return work->first + begin;
}

static void sweep_piece(const struct sweep_work *work, const struct cubature_launch *launch, int thread,
                        uint64_t piece)
{
    uint64_t count, first = units_of(work, piece, &count);
    int64_t *own = thread ? work->others + (size_t)(thread - 1) * sums_of_thread(work) : NULL;
    work->function(launch, first, count, own ? own : work->totals,
                   own ? own + work->total_count : work->refinement);
}

static void run_piece(void *data, int thread, uint64_t piece)
{
    const struct sweep_work *work = data;
    sweep_piece(work, &work->launch, thread, piece);
}

/* The first passage over a piece, which finds its points. What it adds to sums is nothing. */
static void collect_piece(void *data, int thread, uint64_t piece)
{
    const struct sweep_work *work = data;
    struct cubature_batch *batch = &work->batches[thread];
    struct cubature_launch launch = work->launch;
    int64_t *nothing = (int64_t *)(void *)(batch->f + work->f_count);
    uint64_t count, first = units_of(work, piece, &count);
    launch.data = batch;
    batch->points = 0;
    batch->collects = 1;
    work->function(&launch, first, count, nothing, nothing + work->total_count);
}

/* Asks the caller for memory in place of what a batch has; whether there is any. */
static int renew_points(struct sweep_work *work, struct cubature_batch *batch)
{
    batch->x = work->batch->memory(batch->x, work->x_count, work->batch->data);
    work->no_memory |= !batch->x;
    return batch->x != NULL;
}

static int evaluate_piece(void *data, int thread)
{
    struct sweep_work *work = data;
    struct cubature_batch *batch = &work->batches[thread];
    if (!batch->points)
        return 0;
    const int ended = work->batch->function((size_t)batch->points, batch->x, batch->f, work->batch->data);
    return ended || !work->batch->memory ? ended : !renew_points(work, batch);
}

/* The second passage, which reads what the points came to. */
static void read_piece(void *data, int thread, uint64_t piece)
{
    const struct sweep_work *work = data;
    struct cubature_batch *batch = &work->batches[thread];
    struct cubature_launch launch = work->launch;
    launch.data = batch;
    batch->points = 0;
    batch->collects = 0;
    sweep_piece(work, &launch, thread, piece);
}

/* As many units as make a batch. */
static uint64_t batch_units(const struct cubature_sweep *sweep, uint64_t each, size_t row)
{
    const uint64_t most = BATCH_NUMBERS / row, points = most < BATCH_MOST ? most : BATCH_MOST;
    const uint64_t units = points / each, fewest = sweep->sobol ? 1 : LANES_MOST;
    return units > fewest ? units : fewest;
}

static size_t round_to_vectors(size_t numbers)
{
    return (numbers + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
}

/* Room for the batches of all threads: their heads, then the numbers of each. */
static ts_status make_batches(ts_context *context, struct sweep_work *work, struct cpu_program *cpu,
                              const struct cubature_buffers *buffers, uint64_t each, size_t threads)
{
    const size_t points = (size_t)((work->piece + LANES_MOST) * each), sums = sums_of_thread(work);
    const size_t own = work->batch->memory ? 0 : points * buffers->dimensions;
    work->x_count = points * buffers->dimensions;
    work->f_count = points * buffers->components;
    const size_t places = points * CUBATURE_PLACE(buffers->dimensions) / sizeof(double);
    /* Rows of whole vectors, so that places lie as vectors do. */
    const size_t heads = round_to_vectors(threads * sizeof *work->batches / sizeof(double));
    const size_t numbers = round_to_vectors(places + own + work->f_count + sums);
    double *next = cpu_make_room(&cpu->scratch, (heads + threads * numbers) * sizeof *next);
    if (!next)
        return ts_fail_memory(context, "the points of each thread");
    work->batches = (struct cubature_batch *)(void *)next;
    next += heads;
    for (size_t i = 0; i < threads; ++i, next += numbers) {
        work->batches[i] = (struct cubature_batch){.places = next,
                                                   .x = own ? next + places : NULL,
                                                   .f = next + places + own};
        memset(next + places + own + work->f_count, 0, sums * sizeof *next);
    }
    return TS_OK;
}

/* Begins the batches in memory of the caller's. */
static void take_memory(struct sweep_work *work, size_t threads)
{
    for (size_t i = 0; i < threads && !work->no_memory; ++i)
        renew_points(work, &work->batches[i]);
}

static void give_back_memory(const struct sweep_work *work, size_t threads)
{
    for (size_t i = 0; i < threads; ++i)
        if (work->batches[i].x)
            work->batch->memory(work->batches[i].x, 0, work->batch->data);
}

/* The sweep of a function of many points. */
static ts_status run_batches(ts_context *context, struct sweep_work *work, struct cpu_program *cpu,
                             const struct cubature_buffers *buffers, uint64_t each, size_t threads)
{
    const struct evaluation steps = {collect_piece, evaluate_piece, read_piece, work};
    int ended = 0;
    ts_status status = make_batches(context, work, cpu, buffers, each, threads);
    if (status)
        return status;
    if (work->batch->memory)
        take_memory(work, threads);
    if (!work->no_memory)
        status = evaluate_run(context, (int)threads, (work->count + work->piece - 1) / work->piece, &steps,
                              &ended);
    if (work->batch->memory)
        give_back_memory(work, threads);
    if (!status && work->no_memory)
        return ts_fail_memory(context, "the points of a batch: the caller's function gave none");
    if (!status && ended)
        return ts_fail(context, TS_ERROR_INPUT,
                       "The function that was to be integrated ended the integral: it returned %d.", ended);
    return !status && ts_context_interrupted(context) ? TS_INTERRUPTED : status;
}

static struct cubature_launch launch_of(const struct cubature_sweep *sweep,
                                        const struct cubature_buffers *buffers)
{
    return (struct cubature_launch){.sweep = *sweep,
                                    .parameters = cpu_memory_of(buffers->parameters),
                                    .data = cpu_memory_of(buffers->data),
                                    .grid = cpu_memory_of(buffers->grid),
                                    .scales = cpu_memory_of(buffers->scales),
                                    .strata = cpu_memory_of(buffers->strata),
                                    .spread = cpu_memory_of(buffers->spread),
                                    .directions = cpu_memory_of(buffers->directions),
                                    .shown = cpu_memory_of(buffers->shown)};
}

/* Adds what the other threads summed to the buffers. */
static void gather(const struct sweep_work *work, size_t others, size_t components)
{
    const int64_t *sums = work->others;
    for (; others > 0; --others, sums += sums_of_thread(work)) {
        totals_merge_sweep(work->totals, sums, work->total_count, components);
        for (size_t i = 0; i < work->refinement_count; ++i)
            work->refinement[i] += sums[work->total_count + i];
    }
}

ts_status cpu_sweep(ts_context *context, struct device_program *program, const struct cubature_sweep *sweep,
                    const struct cubature_buffers *buffers, uint64_t first, uint64_t count)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    const uint64_t each = sweep->sobol ? (uint64_t)1 << sweep->block_bits : sweep->samples;
    struct sweep_work work = {.function = cpu->sweep,
                              .launch = launch_of(sweep, buffers),
                              .first = first,
                              .count = count,
                              .piece = sweep->sobol ? 1 : CUBES_OF_PIECE,
                              .totals = cpu_memory_of(buffers->totals),
                              .refinement = cpu_memory_of(buffers->refinement),
                              .total_count = buffers->totals->bytes / sizeof(int64_t),
                              .refinement_count = buffers->refinement->bytes / sizeof(int64_t),
                              .batch = buffers->batch};
    if (work.batch)
        work.piece = batch_units(sweep, each, buffers->dimensions + buffers->components);
    const uint64_t pieces = (count + work.piece - 1) / work.piece;
    size_t threads = (size_t)((struct cpu_device *)program->device)->threads;
    if (threads > pieces)
        threads = (size_t)pieces;
    const size_t others = threads > 1 ? threads - 1 : 0;
    const size_t bytes = others * sums_of_thread(&work) * sizeof *work.others;
    work.others = others ? cpu_make_room(&cpu->sums, bytes) : NULL;
    if (others && !work.others)
        return ts_fail_memory(context, "the sums of each thread");
    if (others)
        memset(work.others, 0, bytes);
    ts_status status = work.batch ? run_batches(context, &work, cpu, buffers, each, threads)
                                  : parallel_run(context, (int)threads, pieces, run_piece, &work);
    if (!status)
        gather(&work, others, buffers->components);
    return status;
}

ts_status cpu_sweep_refine(ts_context *context, struct device_program *program,
                           const struct cubature_buffers *buffers, const struct cubature_refinement *how)
{
    struct cpu_program *cpu = (struct cpu_program *)program;
    ts_status status = how->keep ? device_buffer_copy(context, buffers->best, buffers->grid) : TS_OK;
    if (status)
        return status;
    cpu->sweep_refine(cpu_memory_of(buffers->grid), cpu_memory_of(buffers->refinement), how);
    status = device_buffer_clear(context, buffers->refinement);
    return status ? status : device_buffer_clear(context, buffers->totals);
}

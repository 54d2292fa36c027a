/* Sweeps of cubature on the CPU: runs of units shared out over threads. */
#include "device/cpu/cpu.h"
#include "device/cpu/parallel.h"
#include "device/totals.h"

#include <stdatomic.h>
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
    ts_context *context;
    const struct batch_function *batch; /* NULL: the program evaluates the integrand itself */
    double *rows;                       /* of each thread: its batch, then sums that nobody reads */
    size_t row_count, x_count, f_count; /* of numbers: a thread's, its points, its values */
    atomic_int ended;                   /* what the function ended the integral with */
};

static size_t sums_of_thread(const struct sweep_work *work)
{
    return work->total_count + work->refinement_count;
}

/* The points of these units are collected and evaluated. What the first passage adds to sums is nothing. */
static int evaluate_batch(struct sweep_work *work, const struct cubature_launch *launch,
                          struct cubature_batch *batch, uint64_t first, uint64_t count)
{
    int64_t *nothing = (int64_t *)(void *)(batch->f + work->f_count);
    batch->collects = 1;
    work->function(launch, first, count, nothing, nothing + work->total_count);
    const uint64_t points = batch->points;
    batch->collects = 0;
    batch->points = 0;
    return points ? work->batch->function((size_t)points, batch->x, batch->f, work->batch->data) : 0;
}

static void run_piece(void *data, int thread, uint64_t piece)
{
    struct sweep_work *work = data;
    const uint64_t begin = piece * work->piece, left = work->count - begin;
    const uint64_t first = work->first + begin, count = left < work->piece ? left : work->piece;
    int64_t *own = thread ? work->others + (size_t)(thread - 1) * sums_of_thread(work) : NULL;
    struct cubature_launch launch = work->launch;
    struct cubature_batch batch;
    if (work->batch) {
        double *rows = work->rows + (size_t)thread * work->row_count;
        batch = (struct cubature_batch){.x = rows, .f = rows + work->x_count};
        launch.data = &batch;
        if (atomic_load(&work->ended) || ts_context_interrupted(work->context))
            return;
        const int ended = evaluate_batch(work, &launch, &batch, first, count);
        if (ended)
            atomic_store(&work->ended, ended);
        if (ended)
            return;
    }
    work->function(&launch, first, count, own ? own : work->totals,
                   own ? own + work->total_count : work->refinement);
}

/* Pieces of as many units as make a batch, and room for them. */
static ts_status ready_batch(struct sweep_work *work, struct cpu_program *cpu,
                             const struct cubature_buffers *buffers, size_t threads)
{
    const struct cubature_sweep *sweep = &work->launch.sweep;
    const size_t axes = buffers->dimensions, components = buffers->components;
    const uint64_t each = sweep->sobol ? (uint64_t)1 << sweep->block_bits : sweep->samples;
    uint64_t points = BATCH_NUMBERS / (axes + components);
    points = points < BATCH_MOST ? points : BATCH_MOST;
    work->piece = points / each < LANES_MOST && !sweep->sobol ? LANES_MOST : points / each;
    work->piece = work->piece ? work->piece : 1;
    const size_t room = (size_t)((work->piece + LANES_MOST) * each);
    work->x_count = room * axes;
    work->f_count = room * components;
    work->row_count = work->x_count + work->f_count + sums_of_thread(work);
    work->rows = cpu_make_room(&cpu->scratch, threads * work->row_count * sizeof *work->rows);
    if (!work->rows)
        return ts_fail_memory(work->context, "the points of each thread");
    for (size_t i = 0; i < threads; ++i)
        memset(work->rows + (i + 1) * work->row_count - sums_of_thread(work), 0,
               sums_of_thread(work) * sizeof *work->rows);
    return TS_OK;
}

/* What became of batches. */
static ts_status batches_ended(struct sweep_work *work)
{
    const int ended = atomic_load(&work->ended);
    if (ended)
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "The function that was to be integrated ended the integral: it returned %d.", ended);
    return work->batch && ts_context_interrupted(work->context) ? TS_INTERRUPTED : TS_OK;
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
    struct sweep_work work = {.function = cpu->sweep,
                              .launch = launch_of(sweep, buffers),
                              .first = first,
                              .count = count,
                              .piece = sweep->sobol ? 1 : CUBES_OF_PIECE,
                              .totals = cpu_memory_of(buffers->totals),
                              .refinement = cpu_memory_of(buffers->refinement),
                              .total_count = buffers->totals->bytes / sizeof(int64_t),
                              .refinement_count = buffers->refinement->bytes / sizeof(int64_t),
                              .context = context,
                              .batch = buffers->batch};
    size_t threads = (size_t)((struct cpu_device *)program->device)->threads;
    if (work.batch && ready_batch(&work, cpu, buffers, threads))
        return TS_ERROR_MEMORY;
    const uint64_t pieces = (count + work.piece - 1) / work.piece;
    if (threads > pieces)
        threads = (size_t)pieces;
    const size_t others = threads > 1 ? threads - 1 : 0;
    const size_t bytes = others * sums_of_thread(&work) * sizeof *work.others;
    work.others = others ? cpu_make_room(&cpu->sums, bytes) : NULL;
    if (others && !work.others)
        return ts_fail_memory(context, "the sums of each thread");
    if (others)
        memset(work.others, 0, bytes);
    ts_status status = parallel_run(context, (int)threads, pieces, run_piece, &work);
    if (!status)
        status = batches_ended(&work);
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

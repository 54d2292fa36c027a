/* Sweeps of cubature on the CPU: runs of units shared out over threads. */
#include "device/cpu/cpu.h"
#include "device/cpu/parallel.h"
#include "device/totals.h"

#include <string.h>

enum { CUBES_OF_PIECE = 1024 };

/* One sweep, as its threads see it. The first adds to the buffers, others have sums of their own: totals,
 * then refinement. */
struct sweep_work {
    cubature_function *function;
    struct cubature_launch launch;
    uint64_t first, count, piece;
    int64_t *totals, *refinement, *others;
    size_t total_count, refinement_count;
};

static size_t sums_of_thread(const struct sweep_work *work)
{
    return work->total_count + work->refinement_count;
}

static void run_piece(void *data, int thread, uint64_t piece)
{
    const struct sweep_work *work = data;
    const uint64_t begin = piece * work->piece, left = work->count - begin;
    int64_t *own = thread ? work->others + (size_t)(thread - 1) * sums_of_thread(work) : NULL;
    work->function(&work->launch, work->first + begin, left < work->piece ? left : work->piece,
                   own ? own : work->totals, own ? own + work->total_count : work->refinement);
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
                              .refinement_count = buffers->refinement->bytes / sizeof(int64_t)};
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
    ts_status status = parallel_run(context, (int)threads, pieces, run_piece, &work);
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

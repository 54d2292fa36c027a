#include "device/cpu/pieces.h"

#include "core/context.h"
#include "device/cpu/cpu.h"
#include "device/cpu/parallel.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LINE = 64 };

struct work {
    ts_context *context;
    const struct cpu_pieces *pieces;
    map_function *function, *filler;
    void *buffers[MAP_BUFFERS];
    char *memory;
    size_t in_bytes, bytes; /* of a thread */
    uint64_t count;
    atomic_int is_short; /* whether a piece was left out */
};

static size_t round_up(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static void run_pieces(void *data, int thread, uint64_t block)
{
    struct work *work = data;
    const struct cpu_pieces *pieces = work->pieces;
    char *in = work->memory + (size_t)thread * work->bytes, *out = in + work->in_bytes;
    const uint64_t first = block * pieces->together, left = work->count - first;
    const uint64_t end = first + (left < pieces->together ? left : pieces->together);
    void *buffers[MAP_BUFFERS];
    if (pieces->stops_early && ts_context_interrupted(work->context)) {
        work->is_short = 1;
        return;
    }
    for (int i = 0; i < MAP_BUFFERS; ++i)
        buffers[i] = i == pieces->in ? in : i == pieces->out ? out : work->buffers[i];
    for (uint64_t piece = first; piece < end; ++piece) {
        work->function(buffers, 0, pieces->fill(pieces->data, piece, work->filler, in));
        pieces->empty(pieces->data, piece, out);
    }
}

static map_function *kernel_of(struct device_program *program, const char *name)
{
    return name ? (map_function *)(size_t)dlsym(((struct cpu_program *)program)->handle, name) : NULL;
}

ts_status cpu_map_pieces(ts_context *context, struct device_program *program,
                         struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count,
                         const struct cpu_pieces *pieces)
{
    const int threads = ((struct cpu_device *)program->device)->threads;
    struct work work = {.context = context,
                        .pieces = pieces,
                        .count = count,
                        .function = kernel_of(program, pieces->kernel),
                        .filler = kernel_of(program, pieces->filler),
                        .in_bytes = round_up(pieces->in_bytes)};
    if (!work.function || (pieces->filler && !work.filler))
        return ts_fail(context, TS_ERROR_COMPILE, "A compiled program lacks the kernel %s.",
                       work.function ? pieces->filler : pieces->kernel);
    work.bytes = work.in_bytes + round_up(pieces->out_bytes);
    work.memory = aligned_alloc(LINE, (size_t)threads * work.bytes + LINE);
    if (!work.memory)
        return ts_fail_memory(context, "the momenta");
    for (int i = 0; i < MAP_BUFFERS; ++i)
        work.buffers[i] = cpu_memory_of(buffers[i]);
    const ts_status status = parallel_run(context, threads, (count + pieces->together - 1) / pieces->together,
                                          run_pieces, &work);
    free(work.memory);
    return status || !work.is_short ? status : ts_fail(context, TS_INTERRUPTED, "Interrupted.");
}

#define _GNU_SOURCE /* sched_getaffinity() is Linux' */
#include "device/cpu/parallel.h"

#include "core/ranks.h"
#include "core/stack.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct crew {
    parallel_function *function;
    void *data;
    uint64_t pieces;
    atomic_uint_fast64_t next;
};

struct worker {
    struct crew *crew;
    int thread;
    pthread_t handle;
};

static void *work(void *argument)
{
    const struct worker *worker = argument;
    struct crew *crew = worker->crew;
    for (uint64_t piece; (piece = atomic_fetch_add(&crew->next, 1)) < crew->pieces;)
        crew->function(crew->data, worker->thread, piece);
    return NULL;
}

ts_status parallel_run(ts_context *context, int threads, uint64_t pieces, parallel_function *function,
                       void *data)
{
    struct crew crew = {.function = function, .data = data, .pieces = pieces};
    struct worker self = {.crew = &crew};
    if ((uint64_t)threads > pieces)
        threads = (int)pieces;
    struct worker *workers = calloc((size_t)(threads > 0 ? threads : 1), sizeof *workers);
    if (!workers)
        return ts_fail_memory(context, "threads");
    int started = 0;
    for (int i = 1; i < threads; ++i) {
        workers[started] = (struct worker){.crew = &crew, .thread = i};
        if (stack_thread(&workers[started].handle, work, &workers[started]))
            break;
        ++started;
    }
    stack_call(work, &self);
    for (int i = 0; i < started; ++i)
        pthread_join(workers[i].handle, NULL);
    free(workers);
    return TS_OK;
}

int parallel_threads_available(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t own;
    const int bound = sched_getaffinity(0, sizeof own, &own) ? 0 : CPU_COUNT(&own);
    if (bound > 0)
        return bound;
    return online > 0 ? (int)online : 1;
}

/* Of a rank: its part of the machine's processors, and no more than it is bound to. */
static int threads_of_rank(const ts_context *context)
{
    const struct ranks_carrier *carrier = ranks_carrier_of(context);
    const int available = parallel_threads_available();
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const long part = carrier ? online / carrier->local_size : available;
    return part < 1 ? 1 : part < available ? (int)part : available;
}

int parallel_threads(const ts_context *context, int asked)
{
    return asked > 0 ? asked : threads_of_rank(context);
}

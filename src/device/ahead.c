#include "device/ahead.h"

#include "core/cache.h"
#include "core/clock.h"
#include "core/environment.h"
#include "core/ranks.h"
#include "device/cpu/parallel.h"
#include "device/many/many.h"
#include "device/ranks/ranks_device.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* What threads share. Each takes the next text, under a context of its own. */
struct ahead {
    struct device *device;
    const struct program_text *texts;
    size_t count;
    atomic_size_t next;      /* text */
    atomic_int compiling;    /* whether any is not in the cache */
    atomic_size_t remaining; /* threads */
};

struct ahead_thread {
    struct ahead *ahead;
    ts_context *own;
    pthread_t thread;
};

/* All that a compilation tells: that it is one. */
static void note(ts_log_level level, const char *message, void *data)
{
    (void)level;
    (void)message;
    atomic_store((atomic_int *)data, 1);
}

static void *compile_texts(void *data)
{
    OWN_ENVIRONMENT; /* a thread begins with the process's locale */
    const struct ahead_thread *thread = data;
    struct ahead *ahead = thread->ahead;
    const struct device_backend *backend = ahead->device->backend;
    size_t i;
    while ((i = atomic_fetch_add(&ahead->next, 1)) < ahead->count && !ts_context_interrupted(thread->own)) {
        struct device_program *program = NULL;
        double seconds = 0;
        if (!backend->compile(thread->own, ahead->device, &ahead->texts[i], &program, &seconds))
            backend->release(program);
    }
    atomic_fetch_sub(&ahead->remaining, 1);
    return NULL;
}

/* Waits for all threads, tells of them once, and hands an interruption on to what they do. */
static void wait_for(ts_context *context, struct ahead *ahead, const struct ahead_thread *threads,
                     size_t count)
{
    int told = 0;
    while (atomic_load(&ahead->remaining)) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        if (!told && atomic_load(&ahead->compiling)) {
            ts_log(context, TS_LOG_INFO,
                   "Compiling the %zu programs of this computation, %zu at a time: some seconds each, once; "
                   "later runs find them compiled.",
                   ahead->count, count);
            told = 1;
        }
        for (size_t i = 0; i < count && ts_context_interrupted(context); ++i)
            ts_context_interrupt(threads[i].own);
    }
    for (size_t i = 0; i < count; ++i)
        pthread_join(threads[i].thread, NULL);
}

/* Starts threads; returns how many there are. */
static size_t start(struct ahead *ahead, struct ahead_thread *threads, size_t wanted)
{
    size_t count = 0;
    for (; count < wanted; ++count) {
        struct ahead_thread *thread = &threads[count];
        *thread = (struct ahead_thread){.ahead = ahead};
        if (ts_context_create(&thread->own))
            break;
        ts_context_set_log(thread->own, note, &ahead->compiling);
        atomic_fetch_add(&ahead->remaining, 1);
        if (!pthread_create(&thread->thread, NULL, compile_texts, thread))
            continue;
        atomic_fetch_sub(&ahead->remaining, 1);
        ts_context_destroy(&thread->own);
        break;
    }
    return count;
}

ts_status device_compile_ahead(ts_context *context, struct device *device, const struct program_text *texts,
                               size_t count, double *compile_seconds)
{
    struct device *parts[MANY_MOST];
    char folder[PATH_MAX];
    many_parts(ranks_device_own(device), parts);
    if (count < 2 || !ranks_first(context) || !parts[0]->backend->compiles_beside ||
        cache_folder(NULL, "programs", folder, sizeof folder))
        return TS_OK;
    const size_t processors = (size_t)parallel_threads_available();
    const size_t wanted = count < processors ? count : processors;
    struct ahead ahead = {.device = parts[0], .texts = texts, .count = count};
    struct ahead_thread *threads = calloc(wanted, sizeof *threads);
    if (!threads)
        return ts_fail_memory(context, "programs");
    const double begin = clock_seconds();
    const size_t started = start(&ahead, threads, wanted);
    wait_for(context, &ahead, threads, started);
    const double seconds = clock_seconds() - begin;
    for (size_t i = 0; i < started; ++i)
        ts_context_destroy(&threads[i].own);
    free(threads);
    if (ts_context_interrupted(context))
        return ts_fail(context, TS_INTERRUPTED,
                       "Interrupted while programs were compiled: there is nothing to write.");
    if (atomic_load(&ahead.compiling)) {
        ts_log(context, TS_LOG_INFO, "Compiling the programs took %.1f s.", seconds);
        *compile_seconds += seconds;
    }
    return TS_OK;
}

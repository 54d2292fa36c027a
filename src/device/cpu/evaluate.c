#include "device/cpu/evaluate.h"

#include "core/stack.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum desk { IDLE, ASKS, ANSWERED };

/* What threads share; desks, working and ended are guarded by the lock. */
struct office {
    ts_context *context;
    const struct evaluation *evaluation;
    uint64_t pieces;
    atomic_uint_fast64_t next;
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    enum desk *desks; /* of each thread */
    int count, working;
    int ended;
};

struct clerk {
    struct office *office;
    int thread;
    pthread_t handle;
};

/* Whether there is another piece to be begun. */
static int take_piece(struct office *office, uint64_t *piece)
{
    if (ts_context_interrupted(office->context))
        return 0;
    *piece = atomic_fetch_add(&office->next, 1);
    return *piece < office->pieces;
}

/* Waits for the evaluation of what the thread has prepared; whether it may go on. */
static int ask(struct office *office, int thread)
{
    pthread_mutex_lock(&office->lock);
    office->desks[thread] = ASKS;
    pthread_cond_signal(&office->asked);
    while (office->desks[thread] == ASKS)
        pthread_cond_wait(&office->answered, &office->lock);
    const int goes_on = !office->ended;
    pthread_mutex_unlock(&office->lock);
    return goes_on;
}

static void *work(void *argument)
{
    const struct clerk *clerk = argument;
    struct office *office = clerk->office;
    const struct evaluation *evaluation = office->evaluation;
    for (uint64_t piece; take_piece(office, &piece);) {
        evaluation->prepare(evaluation->data, clerk->thread, piece);
        if (!ask(office, clerk->thread))
            break;
        evaluation->go_on(evaluation->data, clerk->thread, piece);
    }
    pthread_mutex_lock(&office->lock);
    --office->working;
    pthread_cond_signal(&office->asked);
    pthread_mutex_unlock(&office->lock);
    return NULL;
}

/* The next thread behind `last` that asks; -1: none does. */
static int who_asks(const struct office *office, int last)
{
    for (int i = 1; i <= office->count; ++i)
        if (office->desks[(last + i) % office->count] == ASKS)
            return (last + i) % office->count;
    return -1;
}

/* Evaluates for whoever asks, until nobody works any more. Once it has ended, answers are all alike. */
static void serve(struct office *office)
{
    int thread = -1;
    pthread_mutex_lock(&office->lock);
    while (office->working > 0) {
        const int asks = who_asks(office, thread < 0 ? 0 : thread);
        if (asks < 0) {
            pthread_cond_wait(&office->asked, &office->lock);
            continue;
        }
        thread = asks;
        if (!office->ended) {
            pthread_mutex_unlock(&office->lock);
            const int ended = office->evaluation->evaluate(office->evaluation->data, thread);
            pthread_mutex_lock(&office->lock);
            office->ended = ended;
        }
        office->desks[thread] = ANSWERED;
        pthread_cond_broadcast(&office->answered);
    }
    pthread_mutex_unlock(&office->lock);
}

/* The caller's thread alone. */
static void work_alone(struct office *office)
{
    const struct evaluation *evaluation = office->evaluation;
    for (uint64_t piece; !office->ended && take_piece(office, &piece);) {
        evaluation->prepare(evaluation->data, 0, piece);
        office->ended = evaluation->evaluate(evaluation->data, 0);
        if (!office->ended)
            evaluation->go_on(evaluation->data, 0, piece);
    }
}

static ts_status work_together(struct office *office, int threads)
{
    struct clerk *clerks = calloc((size_t)threads, sizeof *clerks);
    office->desks = calloc((size_t)threads, sizeof *office->desks);
    if (!clerks || !office->desks) {
        free(clerks);
        free(office->desks);
        return ts_fail_memory(office->context, "threads");
    }
    pthread_mutex_init(&office->lock, NULL);
    pthread_cond_init(&office->asked, NULL);
    pthread_cond_init(&office->answered, NULL);
    office->working = office->count = threads;
    int started = 0;
    for (; started < threads; ++started) {
        clerks[started] = (struct clerk){.office = office, .thread = started};
        if (stack_thread(&clerks[started].handle, work, &clerks[started]))
            break;
    }
    pthread_mutex_lock(&office->lock);
    office->working -= threads - started;
    pthread_mutex_unlock(&office->lock);
    if (started)
        serve(office);
    for (int i = 0; i < started; ++i)
        pthread_join(clerks[i].handle, NULL);
    if (!started)
        work_alone(office);
    pthread_cond_destroy(&office->answered);
    pthread_cond_destroy(&office->asked);
    pthread_mutex_destroy(&office->lock);
    free(office->desks);
    free(clerks);
    return TS_OK;
}

ts_status evaluate_run(ts_context *context, int threads, uint64_t pieces, const struct evaluation *evaluation,
                       int *ended)
{
    struct office office = {.context = context, .evaluation = evaluation, .pieces = pieces};
    ts_status status = TS_OK;
    if (threads > 1 && pieces > 1)
        status = work_together(&office, threads);
    else
        work_alone(&office);
    *ended = office.ended;
    return status;
}

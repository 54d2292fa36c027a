#include "study/simulated_ranks.h"

#include "core/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct simulated_network network;
    int size;
    double steps;    /* of a tree of messages: the logarithm of the size */
    double lateness; /* of the slowest rank, by the time since the last meeting */
    double met;      /* when the last meeting was over */
    double begun, until;
    struct simulated_costs costs;
} simulated;

/* Begins a meeting that takes so many messages one behind the other, each of so many bytes. */
static int begin(double messages, double bytes)
{
    const double now = clock_seconds();
    const double message = simulated.network.latency + bytes / simulated.network.bandwidth;
    simulated.begun = now;
    simulated.until = now + simulated.lateness * (now - simulated.met) + messages * message;
    ++simulated.costs.meetings;
    return 0;
}

static int maximum(int64_t *words, size_t count) /* NOLINT(readability-non-const-parameter): of the table */
{
    (void)words; /* other ranks have no larger ones */
    return begin(2 * simulated.steps, (double)(count * sizeof *words));
}

/* As integers that wrap do, where a sum is larger than its word. */
static int sum(int64_t *words, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const uint64_t all = (uint64_t)words[i] * (uint64_t)simulated.size;
        memcpy(&words[i], &all, sizeof all);
    }
    return begin(2 * simulated.steps, (double)(count * sizeof *words));
}

static int broadcast(void *bytes, size_t count, int root)
{
    (void)bytes;
    (void)root;
    return begin(simulated.steps, (double)count);
}

/* Every rank's share is like this one's, which is the longest. */
static int gather(const void *own, void *all, const size_t *counts)
{
    char *next = all;
    for (int i = 0; i < simulated.size; next += counts[i++])
        memcpy(next, own, counts[i]);
    return begin(simulated.steps, (double)(next - (char *)all));
}

static int test(int *done)
{
    const double now = clock_seconds();
    *done = now >= simulated.until;
    if (*done) {
        simulated.met = now;
        simulated.costs.waited += now - simulated.begun;
    }
    return 0;
}

static void call_roll(double seconds, unsigned char *present)
{
    (void)seconds;
    memset(present, 1, (size_t)simulated.size);
}

static void explain(int code, char *text, size_t bytes) { snprintf(text, bytes, "code %d", code); }

static void end(void) {}

static void stop(int code) { exit(code); }

void simulated_ranks_make(int size, const struct simulated_network *network, double spread,
                          struct ranks_carrier *carrier)
{
    memset(&simulated, 0, sizeof simulated);
    simulated.network = *network;
    simulated.size = size;
    simulated.steps = ceil(log2(size));
    simulated.lateness = spread * sqrt(2 * log(size));
    simulated.met = clock_seconds();
    *carrier = (struct ranks_carrier){.library = "simulated ranks",
                                      .size = size,
                                      .local_size = 1,
                                      .maximum = maximum,
                                      .sum = sum,
                                      .broadcast = broadcast,
                                      .gather = gather,
                                      .test = test,
                                      .call_roll = call_roll,
                                      .explain = explain,
                                      .end = end,
                                      .abort = stop};
}

struct simulated_costs simulated_ranks_costs(void) { return simulated.costs; }

/* A carrier that plays the other ranks of many, so that one process goes through all that rank 0 of them
 * does. */
#ifndef TESSERA_STUDY_SIMULATED_RANKS_H
#define TESSERA_STUDY_SIMULATED_RANKS_H

#include "core/ranks_carrier.h"

/* What carries words. */
struct simulated_network {
    const char *name;
    double latency;   /* seconds of a message without content */
    double bandwidth; /* bytes a second */
};

/* Of the last carrier that was made. */
struct simulated_costs {
    uint64_t meetings; /* operations that all ranks take part in */
    double waited;     /* seconds */
};

/* Fills the carrier of rank 0 of `size`. Operations take as long as on trees of messages: there and back for
 * sums and maxima, one way for broadcasts. What the others add to a sum is what this rank does.
 *
 * Before an operation this rank also waits for the slowest. Where the times of ranks scatter by `spread`,
 * relative to them, the largest of many normal numbers is spread sqrt(2 ln size) above the mean. There is one
 * such carrier at a time, as its functions have no data of their own. */
void simulated_ranks_make(int size, const struct simulated_network *network, double spread,
                          struct ranks_carrier *carrier);

struct simulated_costs simulated_ranks_costs(void);

#endif

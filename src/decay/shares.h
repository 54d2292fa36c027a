/* Shares of total widths, from squared matrix elements of events of a file.
 *
 * The spins of all that decays are summed where a decay is averaged over its directions. So the mean of the
 * decayed over the production's squared matrix element is a partial width, whatever the event. */
#ifndef TESSERA_DECAY_SHARES_H
#define TESSERA_DECAY_SHARES_H

#include "decay/squares.h"

/* An event that is known as the production has it. */
struct share_event {
    uint64_t place;
    size_t kind;
    double square, alpha_s; /* |M|^2 */
    uint64_t seed;
};

/* Finds the shares of all ways of an event's particles, and of their products, that are not known yet. */
ts_status shares_find(struct squares *squares, struct ways *ways, const struct share_event *event,
                      const struct plan *plan);

#endif

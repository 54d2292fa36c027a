/* An integral that begins with what another one has learned: its grids, and what its warm-up found. */
#ifndef TESSERA_INTEGRATE_LEARNED_H
#define TESSERA_INTEGRATE_LEARNED_H

#include "integrate/integration.h"

/* Goes through the iterations of `learned` (the journal of a warm-up) as if they had been run here, and takes
 * its grids. What comes next has the bits that it would have behind a warm-up of its own with the same sums.
 * In a journal of the run's own they are noted, or passed over where they stand there. TS_ERROR_INPUT where
 * the channels are others. */
ts_status integration_take_learned(struct integration *work, const struct journal *learned);

#endif

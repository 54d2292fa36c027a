/* What exchanges of equal final particles make of a set of channels. Where they leave it as it is, channels
 * that differ by the places of these particles have one integral. The density of one, over the sum of all, is
 * then that of the other at exchanged momenta. */
#ifndef TESSERA_PHASE_SPACE_EXCHANGES_H
#define TESSERA_PHASE_SPACE_EXCHANGES_H

#include "phase_space/phase_space_channels.h"

/* The final particles whose exchange with an equal one changes the set, a bit each. */
unsigned exchanges_uneven(const struct phase_space_setting *setting,
                          const struct phase_space_channels *channels);

#endif

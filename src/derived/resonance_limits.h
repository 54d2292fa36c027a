/* Limits that decays which a process names set to masses, and what is refused of them. */
#ifndef TESSERA_DERIVED_RESONANCE_LIMITS_H
#define TESSERA_DERIVED_RESONANCE_LIMITS_H

#include "derived/subprocess_checks.h"

/* The mass [GeV] that all final particles of a group have together at least. Resonances are within their
 * limits, pairs within cuts. */
double resonance_limits_least(const struct subprocess_making *making, int group);

/* Refuses resonances without a width, those whose limits no event passes, and those that the beams cannot
 * make. */
ts_status resonance_limits_check(const struct subprocess_making *making, int group);

#endif

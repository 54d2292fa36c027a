/* The channels of phase space of all groups of subprocesses, each an integrand. */
#ifndef TESSERA_DERIVED_SUBPROCESS_INTEGRANDS_H
#define TESSERA_DERIVED_SUBPROCESS_INTEGRANDS_H

#include "derived/subprocess_checks.h"

/* The largest power of alpha_s of all groups. */
int subprocess_highest_power(const struct subprocess_making *making);

/* Makes the channels of the process, whose other tables are there, and adds those of variations.
 * TS_ERROR_INPUT where there are too many; TS_ERROR_MEMORY. */
ts_status subprocess_integrands_create(struct subprocess_making *making);

#endif

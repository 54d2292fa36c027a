/* Subprocesses of one matrix element that cuts tell apart, as groups of their own. */
#ifndef TESSERA_DERIVED_SUBPROCESS_PARTS_H
#define TESSERA_DERIVED_SUBPROCESS_PARTS_H

#include "derived/subprocess_checks.h"

/* Reads the cuts on the final particles of a member of a group. TS_ERROR_INPUT where an entry of cuts.pair or
 * the cut of merging makes no sense. */
ts_status subprocess_cuts_read(struct subprocess_making *making, const struct subprocess_group *group,
                               const struct subprocess *member, struct particle_cuts *cuts);

/* Splits groups whose members have unlike cuts, legs beside legs, or unlike kinds of particles. Members of a
 * group then share phase space, cuts and histograms too. */
ts_status subprocess_parts_split(struct subprocess_making *making);

#endif

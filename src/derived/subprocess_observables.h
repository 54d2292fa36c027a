/* Histograms of a process that is derived from the model, and the cut that is an expression. */
#ifndef TESSERA_DERIVED_SUBPROCESS_OBSERVABLES_H
#define TESSERA_DERIVED_SUBPROCESS_OBSERVABLES_H

#include "derived/subprocess_checks.h"
#include "process/quantities.h"

/* Writes what observes the events of each part into its text (setting.observables), and the axes into the
 * process. Expressions name particles by their kind or, where all subprocesses of a part have them, by
 * themselves. TS_ERROR_INPUT where a histogram is of no part, or the cut not of all. */
ts_status subprocess_observables_create(struct subprocess_making *making);

/* The names of the final particles of a part in expressions, `particles` [LEGS_MOST], all zero before. */
void subprocess_name_particles(const struct subprocess_making *making, struct named_particle *particles);

#endif

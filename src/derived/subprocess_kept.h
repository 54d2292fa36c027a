/* What results and files of events know of a process that is derived from the model. */
#ifndef TESSERA_DERIVED_SUBPROCESS_KEPT_H
#define TESSERA_DERIVED_SUBPROCESS_KEPT_H

#include "derived/subprocess_checks.h"

/* Lists in the process the parts of a sum, how many events each is to have, and what decays in each group.
 * TS_ERROR_INPUT where numbers of events are not as many as parts. */
ts_status subprocess_keep_parts(struct subprocess_making *making);

#endif

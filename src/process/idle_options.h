/* What a card gives that has no part in its process. */
#ifndef TESSERA_PROCESS_IDLE_OPTIONS_H
#define TESSERA_PROCESS_IDLE_OPTIONS_H

#include "process/process.h"

/* Warns of such options in one sentence, where several of a group that has no part at all go by its name. A
 * distance between two is left out where there is one particle of its kind, which it asks nothing of. */
void idle_options_tell(ts_context *context, const ts_card *card, const struct process *process);

#endif

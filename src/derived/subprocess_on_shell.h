/* Resonances on their mass shells that files of events are to have, of each group. */
#ifndef TESSERA_DERIVED_SUBPROCESS_ON_SHELL_H
#define TESSERA_DERIVED_SUBPROCESS_ON_SHELL_H

#include "derived/subprocess_checks.h"

/* Lists in the process which lines of the diagrams of each group may be resonances, and what they are for
 * each final state. Only where the card asks for events that have them. The process knows its subprocesses.
 */
ts_status subprocess_keep_on_shell(const struct subprocess_making *making);

#endif

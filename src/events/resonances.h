/* Resonances that a process names, written into its events. */
#ifndef TESSERA_EVENTS_RESONANCES_H
#define TESSERA_EVENTS_RESONANCES_H

#include "io/event.h"
#include "process/process.h"
#include "subprocess/chain.h"

/* How many an event of the process has at most. */
int resonances_most(const struct process *process);

/* Puts the resonances of a chain into an event's list, which has room for them: before what comes from them,
 * with its momentum and colours. `list`: the legs of the process, which stand behind `beams` others in the
 * event, incoming ones first. Returns how many particles there are then. */
int resonances_insert(const struct chain *chain, struct event_particle *list, int count, int beams);

/* Writes a process with the chain of its decays as these legs have it: "g g > t t~, t > w+ b". */
void resonances_name(const ts_model *model, const struct chain *chain, const int *pdg, int legs, char *text,
                     size_t bytes);

#endif

/* Resonances that a process names, or that are on their mass shells, written into its events. */
#ifndef TESSERA_EVENTS_RESONANCES_H
#define TESSERA_EVENTS_RESONANCES_H

#include "io/event.h"
#include "process/process.h"
#include "subprocess/chain.h"

/* How many an event of a subprocess has at most, and an event of any. */
int resonances_of(const struct process *process, size_t subprocess);
int resonances_most(const struct process *process);

/* The sum of legs (a bit each), with its mass. */
struct event_particle resonance_sum(unsigned set, const struct event_particle *legs);

/* The colour lines that leave a set of legs, by their colours or anticolours: two at most. A line with both
 * ends in the set does not. Returns how many there are. */
int resonance_open_lines(const struct event_particle *legs, unsigned set, int by_anticolours, int lines[2]);

/* Puts the resonances of a chain into an event's list, which has room for them: before what comes from them,
 * with its momentum and colours. `list`: the legs of the process, which stand behind `beams` others in the
 * event, incoming ones first. Returns how many particles there are then. */
int resonances_insert(const struct chain *chain, struct event_particle *list, int count, int beams);

/* Writes a process with its helicities and the chain of its decays as these legs have it: "g g > t{L} t~, t >
 * w+ b". */
void resonances_name(const ts_model *model, const struct chain *chain, const int *pdg, int legs, char *text,
                     size_t bytes);

#endif

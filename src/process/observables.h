/* The distributions a process can fill. */
#ifndef TESSERA_PROCESS_OBSERVABLES_H
#define TESSERA_PROCESS_OBSERVABLES_H

#include "process/process.h"

/* The histograms that a card asks for of a process with `jets` of `particle` ("jet", "photon"). They come as
 * text for its program (FILLS, FILL_HISTOGRAMS, OBSERVE) and as axes. */
ts_status observables_create(ts_context *context, const ts_card *card, const char *particle, int jets,
                             struct process *process);

/* The names, separated by one space. */
#define OBSERVABLES_NAMES "ht rmin pt eta pt1 pt2 ... eta1 eta2 ..."

#endif

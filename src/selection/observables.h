/* The distributions a process can fill. */
#ifndef TESSERA_SELECTION_OBSERVABLES_H
#define TESSERA_SELECTION_OBSERVABLES_H

#include "process/process.h"

/* The histograms that a card asks for of a process with `jets` of `particle` ("jet", "photon"). They come as
 * text for its program (FILLS, FILL_HISTOGRAMS, OBSERVE) and as axes. */
ts_status observables_create(ts_context *context, const ts_card *card, const char *particle, int jets,
                             struct process *process);

/* The first histogram that the card asks for and there is none of, of so many jets; NULL: there are all. */
const char *observables_unknown(const ts_card *card, int jets);

/* The names, separated by one space. */
#define OBSERVABLES_OF_JETS "ht rmin m_jj pt eta pt1 pt2 ... eta1 eta2 ..."
#define OBSERVABLES_OF_PHOTONS "ht rmin m_aa pt eta pt1 pt2 ... eta1 eta2 ..."

#endif

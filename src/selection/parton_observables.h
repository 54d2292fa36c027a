/* The distributions of events that a parton shower made. */
#ifndef TESSERA_SELECTION_PARTON_OBSERVABLES_H
#define TESSERA_SELECTION_PARTON_OBSERVABLES_H

#include "process/process.h"

/* The histograms that a card asks for, as text for the program (FILLS, FILL_HISTOGRAMS, OBSERVE,
 * OBSERVE_DURHAM, OBSERVE_SHAPES) and as axes. Groups stand for their members. */
ts_status parton_observables_create(ts_context *context, const ts_card *card, struct process *process);

/* The names, separated by one space; groups first. */
#define PARTON_OBSERVABLES_NAMES                                                                    \
    "durham event_shapes log10y23 log10y34 log10y45 log10y56 thrust heavy_jet_mass light_jet_mass " \
    "wide_broadening narrow_broadening emissions partons trials"

#endif

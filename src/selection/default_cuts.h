/* Cuts that nobody wrote and that take a part of what people may not expect them to: products of decays, and
 * collisions without hadrons. A result tells of them. */
#ifndef TESSERA_SELECTION_DEFAULT_CUTS_H
#define TESSERA_SELECTION_DEFAULT_CUTS_H

#include "process/process.h"

/* Adds those of a kind of particles ("lepton") to what the result tells. */
void default_cuts_add(const ts_card *card, struct process *process, const char *kind);

#endif

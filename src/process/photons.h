/* q q~ > photons in proton collisions, one flavour from given beams or all, and e+ e- > photons. */
#ifndef TESSERA_PROCESS_PHOTONS_H_HOST
#define TESSERA_PROCESS_PHOTONS_H_HOST

#include "process/particles.h"
#include "process/process.h"

enum { FEWEST_PHOTONS = 2, MOST_PHOTONS = 8 };

/* The electromagnetic coupling unless a card says another, 1 / 132.507. */
#define PHOTONS_ALPHA 0.0075467712

/* Whether these are a quark and its antiquark, in either order, or two protons, and 2 to 8 photons. */
int photons_matches(const struct particle_list *list);

/* Whether these are an electron and a positron, in either order, and 2 to 8 photons. */
int photons_match_electrons(const struct particle_list *list);

/* Whether it is a quark or an electron and its antiparticle, in either order, and 2 to 8 photons. */
int photons_are_from_pair(const struct particle_list *list);

/* Q^2n of a quark or an electron by its PDG code, Q in units of e. */
double photons_charges(int pdg, int count);

/* What averages over its spin and colour and over its antiparticle's: a quarter, and 3 colours of 9. */
double photons_average(int pdg);

ts_status photons_create(ts_context *context, const ts_card *card, const struct particle_list *list,
                         struct process *process);

#endif

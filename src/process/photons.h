/* q q~ > photons in proton collisions: one flavour from given beams, or all. */
#ifndef TESSERA_PROCESS_PHOTONS_H_HOST
#define TESSERA_PROCESS_PHOTONS_H_HOST

#include "process/particles.h"
#include "process/process.h"

enum { FEWEST_PHOTONS = 2, MOST_PHOTONS = 8 };

/* Whether these are a quark and its antiquark, in either order, or two protons, and 2 to 8 photons. */
int photons_matches(const struct particle_list *list);

ts_status photons_create(ts_context *context, const ts_card *card, const struct particle_list *list,
                         struct process *process);

#endif

/* g g > g ... g in proton collisions, each gluon a jet. */
#ifndef TESSERA_PROCESS_GLUON_JETS_H_HOST
#define TESSERA_PROCESS_GLUON_JETS_H_HOST

#include "process/particles.h"
#include "process/process.h"

enum { FEWEST_GLUONS = 4, MOST_GLUONS = 16 };

/* Whether these particles are gluons, as many as the process takes. */
int gluon_jets_matches(const struct particle_list *list);

/* Whether this is a coupling to compute with: the range of couplings.alpha_s. */
int gluon_jets_coupling_valid(double alpha_s);

/* A power of two that keeps the squares of scaled amplitudes of n gluons with energies
 * near one inside single precision. */
double gluon_amplitude_scale(int n);

ts_status gluon_jets_create(ts_context *context, const ts_card *card, const struct particle_list *list,
                            struct process *process);

#endif

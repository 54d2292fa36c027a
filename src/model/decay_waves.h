/* External waves and propagators of decays, in the fields' components of decay_vertices.h. */
#ifndef TESSERA_MODEL_DECAY_WAVES_H
#define TESSERA_MODEL_DECAY_WAVES_H

#include "model/decay_vertices.h"

enum { STATES_MOST = 5 };

/* The waves of all states of a particle whose momentum comes in; one that goes out has minus its momentum.
 * Returns how many. Bosons have real waves, which are not those of helicities: only sums over all are asked
 * for. */
int decay_waves(const ts_particle *particle, const double incoming[COMPONENTS],
                number waves[STATES_MOST][WAVE_MOST]);

/* i times the numerator over the denominator of a line, of what comes in at a with momentum q and goes on at
 * b.
 */
void decay_line(const ts_particle *particle, const double q[COMPONENTS], number line[WAVE_MOST][WAVE_MOST]);

#endif

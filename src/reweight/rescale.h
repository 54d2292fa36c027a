/* New masses for particles of an event, under which what they come from keeps its momentum. */
#ifndef TESSERA_REWEIGHT_RESCALE_H
#define TESSERA_REWEIGHT_RESCALE_H

#include "tessera/events.h"

/* Moves final particles, and lines that decayed in the file, to the masses that they are to have:
 * masses[i] >= 0 for particle i, else its own. In the rest frame of what particles come from, a line or the
 * collision, all their momenta are scaled by one number. Returns the ratio of phase space, new over old; 0
 * where the masses do not fit. */
double rescale(const ts_event_particle *of_file, size_t count, const double *masses,
               ts_event_particle *particles);

/* Moves them in a collision of hadrons, whose partons may have other energies. What comes from it and gets
 * another mass keeps its rapidity and its momentum across the beams; all else of the collision stays. What
 * comes in is moved too, and energy[] receives the partons', without masses. Phase space in such variables
 * stays. Returns the ratio of 1 / s^2 of the partons; 0 where the masses do not fit. Times x f(x) of both
 * densities and |M|^2 it makes the rate. */
double rescale_open(const ts_event_particle *of_file, size_t count, const double *masses,
                    ts_event_particle *particles, double energy[2]);

/* Whether two partons come in along the beams, of which all is made that is final. */
int rescale_can_open(const ts_event_particle *of_file, size_t count);

/* The first particle whose mothers lead in a circle, or further than lines do; `count`: none. */
size_t rescale_find_circle(const ts_event_particle *of_file, size_t count);

/* Whether nothing else comes from what a particle comes from, so that its mass is that of all. */
int rescale_is_alone(const ts_event_particle *of_file, size_t count, size_t place);

/* Whether a particle comes from no line, but from the collision. */
int rescale_is_of_collision(const ts_event_particle *of_file, size_t count, size_t place);

#endif

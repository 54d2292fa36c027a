/* Places that the grid has been to, so that it cannot leave one unnoticed.
 *
 * Of two peaks a grid may close in on one. From then on its sweeps agree with each other, on too small a
 * value: nothing that they see speaks against it. But before, an evaluation was in the other peak, and as the
 * grid turned away from there, it was one of the heaviest. So the heaviest evaluation of each sweep is kept
 * whose variance was not known. Kept are where it was, how densely the sweep's evaluations fell there, and
 * how much of the integral it stood for. At the end the grid is asked how densely it goes there now. */
#ifndef TESSERA_CUBATURE_PLACES_H
#define TESSERA_CUBATURE_PLACES_H

#include "cubature/state.h"
#include "cubature/sweeps.h"

struct cubature_work;

enum { MOST_PLACES = 128 };

struct places {
    int count, dimensions, components;
    double *rows; /* [MOST_PLACES][PLACE_LENGTH] */
};

ts_status places_create(ts_context *context, int dimensions, int components, struct places *places);
void places_free(struct places *places);

/* Evaluations by the grid on a unit of volume at t, for one of them all. The grid is as sweeps_read_grid()
 * has it. */
double grid_density(const struct sweeps *sweeps, const void *grid, const double *t);

/* Keeps where the heaviest evaluation of the last sweep was, before the grid changes. */
ts_status places_note(struct places *places, struct cubature_work *work);

/* Sets work->left_behind: the most that one of the places stood for where a
 * sweep of so many evaluations would now have next to none. Sets work->fewest
 * too, so that at all others a claim has seen enough, and more than a result that was given up. Places that
 * stood for less than the tolerance do not count. */
ts_status places_look_back(const struct places *places, struct cubature_work *work, double sweep);

/* What a state keeps of them. */
void places_fields(struct state_io *io, struct places *places);

#endif

/* What of an integral at work goes into its state, and how work begins where a state ends.
 *
 * At each place to go on from, a method calls state_take() with its stage's name and the
 * list of what it keeps. Where it begins, it calls state_resume() with both. What all
 * methods keep (the grid, scales, counters, the result so far) is not its business. */
#ifndef TESSERA_CUBATURE_RESUME_H
#define TESSERA_CUBATURE_RESUME_H

#include "cubature/state.h"
#include "cubature/work.h"

/* In the warm-up, which has a list of its own; and behind it, with nothing of the method done yet. */
#define STAGE_WARM_UP "warm-up"
#define STAGE_ADAPTED "adapted"
/* Before a warm-up that begins with what another has left. */
#define STAGE_ANEW "anew"

/* Fills what settings leave open from the state that they continue, or whose grid they take. */
void resume_complete(ts_integrate_settings *settings);

/* Makes the state of the work, and where settings->continue_from says so puts the work where that ends;
 * settings->grid_from: gives it that grid.
 * @return TS_OK, or TS_ERROR_INPUT where the state is not of this integral, TS_ERROR_MEMORY, _DEVICE */
ts_status resume_begin(struct cubature_work *work);

/* Keeps what is reached, but for grids. `fields` and `part` may be NULL. */
ts_status state_take(struct cubature_work *work, const char *stage, state_fields *fields, void *part);

/* *resumed: the work begins in this stage, and the part is as it was. */
ts_status state_resume(struct cubature_work *work, const char *stage, state_fields *fields, void *part,
                       int *resumed);

/* Refuses what was resumed, where `name` says something else than it follows from the rest. */
ts_status state_contradiction(const struct cubature_work *work, const char *name);

/* Whether two numbers that were computed in the same way, perhaps with another C library, are one. */
int state_agrees(double a, double b);

/* Whether the work begins in this stage. */
int resumes_in(const struct cubature_work *work, const char *stage);

/* Grids stay on the device as they were when the state was taken, for to read one takes as long as a small
 * sweep. They are taken last: that at work when the integral ends, the best one when a warm-up is cut off. */
ts_status state_take_grid(struct cubature_work *work);
ts_status state_take_best(struct cubature_work *work);

/* The best one is as it was; the other already is (resume_begin()). */
ts_status state_resume_best(struct cubature_work *work);

/* What strata know, in the same way; nothing where they know nothing. */
void state_strata(struct state_io *io, const char *prefix, struct strata *strata);

#endif

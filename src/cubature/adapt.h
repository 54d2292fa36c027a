/* The warm-up: random sweeps that teach the grid. */
#ifndef TESSERA_CUBATURE_ADAPT_H
#define TESSERA_CUBATURE_ADAPT_H

#include "cubature/work.h"

#include "cubature/random_sweeps.h"

/* Sets work->needed, and what speaks against a claim. The grid is what it is at the beginning. */
ts_status cubature_adapt(struct cubature_work *work);

/* The next points of the warm-up: of Sobol's, wherever those are known, else random ones. Those of Sobol's
 * are of a randomisation of their own, which is at work since warm_up_randomise(). */
void warm_up_randomise(struct cubature_work *work);
ts_status warm_up_points(struct cubature_work *work, double size, struct sweep_teaching teaching);

#endif

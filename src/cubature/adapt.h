/* The warm-up: random sweeps that teach the grid. */
#ifndef TESSERA_CUBATURE_ADAPT_H
#define TESSERA_CUBATURE_ADAPT_H

#include "cubature/work.h"

/* Sets work->needed, and what speaks against a claim. */
ts_status cubature_adapt(struct cubature_work *work);

#endif

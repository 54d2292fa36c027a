/* The integral by random sweeps over a frozen grid. */
#ifndef TESSERA_CUBATURE_REPEAT_H
#define TESSERA_CUBATURE_REPEAT_H

#include "cubature/work.h"

/* Fills the integral's components, and says whether the tolerance was reached with an error that holds. */
ts_status cubature_repeat(struct cubature_work *work);

#endif

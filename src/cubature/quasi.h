/* The integral by Sobol' points over a frozen grid. */
#ifndef TESSERA_CUBATURE_QUASI_H
#define TESSERA_CUBATURE_QUASI_H

#include "cubature/work.h"

/* Fills the integral's components, and says whether the tolerance was reached with an error that holds.
 * *again: there were weights that the warm-up has not seen the like of, and all is to be begun anew. */
ts_status cubature_quasi(struct cubature_work *work, int *again);

#endif

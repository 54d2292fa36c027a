/* The sum of the channels of an integral. */
#ifndef TESSERA_INTEGRATE_TOTAL_H
#define TESSERA_INTEGRATE_TOTAL_H

#include "integrate/integral.h"

/* Adds what the channels found: values, variances, histograms, counts of events. The list of iterations is
 * theirs, one channel behind the other. `total` begins empty. TS_ERROR_MEMORY. */
ts_status total_of(ts_context *context, const struct integral *parts, size_t count, struct integral *total);

#endif

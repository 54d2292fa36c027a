/* What integrals say, into the result of a run. */
#ifndef TESSERA_RESULT_RESULT_OF_INTEGRAL_H
#define TESSERA_RESULT_RESULT_OF_INTEGRAL_H

#include "device/device.h"
#include "integrate/integral.h"
#include "process/process.h"

/* Process, device, densities, couplings, sampling and seed. */
void result_describe(ts_context *context, const ts_card *card, const struct process *process,
                     const struct device *device, const struct integral *integral, ts_result *result);

/* The channels of a sum, with what each adds to it. TS_OK or TS_ERROR_MEMORY, as the next two. */
ts_status result_list_subprocesses(ts_context *context, const struct process *process,
                                   const struct integral *parts, ts_result *result);
ts_status result_take_grids(ts_context *context, const struct process *process, const struct integral *parts,
                            ts_result *result);
ts_status result_make_histograms(ts_context *context, const struct process *process,
                                 const struct integral *integral, ts_result *result);

/* The numbers of the integral; its list of iterations changes hands. */
void result_take_integral(struct integral *integral, ts_result *result);

/* Warns of what the user has to know of the numbers. `excess`: largest_excess of the integral. */
void result_warn(ts_context *context, const ts_result *result, double excess);

#endif

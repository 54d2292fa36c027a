/* What a run's variations come to: their cross sections, histograms, and what they make together. */
#ifndef TESSERA_RESULT_VARIATIONS_H
#define TESSERA_RESULT_VARIATIONS_H

#include "integrate/integral.h"
#include "process/process.h"

/* Takes the variations of an integral with events that count into the result, with their spreads, and says
 * what of them counted as zero. TS_ERROR_MEMORY */
ts_status variations_conclude(ts_context *context, const struct process *process,
                              const struct integral *integral, ts_result *result);

/* Variations as files of events know them, to be freed; NULL: no memory. The names are the result's. */
struct event_variation *variations_of_events(const struct process *process, const ts_result *result);

/* Variations for files of each part of a sum, whose channels' integrals are `parts`: one list behind the
 * other. free() it. NULL: no memory. */
struct event_variation *variations_of_parts(const struct process *process, const ts_result *result,
                                            const struct integral *parts);

#endif

/* The second stage of a process at leading colour: what each of its events counts with all colours.
 *
 * An event of the first stage has momenta p with the density sum_o |A_o(p)|^2, over all colour orders o and
 * all helicities: its weight w is an estimate of that from an order and polarisations of its own, drawn
 * without looking at p, so that the mean of w for given p is that sum. The factor
 *
 *   r(p) = |A(p)|^2 with all colours / sum_o |A_o(p)|^2,
 *
 * both summed over helicities, depends on p alone. Hence E[w r] = E[E[w | p] r(p)], the integral of the
 * square with all colours; and the same holds where w is replaced by what hit or miss keeps of it, whose mean
 * for given p and drawings is w. Accepting an event by r over its largest value does not ask for its order,
 * which stays the colour flow of the event. Couplings, flux and densities are in both squares, and cancel. */
#ifndef TESSERA_RUN_COLOUR_RATIO_H
#define TESSERA_RUN_COLOUR_RATIO_H

#include "amplitude/tree.h"
#include "process/process.h"
#include "run/events.h"

enum { RATIOS_MOST = 8192 }; /* events at once */

struct colour_ratio {
    ts_model *model;
    struct tree tree;
    struct tree_engine engine;
    double *momenta; /* [RATIOS_MOST][legs][4], GeV */
};

/* Makes it for a process with a second stage. colour_ratio_destroy() frees it, also after a failure.
 * TS_ERROR_INPUT where there are too many orders, TS_ERROR_MEMORY, _COMPILE, _DEVICE. */
ts_status colour_ratio_create(ts_context *context, struct device *device, const struct process *process,
                              struct colour_ratio *ratio);
void colour_ratio_destroy(struct colour_ratio *ratio);

/* The momenta of a record, [legs][4] in GeV. */
void colour_ratio_momenta(const struct colour_ratio *ratio, const struct event_batch *batch, size_t slot,
                          double *momenta);

/* The factors r of the first `count` events of a batch of records, RATIOS_MOST at most. What is not finite
 * stays so. `data` is the ratio: this is the function of struct event_source. */
ts_status colour_ratio_of_records(ts_context *context, void *data, const struct event_batch *batch,
                                  uint32_t count, double *factors);

#endif

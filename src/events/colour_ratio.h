/* The second stage of a process at leading colour: what each of its events counts with all colours.
 *
 * An event of the first stage has a colour order o, polarisations h and momenta p, which come with some
 * density d(o, h, p). Its weight is w = |A_o(h, p)|^2 / d, whether or not the phase space follows the order.
 * The factor
 *
 *   r(p) = |A(p)|^2 with all colours / sum_o |A_o(p)|^2,
 *
 * both summed over helicities, depends on p alone. Hence
 *
 *   E[w r] = sum over o and h of the integral of |A_o(h, p)|^2 r(p) = integral of |A(p)|^2 with all colours,
 *
 * polarisations being drawn so that their mean is that over helicities. The same holds where w is replaced by
 * what hit or miss keeps of it, whose mean for given o, h and p is w. Accepting an event by r over its
 * largest value does not ask for its order, which stays the colour flow of the event. Couplings, flux and
 * densities are in both squares, and cancel. */
#ifndef TESSERA_EVENTS_COLOUR_RATIO_H
#define TESSERA_EVENTS_COLOUR_RATIO_H

#include "amplitude/tree.h"
#include "events/events.h"
#include "process/process.h"

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

/* The factors r of `count` points of momenta, [count][legs][4] in GeV. With many ranks each computes its
 * share, and all have all. What is not finite stays so. */
ts_status colour_ratio_evaluate(ts_context *context, struct colour_ratio *ratio, const double *momenta,
                                size_t count, double *factors);

/* The factors r of the first `count` events of a batch of records, RATIOS_MOST at most. What is not finite
 * stays so. `data` is the ratio: this is the function of struct event_source. */
ts_status colour_ratio_of_records(ts_context *context, void *data, const struct event_batch *batch,
                                  uint32_t count, double *factors);

#endif

/* From an integral at leading colour to the one with all colours, by the second stage of some of its events.
 *
 * Events that hit or miss keeps have the weights v (1, but for overweights) and the factors r
 * (events/colour_ratio.h). The cross section is the one at leading colour times <r> = sum v r / sum v. Its
 * relative errors add in quadrature: both stages have events of their own. A bin of a histogram becomes
 *
 *   H <r> + W sum_in_bin v (r - <r>),   W = (cross section at leading colour) / sum v,
 *
 * the bin at one ratio for all, and what the events in it differ by from that. So it is right on the average
 * however few they are; the second terms of all bins sum to zero. A bin's error is
 * that of its second term. The error of <r> adds none, as H and W sum_in_bin v are the same on the average.
 * Variations are weights with factors f beside v, and have their own mean, sum v f r / sum v f. */
#ifndef TESSERA_EVENTS_FULL_COLOUR_H
#define TESSERA_EVENTS_FULL_COLOUR_H

#include "checkpoint/checkpoint.h"
#include "events/colour_ratio.h"
#include "integrate/integrate.h"

/* What is asked for. */
struct full_colour_settings {
    uint64_t seed;
    uint64_t most;   /* events generated, at most */
    double relative; /* error of the whole that is asked for; 0: as small as the first stage allows */
    ts_progress_function *progress;
    void *progress_data;
    struct checkpoint *checkpoint; /* which has ratios that are known, and takes those that are found */
};

/* Of the relative error that is asked for, the part that the first stage has: the second has half of the
 * first's. */
extern const double full_colour_first_part;

/* Corrects value, error and histograms of `total`, and value and error of its one part, and says in `colour`
 * what was found. Events have the numbers behind those of the integral, and no number of threads or launches
 * has a part in them. On TS_INTERRUPTED nothing is corrected unless colour->survivors is above zero.
 * Otherwise TS_ERROR_MEMORY, _COMPILE, _DEVICE. */
ts_status full_colour(ts_context *context, struct device *device, const struct process *process,
                      const struct full_colour_settings *settings, struct colour_ratio *ratio,
                      struct integral *part, struct integral *total, ts_full_colour *colour);

#endif

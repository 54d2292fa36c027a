/* A channel at work: one integrand of the sum that an integral is, with its grid and its iterations.
 *
 * Its part of the precision asked for is `share`: of the sum's error it may have that much. With N_i
 * events and a cost of c_i each, the error of a sum of channels is least for N_i proportional to s_i
 * / sqrt(c_i). s_i^2 is the variance of one event's weight (Lagrange's condition, for equal costs R.
 * Kleiss, R. Pittau, hep-ph/9405257, equation 9). The squared errors are then in proportion to s_i
 * sqrt(c_i). */
#ifndef TESSERA_INTEGRATE_CHANNEL_H
#define TESSERA_INTEGRATE_CHANNEL_H

#include "device/device.h"
#include "integrate/integral.h"
#include "integrate/journal.h"

enum {
    FIRST_ITERATION = 65536,                /* events */
    SMALLEST_ITERATION = 1000,              /* events, of those that count */
    FEWEST_EVENTS = 8 * SMALLEST_ITERATION, /* counted ones of any channel, where none are given */
    /* Of max_events, for each of several channels at least: the smallest iteration, and as many for the
     * warm-up, which has a quarter of all. */
    EVENTS_OF_CHANNEL = 2 * SMALLEST_ITERATION
};

struct channel {
    ts_context *context;
    const struct integration_settings *settings;
    struct engine engine;
    struct combination combination;
    struct integral *integral;
    int counting;         /* iterations count by now: those before them are forgotten */
    int refinements;      /* iterations from which its grid has learned */
    int learns_more;      /* in a warm-up, too small a part for many refinements: whether it is given some */
    double weight_sum;    /* of the counted events' contributions to the integral */
    double exceeded_sum;  /* and of the sizes of those that are `exceeded` */
    double spent;         /* events of complete iterations */
    double done;          /* events of those that count */
    double least;         /* events that count, at least, whatever the precision */
    double spread;        /* standard deviation of one event's contribution, as far as it is known */
    double others;        /* value of all other channels together */
    double share;         /* part of the error of the sum that this channel may have */
    double part_share;    /* and all channels of its part of the sum together */
    double tighter;       /* times what they would have where the whole error is least for its events */
    uint64_t allotted;    /* events that count, where their number is given */
    double events_needed; /* events that the precision takes in all, with the grid as it is */
    double remaining;     /* events of the plan that are still to come: for the progress */
    struct {
        int goes_on;            /* whether another iteration is to come */
        double size, end, left; /* events of one, at the plan's end, and of those that there are */
        double target;          /* the relative error for which it was made */
    } plan;
    struct iteration_sums last;
    struct varied_sums *varied; /* [variations], of the last iteration */
    uint64_t number;            /* place in the sum */
    struct journal *journal;    /* of the sum; NULL: none is kept */
};

/* Compiles the integrand and makes its grid. `neighbour`: a channel that lives longer, with which it shares
 * tables on the device, and the program where both have one; NULL: none. Its events are numbered from number
 * x 2^44 on. */
ts_status channel_create(ts_context *context, struct device *device, const struct integrand *integrand,
                         int number, const struct integration_settings *settings,
                         const struct channel *neighbour, struct integral *integral, struct channel *channel);
void channel_destroy(struct channel *channel);

/* An iteration that is to come. With `refine` the grid learns from it, where it does not count. */
struct channel_step {
    struct channel *channel;
    struct stratification layout;
    int refine, counted;
};

/* One iteration that does not count, of about so many events. */
struct channel_step channel_adapts(struct channel *channel, double events, int refine);

/* Begins an iteration, where the device can do others beside it; and runs it to its end. A channel has one
 * under way at most. */
ts_status channel_begin(const struct channel_step *step);
ts_status channel_run(const struct channel_step *step);

/* One iteration of another run's warm-up, as if it had been run here. `varied`: its variations; NULL: none.
 */
ts_status channel_take(struct channel *channel, const struct journal_row *row,
                       const struct varied_sums *varied);

/* Plans what the precision takes, at most `most` events, in iterations that count. How many events they have
 * is settled before the first of them, from the warm-up alone, with a tenth to spare. Were their own errors
 * to decide, runs that happen to see small weights would end early, and the mean of many runs be low.
 * Iterations are an eighth of the plan, but not so long that an interruption would lose much. That is a
 * second's work or a sixteenth of what there is. A plan ends where another error is asked for from some
 * iteration on. */
void channel_make_plan(struct channel *channel, double most);

/* A plan where their number is given (`allotted`): an eighth of it each, with that limit. */
void channel_plan_events(struct channel *channel);

/* The next iteration of a plan; 0: it is done. */
int channel_measures(struct channel *channel, struct channel_step *step);

/* The relative error of the sum by which what comes next is planned. That is the one of the settings. In a
 * run that goes on from a journal it is the one that was asked for at the time. */
double channel_target(const struct integration_settings *settings);

/* The events that it would plan now if there were enough. */
double channel_wants(const struct channel *channel);

/* How many of `all` events, even numbers both, the next iteration of a given number has, `done` of them being
 * done. The list of iterations grows with the logarithm of `all`. */
uint64_t channel_next_events(uint64_t done, uint64_t all);

/* Sets `events_needed` by the channel's part of the precision, once it has an iteration. */
void channel_plan(struct channel *channel);

/* The estimate as it is now, into the integral. */
void channel_estimate(struct channel *channel);

/* Completes the integral: its estimate, its histograms and its grid. */
ts_status channel_finish(struct channel *channel);

#endif

/* A sum of channels at work: how its parts share out events, and how its grids learn. */
#ifndef TESSERA_INTEGRATE_INTEGRATION_H
#define TESSERA_INTEGRATE_INTEGRATION_H

#include "integrate/channel.h"

/* A sum of channels at work. */
struct integration {
    ts_context *context;
    const struct integration_settings *settings;
    const struct integrand *integrands;
    struct channel *channels;
    size_t count;
    const char *stage;
    struct channel *now;        /* the one that launches */
    struct channel_step *steps; /* [count], of a round */
    double start;
    uint64_t events_before; /* of a journal from which it goes on */
    double seconds_before;
    uint64_t events; /* launched so far, repeated ones too: what progress shows */
};

/* Sets each channel's share of the error, and what it takes to reach it. One channel alone has all of it.
 *
 * Parts of a sum, such as the multiplicities of a merged sample, are to be known for themselves. That is to
 * ten times the relative error of the sum, where it takes no more than the sum does. What is small beside the
 * others would have next to no events else, and files of events a wrong number of its. */
void integration_share_out(struct integration *work);

/* The error that is asked for, or that so many events will give: best shared out, sum s_i / sqrt(N). */
double integration_expected_error(const struct integration *work);

/* The standard deviation of one event of a channel; of one that has found nothing yet a thousandth of the
 * largest. */
double integration_spread(const struct integration *work, size_t channel);

/* A round: one iteration each of `count` channels, work->steps. None of them depends on another one, so those
 * that come next are begun before one has ended. */
ts_status integration_run_round(struct integration *work, size_t count);

/* Iterations that do not count, from which the grids learn and the number of events that it takes. */
ts_status integration_warm_up(struct integration *work);

#endif

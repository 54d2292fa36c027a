#include "integrate/integration.h"

#include <math.h>

static double cost_of(const struct integration *work, size_t i)
{
    return work->integrands[i].cost > 0 ? work->integrands[i].cost : 1;
}

double integration_spread(const struct integration *work, size_t channel)
{
    static const double least = 1e-3;
    double largest = 0;
    for (size_t i = 0; i < work->count; ++i)
        largest = fmax(largest, work->channels[i].spread);
    return fmax(work->channels[channel].spread, least * largest);
}

/* What a channel counts for when the error is shared out: s_i sqrt(c_i) (channel.h). */
static double weight_of(const struct integration *work, size_t i)
{
    return integration_spread(work, i) * sqrt(cost_of(work, i));
}

/* An even number of events for each channel, of those that are given, in proportion to s_i / sqrt(c_i). */
static void allot_events(const struct integration *work)
{
    const uint64_t given = work->settings->events;
    double sum = 0;
    for (size_t i = 0; i < work->count; ++i)
        sum += weight_of(work, i) / cost_of(work, i);
    for (size_t i = 0; i < work->count; ++i) {
        const double part = sum > 0 ? weight_of(work, i) / cost_of(work, i) / sum : 1 / (double)work->count;
        work->channels[i].allotted = 2 * (uint64_t)fmax(1, part * (double)given / 2);
    }
    if (work->count == 1)
        work->channels[0].allotted = given;
}

void integration_share_out(struct integration *work)
{
    double sum = 0, value = 0;
    for (size_t i = 0; i < work->count; ++i) {
        channel_estimate(&work->channels[i]);
        value += work->channels[i].integral->value;
    }
    for (size_t i = 0; i < work->count; ++i)
        sum += weight_of(work, i);
    if (work->settings->events)
        allot_events(work);
    for (size_t i = 0; i < work->count; ++i) {
        struct channel *channel = &work->channels[i];
        if (work->count > 1) {
            channel->others = value - channel->integral->value;
            channel->share = sum > 0 ? sqrt(weight_of(work, i) / sum) : 1;
        }
        channel_plan(channel);
    }
}

double integration_expected_error(const struct integration *work)
{
    double value = 0, spread = 0;
    for (size_t i = 0; i < work->count; ++i) {
        value += work->channels[i].integral->value;
        spread += work->channels[i].spread;
    }
    return work->settings->events ? spread / sqrt((double)work->settings->events)
                                  : channel_target(work->settings) * fabs(value);
}

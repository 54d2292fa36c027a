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

/* Behind the last channel of the part that begins with one. */
static size_t end_of_part(const struct integration *work, size_t begin)
{
    size_t end = begin;
    while (end < work->count && work->integrands[end].part == work->integrands[begin].part)
        ++end;
    return end;
}

/* What a channel counts for when events are shared out: s_i / sqrt(c_i). Parts that are to be known better
 * have more. */
static double part_of(const struct integration *work, size_t i)
{
    return weight_of(work, i) / cost_of(work, i) / pow(work->channels[i].tighter, 2);
}

/* An even number of events for each channel, of those that are given. */
static void allot_events(const struct integration *work)
{
    const uint64_t given = work->settings->events;
    double sum = 0;
    for (size_t i = 0; i < work->count; ++i)
        sum += part_of(work, i);
    for (size_t i = 0; i < work->count; ++i) {
        const double part = sum > 0 ? part_of(work, i) / sum : 1 / (double)work->count;
        work->channels[i].allotted = 2 * (uint64_t)fmax(1, part * (double)given / 2);
    }
    if (work->count == 1)
        work->channels[0].allotted = given;
}

/* What the error of a part is multiplied with, which would be sqrt(weight) of the sum's where that is least.
 * The part is then known to ten times the relative error of the sum. Its events cost weight / tighter^2 of
 * what those of the sum do, which ends at 1. */
static double tighter_by(double weight, double value)
{
    static const double coarser = 10;
    return fmin(1, fmax(sqrt(weight), coarser * value / sqrt(weight)));
}

/* Channels from `begin` on that are a part of a sum with so much value and weight. */
static void share_part(struct integration *work, size_t begin, size_t end, double value, double sum)
{
    double part_value = 0, weight = 0;
    for (size_t i = begin; i < end; ++i) {
        part_value += work->channels[i].integral->value;
        weight += weight_of(work, i);
    }
    const int known = weight > 0 && value != 0;
    const double tighter = known ? tighter_by(weight / sum, fabs(part_value / value)) : 1;
    for (size_t i = begin; i < end; ++i) {
        struct channel *channel = &work->channels[i];
        channel->others = value - channel->integral->value;
        channel->tighter = tighter;
        channel->part_share = known ? tighter * sqrt(weight / sum) : 1;
        channel->share = sum > 0 ? tighter * sqrt(weight_of(work, i) / sum) : 1;
    }
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
    for (size_t begin = 0, end; begin < work->count && work->count > 1; begin = end) {
        end = end_of_part(work, begin);
        share_part(work, begin, end, value, sum);
    }
    if (work->settings->events)
        allot_events(work);
    for (size_t i = 0; i < work->count; ++i)
        channel_plan(&work->channels[i]);
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

#include "integrate/integration.h"

#include <math.h>
#include <stdlib.h>

/* How many events of the warm-up are worth one that counts. Those of merged samples have their history and
 * their showers where they count alone, which take some fifty times as long as all else. */
static double worth(const struct integration *work)
{
    static const double without_shower = 20;
    return work->integrands[0].reweighted ? without_shower : 1;
}

/* How many events the warm-up of a channel has at most. That is a tenth of a fixed number, for those that
 * count are not fewer for it. It is more where they cost next to nothing. */
static double warm_up_events(const struct integration *work)
{
    const struct integration_settings *settings = work->settings;
    const double count = (double)work->count, part = worth(work) > 1 ? worth(work) : 0.1;
    return settings->events ? fmax((double)settings->events * part / count, 4)
                            : (double)settings->max_events / 4 / count;
}

/* Whether a channel has too small a part of the sum for its grid to matter. With events of weight one that is
 * the part to which it belongs: that may have many of them, however small it is. */
static int is_small(const struct integration *work, size_t c)
{
    static const double smallest_part = 0.01;
    const size_t part = work->integrands[c].part;
    double sum = 0;
    for (size_t i = 0; i < work->count; ++i)
        if (work->integrands[i].part == part || !work->integrands[c].follows_accepted)
            sum += fabs(work->channels[i].integral->value);
    return fabs(work->channels[c].integral->value) < smallest_part * sum;
}

/* Whether the grid of a channel goes on learning from iteration `i` of so many events. It does while more is
 * left to do than was spent. Some grids have a least number of refinements: sub-cubes take variance from the
 * integral that single events keep, on which the efficiency of unweighting depends. */
static int learns(const struct integration *work, size_t c, int i, double size, double most)
{
    const struct channel *channel = &work->channels[c];
    return channel->spent + size <= most && (worth(work) * channel->events_needed > channel->spent ||
                                             (i < work->integrands[c].refinements && !is_small(work, c)));
}

/* Whether a channel makes more than a part of the error that is expected where it belongs, with as few events
 * as any has. */
static int matters(const struct integration *work, size_t c, double part)
{
    const double expected = integration_expected_error(work) * work->channels[c].part_share;
    return integration_spread(work, c) > part * expected * sqrt(FEWEST_EVENTS);
}

/* The channel from whose grid another one may begin: of those with its map the one whose grid has learned
 * most. That has no other one to begin from. */
static const struct channel *source_of(const struct integration *work, size_t c)
{
    const struct channel *best = &work->channels[c];
    for (size_t i = 0; i < work->count && work->integrands[c].map; ++i)
        if (work->integrands[i].map == work->integrands[c].map &&
            work->channels[i].refinements > best->refinements &&
            work->integrands[i].dimensions == work->integrands[c].dimensions)
            best = &work->channels[i];
    return best;
}

/* Begins anew from the grid of another channel. Where its own peaks are elsewhere that grid would hide them:
 * so it is softened. */
static ts_status borrow_grid(struct channel *channel, const struct channel *source)
{
    const struct integrand *integrand = channel->engine.integrand;
    double *grid, *soft;
    size_t length;
    if (journal_is_behind(channel->journal)) /* the grid was put back, with what it has learned since */
        return TS_OK;
    ts_status status = engine_read_grid(&source->engine, &grid, &length);
    if (status)
        return status;
    soft = malloc(length * sizeof *soft);
    if (soft) {
        grid_soften(grid, integrand->double_precision, integrand->dimensions, channel->engine.grid_bins,
                    soft);
        status = engine_write_grid(&channel->engine, soft, length);
    } else {
        status = ts_fail_memory(channel->context, "the grid");
    }
    free(grid);
    free(soft);
    return status;
}

/* Which channels are small and learn more, and begins them from the grids of their sources. */
static ts_status choose_small(struct integration *work)
{
    ts_status status = TS_OK;
    for (size_t c = 0; c < work->count && !status; ++c) {
        struct channel *channel = &work->channels[c];
        const struct channel *source = source_of(work, c);
        channel->learns_more = is_small(work, c) && matters(work, c, 0.01) &&
                               (source != channel || matters(work, c, 0.05));
        if (channel->learns_more && source != channel)
            status = borrow_grid(channel, source);
    }
    return status;
}

/* Channels that are too small for many refinements begin anew with what larger ones of the same map have
 * learned. Where there is none they go on. Both learn from some iterations more. With few refinements their
 * few events would miss the largest weights, and the sum would be low. */
static ts_status teach_small_ones(struct integration *work, double most)
{
    enum { FEWEST_REFINEMENTS = 3, MOST_REFINEMENTS = 5 };
    const double size = 0.25 * FIRST_ITERATION;
    ts_status status = work->count > 1 ? choose_small(work) : TS_OK;
    for (int i = 0; i < MOST_REFINEMENTS && work->count > 1 && !status; ++i) {
        size_t steps = 0;
        for (size_t c = 0; c < work->count; ++c) {
            struct channel *channel = &work->channels[c];
            if (channel->learns_more && channel->spent + size <= most &&
                (i < FEWEST_REFINEMENTS || matters(work, c, 0.05)))
                work->steps[steps++] = channel_adapts(channel, size, 1);
        }
        status = integration_run_round(work, steps);
    }
    if (!status)
        integration_share_out(work);
    return status;
}

/* Iterations that refine the grids: short ones while they are rough, each 1.5 times the one before, a quarter
 * of all events at most. Small ones would teach the grid nothing but their accidents; a small budget has
 * none. Of many refinements the first are shorter, and of those that many events are worth. */
ts_status integration_warm_up(struct integration *work)
{
    static const double growth = 1.5, shorter = 0.25;
    const struct integration_settings *settings = work->settings;
    double size = FIRST_ITERATION;
    const double most = warm_up_events(work);
    ts_status status = TS_OK;
    for (int i = 0; i < settings->warmup && !status; ++i) {
        size_t steps = 0;
        for (size_t c = 0; c < work->count; ++c) {
            const double events = work->integrands[c].refinements || worth(work) > 1 ? shorter * size : size;
            if (learns(work, c, i, events, most))
                work->steps[steps++] = channel_adapts(&work->channels[c], events, 1);
        }
        status = integration_run_round(work, steps);
        if (!status)
            integration_share_out(work);
        size *= growth;
    }
    if (!status)
        status = teach_small_ones(work, most);
    /* No iteration, or none with an event: one more, only to learn how many it takes. */
    size_t steps = 0;
    for (size_t c = 0; c < work->count && !status; ++c)
        if (!isfinite(work->channels[c].events_needed))
            work->steps[steps++] = channel_adapts(&work->channels[c], fmin(FIRST_ITERATION, most), 0);
    if (!status)
        status = integration_run_round(work, steps);
    if (!status)
        integration_share_out(work);
    return status;
}

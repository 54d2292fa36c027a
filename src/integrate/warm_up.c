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
 * most by itself. */
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

/* More refinements of a small channel, with the grid of its source where it has one. They do not make it a
 * source. */
static ts_status learn_more(struct integration *work, size_t c, double most)
{
    enum { FEWEST_REFINEMENTS = 3, MOST_REFINEMENTS = 5 };
    const double size = 0.25 * FIRST_ITERATION;
    struct channel *channel = work->now = &work->channels[c];
    const struct channel *source = source_of(work, c);
    const int refinements = channel->refinements;
    ts_status status = source == channel ? TS_OK : borrow_grid(channel, source);
    for (int i = 0; i < MOST_REFINEMENTS && channel->spent + size <= most && !status; ++i)
        if (i < FEWEST_REFINEMENTS || matters(work, c, 0.05))
            status = channel_adapt(channel, size, 1);
    channel->refinements = refinements;
    return status;
}

/* Channels that are too small for many refinements begin anew with what larger ones of the same map have
 * learned. Where there is none they go on. With few refinements their few events would miss the largest
 * weights, and the sum would be low. */
static ts_status teach_small_ones(struct integration *work, double most)
{
    ts_status status = TS_OK;
    for (size_t c = 0; c < work->count && work->count > 1 && !status; ++c)
        if (is_small(work, c) && matters(work, c, 0.01) &&
            (source_of(work, c) != &work->channels[c] || matters(work, c, 0.05)))
            status = learn_more(work, c, most);
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
        for (size_t c = 0; c < work->count && !status; ++c) {
            const double events = work->integrands[c].refinements || worth(work) > 1 ? shorter * size : size;
            work->now = &work->channels[c];
            if (learns(work, c, i, events, most))
                status = channel_adapt(work->now, events, 1);
        }
        if (!status)
            integration_share_out(work);
        size *= growth;
    }
    if (!status)
        status = teach_small_ones(work, most);
    /* No iteration, or none with an event: one more, only to learn how many it takes. */
    for (size_t c = 0; c < work->count && !status; ++c) {
        work->now = &work->channels[c];
        if (!isfinite(work->now->events_needed))
            status = channel_adapt(work->now, fmin(FIRST_ITERATION, most), 0);
    }
    if (!status)
        integration_share_out(work);
    return status;
}

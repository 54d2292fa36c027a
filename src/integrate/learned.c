#include "integrate/learned.h"

static ts_status refuse(const struct integration *work)
{
    return ts_fail(work->context, TS_ERROR_INPUT,
                   "The grids do not fit the channels of this process: learn them anew (tessera learn).");
}

/* A channel's variations of one iteration. */
static const struct varied_sums *varied_of(const struct journal *learned, size_t row)
{
    return learned->variations ? learned->varied + learned->variations * row : NULL;
}

/* A run that goes on from a checkpoint has all of it in its own journal, grids too. */
static int is_noted(const struct integration *work)
{
    return work->settings->checkpoints && work->settings->checkpoints->journal.channel_count;
}

ts_status integration_take_learned(struct integration *work, const struct journal *learned)
{
    const int noted = is_noted(work);
    if (learned->channel_count != work->count ||
        (learned->count && learned->variations != work->integrands[0].variations))
        return refuse(work);
    for (size_t i = 0; i < learned->count; ++i)
        if (learned->rows[i].channel >= work->count)
            return refuse(work);
    ts_status status = TS_OK;
    for (size_t i = 0; i < learned->count && !status; ++i) {
        struct channel *channel = work->now = &work->channels[learned->rows[i].channel];
        status = channel_take(channel, &learned->rows[i], varied_of(learned, i));
    }
    for (size_t c = 0; c < work->count && !status && !noted; ++c)
        status = engine_write_grid(&work->channels[c].engine, learned->channels[c].grid,
                                   learned->channels[c].grid_length);
    for (size_t c = 0; c < work->count && !status; ++c)
        if (!work->channels[c].integral->iteration_count)
            status = refuse(work);
    if (!status)
        integration_share_out(work);
    return status;
}

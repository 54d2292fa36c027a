/* Which channel of a sum a trial is of: one is drawn in proportion to a number of each. */
#ifndef TESSERA_EVENTS_CHANNEL_DRAW_H
#define TESSERA_EVENTS_CHANNEL_DRAW_H

#include "core/context.h"

#include <stddef.h>
#include <stdint.h>

/* Channel i is drawn by the uniform numbers from ends[i - 1] on to below ends[i]. */
struct channel_draw {
    size_t count;
    double *ends;    /* [count - 1] of the channels but the last */
    uint32_t *guide; /* [cells], below how many channels the uniform numbers of a cell do not lie */
    uint32_t cells;
    uint16_t *channel; /* [count], itself, or the one before it that has a part */
};

/* `parts` [count] add up to `sum`, but for rounding. channel_draw_destroy() frees it, also after a failure.
 */
ts_status channel_draw_create(ts_context *context, const double *parts, size_t count, double sum,
                              struct channel_draw *draw);
void channel_draw_destroy(struct channel_draw *draw);

/* The channel of a uniform number: never one without a part, whatever is lost to rounding at the end. */
static inline size_t channel_drawn(const struct channel_draw *draw, double uniform)
{
    size_t i = draw->guide[(uint32_t)(uniform * draw->cells)];
    while (i + 1 < draw->count && uniform >= draw->ends[i])
        ++i;
    return draw->channel[i];
}

#endif

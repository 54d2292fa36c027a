#include "events/channel_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a uniform number lies behind the first `count` channels. They are taken off one after the other,
 * and what rounding takes is lost: files of events depend on it to the bit. */
static int is_behind(const double *parts, size_t count, double sum, double uniform)
{
    double remaining = uniform * sum;
    for (size_t i = 0; i < count && remaining >= 0; ++i)
        remaining -= parts[i];
    return remaining >= 0;
}

static double of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The lowest number that lies behind so many channels, at most 1: rounding keeps numbers in order. Doubles
 * above zero are in the order of their bits. */
static double find_end(const double *parts, size_t count, double sum, double guess)
{
    static const double near = 1e-11;
    double low = fmax(guess - near, 0), high = fmin(guess + near, 1);
    if (is_behind(parts, count, sum, low))
        low = 0;
    if (!is_behind(parts, count, sum, high))
        high = 1;
    uint64_t below = bits_of(low), behind = bits_of(high);
    while (behind - below > 1) {
        const uint64_t middle = below + (behind - below) / 2;
        if (is_behind(parts, count, sum, of_bits(middle)))
            behind = middle;
        else
            below = middle;
    }
    return of_bits(behind);
}

static void find_ends(const double *parts, double sum, struct channel_draw *draw)
{
    double before = 0;
    for (size_t i = 0; i + 1 < draw->count; ++i) {
        before += parts[i];
        draw->ends[i] = find_end(parts, i + 1, sum, before / sum);
    }
    for (uint32_t cell = 0, i = 0; cell < draw->cells; ++cell) {
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): ends there are */
        while (i + 1 < draw->count && (double)cell / draw->cells >= draw->ends[i])
            ++i;
        draw->guide[cell] = i;
    }
}

ts_status channel_draw_create(ts_context *context, const double *parts, size_t count, double sum,
                              struct channel_draw *draw)
{
    *draw = (struct channel_draw){.count = count, .cells = 64};
    while (draw->cells < 4 * count)
        draw->cells *= 2;
    draw->ends = malloc((count + 1) * sizeof *draw->ends);
    draw->guide = calloc(draw->cells + 1, sizeof *draw->guide);
    draw->channel = malloc((count + 1) * sizeof *draw->channel);
    if (!draw->ends || !draw->guide || !draw->channel)
        return ts_fail_memory(context, "the channels of a list of events");
    uint16_t last = 0;
    for (size_t i = 0; i < count; ++i)
        draw->channel[i] = last = parts[i] > 0 ? (uint16_t)i : last;
    if (sum > 0)
        find_ends(parts, sum, draw);
    return TS_OK;
}

void channel_draw_destroy(struct channel_draw *draw)
{
    free(draw->ends);
    free(draw->guide);
    free(draw->channel);
    *draw = (struct channel_draw){.count = 0};
}

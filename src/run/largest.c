#include "run/largest.h"

#include <math.h>

/* What lies above a limit: how many weights, and the sum of what they are more. */
struct excess {
    size_t count;
    double sum;
};

static struct excess excess_over(const double *sizes, size_t count, double limit)
{
    struct excess found = {0, 0};
    for (size_t i = 0; i < count; ++i)
        if (sizes[i] > limit) {
            ++found.count;
            found.sum += sizes[i] - limit;
        }
    return found;
}

/* Moves those above a limit to the front. */
static size_t keep_above(double *sizes, size_t count, double limit)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (sizes[i] > limit)
            sizes[kept++] = sizes[i];
    return kept;
}

/* The lowest limit above which lies no more than that. Sizes that lie below it for sure are left behind on
 * the way. */
static double lowest_limit(double *sizes, size_t *count, double seen, double most)
{
    double low = 0, high = seen;
    for (double middle = high / 2; low < middle && middle < high; middle = low + (high - low) / 2)
        if (excess_over(sizes, *count, middle).sum > most) {
            low = middle;
            *count = keep_above(sizes, *count, low);
        } else {
            high = middle;
        }
    return high;
}

struct weight_limit weight_limit_find(double *weights, size_t count, double share, double largest)
{
    struct weight_limit found = {.seen = 0};
    double sum = 0;
    for (size_t i = 0; i < count; ++i) {
        weights[i] = isfinite(weights[i]) ? fabs(weights[i]) : 0;
        sum += weights[i];
        found.seen = fmax(found.seen, weights[i]);
    }
    size_t left = count;
    found.limit = share > 0 ? fmin(lowest_limit(weights, &left, found.seen, share * sum), largest) : largest;
    if (excess_over(weights, left, found.limit).count < WEIGHTS_ABOVE_LEAST)
        found.limit = largest;
    found.mean = count ? sum / (double)count : 0;
    found.kept = count ? (sum - excess_over(weights, left, found.limit).sum) / (double)count : 0;
    return found;
}

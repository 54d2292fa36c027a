#include "events/largest.h"

#include <math.h>
#include <stdlib.h>

static int by_falling_size(const void *a, const void *b)
{
    const double left = fabs(*(const double *)a), right = fabs(*(const double *)b);
    return (left < right) - (left > right);
}

struct weight_limit weight_limit_find(double *weights, size_t count, double share, double largest)
{
    struct weight_limit found = {.limit = largest};
    double sum = 0, net = 0, above = 0, kept = 0;
    const size_t all = count;
    count = 0; /* weights that are not zero: others change no sum */
    for (size_t i = 0; i < all; ++i) {
        const double weight = isfinite(weights[i]) ? weights[i] : 0;
        sum += fabs(weight);
        net += weight;
        if (weight != 0)
            weights[count++] = weight;
    }
    for (size_t i = count; i < all; ++i)
        weights[i] = 0;
    count += count < all; /* one zero stays, at which the search for a limit ends at last */
    qsort(weights, count, sizeof *weights, by_falling_size);
    found.seen = count ? fabs(weights[0]) : 0;
    /* Solves sum(|w| - L) = share * sum for the limit L, over the weights |w| > L. With L at weight i those
     * are the i before it, whose sum is `above`. */
    for (size_t i = 0; i < count && share > 0; ++i) {
        const double size = fabs(weights[i]);
        if (above - (double)i * size > share * sum) {
            if (i >= WEIGHTS_ABOVE_LEAST)
                found.limit = fmin((above - share * sum) / (double)i, largest);
            break;
        }
        above += size;
    }
    for (size_t i = 0; i < count; ++i)
        kept += fmin(fabs(weights[i]), found.limit);
    found.mean = all ? sum / (double)all : 0;
    found.net = all ? net / (double)all : 0;
    found.kept = all ? kept / (double)all : 0;
    return found;
}

#include "events/histogram_place.h"

#include <math.h>

#define PRECISION_DOUBLE 1
#define LANES 1
#include "observable/histogram_bin.h"

size_t histogram_place(const struct integrand_histogram *axes, int which, double value)
{
    size_t first = 0;
    for (int i = 0; i < which; ++i)
        first += (size_t)axes[i].bins + 2;
    const struct integrand_histogram *axis = &axes[which];
    const double low = axis->log ? log(axis->low) : axis->low,
                 high = axis->log ? log(axis->high) : axis->high;
    const double per_unit = axis->bins / (high - low);
    const index bin = axis->log ? histogram_log_bin(r_set(value), low, per_unit, axis->bins)
                                : histogram_bin(r_set(value), low, per_unit, axis->bins);
    return first + (size_t)bin[0];
}

/* The slot of a histogram that a value falls into: 0 below the range, 1 to `bins` in it, bins + 1 above it
 * and for NaN. A bin holds its lower edge. */
#ifndef TESSERA_OBSERVABLE_HISTOGRAM_BIN_H
#define TESSERA_OBSERVABLE_HISTOGRAM_BIN_H

#include "functions.h"

/* The value of an event that has none. It is below every range, whose ends are smaller than 1e30 in size
 * (src/process/histograms.c), and the same number in both precisions. The event's weight goes to underflow;
 * moments get nothing of it. */
#define HISTOGRAM_NONE S(-0x1p100)

/* Bins of equal width; bins_per_unit = bins / (high - low). */
FN index histogram_bin(real value, scalar low, scalar bins_per_unit, int bins)
{
    real place = (value - r_set(low)) * r_set(bins_per_unit);
    real count = r_set((scalar)bins);
    index inside = r_floor_index(r_max(r_min(place, count), R(0.0))) + i_set(1);
    return i_select(place < R(0.0), i_set(0), i_select(place < count, inside, i_set(bins + 1)));
}

/* Bins of equal width in log(value), and `low`, bins_per_unit in natural logarithms; below 0 is below the
 * range. */
FN index histogram_log_bin(real value, scalar low, scalar bins_per_unit, int bins)
{
    return histogram_bin(r_log(r_max(R(0.0), value)), low, bins_per_unit, bins);
}

#endif

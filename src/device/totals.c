#include "device/totals.h"

#include "cubature/sweep.h"

#include <math.h>
#include <string.h>

size_t totals_length(size_t bins) { return TOTAL_BINS + BIN_WORDS * bins; }

void totals_clear(int64_t *totals, size_t length)
{
    memset(totals, 0, length * sizeof *totals);
    totals[TOTAL_FIRST_NOT_FINITE] = INT64_MAX;
}

/* pair[1] may be negative: our compilers shift it arithmetically (C17 6.5.7 leaves
 * that to them), which is the floor that goes with the & below. */
static void carry(int64_t *pair)
{
    pair[0] += pair[1] >> 32;
    pair[1] &= 0xffffffff;
}

void totals_merge(int64_t *into, const int64_t *from, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        if (i == TOTAL_FIRST_NOT_FINITE)
            into[i] = from[i] < into[i] ? from[i] : into[i];
        else if (i == TOTAL_MAXIMUM)
            into[i] = from[i] > into[i] ? from[i] : into[i];
        else
            into[i] += from[i];
    }
    carry(into + TOTAL_WEIGHT);
    carry(into + TOTAL_VARIANCE);
    carry(into + TOTAL_EXCEEDED_WEIGHT);
    for (size_t bin = TOTAL_BINS; bin < length; bin += BIN_WORDS)
        for (size_t pair = 0; pair < BIN_ENTRIES; pair += 2)
            carry(into + bin + pair);
}

void totals_merge_sweep(int64_t *into, const int64_t *from, size_t length, size_t components)
{
    const size_t maxima = SUM_MAXIMA + components;
    for (size_t i = 0; i < maxima; ++i)
        into[i] = from[i] > into[i] ? from[i] : into[i];
    for (size_t i = maxima; i < length; ++i)
        into[i] += from[i];
}

double totals_pair(const int64_t *pair, int exponent)
{
    __int128 units = (__int128)pair[0] * ((int64_t)1 << 32) + pair[1]; /* no shift: it may be negative */
    return ldexp((double)units, -exponent);
}

double totals_two_pairs(const int64_t *pairs, int exponent)
{
    return totals_pair(pairs, exponent) + totals_pair(pairs + 2, exponent + FINER_EXPONENT);
}

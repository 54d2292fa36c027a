/* Sums of kept weights in double-double arithmetic, twice 53 bits: what the integer sums are compared
 * with. Compiled in double precision; WEIGHT is the type of the weights, STRIPES how many items there are.
 * Item i adds the weights i, i + STRIPES, ... to its pair of sums, and leaves zeros behind. Buffers: the
 * weights, the pairs, and how many weights there are.
 *
 * D. E. Knuth, The Art of Computer Programming 2, 4.2.2: a + b = s + e exactly. */

#include "map.h"

#ifndef WEIGHT
#define WEIGHT scalar
#endif
#ifndef STRIPES
#define STRIPES 1
#endif

FN scalar two_sum(scalar a, scalar b, scalar *error)
{
    scalar sum = a + b, part = sum - a;
    *error = (a - (sum - part)) + (b - part);
    return sum;
}

MAP(weights_sum, GLOBAL WEIGHT *, weights, GLOBAL scalar *, pairs, GLOBAL const uint64 *, length,
    GLOBAL scalar *, none)
{
    (void)none;
    scalar high = pairs[2 * item], low = pairs[2 * item + 1], error;
    for (uint64 i = item; i < *length; i += STRIPES) {
        high = two_sum(high, (scalar)weights[i], &error);
        low = low + error;
        weights[i] = 0;
    }
    pairs[2 * item] = high;
    pairs[2 * item + 1] = low;
}

/* The array of totals on the host (kernels/accumulate.h says what it holds). */
#ifndef TESSERA_DEVICE_TOTALS_H
#define TESSERA_DEVICE_TOTALS_H

#include "totals_layout.h"

#include <stddef.h>
#include <stdint.h>

/* How long the two parts are that follow TOTAL_BINS. */
struct totals_shape {
    size_t bins; /* of all histograms, underflow and overflow included */
    size_t grid; /* axes x bins of the grid */
};

size_t totals_length(struct totals_shape shape);

/* Empties totals: zero, and the largest number where a minimum is kept. */
void totals_clear(int64_t *totals, struct totals_shape shape);

/* Merges `from` into `into`; the order of merging does not change the result.
 * Low halves are carried over, so that they never fill up. */
void totals_merge(int64_t *into, const int64_t *from, struct totals_shape shape);

/* The value of a pair whose unit is 2^-exponent. */
double totals_pair(const int64_t *pair, int exponent);

/* The value of two pairs: whole units and finer ones (FINER_EXPONENT). */
double totals_two_pairs(const int64_t *pairs, int exponent);

#endif

/* The array of totals on the host (kernels/accumulate.h says what it holds). */
#ifndef TESSERA_DEVICE_TOTALS_H
#define TESSERA_DEVICE_TOTALS_H

#include "totals_layout.h"

#include <stddef.h>
#include <stdint.h>

/* The length of the totals with so many bins of all histograms, underflow and overflow included. */
size_t totals_length(size_t bins);

/* Empties totals: zero, and the largest number where a minimum is kept. */
void totals_clear(int64_t *totals, size_t length);

/* Merges `from` into `into`; the order of merging does not change the result.
 * Low halves are carried over, so that they never fill up. */
void totals_merge(int64_t *into, const int64_t *from, size_t length);

/* Merges the totals of a sweep of cubature (kernels/cubature/sweep.h), without carrying: a launch does
 * not fill them. */
void totals_merge_sweep(int64_t *into, const int64_t *from, size_t length, size_t components);

/* The value of a pair whose unit is 2^-exponent. */
double totals_pair(const int64_t *pair, int exponent);

/* The value of two pairs: whole units and finer ones (FINER_EXPONENT). */
double totals_two_pairs(const int64_t *pairs, int exponent);

#endif

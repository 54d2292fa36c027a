/* A sum is an integer.
 *
 * A weight w is scaled by a power of two that the host chose from the largest weight: v = w * scale, |v|
 * below LARGEST. Then it is converted to a whole number of units and added as an integer. Integers add in any
 * order to the same bits, so a result depends neither on threads nor on blocks nor on the kind of device.
 * Nothing is lost however many events there are: equal weights of 1 are as exact after 10^12 events as after
 * one. What falls below the unit is cut off. That is at most 2^-53 of the scale for v and 2^-45 for v^2, far
 * below the statistical error of such a sum.
 *
 * A number of units has up to 61 bits. Its two halves are summed apart, each in
 * 64 bits, so that 2^31 numbers can be added before the host carries over. */
#ifndef TESSERA_ACCUMULATE_H
#define TESSERA_ACCUMULATE_H

#include "dialect.h"
#include "totals_layout.h"

#define UNITS(exponent) r_set((scalar)((int64)1 << (exponent)))
#define WEIGHT_UNITS UNITS(WEIGHT_EXPONENT)
#define SQUARE_UNITS UNITS(SQUARE_EXPONENT)
#define MOMENT_UNITS UNITS(MOMENT_EXPONENT)
#define REFINE_UNITS UNITS(REFINE_EXPONENT)
#define LARGEST UNITS(LARGEST_EXPONENT)

/* The largest weight that counts as a finite number. */
#if PRECISION_DOUBLE
#define LARGEST_FINITE S(0x1.fffffffffffffp1023)
#else
#define LARGEST_FINITE S(0x1.fffffep127)
#endif

/* The two halves of a sum, per lane. */
typedef struct halves {
    wide high, low;
} halves;

FN void halves_add_wide(halves *sum, wide units)
{
    sum->low += wide_low(units);
    sum->high += wide_high(units);
}

FN void halves_add(halves *sum, real units) { halves_add_wide(sum, wide_from(units)); }

/* A number of units with what is left below one, in units 2^-FINER_EXPONENT of
 * that. Exact: a real that has a fraction has a whole part that is a real too. */
typedef struct two_scales {
    wide units, finer;
} two_scales;

FN two_scales two_scales_from(real units)
{
    two_scales parts;
    parts.units = wide_from(units);
    parts.finer = wide_from((units - wide_real(parts.units)) * UNITS(FINER_EXPONENT));
    return parts;
}

#endif

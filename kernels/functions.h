/* Elementary functions, inlined and branch-free, with the same bits in every language and lane count.
 *
 * Argument reduction as in W. J. Cody and W. Waite, "Software Manual for the Elementary Functions" (1980),
 * with fused multiply-add; then a minimax polynomial. All within 2 ulp of the true value. */
#ifndef TESSERA_FUNCTIONS_H
#define TESSERA_FUNCTIONS_H

#include "polynomials.h"

/* The format: bits of the fraction, bias of the exponent, and 1.5 x 2^fraction bits. A sum with that number
 * has the nearest integer of the other term in its lowest bits. */
#if PRECISION_DOUBLE
#define FRACTION_BITS 52
#define EXPONENT_BIAS 1023
#define ROUNDING S(0x1.8p52)
#define SMALLEST_NORMAL S(0x1p-1022)
#define LN2_HIGH S(0x1.62e42fefa39efp-1)
#define LN2_LOW S(0x1.abc9e3b39803fp-56)
#define HALF_PI_HIGH S(0x1.921fb54442d18p+0)
#define HALF_PI_MIDDLE S(0x1.1a62633145c07p-54)
#define HALF_PI_LOW S(-0x1.f1976b7ed8fbcp-110)
#define EXP_UNDERFLOW S(-746.0)
#define EXP_OVERFLOW S(710.0)
#else
#define FRACTION_BITS 23
#define EXPONENT_BIAS 127
#define ROUNDING S(0x1.8p23)
#define SMALLEST_NORMAL S(0x1p-126)
#define LN2_HIGH S(0x1.62e430p-1)
#define LN2_LOW S(-0x1.05c610p-29)
#define HALF_PI_HIGH S(0x1.921fb6p+0)
#define HALF_PI_MIDDLE S(-0x1.777a5cp-25)
#define HALF_PI_LOW S(-0x1.ee59dap-50)
#define EXP_UNDERFLOW S(-104.0)
#define EXP_OVERFLOW S(89.0)
#endif
#define SCALE_UP r_set((scalar)((uint64)1 << FRACTION_BITS))

FN real r_infinity(void) { return r_from_bits((real_bits)i_set(2 * EXPONENT_BIAS + 1) << FRACTION_BITS); }
FN real r_nan(void) { return r_from_bits((real_bits)i_set(4 * EXPONENT_BIAS + 3) << (FRACTION_BITS - 1)); }

/* Integers below 2^(FRACTION_BITS-1) in size to real and back (rounded to nearest, ties to even). Both take
 * an add or two on every machine, where a conversion of 64-bit integers may not exist. */
FN real small_to_real(real_bits i) { return r_from_bits(i + r_bits(r_set(ROUNDING))) - r_set(ROUNDING); }
FN real_bits small_from_sum(real a_plus_rounding)
{
    return r_bits(a_plus_rounding) - r_bits(r_set(ROUNDING));
}

/* a = 2^exponent (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2), for positive finite a. */
FN real split_exponent(real a, real *exponent)
{
    mask tiny = a < r_set(SMALLEST_NORMAL);
    a = r_abs(r_select(tiny, a * SCALE_UP, a));
    real_bits root = r_bits(R(0.70710678118654752));
    real_bits bits = r_bits(a) - root;
    real_bits fraction = bits & (r_bits(r_set(SMALLEST_NORMAL)) - 1);
    *exponent = small_to_real(bits >> FRACTION_BITS) - r_select(tiny, r_set(FRACTION_BITS), R(0.0));
    return r_from_bits(fraction + root) - R(1.0);
}

/* Programs of large kernels have one copy of what they call most. */
#ifndef FN_ELEMENTARY
#define FN_ELEMENTARY FN
#endif

/* log(a); -infinity at 0, NaN below. */
FN_ELEMENTARY real r_log(real a)
{
    real k;
    real f = split_exponent(a, &k);
    real f2 = f * f;
    real tail = r_fma(f, log_tail(f), R(-0.5));
    real sum = r_fma(k, r_set(LN2_HIGH), r_fma(f2, tail, r_fma(k, r_set(LN2_LOW), f)));
    /* infinity and NaN are their own logarithms */
    real at_zero = r_select(a < R(0.0), r_nan(), -r_infinity());
    return r_select(m_and(a > R(0.0), a < r_infinity()), sum, r_select(a <= R(0.0), at_zero, a));
}

/* exp(a + low) for a low that is small beside 1: 0 and infinity where the result has no room. */
FN real exp_of_sum(real a, real low)
{
    a = r_max(r_set(EXP_UNDERFLOW), r_min(r_set(EXP_OVERFLOW), a)); /* in this order a NaN stays one */
    real sum = r_fma(a, R(1.4426950408889634), r_set(ROUNDING));
    real n = sum - r_set(ROUNDING);
    real x = r_fma(n, r_set(-LN2_LOW), r_fma(n, r_set(-LN2_HIGH), a)) + low;
    real result = r_fma(x * x, exp_tail(x), x) + R(1.0);
    /* 2^n in two factors, so that results below the normal numbers are rounded once. */
    real_bits exponent = small_from_sum(sum);
    real_bits part = exponent >> 1;
    real first = r_from_bits((part + EXPONENT_BIAS) << FRACTION_BITS);
    real second = r_from_bits((exponent - part + EXPONENT_BIAS) << FRACTION_BITS);
    return result * first * second;
}

FN_ELEMENTARY real r_exp(real a) { return exp_of_sum(a, R(0.0)); }

/* a^b = exp(b log a) for a >= 0, the logarithm as a sum of two: within 2 ulp while |b log a| < 80 in single
 * and 150 in double precision. 0^b is 0, 1 or infinity by the sign of b. */
FN real r_pow(real a, real b)
{
    real k;
    real f = split_exponent(a, &k);
    /* log(1+f) = 2 atanh(s), s = f / (2+f) = s + s_low */
    real sum = f + R(2.0);
    real s = f / sum;
    real sum_low = f - (sum - R(2.0));
    real s_low = r_fma(-s, sum_low, r_fma(-s, sum, f)) / sum;
    real z = s * s;
    real low = r_fma(z * s, atanh_tail(z), s_low + s_low);
    real high = s + s;
    /* k log 2 + high + low, its largest term exact */
    real whole = k * r_set(LN2_HIGH);
    real whole_low = r_fma(k, r_set(LN2_LOW), r_fma(k, r_set(LN2_HIGH), -whole));
    real log_high = whole + high;
    real swap = log_high - whole;
    real log_low = ((whole - (log_high - swap)) + (high - swap)) + whole_low + low;
    real exponent = b * log_high;
    real exponent_low = r_fma(b, log_low, r_fma(b, log_high, -exponent));
    real result = exp_of_sum(exponent, exponent_low);
    real of_zero = r_select(b > R(0.0), R(0.0), r_select(b < R(0.0), r_infinity(), R(1.0)));
    return r_select(a < R(0.0), r_nan(), r_select(a > R(0.0), result, of_zero));
}

/* a^k for a whole k >= 0 that the compiler knows. */
FN real whole_power(real a, int k)
{
    real result = k & 1 ? a : R(1.0);
    for (k >>= 1; k > 0; k >>= 1) {
        a = a * a;
        if (k & 1)
            result = result * a;
    }
    return result;
}

/* Sine and cosine of (quadrant) pi/2 + x + low for |x| <= pi/4. */
FN void sincos_reduced(real_bits quadrant, real x, real low, real *sine, real *cosine)
{
    real z = x * x;
    real s = x + r_fma(z * x, sine_tail(z), low);
    real c = r_fma(z, r_fma(z, cosine_tail(z), R(-0.5)), R(1.0));
    mask odd = (quadrant & 1) > (real_bits)i_set(0);
    real_bits sign_sine = (quadrant & 2) << (8 * (int)sizeof(scalar) - 2);
    real_bits sign_cosine = ((quadrant + 1) & 2) << (8 * (int)sizeof(scalar) - 2);
    *sine = r_from_bits(r_bits(r_select(odd, c, s)) ^ sign_sine);
    *cosine = r_from_bits(r_bits(r_select(odd, s, c)) ^ sign_cosine);
}

/* sin and cos of 2 pi u; the reduction is exact for |u| < 2^20 in single, 2^49 in double precision. */
FN void r_sincos_2pi(real u, real *sine, real *cosine)
{
    real sum = r_fma(u, R(4.0), r_set(ROUNDING));
    real turn = r_fma(R(-0.25), sum - r_set(ROUNDING), u);
    real x = turn * r_set(4 * HALF_PI_HIGH);
    real low = r_fma(turn, r_set(4 * HALF_PI_MIDDLE), r_fma(turn, r_set(4 * HALF_PI_HIGH), -x));
    sincos_reduced(small_from_sum(sum), x, low, sine, cosine);
}

/* sin and cos of a in radians, |a| < 2^19 in single, 2^47 in double precision. */
FN void r_sincos(real a, real *sine, real *cosine)
{
    real sum = r_fma(a, R(0.63661977236758134), r_set(ROUNDING));
    real n = sum - r_set(ROUNDING);
    real rest = r_fma(n, r_set(-HALF_PI_HIGH), a);
    /* rest - n HALF_PI_MIDDLE as a sum of two, whichever is larger (D. E. Knuth's TwoSum) */
    real more = n * r_set(-HALF_PI_MIDDLE);
    real x = rest + more;
    real part = x - rest;
    real lost = (rest - (x - part)) + (more - part);
    real low = r_fma(n, r_set(-HALF_PI_LOW), lost + r_fma(n, r_set(-HALF_PI_MIDDLE), -more));
    sincos_reduced(small_from_sum(sum), x, low, sine, cosine);
}

/* The angle of (x, y) in (-pi, pi], as atan2 of the C library has it. */
FN real r_atan2(real y, real x)
{
    real across = r_abs(x), up = r_abs(y);
    real large = r_max(up, across), small = r_min(across, up); /* in these orders a NaN reaches one of them */
    real slope = r_select(large == small, r_select(large > R(0.0), R(1.0), large), small / large);
    real z = slope * slope;
    real tail = z * slope * atan_tail(z);
    /* pi/2 - angle and pi - angle, with what pi/2 lacks */
    mask steep = up > across;
    mask back = r_bits(x) < (real_bits)i_set(0);
    real base = r_select(steep, r_set(HALF_PI_HIGH), r_select(back, r_set(2 * HALF_PI_HIGH), R(0.0)));
    real base_low = r_select(steep, r_set(HALF_PI_MIDDLE), r_select(back, r_set(2 * HALF_PI_MIDDLE), R(0.0)));
    /* the slope counts backwards from pi/2 in the first quadrant and from pi in the second */
    real direction = r_select(steep ^ back, R(-1.0), R(1.0));
    real angle = base + r_fma(direction, slope, r_fma(direction, tail, base_low));
    real_bits sign = r_bits(y) & ~r_bits(r_abs(y));
    return r_from_bits(r_bits(angle) | sign);
}

#endif

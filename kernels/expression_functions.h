/* What the expressions of a user call beyond functions.h, which is the rest of a pocket calculator. It is
 * branch-free, with the same bits in every language and lane count. NaN in gives NaN out, also where C's own
 * function would drop it (minimum, maximum, a power of zero). So a point without a value is always counted as
 * one.
 *
 * Within units of the last place: 0 r_floor r_ceil r_sign r_step r_least r_greatest; 2 r_cosh r_erf r_acos
 * r_atan r_log10; 2.5 r_sinh r_tanh r_asin r_tan. r_sin, r_cos and r_power as r_sincos() and r_pow() have it.
 */
#ifndef TESSERA_EXPRESSION_FUNCTIONS_H
#define TESSERA_EXPRESSION_FUNCTIONS_H

#include "functions.h"

/* The largest angle that r_sincos() reduces, and the arguments from where on sinh and cosh are infinite and
 * tanh is 1. Below the last of the sizes sinh, tanh and erf are their linear term. */
#if PRECISION_DOUBLE
#define ANGLE_MOST S(0x1p47)
#define SINH_OVERFLOW S(710.8)
#define TANH_ONE S(20.0)
#define LINEAR_BELOW S(0x1p-28)
#else
#define ANGLE_MOST S(0x1p19)
#define SINH_OVERFLOW S(89.7)
#define TANH_ONE S(10.0)
#define LINEAR_BELOW S(0x1p-13)
#endif

/* A number beyond the range of single precision, and what it is there. */
#if PRECISION_DOUBLE
#define IN_DOUBLE(number, in_single) R(number)
#else
#define IN_DOUBLE(number, in_single) (in_single)
#endif

/* The size of `a` with the sign of `b`. */
FN real r_with_sign(real a, real b)
{
    real_bits size = r_bits(r_abs(a));
    return r_from_bits(size | (r_bits(b) & ~r_bits(r_abs(b))));
}

/* A sum with 2^FRACTION_BITS has no room for a fraction; what is as large has none already. */
FN real r_floor(real a)
{
    real size = r_abs(a);
    real whole = r_with_sign((size + SCALE_UP) - SCALE_UP, a);
    real below = r_select(whole > a, whole - R(1.0), whole);
    return r_select(size < SCALE_UP, below, a);
}

FN real r_ceil(real a) { return -r_floor(-a); }

/* -1, 1, and 0 at zero. */
FN real r_sign(real a) { return r_select(a > R(0.0), R(1.0), r_select(a < R(0.0), R(-1.0), a)); }

/* 1 from 0 on, 0 below. */
FN real r_step(real a) { return r_select(a >= R(0.0), R(1.0), r_select(a < R(0.0), R(0.0), a)); }

/* The smaller and the larger of two, of which neither is NaN; r_min and r_max give their second argument
 * then. */
FN real r_least(real a, real b) { return r_select(a == a, r_min(a, b), a); }
FN real r_greatest(real a, real b) { return r_select(a == a, r_max(a, b), a); }

/* Beyond ANGLE_MOST there is no reduction: NaN. */
FN real r_angle(real a) { return r_select(r_abs(a) < r_set(ANGLE_MOST), a, r_nan()); }

FN real r_sin(real a)
{
    real s;
    real c;
    r_sincos(r_angle(a), &s, &c);
    return s;
}

FN real r_cos(real a)
{
    real s;
    real c;
    r_sincos(r_angle(a), &s, &c);
    return c;
}

FN real r_tan(real a)
{
    real s;
    real c;
    r_sincos(r_angle(a), &s, &c);
    return s / c;
}

FN real r_atan(real a) { return r_atan2(a, R(1.0)); }
FN real r_asin(real a) { return r_atan2(a, r_sqrt((R(1.0) - a) * (R(1.0) + a))); }
FN real r_acos(real a) { return r_atan2(r_sqrt((R(1.0) - a) * (R(1.0) + a)), a); }

/* 1/log(10) is a sum of two, so that its own rounding does not add to that of the logarithm. */
FN real r_log10(real a)
{
    real natural = r_log(a);
#if PRECISION_DOUBLE
    real sum = r_fma(natural, R(0x1.bcb7b1526e50ep-2), natural * R(0x1.95355baaafad3p-57));
#else
    real sum = r_fma(natural, R(0x1.bcb7b2p-2), natural * R(-0x1.5b235ep-27));
#endif
    return r_select(r_abs(natural) < r_infinity(), sum, natural);
}

/* exp(a) = 4 scale (1 + rest) for 0 <= a, no cancellation in the rest. */
FN real exp_less_one(real a, real *scale)
{
    real sum = r_fma(a, R(1.4426950408889634), r_set(ROUNDING));
    real n = sum - r_set(ROUNDING);
    real x = r_fma(n, r_set(-LN2_LOW), r_fma(n, r_set(-LN2_HIGH), a));
    *scale = r_from_bits((small_from_sum(sum) + (EXPONENT_BIAS - 2)) << FRACTION_BITS);
    return r_fma(x * x, exp_tail(x), x);
}

/* With m = exp(|a|) - 1: sinh = (m + m / (m + 1)) / 2; m / 4 is at hand, which does not overflow before sinh.
 */
FN real r_sinh(real a)
{
    real scale;
    real size = r_min(r_set(SINH_OVERFLOW), r_abs(a)); /* in this order a NaN stays one */
    real rest = exp_less_one(size, &scale);
    real quarter = r_fma(scale, rest, scale - R(0.25));
    real half_sum = quarter + quarter / r_fma(R(4.0), quarter, R(1.0));
    return r_with_sign(r_select(size < r_set(LINEAR_BELOW), size, half_sum + half_sum), a);
}

FN real r_cosh(real a)
{
    real scale;
    real size = r_min(r_set(SINH_OVERFLOW), r_abs(a));
    real rest = exp_less_one(size, &scale);
    real quarter = r_fma(scale, rest, scale);
    real half_sum = quarter + R(0.0625) / quarter;
    return half_sum + half_sum;
}

/* With m = exp(2 |a|) - 1: tanh = m / (m + 2). */
FN real r_tanh(real a)
{
    real scale;
    real size = r_min(r_set(TANH_ONE), r_abs(a));
    real rest = exp_less_one(size + size, &scale);
    real quarter = r_fma(scale, rest, scale - R(0.25));
    return r_with_sign(r_select(size < r_set(LINEAR_BELOW), size, quarter / (quarter + R(0.5))), a);
}

/* The series at 0 up to 1, from there 1 - erfc(|a|), which rounds to 1 from 6 on. */
FN real r_erf(real a)
{
    real size = r_abs(a);
    real near = r_fma(size, erf_tail(size * size), size);
    real x = r_max(R(1.0), r_min(R(6.0), size));
    real far = R(1.0) - r_exp(-x * x) * erfc_scaled((x - R(2.5)) / (x + R(3.0)));
    return r_with_sign(r_select(size > R(1.0), far, near), a);
}

/* a^b for every a: a negative one has powers for whole b alone, else NaN. r_pow() has its accuracy while the
 * result is within range. Where b log a leaves no room for it, as k + f tells, it is 0 or infinity. */
FN real r_power(real a, real b)
{
    real k;
    real size = r_abs(a);
    real f = split_exponent(size, &k);
    real room = r_set(4 * EXPONENT_BIAS);
    real estimate = b * (k + f);
    real result = r_pow(size, b);
    result = r_select(estimate > room, r_infinity(), r_select(estimate < -room, R(0.0), result));
    real of_end = r_select(b > R(0.0), size, r_select(b < R(0.0), R(1.0) / size, R(1.0)));
    result = r_select(m_and(size > R(0.0), size < r_infinity()), result, of_end);
    real half_power = R(0.5) * b;
    mask whole = r_floor(b) == b;
    mask odd = m_not(r_floor(half_power) == half_power);
    real mirrored = r_select(whole, r_select(odd, -result, result), r_nan());
    result = r_select(a < R(0.0), mirrored, result);
    return r_select(m_and(a == a, b == b), result, a + b);
}

#endif

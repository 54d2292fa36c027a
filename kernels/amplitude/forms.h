/* Functions of complex numbers for form factors of a model's own (src/amplitude/form_text.h), with the
 * principal values that formulae of parameters have (src/model/formula_functions.c). Of each one the function
 * behind it gives the derivative along `d`, from its argument z and its value f. */
#ifndef TESSERA_AMPLITUDE_FORMS_H
#define TESSERA_AMPLITUDE_FORMS_H

#include "complex.h"
#include "functions.h"

FN complex_number c_real(complex_number z) { return c_set(z.re, R(0.0)); }
FN complex_number c_imaginary(complex_number z) { return c_set(z.im, R(0.0)); }
FN complex_number c_over_i(complex_number z) { return c_set(z.im, -z.re); }

/* A number on a cut lies on its upper side, as real numbers do in formulae: no zero has a minus. */
FN complex_number c_above(complex_number z) { return c_set(z.re + R(0.0), z.im + R(0.0)); }

FN complex_number form_inverse(complex_number z) { return c_above(c_inverse(z)); }
FN complex_number form_inverse_along(complex_number z, complex_number f, complex_number d)
{
    (void)z;
    return c_negate(c_multiply(c_multiply(f, f), d));
}

/* |z|, which has room where |z|^2 has none. */
FN real form_size(complex_number z)
{
    const real a = r_abs(z.re), b = r_abs(z.im);
    const real large = r_max(a, b), small = r_min(a, b);
    const real ratio = r_select(large > R(0.0), small / large, R(0.0));
    return large * r_sqrt(r_fma(ratio, ratio, R(1.0)));
}

FN complex_number form_abs(complex_number z) { return c_set(form_size(z), R(0.0)); }
FN complex_number form_abs_along(complex_number z, complex_number f, complex_number d)
{
    const real along = r_fma(z.re, d.re, z.im * d.im);
    return c_set(r_select(f.re > R(0.0), along / f.re, R(0.0)), R(0.0));
}

FN complex_number form_arg(complex_number z) { return c_set(r_atan2(z.im + R(0.0), z.re), R(0.0)); }
FN complex_number form_arg_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_set(r_fma(z.re, d.im, -(z.im * d.re)) / c_norm(z), R(0.0));
}

/* The root whose real part is not negative; the sign of a zero says on which side of the cut z is. */
FN complex_number c_sqrt(complex_number z)
{
    const real size = form_size(z), larger = r_sqrt(R(0.5) * (size + r_abs(z.re)));
    const real other = r_select(larger > R(0.0), R(0.5) * r_abs(z.im) / larger, R(0.0));
    const mask back = z.re < R(0.0), below = r_bits(z.im) < i_set(0);
    const real im = r_select(back, larger, other);
    return c_set(r_select(back, other, larger), r_select(below, -im, im));
}
FN complex_number form_sqrt(complex_number z) { return c_sqrt(c_above(z)); }
FN complex_number form_sqrt_along(complex_number z, complex_number f, complex_number d)
{
    (void)z;
    return c_multiply(c_scale(d, R(0.5)), c_inverse(f));
}

FN complex_number form_exp(complex_number z)
{
    real sine, cosine;
    const real size = r_exp(z.re);
    r_sincos(z.im, &sine, &cosine);
    return c_set(size * cosine, size * sine);
}
FN complex_number form_exp_along(complex_number z, complex_number f, complex_number d)
{
    (void)z;
    return c_multiply(f, d);
}

FN complex_number c_log(complex_number z) { return c_set(r_log(form_size(z)), r_atan2(z.im, z.re)); }
FN complex_number form_log(complex_number z) { return c_log(c_above(z)); }
FN complex_number form_log_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(c_inverse(z), d);
}

/* a^b; of a = 0 it is 0. */
FN complex_number form_power(complex_number a, complex_number b)
{
    const complex_number power = form_exp(c_multiply(b, form_log(a)));
    return c_select(c_norm(a) > R(0.0), power, c_set(R(0.0), R(0.0)));
}
FN complex_number form_power_along(complex_number a, complex_number b, complex_number f, complex_number da,
                                   complex_number db)
{
    const complex_number of_base = c_multiply(c_multiply(b, c_inverse(a)), da);
    return c_multiply(f, c_fma(form_log(a), db, of_base));
}

/* sinh of a real number: near 0 by its series, where the difference loses digits. */
FN real form_real_sinh(real a)
{
    const real square = a * a, e = r_exp(a);
    const real tail = r_fma(square,
                            r_fma(square, r_fma(square, R(1.0 / 362880.0), R(1.0 / 5040.0)), R(1.0 / 120.0)),
                            R(1.0 / 6.0));
    return r_select(r_abs(a) < R(0.1), r_fma(a * square, tail, a), R(0.5) * (e - R(1.0) / e));
}

FN real form_real_cosh(real a)
{
    const real e = r_exp(a);
    return R(0.5) * (e + R(1.0) / e);
}

FN complex_number form_sinh(complex_number z)
{
    real sine, cosine;
    r_sincos(z.im, &sine, &cosine);
    return c_set(form_real_sinh(z.re) * cosine, form_real_cosh(z.re) * sine);
}
FN complex_number form_cosh(complex_number z)
{
    real sine, cosine;
    r_sincos(z.im, &sine, &cosine);
    return c_set(form_real_cosh(z.re) * cosine, form_real_sinh(z.re) * sine);
}
FN complex_number form_sinh_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(form_cosh(z), d);
}
FN complex_number form_cosh_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(form_sinh(z), d);
}

/* sin z = -i sinh(i z), cos z = cosh(i z) */
FN complex_number form_sin(complex_number z) { return c_over_i(form_sinh(c_times_i(z))); }
FN complex_number form_cos(complex_number z) { return form_cosh(c_times_i(z)); }
FN complex_number form_sin_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(form_cos(z), d);
}
FN complex_number form_cos_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_negate(c_multiply(form_sin(z), d));
}

/* 1 - z and 1 + z, whose zeros keep their signs. */
FN complex_number form_one_less(complex_number z) { return c_set(R(1.0) - z.re, -z.im); }
FN complex_number form_one_more(complex_number z) { return c_set(R(1.0) + z.re, z.im); }

/* (1 - z^2)^(1/2) as a product of roots, which keeps to the side of a cut. */
FN complex_number form_root_of_one_less(complex_number z)
{
    return c_multiply(c_sqrt(form_one_less(z)), c_sqrt(form_one_more(z)));
}

/* asin z = -i log(i z + (1 - z^2)^(1/2)) */
FN complex_number c_asin(complex_number z)
{
    return c_over_i(c_log(c_add(c_times_i(z), form_root_of_one_less(z))));
}
FN complex_number form_asin(complex_number z) { return c_asin(c_above(z)); }
FN complex_number form_acos(complex_number z)
{
    const complex_number a = form_asin(z);
    return c_set(R(1.57079632679489661923) - a.re, -a.im);
}
FN complex_number form_asin_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(c_inverse(form_root_of_one_less(z)), d);
}
FN complex_number form_acos_along(complex_number z, complex_number f, complex_number d)
{
    return c_negate(form_asin_along(z, f, d));
}

/* atanh z = (log(1 + z) - log(1 - z)) / 2, atan z = -i atanh(i z) */
FN complex_number c_atanh(complex_number z)
{
    return c_scale(c_subtract(c_log(form_one_more(z)), c_log(form_one_less(z))), R(0.5));
}
FN complex_number form_atanh(complex_number z) { return c_atanh(c_above(z)); }
FN complex_number form_atan(complex_number z) { return c_over_i(c_atanh(c_times_i(c_above(z)))); }
FN complex_number form_atanh_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(c_inverse(c_multiply(form_one_less(z), form_one_more(z))), d);
}
FN complex_number form_atan_along(complex_number z, complex_number f, complex_number d)
{
    return form_atanh_along(c_times_i(z), f, d);
}

/* asinh z = -i asin(i z), acosh z = log(z + (z - 1)^(1/2) (z + 1)^(1/2)) */
FN complex_number form_asinh(complex_number z) { return c_over_i(c_asin(c_times_i(c_above(z)))); }
FN complex_number form_asinh_along(complex_number z, complex_number f, complex_number d)
{
    return form_asin_along(c_times_i(z), f, d);
}
FN complex_number form_acosh_root(complex_number z)
{
    return c_multiply(c_sqrt(c_set(z.re - R(1.0), z.im)), c_sqrt(form_one_more(z)));
}
FN complex_number form_acosh(complex_number z)
{
    z = c_above(z);
    return c_log(c_add(z, form_acosh_root(z)));
}
FN complex_number form_acosh_along(complex_number z, complex_number f, complex_number d)
{
    (void)f;
    return c_multiply(c_inverse(form_acosh_root(z)), d);
}

/* Truth is 1 and 0; what is neither 0 is true. */
FN complex_number truth_of(mask m) { return c_select(m, c_set(R(1.0), R(0.0)), c_set(R(0.0), R(0.0))); }
FN complex_number truth_less(complex_number a, complex_number b) { return truth_of(a.re < b.re); }
FN complex_number truth_equal(complex_number a, complex_number b)
{
    return truth_of(m_and(a.re == b.re, a.im == b.im));
}
FN complex_number truth_no(complex_number a) { return truth_of(c_norm(a) == R(0.0)); }
FN complex_number truth_both(complex_number a, complex_number b)
{
    return truth_of(m_and(c_norm(a) > R(0.0), c_norm(b) > R(0.0)));
}
FN complex_number truth_either(complex_number a, complex_number b)
{
    return truth_of(r_max(c_norm(a), c_norm(b)) > R(0.0));
}
FN complex_number form_where(complex_number m, complex_number a, complex_number b)
{
    return c_select(c_norm(m) > R(0.0), a, b);
}
FN complex_number form_where_along(complex_number m, complex_number a, complex_number b, complex_number f,
                                   complex_number dm, complex_number da, complex_number db)
{
    (void)a;
    (void)b;
    (void)f;
    (void)dm;
    return form_where(m, da, db);
}

#endif

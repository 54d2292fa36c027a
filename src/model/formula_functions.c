#include "model/formula_functions.h"

#include <math.h>
#include <string.h>

typedef struct formula_value value;

/* The compiler's own functions: kernels have a header complex.h too. */
typedef _Complex double number;

static number number_of(value a) { return __builtin_complex(a.re, a.im); }

static number slope_of(value a) { return __builtin_complex(a.slope_re, a.slope_im); }

static value value_of(number z) { return (value){.re = __builtin_creal(z), .im = __builtin_cimag(z)}; }

/* The result whose derivative grows by `factor` times `slope`; where that is none, the factor may be
 * infinite. */
static value with_slope(value result, number factor, number slope)
{
    const value more = value_of(factor * slope);
    if (slope == 0)
        return result;
    result.slope_re += more.re;
    result.slope_im += more.im;
    return result;
}

static value real_of(double re) { return (value){.re = re}; }

static value truth(int holds) { return (value){.re = holds ? 1 : 0}; }

static int is_true(value a) { return a.re != 0 || a.im != 0; }

value formula_power(value a, value b)
{
    const number base = number_of(a), exponent = number_of(b);
    const value result = a.im == 0 && b.im == 0 && a.re >= 0 ? real_of(pow(a.re, b.re))
                                                             : value_of(__builtin_cpow(base, exponent));
    const number of_base = slope_of(a) == 0 ? 0 : exponent * __builtin_cpow(base, exponent - 1);
    const number of_exponent = slope_of(b) == 0 ? 0 : number_of(result) * __builtin_clog(base);
    return with_slope(with_slope(result, of_base, slope_of(a)), of_exponent, slope_of(b));
}

/* Of a real argument the real function serves where it has a value: it is more exact and has no other part.
 * `derivative` is an expression of the argument z and of the result f. Roots of products are products of
 * roots, which keep to the side of a cut. */
#define FUNCTION(name, real_domain, derivative)                                                           \
    static void compute_##name(const value *a, value *result)                                             \
    {                                                                                                     \
        const double x = a->re;                                                                           \
        const number z = number_of(*a);                                                                   \
        const value at = a->im == 0 && (real_domain) ? real_of(name(x)) : value_of(__builtin_c##name(z)); \
        const number f = number_of(at);                                                                   \
        (void)f;                                                                                          \
        *result = with_slope(at, derivative, slope_of(*a));                                               \
    }
FUNCTION(exp, isfinite(x), f)
FUNCTION(log, x > 0, 1 / z)
FUNCTION(sin, isfinite(x), __builtin_ccos(z))
FUNCTION(cos, isfinite(x), -__builtin_csin(z))
FUNCTION(tan, isfinite(x), 1 + f * f)
FUNCTION(asin, fabs(x) <= 1, 1 / (__builtin_csqrt(1 - z) * __builtin_csqrt(1 + z)))
FUNCTION(acos, fabs(x) <= 1, -1 / (__builtin_csqrt(1 - z) * __builtin_csqrt(1 + z)))
FUNCTION(atan, isfinite(x), 1 / (1 + z * z))
FUNCTION(sinh, isfinite(x), __builtin_ccosh(z))
FUNCTION(cosh, isfinite(x), __builtin_csinh(z))
FUNCTION(tanh, isfinite(x), 1 - f * f)
FUNCTION(asinh, isfinite(x), 1 / __builtin_csqrt(1 + z * z))
FUNCTION(acosh, x >= 1, 1 / (__builtin_csqrt(z - 1) * __builtin_csqrt(z + 1)))
FUNCTION(atanh, fabs(x) < 1, 1 / (1 - z * z))

static value inverse_of(value a)
{
    /* A real number's inverse is real: a zero with a minus would be beyond a cut. */
    const number inverse = a.im == 0 ? 1 / a.re : 1 / number_of(a);
    return with_slope(value_of(inverse), -inverse * inverse, slope_of(a));
}

/* Functions of the inverse of an argument, and inverses of functions. */
#define INVERSE_OF(name, of)                                  \
    static void compute_##name(const value *a, value *result) \
    {                                                         \
        compute_##of(a, result);                              \
        *result = inverse_of(*result);                        \
    }
INVERSE_OF(sec, cos)
INVERSE_OF(csc, sin)
INVERSE_OF(cot, tan)
#define OF_INVERSE(name, of)                                  \
    static void compute_##name(const value *a, value *result) \
    {                                                         \
        const value inverse = inverse_of(*a);                 \
        compute_##of(&inverse, result);                       \
    }
OF_INVERSE(asec, acos)
OF_INVERSE(acsc, asin)
OF_INVERSE(acot, atan)

/* Functions that have no complex derivative, but one along a line. */
static void compute_abs(const value *a, value *result)
{
    const double size = hypot(a->re, a->im), along = a->re * a->slope_re + a->im * a->slope_im;
    *result = (value){.re = size, .slope_re = along == 0 ? 0 : along / size};
}
static void compute_re(const value *a, value *result)
{
    *result = (value){.re = a->re, .slope_re = a->slope_re};
}
static void compute_im(const value *a, value *result)
{
    *result = (value){.re = a->im, .slope_re = a->slope_im};
}
static void compute_conj(const value *a, value *result)
{
    *result = (value){a->re, a->im == 0 ? 0 : -a->im, a->slope_re, -a->slope_im};
}
static void compute_arg(const value *a, value *result)
{
    const double across = a->re * a->slope_im - a->im * a->slope_re;
    *result = (value){.re = atan2(a->im, a->re),
                      .slope_re = across == 0 ? 0 : across / (a->re * a->re + a->im * a->im)};
}
static void compute_less(const value *a, value *result) { *result = truth(a[0].re < a[1].re); }
static void compute_equal(const value *a, value *result)
{
    *result = truth(a[0].re == a[1].re && a[0].im == a[1].im);
}
static void compute_both(const value *a, value *result) { *result = truth(is_true(a[0]) && is_true(a[1])); }
static void compute_either(const value *a, value *result) { *result = truth(is_true(a[0]) || is_true(a[1])); }
static void compute_no(const value *a, value *result) { *result = truth(!is_true(*a)); }
static void compute_where(const value *a, value *result) { *result = is_true(a[0]) ? a[1] : a[2]; }

static const struct formula_function functions[] = {
    {"exp", 1, compute_exp},     {"log", 1, compute_log},       {"sin", 1, compute_sin},
    {"cos", 1, compute_cos},     {"tan", 1, compute_tan},       {"asin", 1, compute_asin},
    {"acos", 1, compute_acos},   {"atan", 1, compute_atan},     {"sinh", 1, compute_sinh},
    {"cosh", 1, compute_cosh},   {"tanh", 1, compute_tanh},     {"asinh", 1, compute_asinh},
    {"acosh", 1, compute_acosh}, {"atanh", 1, compute_atanh},   {"sec", 1, compute_sec},
    {"csc", 1, compute_csc},     {"cot", 1, compute_cot},       {"asec", 1, compute_asec},
    {"acsc", 1, compute_acsc},   {"acot", 1, compute_acot},     {"abs", 1, compute_abs},
    {"re", 1, compute_re},       {"im", 1, compute_im},         {"conj", 1, compute_conj},
    {"arg", 1, compute_arg},     {"less", 2, compute_less},     {"equal", 2, compute_equal},
    {"both", 2, compute_both},   {"either", 2, compute_either}, {"no", 1, compute_no},
    {"where", 3, compute_where},
};

const struct formula_function *formula_function_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
        if (strlen(functions[i].name) == length && !strncmp(functions[i].name, name, length))
            return &functions[i];
    return NULL;
}

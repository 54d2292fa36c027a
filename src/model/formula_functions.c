#include "model/formula_functions.h"

#include <math.h>
#include <string.h>

typedef struct formula_value value;

/* The compiler's own functions: kernels have a header complex.h too. */
typedef _Complex double number;

static number number_of(value a) { return __builtin_complex(a.re, a.im); }

static value value_of(number z) { return (value){__builtin_creal(z), __builtin_cimag(z)}; }

static value truth(int holds) { return (value){holds ? 1 : 0, 0}; }

static int is_true(value a) { return a.re != 0 || a.im != 0; }

value formula_power(value a, value b)
{
    if (a.im == 0 && b.im == 0 && a.re >= 0)
        return (value){pow(a.re, b.re), 0};
    return value_of(__builtin_cpow(number_of(a), number_of(b)));
}

/* Of a real argument the real function serves where it has a value: it is more exact and has no other part.
 */
#define FUNCTION(name, real_domain)                                                         \
    static void compute_##name(const value *a, value *result)                               \
    {                                                                                       \
        const double x = a->re;                                                             \
        *result = a->im == 0 && (real_domain) ? (value){name(x), 0}                         \
                                              : value_of(__builtin_c##name(number_of(*a))); \
    }
FUNCTION(exp, isfinite(x))
FUNCTION(log, x > 0)
FUNCTION(sin, isfinite(x))
FUNCTION(cos, isfinite(x))
FUNCTION(tan, isfinite(x))
FUNCTION(asin, fabs(x) <= 1)
FUNCTION(acos, fabs(x) <= 1)
FUNCTION(atan, isfinite(x))
FUNCTION(sinh, isfinite(x))
FUNCTION(cosh, isfinite(x))
FUNCTION(tanh, isfinite(x))
FUNCTION(asinh, isfinite(x))
FUNCTION(acosh, x >= 1)
FUNCTION(atanh, fabs(x) < 1)

/* Functions of the inverse of an argument, and inverses of functions. */
#define INVERSE_OF(name, of)                                  \
    static void compute_##name(const value *a, value *result) \
    {                                                         \
        compute_##of(a, result);                              \
        *result = value_of(1 / number_of(*result));           \
    }
INVERSE_OF(sec, cos)
INVERSE_OF(csc, sin)
INVERSE_OF(cot, tan)
#define OF_INVERSE(name, of)                                  \
    static void compute_##name(const value *a, value *result) \
    {                                                         \
        const value inverse = value_of(1 / number_of(*a));    \
        compute_##of(&inverse, result);                       \
    }
OF_INVERSE(asec, acos)
OF_INVERSE(acsc, asin)
OF_INVERSE(acot, atan)

static void compute_abs(const value *a, value *result) { *result = (value){hypot(a->re, a->im), 0}; }
static void compute_re(const value *a, value *result) { *result = (value){a->re, 0}; }
static void compute_im(const value *a, value *result) { *result = (value){a->im, 0}; }
static void compute_conj(const value *a, value *result) { *result = (value){a->re, a->im == 0 ? 0 : -a->im}; }
static void compute_arg(const value *a, value *result) { *result = (value){atan2(a->im, a->re), 0}; }
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

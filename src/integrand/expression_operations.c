/* What operations are: in kernel C, and in numbers. */
#include "integrand/expression_tape.h"

#include <math.h>

static const struct operation_form forms[OPERATION_COUNT] = {
    [OPERATION_TRUTH] = {"m_not($1 == R(0.0))", 1, 0, 1},
    [OPERATION_NUMBER] = {"r_select($1, R(1.0), R(0.0))", 1, 1, 0},
    [OPERATION_NEGATE] = {"-$1", 1, 0, 0},
    [OPERATION_ADD] = {"$1 + $2", 2, 0, 0},
    [OPERATION_SUBTRACT] = {"$1 - $2", 2, 0, 0},
    [OPERATION_MULTIPLY] = {"$1 * $2", 2, 0, 0},
    [OPERATION_DIVIDE] = {"$1 / $2", 2, 0, 0},
    [OPERATION_LESS] = {"$1 < $2", 2, 0, 1},
    [OPERATION_LESS_EQUAL] = {"$1 <= $2", 2, 0, 1},
    [OPERATION_GREATER] = {"$1 > $2", 2, 0, 1},
    [OPERATION_GREATER_EQUAL] = {"$1 >= $2", 2, 0, 1},
    [OPERATION_EQUAL] = {"$1 == $2", 2, 0, 1},
    [OPERATION_DIFFERENT] = {"m_not($1 == $2)", 2, 0, 1},
    [OPERATION_AND] = {"m_and($1, $2)", 2, 1, 1},
    [OPERATION_OR] = {"m_or($1, $2)", 2, 1, 1},
    [OPERATION_NOT] = {"m_not($1)", 1, 1, 1},
    [OPERATION_POWER] = {"r_power($1, $2)", 2, 0, 0},
    [OPERATION_MINIMUM] = {"r_least($1, $2)", 2, 0, 0},
    [OPERATION_MAXIMUM] = {"r_greatest($1, $2)", 2, 0, 0},
    [OPERATION_ATAN2] = {"r_atan2($1, $2)", 2, 0, 0},
    [OPERATION_SQRT] = {"r_sqrt($1)", 1, 0, 0},
    [OPERATION_EXP] = {"r_exp($1)", 1, 0, 0},
    [OPERATION_LOG] = {"r_log($1)", 1, 0, 0},
    [OPERATION_LOG10] = {"r_log10($1)", 1, 0, 0},
    [OPERATION_SIN] = {"r_sin($1)", 1, 0, 0},
    [OPERATION_COS] = {"r_cos($1)", 1, 0, 0},
    [OPERATION_TAN] = {"r_tan($1)", 1, 0, 0},
    [OPERATION_ASIN] = {"r_asin($1)", 1, 0, 0},
    [OPERATION_ACOS] = {"r_acos($1)", 1, 0, 0},
    [OPERATION_ATAN] = {"r_atan($1)", 1, 0, 0},
    [OPERATION_SINH] = {"r_sinh($1)", 1, 0, 0},
    [OPERATION_COSH] = {"r_cosh($1)", 1, 0, 0},
    [OPERATION_TANH] = {"r_tanh($1)", 1, 0, 0},
    [OPERATION_ERF] = {"r_erf($1)", 1, 0, 0},
    [OPERATION_ABS] = {"r_abs($1)", 1, 0, 0},
    [OPERATION_FLOOR] = {"r_floor($1)", 1, 0, 0},
    [OPERATION_CEIL] = {"r_ceil($1)", 1, 0, 0},
    [OPERATION_SIGN] = {"r_sign($1)", 1, 0, 0},
    [OPERATION_STEP] = {"r_step($1)", 1, 0, 0},
};

const struct operation_form *operation_form(enum operation operation) { return &forms[operation]; }

static double truth(int holds) { return holds ? 1 : 0; }

static double value_of_operator(enum operation operation, double a, double b)
{
    switch (operation) {
    case OPERATION_NEGATE:
        return -a;
    case OPERATION_ADD:
        return a + b;
    case OPERATION_SUBTRACT:
        return a - b;
    case OPERATION_MULTIPLY:
        return a * b;
    case OPERATION_LESS:
        return truth(a < b);
    case OPERATION_LESS_EQUAL:
        return truth(a <= b);
    case OPERATION_GREATER:
        return truth(a > b);
    case OPERATION_GREATER_EQUAL:
        return truth(a >= b);
    case OPERATION_EQUAL:
        return truth(a == b);
    case OPERATION_DIFFERENT:
        return truth(a != b);
    case OPERATION_AND:
        return truth(a != 0 && b != 0);
    case OPERATION_OR:
        return truth(a != 0 || b != 0);
    case OPERATION_NOT:
        return truth(a == 0);
    case OPERATION_TRUTH:
    case OPERATION_NUMBER:
        return truth(a != 0);
    default:
        return a / b; /* OPERATION_DIVIDE, of IEEE also by zero */
    }
}

/* As the kernels have it: NaN stays NaN. */
static double value_of_two(enum operation operation, double a, double b)
{
    if (isnan(a) || isnan(b))
        return a + b;
    if (operation == OPERATION_MINIMUM)
        return a < b ? a : b;
    if (operation == OPERATION_MAXIMUM)
        return a > b ? a : b;
    if (operation == OPERATION_ATAN2)
        return atan2(a, b);
    const int open = (a < 0 && b != floor(b)) || (fabs(a) == 1 && isinf(b)); /* C has values at infinities */
    return open ? NAN : pow(a, b);
}

double operation_value(enum operation operation, double a, double b)
{
    static double (*const functions[OPERATION_COUNT])(double) = {
        [OPERATION_SQRT] = sqrt, [OPERATION_EXP] = exp,   [OPERATION_LOG] = log,   [OPERATION_LOG10] = log10,
        [OPERATION_SIN] = sin,   [OPERATION_COS] = cos,   [OPERATION_TAN] = tan,   [OPERATION_ASIN] = asin,
        [OPERATION_ACOS] = acos, [OPERATION_ATAN] = atan, [OPERATION_SINH] = sinh, [OPERATION_COSH] = cosh,
        [OPERATION_TANH] = tanh, [OPERATION_ERF] = erf,   [OPERATION_ABS] = fabs,  [OPERATION_FLOOR] = floor,
        [OPERATION_CEIL] = ceil,
    };
    if (functions[operation])
        return functions[operation](a);
    if (operation == OPERATION_SIGN)
        return a > 0 ? 1 : a < 0 ? -1 : a;
    if (operation == OPERATION_STEP)
        return a >= 0 ? 1 : a < 0 ? 0 : a;
    if (operation < OPERATION_POWER)
        return value_of_operator(operation, a, b);
    return value_of_two(operation, a, b);
}

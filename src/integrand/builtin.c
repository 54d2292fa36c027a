/* The integrands of the tests of arXiv:2202.01753 (eqs. 1 to 8; f1 to f6 are those of A. Genz, 1984, and
 * others) with their true values. f6 is zero where some x_i is not below (3 + i)/10; fB is normalised to one,
 * where the paper's factor is not. */
#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "integrand/integrand.h"
#include "tessera/text.h"

#include <math.h>
#include <string.h>

static double f1_true(int dimensions)
{
    /* The real part of the product of (exp(i k) - 1) / (i k). */
    double real = 1, imaginary = 0;
    for (int k = 1; k <= dimensions; ++k) {
        const double a = sin(k) / k, b = (1 - cos(k)) / k, old = real;
        real = old * a - imaginary * b;
        imaginary = old * b + imaginary * a;
    }
    return real;
}

static double f2_true(int dimensions) { return pow(100 * atan(25), dimensions); }

/* (1 + s)^(-d-1) = int_0^inf t^d exp(-t (1 + s)) dt / d!, so that all axes but t can be done. What is left is
 * int exp(-t) prod (1 - exp(-k t)) / k dt / d!. With t = exp(u) the trapezoidal rule does it, which converges
 * exponentially. */
static double f3_true(int dimensions)
{
    enum { STEPS = 64, FROM = -40 * STEPS, TO = 8 * STEPS };
    double sum = 0;
    for (int i = FROM; i < TO; ++i) {
        const double u = (double)i / STEPS, t = exp(u);
        double logarithm = u - t;
        for (int k = 1; k <= dimensions; ++k)
            logarithm += log(-expm1(-k * t) / k) - log(k);
        sum += exp(logarithm) / STEPS;
    }
    return sum;
}

static double f4_true(int dimensions) { return pow(sqrt(M_PI / 625) * erf(12.5), dimensions); }

static double f5_true(int dimensions) { return pow(-expm1(-5) / 5, dimensions); }

static double f6_true(int dimensions)
{
    double product = 1;
    for (int k = 1; k <= dimensions; ++k)
        product *= expm1((k + 4) * fmin(1, (3 + k) / 10.0)) / (k + 4);
    return product;
}

/* The imaginary part of ((exp(10 i) - 1) / i)^d. */
static double fa_true(int dimensions)
{
    const double a = sin(10), b = 1 - cos(10);
    return pow(hypot(a, b), dimensions) * sin(dimensions * atan2(b, a));
}

static double fb_true(int dimensions) { return pow(erf(1 / (0.01 * M_SQRT2)), dimensions); }

static const struct builtin {
    const char *name, *expression;
    double lower, upper;
    int dimensions; /* as the study has it */
    double (*true_value)(int dimensions);
} builtins[] = {
    {"f1", "cos(sum(i*x))", 0, 1, 8, f1_true},
    {"f2", "prod(1 / (1/2500 + (x - 0.5)^2))", 0, 1, 6, f2_true},
    {"f3", "(1 + sum(i*x))^(-dim - 1)", 0, 1, 8, f3_true},
    {"f4", "exp(-625 * sum((x - 0.5)^2))", 0, 1, 8, f4_true},
    {"f5", "exp(-10 * sum(abs(x - 0.5)))", 0, 1, 8, f5_true},
    {"f6", "if(prod(x < (3 + i)/10), exp(sum((i + 4) * x)), 0)", 0, 1, 6, f6_true},
    {"fA", "sin(sum(x))", 0, 10, 6, fa_true},
    {"fB", "exp(-5000 * sum(x^2)) / (0.01 * sqrt(2*pi))^dim", -1, 1, 9, fb_true},
};
enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

static ts_status unknown(ts_context *context, const char *name)
{
    const char *names[BUILTINS];
    for (size_t i = 0; i < BUILTINS; ++i)
        names[i] = builtins[i].name;
    const char *nearest = ts_text_nearest(name, names, BUILTINS);
    return ts_fail(context, TS_ERROR_INPUT,
                   "There is no built-in integrand '%.40s'%s%s; there are f1 to f6, fA, fB.", name,
                   nearest ? ": did you mean " : "", nearest ? nearest : "");
}

ts_status ts_integrand_create_builtin(ts_context *context, const char *name, int dimensions,
                                      ts_integrand **integrand)
{
    OWN_ENVIRONMENT;
    NEEDS(context, integrand);
    *integrand = NULL;
    NEEDS(context, context && name);
    const struct builtin *builtin = NULL;
    for (size_t i = 0; i < BUILTINS; ++i)
        if (!strcmp(builtins[i].name, name))
            builtin = &builtins[i];
    if (!builtin)
        return unknown(context, name);
    const int axes = dimensions ? dimensions : builtin->dimensions;
    ts_status status = ts_integrand_create(context, axes, &builtin->expression, 1, integrand);
    for (int axis = 0; axis < axes && !status; ++axis)
        status = ts_integrand_set_limits(*integrand, axis, builtin->lower, builtin->upper);
    if (!status)
        (*integrand)->true_value = builtin->true_value;
    return status;
}

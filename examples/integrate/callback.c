/* A function of your program, as GSL's Monte Carlo integrators take it, and the same as a formula.
 *
 * The function stays as it is, with its parameters behind a pointer. It runs on the CPU, called from several
 * threads at once (settings.threads = 1 if it cannot bear that); the formula runs anywhere, and faster. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera/integrate.h>

struct wave {
    double number;
};

/* double f(double *x, size_t dim, void *params): what gsl_monte_function has as its f. */
static double standing_wave(double *x, size_t dim, void *params)
{
    const struct wave *wave = params;
    double product = 1;
    for (size_t i = 0; i < dim; ++i)
        product *= 1 + cos(wave->number * x[i]);
    return product;
}

/* Integrates, says what came out, and compares it with the truth. */
static int is_right(ts_context *context, const ts_integrand *integrand, const char *name, double truth)
{
    const ts_integrate_settings settings = {.relative_error = 1e-4};
    ts_integral *integral;
    int right = 0;
    if (ts_integrate(context, integrand, &settings, &integral) != TS_OK)
        fprintf(stderr, "%s: %s\n", name, ts_context_error(context));
    if (integral) {
        const ts_component *result = &integral->components[0];
        printf("%-10s %.8g +- %.1e, %.3g s; %.8g is right\n", name, result->value, result->error,
               integral->seconds_integrate, truth);
        right = integral->converged && fabs(result->value - truth) < 5 * result->error;
    }
    ts_integral_destroy(&integral);
    return right;
}

int main(void)
{
    enum { DIMENSIONS = 4 };
    struct wave wave = {.number = 2};
    const double length = 3, one = length + sin(wave.number * length) / wave.number,
                 truth = pow(one, DIMENSIONS);
    const char *text[] = {"prod(1 + cos(number * x))"};
    ts_context *context;
    ts_integrand *function = NULL, *formula = NULL;
    if (ts_context_create(&context) != TS_OK)
        return EXIT_FAILURE;
    ts_status status = ts_integrand_create_gsl(context, DIMENSIONS, standing_wave, &wave, &function);
    if (status == TS_OK)
        status = ts_integrand_create(context, DIMENSIONS, text, 1, &formula);
    if (status == TS_OK)
        status = ts_integrand_set_parameter(formula, "number", wave.number);
    for (int axis = 0; axis < DIMENSIONS && status == TS_OK; ++axis) {
        status = ts_integrand_set_limits(function, axis, 0, length); /* xl and xu of GSL */
        if (status == TS_OK)
            status = ts_integrand_set_limits(formula, axis, 0, length);
    }
    if (status != TS_OK)
        fprintf(stderr, "%s\n", ts_context_error(context));
    const int right = status == TS_OK && is_right(context, function, "function", truth) &&
                      is_right(context, formula, "formula", truth);
    ts_integrand_destroy(&function);
    ts_integrand_destroy(&formula);
    ts_context_destroy(&context);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

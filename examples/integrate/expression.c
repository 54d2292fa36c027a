/* An integral of a formula, to an error that you ask for.
 *
 * The formula is text (docs/expressions.md): it is compiled for the machine or the GPU that computes. Here it
 * is a Gaussian over six dimensions, whose integral over all space is known: (pi / a)^(6/2). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera/integrate.h>

int main(void)
{
    const char *formula[] = {"exp(-a * sum(x^2))"};
    const double a = 3, truth = pow(acos(-1) / a, 3);
    ts_context *context;
    ts_integrand *integrand = NULL;
    ts_integral *integral = NULL;

    /* Every call returns a status, TS_OK being 0; the context keeps the sentence of what went wrong. */
    if (ts_context_create(&context) != TS_OK)
        return EXIT_FAILURE;
    ts_status status = ts_integrand_create(context, 6, formula, 1, &integrand);
    if (status == TS_OK)
        status = ts_integrand_set_parameter(integrand, "a", a);
    for (int axis = 0; axis < 6 && status == TS_OK; ++axis) /* the box is (0, 1)^6 unless you say so */
        status = ts_integrand_set_limits(integrand, axis, -INFINITY, INFINITY);

    /* What is not set has a good default: the method, the seed, as many threads as there are. */
    const ts_integrate_settings settings = {.relative_error = 1e-4, .max_evaluations = 100000000};
    if (status == TS_OK)
        status = ts_integrate(context, integrand, &settings, &integral);
    if (status != TS_OK) /* TS_NOT_CONVERGED too: there is an integral then, but its error is too large */
        fprintf(stderr, "%s\n", ts_context_error(context));

    int right = 0;
    if (integral) {
        const ts_component *result = &integral->components[0];
        printf("%.8g +- %.1e by %s, %llu evaluations; %.8g is right\n", result->value, result->error,
               integral->method, (unsigned long long)integral->evaluations, truth);
        right = integral->converged && fabs(result->value - truth) < 5 * result->error;
    }
    ts_integral_destroy(&integral); /* destroy functions take NULL handles too */
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

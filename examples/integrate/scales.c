/* Several integrals from one set of points: a model cross section at three scales.
 *
 * The integrand is kernel C, one function for the CPU and every GPU (docs/integrate.md). It reads a table (a
 * density at nine nodes, straight lines between), an array (the factors of the scale) and two parameters. It
 * knows nothing of where it runs. f[k] = density(x1) density(x2) / log(factor[k] q / lambda)^2. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera/integrate.h>

static const char source[] = "INTEGRAND(x, f)\n"
                             "{\n"
                             "    real flux = table1(density, x[0]) * table1(density, x[1]);\n"
                             "    for (int k = 0; k < COMPONENTS; ++k) {\n"
                             "        real scale = parameter(q) * element(factors, k);\n"
                             "        real logarithm = r_log(scale / parameter(lambda));\n"
                             "        f[k] = flux / (logarithm * logarithm);\n"
                             "    }\n"
                             "}\n";

enum { SCALES = 3, NODES = 9 };
static const double factors[SCALES] = {0.5, 1, 2}, q = 91, lambda = 0.2;

int main(void)
{
    double nodes[NODES], values[NODES], area = 0;
    for (int i = 0; i < NODES; ++i) {
        nodes[i] = (double)i / (NODES - 1);
        values[i] = pow(1 - nodes[i], 3);
        area += i ? (values[i] + values[i - 1]) / 2 / (NODES - 1) : 0; /* under the straight lines, exactly */
    }
    const double *axes[] = {nodes};
    const size_t sizes[] = {NODES};
    ts_context *context;
    ts_integrand *integrand = NULL;
    ts_integral *integral = NULL;
    if (ts_context_create(&context) != TS_OK)
        return EXIT_FAILURE;
    ts_status status = ts_integrand_create_source(context, 2, SCALES, source, &integrand);
    if (status == TS_OK)
        status = ts_integrand_set_parameter(integrand, "q", q);
    if (status == TS_OK)
        status = ts_integrand_set_parameter(integrand, "lambda", lambda);
    if (status == TS_OK)
        status = ts_integrand_set_array(integrand, "factors", factors, SCALES);
    if (status == TS_OK)
        status = ts_integrand_set_table(integrand, "density", 1, sizes, axes, values, 0);
    const ts_integrate_settings settings = {.relative_error = 1e-4}; /* of every component */
    if (status == TS_OK)
        status = ts_integrate(context, integrand, &settings, &integral);
    if (status != TS_OK)
        fprintf(stderr, "%s\n", ts_context_error(context));
    int right = integral && integral->converged;
    for (int k = 0; k < SCALES && integral; ++k) {
        const ts_component *result = &integral->components[k];
        const double truth = area * area / pow(log(factors[k] * q / lambda), 2);
        printf("scale %5.1f: %.7g +- %.1e; %.7g is right\n", factors[k] * q, result->value, result->error,
               truth);
        right = right && fabs(result->value - truth) < 5 * result->error;
    }
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
    ts_context_destroy(&context);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

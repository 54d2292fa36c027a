/* An integral that goes on another day, and a grid that serves twice.
 *
 * A peak in five dimensions is integrated roughly first, and its state kept in a file. Then, from the file,
 * it is taken to a tenth of the error. A neighbour of it comes last, from the same grid, for which far fewer
 * evaluations are enough. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tessera/integrate.h>

enum { DIMENSIONS = 5 };
static const double a = 20000;

static double truth_of(double centre)
{
    const double one = sqrt(acos(-1) / a) / 2 * (erf(sqrt(a) * (1 - centre)) + erf(sqrt(a) * centre));
    return pow(one, DIMENSIONS);
}

/* The integral of the peak at `centre`; ends the program where it is not what it should be. */
static ts_integral *integrate(ts_context *context, double centre, ts_integrate_settings settings)
{
    const char *text[] = {"exp(-a * sum((x - centre)^2))"};
    ts_integrand *integrand = NULL;
    ts_integral *integral = NULL;
    if (ts_integrand_create(context, DIMENSIONS, text, 1, &integrand) != TS_OK ||
        ts_integrand_set_parameter(integrand, "a", a) != TS_OK ||
        ts_integrand_set_parameter(integrand, "centre", centre) != TS_OK ||
        ts_integrate(context, integrand, &settings, &integral) != TS_OK) {
        fprintf(stderr, "%s\n", ts_context_error(context));
        exit(EXIT_FAILURE);
    }
    const ts_component *result = &integral->components[0];
    printf("%.8g +- %.1e, %llu evaluations, %llu of them earlier; %.8g is right\n", result->value,
           result->error, (unsigned long long)integral->evaluations,
           (unsigned long long)integral->evaluations_before, truth_of(centre));
    if (fabs(result->value - truth_of(centre)) > 5 * result->error)
        exit(EXIT_FAILURE);
    ts_integrand_destroy(&integrand);
    return integral;
}

int main(void)
{
    ts_context *context;
    ts_integral_state *state = NULL;
    if (ts_context_create(&context) != TS_OK)
        return EXIT_FAILURE;
    ts_integral *rough = integrate(context, 0.5, (ts_integrate_settings){.relative_error = 1e-2});
    if (ts_integral_state_write(context, rough->state, "peak.json") != TS_OK ||
        ts_integral_state_read(context, "peak.json", &state) != TS_OK) {
        fprintf(stderr, "%s\n", ts_context_error(context));
        return EXIT_FAILURE;
    }
    ts_integrate_settings settings = {.relative_error = 1e-3, .continue_from = state};
    ts_integral *fine = integrate(context, 0.5, settings);

    settings = (ts_integrate_settings){.relative_error = 1e-2};
    ts_integral *anew = integrate(context, 0.501, settings);
    settings.grid_from = fine->state; /* of an integral that is still here: no file is needed */
    ts_integral *near = integrate(context, 0.501, settings);
    const int spared = near->evaluations < anew->evaluations && fine->evaluations > rough->evaluations;

    ts_integral_state_destroy(&state); /* the state of an integral goes with it */
    ts_integral_destroy(&rough);
    ts_integral_destroy(&fine);
    ts_integral_destroy(&anew);
    ts_integral_destroy(&near);
    ts_context_destroy(&context);
    return spared ? EXIT_SUCCESS : EXIT_FAILURE;
}

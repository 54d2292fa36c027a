#include "study/integrals.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL = 1000 /* evaluations, the fewest there can be */ };

/* The next word of a list with commas; 0 at its end, -1 where it is too long. */
static int next_word(const char **list, char *word)
{
    const size_t length = strcspn(*list, ",");
    if (length >= BENCH_WORD)
        return -1;
    memcpy(word, *list, length);
    word[length] = '\0';
    *list += length + ((*list)[length] == ',');
    return length > 0;
}

/* "f4:8": the integrand, with its own dimensions where none are given. */
static ts_status create(const struct bench *bench, const char *text, ts_integrand **integrand,
                        struct bench_integral *what)
{
    const size_t length = strcspn(text, ":");
    char *end = "";
    const long dimensions = text[length] ? strtol(text + length + 1, &end, 10) : 0;
    if (length >= sizeof what->name || *end || dimensions < 0 || dimensions > 100 ||
        (text[length] && dimensions == 0))
        return ts_fail(bench->context, TS_ERROR_INPUT,
                       "An integrand is a name and dimensions, such as f4:8, not '%s'.", text);
    memcpy(what->name, text, length);
    what->name[length] = '\0';
    ts_status status = ts_integrand_create_builtin(bench->context, what->name, (int)dimensions, integrand);
    if (!status) {
        what->integrand = *integrand;
        what->dimensions = ts_integrand_dimensions(*integrand);
        what->truth = ts_integrand_true_value(*integrand);
    }
    return status;
}

ts_status bench_integrate(const struct bench *bench, const struct bench_integral *what, double tolerance,
                          uint64_t most, uint64_t seed, ts_integral **integral)
{
    const ts_integrate_settings settings = {.relative_error = tolerance,
                                            .max_evaluations = most ? most : bench->settings.events,
                                            .seed = seed,
                                            .method = what->method,
                                            .precision = bench->settings.precision,
                                            .device = what->device,
                                            .threads = bench->settings.threads};
    const ts_status status = ts_integrate(bench->context, what->integrand, &settings, integral);
    if (status == TS_INTERRUPTED)
        ts_integral_destroy(integral);
    return status == TS_NOT_CONVERGED ? TS_OK : status;
}

/* A trial's time of compiling goes into the table of these; NULL measures. */
struct plan {
    const char *const *devices;
    size_t device_count;
    bench_measure *measure;
    double *seconds_compile;
    size_t place, places;
};

static ts_status try(const struct bench *bench, struct plan *plan, const struct bench_integral *what)
{
    ts_integral *integral = NULL;
    ts_status status = bench_integrate(bench, what, first_tolerance, TRIAL, 1, &integral);
    if (!status && plan->place == plan->places) {
        const size_t places = plan->places ? 2 * plan->places : 64;
        double *larger = realloc(plan->seconds_compile, places * sizeof *larger);
        if (!larger)
            status = ts_fail_memory(bench->context, "the times of compiling");
        else
            plan->seconds_compile = larger;
        plan->places = larger ? places : plan->places;
    }
    if (!status)
        plan->seconds_compile[plan->place++] = integral->seconds_compile;
    ts_integral_destroy(&integral);
    return status;
}

static ts_status each_method(const struct bench *bench, struct plan *plan, struct bench_integral *what,
                             int measuring)
{
    const char *methods = bench->settings.methods;
    ts_status status = TS_OK;
    for (int more; !status && (more = next_word(&methods, what->method)) != 0;) {
        if (more < 0)
            return ts_fail(bench->context, TS_ERROR_INPUT, "There is no such method: '%s'.", methods);
        for (size_t i = 0; i < plan->device_count && !status; ++i) {
            what->device = plan->devices[i];
            if (measuring)
                what->seconds_compile = plan->seconds_compile[plan->place++];
            status = measuring ? plan->measure(bench, what) : try(bench, plan, what);
        }
    }
    return status;
}

static ts_status each_integrand(const struct bench *bench, struct plan *plan, int measuring)
{
    const char *integrands = bench->settings.integrands;
    char text[BENCH_WORD];
    ts_status status = TS_OK;
    plan->place = 0;
    for (int more; !status && (more = next_word(&integrands, text)) != 0;) {
        struct bench_integral what = {0};
        ts_integrand *integrand = NULL;
        status = more < 0 ? ts_fail(bench->context, TS_ERROR_INPUT, "There is no such integrand: '%s'.",
                                    integrands)
                          : create(bench, text, &integrand, &what);
        if (!status)
            status = each_method(bench, plan, &what, measuring);
        ts_integrand_destroy(&integrand);
    }
    return status;
}

ts_status bench_integrals(const struct bench *bench, const char *const *devices, size_t device_count,
                          bench_measure *measure)
{
    const char *const one[] = {bench->settings.device};
    struct plan plan = {.devices = devices ? devices : one,
                        .device_count = devices ? device_count : 1,
                        .measure = measure};
    ts_status status = each_integrand(bench, &plan, 0);
    if (!status)
        status = each_integrand(bench, &plan, 1);
    free(plan.seconds_compile);
    return status;
}

ts_status bench_repeat(const struct bench *bench, const struct bench_integral *what, double tolerance,
                       struct bench_runs *runs)
{
    runs->count = runs->converged = 0;
    for (int run = 0; run < bench->settings.runs && runs->count == runs->converged; ++run) {
        ts_integral *integral = NULL;
        const ts_status status = bench_integrate(bench, what, tolerance, 0, (uint64_t)run + 1, &integral);
        if (status)
            return status;
        const ts_component *component = &integral->components[0];
        ++runs->count;
        if (integral->converged) {
            const int i = runs->converged++;
            runs->true_errors[i] = fabs(component->value / what->truth - 1);
            runs->claimed_errors[i] = fabs(component->error / component->value);
            runs->pulls[i] = (component->value - what->truth) / component->error;
            runs->evaluations[i] = (double)integral->evaluations;
            runs->ms[i] = 1e3 * integral->seconds_integrate;
        }
        ts_integral_destroy(&integral);
    }
    return TS_OK;
}

double bench_root_mean_square(const double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += values[i] * values[i];
    return count ? sqrt(sum / count) : NAN;
}

double bench_largest(const double *values, int count)
{
    double largest = count ? 0 : NAN;
    for (int i = 0; i < count; ++i)
        largest = fmax(largest, fabs(values[i]));
    return largest;
}

/* What the library's calls give, as one text to the last bit, to be compared between environments of the
 * caller. */
#ifndef TESSERA_ENVIRONMENT_SUPPORT_H
#define TESSERA_ENVIRONMENT_SUPPORT_H

#include "test_support.h"

#include "tessera/amplitude.h"
#include "tessera/integrate.h"
#include "tessera/pdf.h"
#include "tessera/run.h"

#include <fenv.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct results {
    char folder[1000]; /* of its own, as tests run side by side */
    char text[65536];
    size_t used;
};

/* The bits of a number; printf()'s "%a" would depend on the rounding mode and on the locale. */
static inline void add_number(struct results *results, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    results->used += (size_t)snprintf(results->text + results->used, sizeof results->text - results->used,
                                      "%016llx\n", (unsigned long long)bits);
}

static inline void add_line(struct results *results, const char *line)
{
    results->used += (size_t)snprintf(results->text + results->used, sizeof results->text - results->used,
                                      "%s", line);
}

struct place {
    char path[1100];
};

static inline struct place place_of(const struct results *results, const char *name)
{
    struct place place;
    snprintf(place.path, sizeof place.path, "%s/%s", results->folder, name);
    return place;
}

/* The lines of a file that hold `part`. */
static inline void add_file(struct results *results, const char *name, const char *part)
{
    FILE *file = fopen(place_of(results, name).path, "r");
    assert_non_null(file);
    char line[512];
    while (fgets(line, sizeof line, file) && results->used + sizeof line < sizeof results->text)
        if (strstr(line, part))
            add_line(results, line);
    fclose(file);
}

/* A small run, with its histogram as it is in a file and read again. */
static inline void add_run(struct results *results, ts_context *context, const char *const *assignments)
{
    ts_card *card;
    ts_result *result;
    assert_status(context, ts_card_create(context, &card));
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    assert_status(context, ts_run(context, card, &(ts_run_settings){.device = "cpu"}, &result));
    add_number(results, result->value);
    add_number(results, result->error);
    assert_status(context, ts_result_write(context, result, results->folder));
    add_file(results, "histograms.yoda", "");
    add_file(results, "result.json", "\"value\"");
    ts_histogram *read;
    size_t count;
    assert_status(context, ts_yoda_read(context, place_of(results, "histograms.yoda").path, &read, &count));
    add_number(results, read[0].total.sum_w);
    ts_comparison comparison;
    assert_status(context, ts_histogram_compare(context, result->histograms, read, 0, &comparison));
    add_number(results, comparison.p_value);
    ts_histograms_destroy(&read, count);
    ts_result_destroy(&result);
    ts_card_destroy(&card);
}

static inline void add_amplitude(struct results *results, ts_context *context, const char *process)
{
    static const double momenta[] = {
        500, 0, 0, 500, 500, 0, 0, -500, 500, 300, 400, 0, 500, -300, -400, 0,
    };
    double value = 0;
    const ts_amplitude_settings settings = {.device = "cpu"};
    assert_status(context, ts_amplitude_evaluate(context, process, &settings, 4, momenta, 1, &value, NULL));
    add_number(results, value);
}

/* A C function that is told of the environment it is called in. */
static atomic_int strange_calls;

static inline double third(double *x, size_t dimensions, void *parameters)
{
    (void)dimensions;
    (void)parameters;
    volatile double one = 1, small = 1e-300;
    const double quotient = one / 3, denormal = small * 1e-10;
    if (fegetround() != FE_TONEAREST || denormal == 0 || quotient != 1 / 3.0)
        atomic_fetch_add(&strange_calls, 1);
    return quotient * x[0];
}

static inline void add_integral(struct results *results, ts_context *context, ts_integrand *integrand)
{
    ts_integral *integral;
    const ts_integrate_settings settings = {.relative_error = 1e-2, .device = "cpu", .method = "vegas"};
    assert_status(context, ts_integrate(context, integrand, &settings, &integral));
    add_number(results, integral->components[0].value);
    add_number(results, integral->components[0].error);
    const struct place file = place_of(results, "state.json");
    assert_status(context, ts_integral_state_write(context, integral->state, file.path));
    ts_integral_state *state;
    assert_status(context, ts_integral_state_read(context, file.path, &state));
    ts_integral_state_destroy(&state);
    ts_integral_destroy(&integral);
    ts_integrand_destroy(&integrand);
}

static inline void add_integrals(struct results *results, ts_context *context)
{
    ts_integrand *integrand;
    assert_status(context,
                  ts_integrand_create(context, 2, (const char *const[]){"a*x1 + 0.25*x2"}, 1, &integrand));
    assert_status(context, ts_integrand_set_parameter(integrand, "a", 0.125));
    add_integral(results, context, integrand);
    assert_status(context, ts_integrand_create_gsl(context, 1, third, NULL, &integrand));
    add_integral(results, context, integrand);
}

static inline void add_densities(struct results *results, ts_context *context)
{
    ts_pdf *pdf;
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    const ts_pdf_facts facts = ts_pdf_describe(pdf);
    add_number(results, facts.q_min);
    add_number(results, ts_pdf_xfx(pdf, 21, 0.1, 12.5));
    add_number(results, ts_pdf_alpha_s(pdf, 12.5));
    ts_pdf_destroy(&pdf);
}

/* The sentence of a failure, with numbers in it. */
static inline void add_sentence(struct results *results, ts_context *context)
{
    ts_card *card;
    assert_status(context, ts_card_create(context, &card));
    assert_int_equal(ts_card_set(context, card, "integration.relative_error=2.5"), TS_ERROR_INPUT);
    add_line(results, ts_context_error(context));
    ts_card_destroy(&card);
}

/* What the calls give. */
static inline struct results *all_results(void)
{
    static const char *const gluons[] = {"process=g g > g g g", "integration.events=2e4", "histograms=[ht]",
                                         NULL};
    static const char *const photons[] = {"process=u u~ > a a", "integration.events=2e4", "histograms=[pt1]",
                                          NULL};
    static const char *const files[] = {"card.yaml", "histograms.yoda", "report.html", "result.json",
                                        "state.json"};
    struct results *results = calloc(1, sizeof *results);
    ts_context *context;
    assert_non_null(results);
    strcpy(results->folder, TEST_BINARY "/environment-XXXXXX");
    assert_non_null(mkdtemp(results->folder));
    assert_int_equal(ts_context_create(&context), TS_OK);
    add_run(results, context, gluons);
    add_run(results, context, photons);
    add_amplitude(results, context, "g g > g g");
    add_amplitude(results, context, "u u~ > a a");
    add_integrals(results, context);
    add_densities(results, context);
    add_sentence(results, context);
    ts_context_destroy(&context);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        unlink(place_of(results, files[i]).path);
    assert_int_equal(rmdir(results->folder), 0);
    return results;
}

#endif

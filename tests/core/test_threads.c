/* What include/tessera/context.h promises to threads: each with a context of its own works as if alone, on
 * objects that all of them read. */
#include "test_support.h"

#include "tessera/amplitude.h"
#include "tessera/integrate.h"
#include "tessera/model.h"
#include "tessera/pdf.h"
#include "tessera/run.h"
#include "tessera/subprocess.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 3 };

/* What all threads read. */
struct shared {
    const ts_card *card;
    const ts_integrand *integrand;
    const ts_model *model;
    const ts_pdf *pdf;
};

/* What one thread found. */
struct found {
    double cross_section, integral, amplitude, density;
    size_t members;
};

struct work {
    const struct shared *shared;
    struct found found;
    char sentence[256]; /* why it failed; empty: it did not */
};

static ts_status find(ts_context *context, const struct shared *shared, struct found *found)
{
    static const double momenta[] = {500, 0, 0, 500, 500, 0, 0, -500, 500, 300, 0, 400, 500, -300, 0, -400};
    ts_result *result;
    ts_integral *integral;
    ts_subprocesses *subprocesses;
    ts_status status = ts_run(context, shared->card, &(ts_run_settings){.device = "cpu", .threads = 1},
                              &result);
    found->cross_section = result ? result->value : 0;
    ts_result_destroy(&result);
    if (status)
        return status;
    status = ts_integrate(context, shared->integrand,
                          &(ts_integrate_settings){.device = "cpu", .threads = 1, .relative_error = 1e-2},
                          &integral);
    found->integral = integral ? integral->components[0].value : 0;
    ts_integral_destroy(&integral);
    if (status)
        return status;
    status = ts_amplitude_evaluate(context, "g g > g g", &(ts_amplitude_settings){.device = "cpu"}, 4,
                                   momenta, 1, &found->amplitude, NULL);
    if (status)
        return status;
    status = ts_subprocesses_create(context, shared->card, shared->model, "p p > t t~ g", &subprocesses);
    if (status)
        return status;
    found->members = ts_subprocesses_count(subprocesses);
    ts_subprocesses_destroy(&subprocesses);
    found->density = ts_pdf_xfx(shared->pdf, 21, 0.1, 100);
    return TS_OK;
}

static void *work_alone(void *data)
{
    struct work *work = data;
    ts_context *context;
    if (ts_context_create(&context)) {
        snprintf(work->sentence, sizeof work->sentence, "no context");
        return NULL;
    }
    if (find(context, work->shared, &work->found))
        snprintf(work->sentence, sizeof work->sentence, "%s", ts_context_error(context));
    ts_context_destroy(&context);
    return NULL;
}

static void threads_find_the_same(void **state)
{
    (void)state;
    ts_context *context;
    ts_card *card;
    ts_integrand *integrand;
    ts_model *model;
    ts_pdf *pdf;
    const char *const product[] = {"x1*x2"};
    struct work works[THREADS + 1];
    pthread_t threads[THREADS];
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "process=g g > g g"));
    assert_status(context, ts_card_set(context, card, "integration.relative_error=0.02"));
    assert_status(context, ts_integrand_create(context, 2, product, 1, &integrand));
    assert_status(context, ts_model_create(context, card, &model));
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    const struct shared shared = {card, integrand, model, pdf};
    memset(works, 0, sizeof works);
    for (int i = 0; i <= THREADS; ++i)
        works[i].shared = &shared;
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, work_alone, &works[i]), 0);
    for (int i = 0; i < THREADS; ++i)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    work_alone(&works[THREADS]);
    for (int i = 0; i <= THREADS; ++i) {
        assert_string_equal(works[i].sentence, "");
        assert_memory_equal(&works[i].found, &works[THREADS].found, sizeof works[i].found);
    }
    assert_true(works[0].found.cross_section > 0 && works[0].found.amplitude > 0 &&
                works[0].found.density > 0);
    ts_pdf_destroy(&pdf);
    ts_model_destroy(&model);
    ts_integrand_destroy(&integrand);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_find_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

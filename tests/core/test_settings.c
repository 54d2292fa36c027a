/* Settings of callers that were compiled with another release, and the version that says which. */
#include "test_support.h"

#include "core/settings.h"
#include "tessera/amplitude.h"
#include "tessera/decay.h"
#include "tessera/integrate.h"
#include "tessera/reweight.h"
#include "tessera/run.h"
#include "tessera/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Three releases of one struct: the first, this library's, and a later one. */
struct first {
    size_t size;
    int threads;
};
struct ours {
    size_t size;
    int threads;
    double error;
};
struct later {
    size_t size;
    int threads;
    double error, limit;
};

static ts_status take(ts_context *context, const void *given, struct ours *own)
{
    return settings_take(context, "settings", given, SIZE_THROUGH(struct ours, threads), own, sizeof *own);
}

/* On the heap, so that sanitizers see a read behind what the caller has. */
static void older_and_newer_callers(void **state)
{
    (void)state;
    ts_context *context;
    struct ours own;
    struct first *first = malloc(sizeof *first);
    struct later *later = malloc(sizeof *later);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_true(first && later);

    *first = (struct first){.size = sizeof *first, .threads = 3};
    assert_status(context, take(context, first, &own));
    assert_true(own.threads == 3 && own.error == 0);
    first->size = 0;
    assert_status(context, take(context, first, &own));
    assert_true(own.threads == 3 && own.error == 0);

    *later = (struct later){.size = sizeof *later, .threads = 4, .error = 0.5};
    assert_status(context, take(context, later, &own));
    assert_true(own.threads == 4 && own.error == 0.5);
    later->limit = 2;
    assert_int_equal(take(context, later, &own), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "does not know"));
    later->size = 4;
    assert_int_equal(take(context, later, &own), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "sizeof(settings)"));

    assert_status(context, take(context, NULL, &own));
    assert_true(own.threads == 0 && own.error == 0);
    free(first);
    free(later);
    ts_context_destroy(&context);
}

/* Each public function that takes settings looks at their size. */
static void functions_take_sizes(void **state)
{
    (void)state;
    ts_context *context;
    ts_card *card;
    ts_result *result;
    ts_integrand *integrand;
    ts_integral *integral;
    const char *const x[] = {"x1"};
    const double momenta[16] = {0};
    double value;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "process=g g > g g"));
    assert_status(context, ts_integrand_create(context, 1, x, 1, &integrand));
    assert_int_equal(ts_run(context, card, &(ts_run_settings){.size = 1}, &result), TS_ERROR_INPUT);
    assert_int_equal(ts_integrate(context, integrand, &(ts_integrate_settings){.size = 1}, &integral),
                     TS_ERROR_INPUT);
    assert_int_equal(ts_amplitude_evaluate(context, "g g > g g", &(ts_amplitude_settings){.size = 1}, 4,
                                           momenta, 1, &value, NULL),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "sizeof(ts_amplitude_settings)"));
    assert_int_equal(ts_reweight(context, "a", "b", &(ts_reweight_settings){.size = 1}, NULL),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "sizeof(ts_reweight_settings)"));
    assert_true(!result && !integral);
    ts_integrand_destroy(&integrand);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
}

/* Within a minor version fields stand where its first release has them. These are the sizes up to the last
 * field of 0.1.0, where pointers have 8 bytes; a new minor version begins with its own. */
static void first_fields_stay(void **state)
{
    (void)state;
    if (sizeof(void *) != 8)
        skip();
    assert_int_equal(TESSERA_VERSION_NUMBER / 1000, 1);
    assert_int_equal(SIZE_THROUGH(ts_run_settings, keep_others), 52);
    assert_int_equal(SIZE_THROUGH(ts_integrate_settings, progress_data), 128);
    assert_int_equal(SIZE_THROUGH(ts_amplitude_settings, colour), 64);
    assert_int_equal(SIZE_THROUGH(ts_reweight_settings, replace), 60);
    assert_int_equal(SIZE_THROUGH(ts_decay_settings, window), 40);
    assert_int_equal(SIZE_THROUGH(ts_result, card), 5464);
    assert_int_equal(SIZE_THROUGH(ts_integral, state), 776);
}

static void versions_agree(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", ts_version_number() / 1000000, ts_version_number() / 1000 % 1000,
             ts_version_number() % 1000);
    assert_string_equal(text, ts_version());
    assert_string_equal(text, TESSERA_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(older_and_newer_callers),
                                       cmocka_unit_test(functions_take_sizes),
                                       cmocka_unit_test(first_fields_stay), cmocka_unit_test(versions_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* result.json: its fields, its numbers, its folder. */
#include "core/context.h"
#include "tessera/run.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "close.h"

static ts_iteration iterations[2] = {{1.0 / 3, 0.1, 100, 0}, {NAN, INFINITY, 200, 1}};
static ts_bin bins[1] = {{0, 1, 2, 4, 1, 0.5, 3}};
static ts_histogram histogram = {.path = "/tessera/ht", .title = "HT [GeV]", .bin_count = 1, .bins = bins};

static ts_result example(void)
{
    return (ts_result){
        .process = "g g > g g",
        .device = "cpu: test",
        .precision = "single",
        .pdf = "CTEQ6L1",
        .pdf_source = "embedded",
        .sampling = "rambo",
        .seed = 9007199254740993u,
        .value = 2.3224e8 / 3,
        .error = 0.1,
        .chi2_per_dof = NAN,
        .converged = 1,
        .generated = 40000000,
        .accepted = 25743210,
        .counted = 30000000,
        .coupling_count = 1,
        .couplings = {{.name = "alpha_s", .re = 0.129808}},
        .seconds_total = 2,
        .seconds_integrate = 4,
        .iteration_count = 2,
        .iterations = iterations,
    };
}

static void every_field_of_the_contract_is_there(void **state)
{
    (void)state;
    const ts_result result = example();
    char *text = ts_result_json(&result);
    assert_non_null(text);
    assert_int_equal(text[strlen(text) - 1], '\n');
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    const char *version, *process, *device, *precision, *unit, *pdf;
    json_int_t seed, generated, accepted, not_finite, counted, events;
    double value, error, alpha_s, total, compile, integrate, write, ns, first;
    int converged;
    json_t *chi2, *list;
    const int unpacked = json_unpack(
        root,
        "{s:s, s:s, s:s, s:s, s:I, s:{s:f, s:f, s:s}, s:o, s:b, s:{s:I, s:I, s:I, s:I}, s:{s:f}, s:s, "
        "s:{s:f, s:f, s:f, s:f}, s:f, s:o}",
        "version", &version, "process", &process, "device", &device, "precision", &precision, "seed", &seed,
        "cross_section", "value", &value, "error", &error, "unit", &unit, "chi2_per_dof", &chi2, "converged",
        &converged, "events", "generated", &generated, "accepted", &accepted, "not_finite", &not_finite,
        "counted", &counted, "couplings", "alpha_s", &alpha_s, "pdf", &pdf, "time", "total", &total,
        "compile", &compile, "integrate", &integrate, "write", &write, "ns_per_event", &ns, "iterations",
        &list);
    assert_int_equal(unpacked, 0);
    assert_string_equal(process, "g g > g g");
    assert_true(seed == 9007199254740993 && counted == 30000000);
    assert_null(json_object_get(root, "shower"));
    assert_true(value == 2.3224e8 / 3 && error == 0.1 && alpha_s == 0.129808); /* to the last bit */
    assert_true(json_is_null(chi2));
    assert_close(ns, 100, 1e-12);
    assert_int_equal(json_array_size(list), 2);
    assert_int_equal(json_unpack(json_array_get(list, 0), "{s:f, s:I}", "value", &first, "events", &events),
                     0);
    assert_true(first == 1.0 / 3 && events == 100);
    assert_true(json_is_null(json_object_get(json_array_get(list, 1), "value")));
    json_decref(root);
}

static void a_coupling_that_changes_has_no_value(void **state)
{
    (void)state;
    ts_result result = example();
    result.couplings[0].re = NAN;
    result.generated = 0;
    char *text = ts_result_json(&result);
    json_t *root = json_loads(text, 0, NULL);
    free(text);
    assert_true(json_is_null(json_object_get(json_object_get(root, "couplings"), "alpha_s")));
    assert_true(json_is_null(json_object_get(root, "ns_per_event")));
    json_decref(root);
}

static void quark_pairs_tell_of_the_z_and_the_shower(void **state)
{
    (void)state;
    ts_result result = example();
    double alpha, sin2, m_z, gamma_z, alpha_s, cutoff;
    int order, thresholds, most;
    static const ts_parameter list[] = {{.name = "alpha", .re = 1 / 128.802},
                                        {.name = "sin2_theta_w", .re = 0.22293},
                                        {.name = "m_z", .unit = "GeV", .re = 91.1876},
                                        {.name = "gamma_z", .unit = "GeV", .re = 2.4952}};
    memcpy(result.couplings, list, sizeof list);
    result.coupling_count = 4;
    result.shower = (ts_shower){.enabled = 1,
                                .alpha_s = 0.118,
                                .order = 2,
                                .thresholds = 1,
                                .cutoff = 1.5,
                                .max_partons = 32,
                                .renormalization_factor = 1};
    char *text = ts_result_json(&result);
    json_t *root = json_loads(text, 0, NULL);
    free(text);
    assert_int_equal(json_unpack(root, "{s:{s:f, s:f, s:f, s:f !}, s:{s:f, s:i, s:b, s:f, s:i !}}",
                                 "couplings", "alpha", &alpha, "sin2_theta_w", &sin2, "m_z", &m_z, "gamma_z",
                                 &gamma_z, "shower", "alpha_s", &alpha_s, "order", &order, "thresholds",
                                 &thresholds, "cutoff", &cutoff, "max_partons", &most),
                     0);
    assert_true(alpha == 1 / 128.802 && sin2 == 0.22293 && m_z == 91.1876 && gamma_z == 2.4952);
    assert_true(alpha_s == 0.118 && order == 2 && thresholds && cutoff == 1.5 && most == 32);
    json_decref(root);
}

static void a_folder_is_made_and_filled(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    char base[] = TEST_BINARY "/test_json.XXXXXX";
    assert_non_null(mkdtemp(base));
    char folder[512], path[600];
    snprintf(folder, sizeof folder, "%s/a/b", base);
    assert_int_equal(ts_result_check_folder(context, folder), TS_OK);
    struct stat facts;
    snprintf(path, sizeof path, "%s/a", base);
    assert_int_not_equal(stat(path, &facts), 0); /* the check leaves nothing behind */

    ts_result result = example();
    result.histograms = &histogram;
    result.histogram_count = 1;
    assert_int_equal(ts_result_write(context, &result, folder), TS_OK);
    assert_true(result.seconds_write > 0 && result.seconds_total == 2 + result.seconds_write);
    snprintf(path, sizeof path, "%s/result.json", folder);
    char *text = ts_result_json(&result), *read = calloc(1, 100000);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(read, 1, 99999, file) == strlen(text));
    fclose(file);
    assert_string_equal(read, text);
    free(text);
    free(read);
    unlink(path);
    ts_histogram *histograms;
    size_t count;
    snprintf(path, sizeof path, "%s/histograms.yoda", folder);
    assert_int_equal(ts_yoda_read(context, path, &histograms, &count), TS_OK);
    assert_int_equal(count, 1);
    ts_histograms_destroy(&histograms, count);
    unlink(path);
    snprintf(path, sizeof path, "%s/report.html", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); /* no temporary files are left */
    snprintf(path, sizeof path, "%s/a", base);
    rmdir(path);
    rmdir(base);
    ts_context_destroy(&context);
}

static void a_folder_that_cannot_be_is_refused(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_int_equal(ts_result_check_folder(context, "/dev/null/x"), TS_ERROR_FILE);
    assert_true(strlen(ts_context_error(context)) > 0);
    assert_int_equal(ts_result_check_folder(context, ""), TS_ERROR_INPUT);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_the_contract_is_there),
        cmocka_unit_test(a_coupling_that_changes_has_no_value),
        cmocka_unit_test(quark_pairs_tell_of_the_z_and_the_shower),
        cmocka_unit_test(a_folder_is_made_and_filled),
        cmocka_unit_test(a_folder_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

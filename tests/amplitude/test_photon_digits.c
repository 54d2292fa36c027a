/* What rounding does to eight photons, where cancellations between permutations are largest, within the cuts
 * of arXiv:0908.4403. So it shows why single precision is what a card has that says nothing. */
#include "device_support.h"

#include "study/study.h"
#include "study/weight_list.h"

#include <math.h>

/* Of a cross section: a hundredth of the 0.1 % that a run may ask for. */
static const double negligible = 1e-5;

static struct weight_list record(const char *precision)
{
    ts_context *context;
    ts_card *card;
    struct device *device;
    struct weight_list result;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &card));
    assert_status(context, ts_card_set(context, card, "process=u u~ > a a a a a a a a"));
    assert_status(context, ts_card_set(context, card, "scales.factorization=20"));
    if (precision)
        assert_status(context, ts_card_set(context, card, precision));
    assert_status(context, device_open(context, test_device, 0, &device));
    assert_status(context, weight_list_create(context, device, card, "", 20000, &result));
    device_close(&device);
    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return result;
}

/* Weights of a run as it is unless told otherwise: their sum, and the sum and the largest of what each is off
 * by. An event that one precision alone lets pass counts in full. */
static void the_default_is_good_enough(void **state)
{
    (void)state;
    struct weight_list usual = record(NULL), single = record("precision=single"),
                       wide = record("precision=double");
    double difference = 0, off = 0, largest = 0, sum = 0;
    size_t events = 0;
    for (size_t i = 0; i < wide.count; ++i) {
        const double weight = isnan(usual.weights[i]) ? 0 : usual.weights[i];
        const double exact = isnan(wide.weights[i]) ? 0 : wide.weights[i];
        assert_true(usual.weights[i] == single.weights[i] ||
                    (isnan(usual.weights[i]) && isnan(single.weights[i])));
        events += exact > 0;
        sum += exact;
        difference += weight - exact;
        off += fabs(weight - exact);
        largest = fmax(largest, fabs(weight - exact));
    }
    print_message("%s: %zu events: the sum is off by %.1e, its parts by %.1e in all and %.1e at most\n",
                  test_device, events, difference / sum, off / sum, largest / sum);
    assert_true(events > 4000);
    assert_true(fabs(difference) < negligible * sum);
    assert_true(off < 2 * negligible * sum);
    assert_true(largest < negligible * sum);
    weight_list_free(&usual);
    weight_list_free(&single);
    weight_list_free(&wide);
}

static double cell(const struct study_value *values, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i)
        if (!strcmp(values[i].name, name))
            return values[i].number;
    fail_msg("there is no column %s", name);
    return NAN;
}

/* Errors of single events, relative to their sum over helicities. Densities, in the first row, lose most near
 * the end of x, where they weigh nothing. */
static void judge(const struct study_value *values, size_t count, void *data)
{
    const char *of = values[1].text;
    const int whole = !strcmp(of, "weight");
    *(int *)data += 1;
    print_message("%-12s median %.1e, 99.9 %% %.1e, worst %.1e; in all %.1e, at most %.1e\n", of,
                  cell(values, count, "median"), cell(values, count, "one_in_1000"),
                  cell(values, count, "worst"), cell(values, count, "sum_off"),
                  cell(values, count, "largest_off"));
    assert_true(cell(values, count, "events") > 4000 && cell(values, count, "cut_otherwise") <= 1);
    assert_true(cell(values, count, "median") < 1e-5);
    assert_true(cell(values, count, "one_in_1000") < 2e-3);
    assert_true(whole || cell(values, count, "worst") < 1e-2);
    assert_true(fabs(cell(values, count, "sum_difference")) < negligible);
    assert_true(cell(values, count, "sum_off") < 2 * negligible);
    assert_true(cell(values, count, "largest_off") < negligible);
}

/* Permutations, whose terms cancel most, too. */
static void every_form_is(void **state)
{
    ts_context *context;
    char machine[256];
    int rows = 0;
    const struct study_settings settings = {.device = test_device, .n_min = 8, .n_max = 8, .events = 20000};
    (void)state;
    if (!getenv("TESSERA_TEST_LONG"))
        skip();
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, study_run(context, "digits", &settings, judge, &rows, machine, sizeof machine));
    assert_int_equal(rows, 5);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    if (!test_has_double || test_is_sample()) {
        puts(test_has_double ? "skipped: OpenCL's compilers of a CPU are slow"
                             : "skipped: this device has no double precision");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_default_is_good_enough),
                                       cmocka_unit_test(every_form_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

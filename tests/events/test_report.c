/* The page of a result says its numbers as a reader wants them. */
#include "plot/page.h"
#include "plot/pictures.h"
#include "tessera/plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 20 };

/* A result of so many subprocesses, of one channel and one iteration each. */
struct made {
    ts_result result;
    ts_subprocess_result subprocesses[COUNT];
    ts_channel_result channels[COUNT];
    ts_iteration iterations[COUNT];
};

static void make(struct made *made, size_t count)
{
    memset(made, 0, sizeof *made);
    ts_result *result = &made->result;
    strcpy(result->process, "p p > a <b>");
    for (size_t i = 0; i < count; ++i) {
        snprintf(made->subprocesses[i].name, sizeof made->subprocesses[i].name, "subprocess %zu", i);
        made->subprocesses[i].value = (double)(i + 1);
        made->subprocesses[i].error = 0.0123;
        made->channels[i] = (ts_channel_result){i, (double)(i + 1), 0.0123, 1};
        made->iterations[i] =
            (ts_iteration){.value = (double)(i + 1), .error = 0.0123, .events = 9, .counted = 1};
        result->value += made->subprocesses[i].value;
    }
    result->error = 0.123;
    result->subprocesses = made->subprocesses;
    result->channels = made->channels;
    result->iterations = made->iterations;
    result->subprocess_count = result->channel_count = result->iteration_count = count;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        ++count;
    return count;
}

static void digits_are_those_that_the_error_leaves(void **state)
{
    (void)state;
    const struct {
        double value, error;
        const char *said, *said_error;
    } rows[] = {
        {49.3864, 0.2098, "49.39", "0.21"},
        {123.877, 0.5981, "123.88", "0.60"},
        {123456, 996, "123456", "996"},
        {2.3114e8, 2.04e6, "2.311e+08", "2.0e+06"},
        {0.045214, 0.0019, "0.0452", "0.0019"},
        {-3.00004e-9, 9.96e-12, "-3.000e-09", "1.0e-11"},
        {5, 0, "5", "0"},
        {0.1, 7, "0.1", "7.0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const struct page_estimate said = page_estimate_of(rows[i].value, rows[i].error);
        assert_string_equal(said.value, rows[i].said);
        assert_string_equal(said.error, rows[i].said_error);
    }
}

static void small_subprocesses_are_folded_away(void **state)
{
    (void)state;
    struct made made;
    make(&made, COUNT);
    char *page = ts_result_report(&made.result);
    assert_non_null(page);
    assert_non_null(strstr(page, "<p class=\"value\">210.00 ± 0.12 pb</p>"));
    assert_int_equal(count_of(page, "<tr><td>subprocess "), COUNT);
    const char *kept = "<details class=\"printed\">"; /* on paper, unlike tables of bins */
    const char *fold = strstr(page, "<summary>8 smaller ones, 17 % of all together</summary>");
    assert_non_null(fold);
    assert_memory_equal(fold - strlen(kept), kept, strlen(kept));
    assert_non_null(strstr(page, "@media print{body{max-width:none}details:not(.printed){display:none}\n"
                                 ".printed::details-content{content-visibility:visible}}"));
    assert_true(strstr(page, "<tr><td>subprocess 8<") < fold);
    assert_true(strstr(page, "<tr><td>subprocess 7<") > fold);
    free(page);
    make(&made, 13);
    page = ts_result_report(&made.result);
    assert_null(strstr(page, "smaller ones"));
    free(page);
}

/* A result may be converged and hold subprocesses that are not precise: the page names them, marks their
 * errors, and shows how they converged. */
static void what_is_not_precise_is_named(void **state)
{
    (void)state;
    struct made made;
    make(&made, COUNT);
    made.result.converged = 1;
    char *page = ts_result_report(&made.result);
    assert_null(strstr(page, "Not precise"));
    assert_null(strstr(page, "Cuts by default"));
    assert_int_equal(count_of(page, "<svg"), 3);
    free(page);
    made.subprocesses[1].error = 0.6; /* of 2 */
    assert_false(ts_subprocess_is_precise(&made.subprocesses[1]));
    assert_true(ts_subprocess_is_precise(&made.subprocesses[2]));
    strcpy(made.result.default_cuts, "cuts.lepton.pt_min 20 GeV");
    page = ts_result_report(&made.result);
    assert_non_null(
        strstr(page, "<strong class=\"bad\">Not precise:</strong> 1 of 20 subprocesses have errors above "
                     "a tenth of their own values: subprocess 1 (30 %).</p>"));
    assert_non_null(strstr(page, "<td class=\"n bad\">0.60</td>"));
    assert_non_null(strstr(page, "<p>Cuts by default: cuts.lepton.pt_min 20 GeV.</p>"));
    assert_int_equal(count_of(page, "<svg"), 4);
    free(page);
}

/* Heights over three and a half powers of ten have an axis that ends a little beyond them. Its name is what
 * the histogram is of. */
static void axes_end_where_the_data_do(void **state)
{
    (void)state;
    ts_bin bins[] = {{.low = 0, .high = 1, .sum_w = 4000}, {.low = 1, .high = 2, .sum_w = 1.5}};
    const ts_histogram histogram = {.path = "/tessera/pt_l",
                                    .title = "pT of each l [GeV]",
                                    .bin_count = 2,
                                    .bins = bins};
    struct histogram_picture picture = {.histograms = {&histogram}, .labels = {"one"}, .count = 1};
    struct source svg = {.text = NULL};
    histogram_draw(&svg, 0, &picture);
    assert_non_null(svg.text);
    assert_non_null(strstr(svg.text, "dσ/dpt_l [pb/GeV]</text>"));
    /* 224 pixels of height stand for the logarithm of 1.3^2 * 4000 / 1.5. */
    const double unit = 224 / log(1.3 * 1.3 * 4000 / 1.5);
    const char *steps = strstr(svg.text, "<path class=\"series s0\" d=\"M");
    double first, second;
    assert_non_null(steps);
    assert_int_equal(sscanf(strchr(steps, ','), ",%lfH%*fL%*f,%lfH", &first, &second), 2);
    assert_true(fabs(first - (28 + unit * log(1.3))) < 0.2);
    assert_true(fabs(second - (252 - unit * log(1.3))) < 0.2);
    free(svg.text);
}

static void variations_stand_below_the_cross_section(void **state)
{
    (void)state;
    struct made made;
    make(&made, 1);
    char *page = ts_result_report(&made.result);
    assert_null(strstr(page, "Scales"));
    assert_null(strstr(page, "Densities"));
    free(page);
    made.result.scales = (ts_spread){1, 0.75, 1.5};
    made.result.densities = (ts_spread){1, 0.98, 1.03};
    strcpy(made.result.error_type, "hessian");
    page = ts_result_report(&made.result);
    assert_non_null(strstr(page, "<p>Scales: 0.75 to 1.5 pb (-25 % +50 %), of seven points.</p>"));
    assert_non_null(strstr(page, "<p>Densities: 0.98 to 1.03 pb (-2 % +3 %), hessian.</p>"));
    free(page);
}

/* A label that is wider than its picture loses its end, at a letter's border, and never its note. */
static void long_labels_are_shortened(void **state)
{
    (void)state;
    ts_bin bins[] = {{.low = 0, .high = 1, .sum_w = 1, .sum_w2 = 1}};
    const ts_histogram histogram = {.bin_count = 1, .bins = bins};
    struct histogram_picture picture = {
        .histograms = {&histogram, &histogram},
        .labels = {"ααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααααα",
                   "short"},
        .notes = {"p-value 0.5, chi2/dof 1.02", "p-value 1"},
        .count = 2};
    struct source svg = {.text = NULL};
    histogram_draw(&svg, 0, &picture);
    assert_non_null(svg.text);
    assert_non_null(strstr(svg.text, "α…: p-value 0.5, chi2/dof 1.02</text>"));
    assert_non_null(strstr(svg.text, ">short: p-value 1</text>"));
    const size_t letters = count_of(svg.text, "α");
    assert_in_range(letters, 20, 40);
    free(svg.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_those_that_the_error_leaves),
        cmocka_unit_test(small_subprocesses_are_folded_away),
        cmocka_unit_test(what_is_not_precise_is_named),
        cmocka_unit_test(axes_end_where_the_data_do),
        cmocka_unit_test(variations_stand_below_the_cross_section),
        cmocka_unit_test(long_labels_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Two stages against sums over all colours of every event of g g > g g g g. Each way has a phase space of its
 * own. Cross section, weighted histograms, and events that are accepted by their ratio. labels: long
 */
#include "run_support.h"

#include "close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEGS = 6, JETS = 4 };

static const char *const histograms = "histograms=[ht, pt1, pt2, pt3, pt4, rmin, m_jj]";
enum { HT, PT1, RMIN = PT1 + JETS, M_JJ, HISTOGRAMS };

/* Bins with fewer entries are left out: weights vary, and an error of few entries is none. */
enum { FEWEST = 1000 };

static int falling(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left < right) - (left > right);
}

/* What is histogrammed, from the momenta (px, py, pz, E) of the jets. */
static void observe(double p[JETS][4], double values[HISTOGRAMS])
{
    double sum[4] = {0};
    values[HT] = 0;
    values[RMIN] = INFINITY;
    for (int i = 0; i < JETS; ++i) {
        values[PT1 + i] = hypot(p[i][0], p[i][1]);
        values[HT] += values[PT1 + i];
        for (int c = 0; c < 4; ++c)
            sum[c] += p[i][c];
        for (int k = 0; k < i; ++k) {
            const double eta = asinh(p[i][2] / hypot(p[i][0], p[i][1])) -
                               asinh(p[k][2] / hypot(p[k][0], p[k][1]));
            const double phi = remainder(atan2(p[i][1], p[i][0]) - atan2(p[k][1], p[k][0]), 2 * M_PI);
            values[RMIN] = fmin(values[RMIN], hypot(eta, phi));
        }
    }
    qsort(values + PT1, JETS, sizeof *values, falling);
    values[M_JJ] = sqrt(sum[3] * sum[3] - sum[0] * sum[0] - sum[1] * sum[1] - sum[2] * sum[2]);
}

/* Fills histograms that have the bins of a result's with the events of a file. */
static uint64_t fill(const char *path, ts_histogram *filled)
{
    char line[512];
    uint64_t events = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double weight, p[LEGS][4], values[HISTOGRAMS];
        if (strcmp(line, "<event>\n") != 0)
            continue;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%*d %*d %lf", &weight), 1);
        for (int i = 0; i < LEGS; ++i) {
            assert_non_null(fgets(line, sizeof line, file));
            assert_int_equal(sscanf(line, "%*d %*d %*d %*d %*d %*d %lf %lf %lf %lf", &p[i][0], &p[i][1],
                                    &p[i][2], &p[i][3]),
                             4);
        }
        observe(p + 2, values);
        for (int i = 0; i < HISTOGRAMS; ++i)
            for (size_t k = 0; k < filled[i].bin_count; ++k) {
                ts_bin *bin = &filled[i].bins[k];
                if (values[i] < bin->low || values[i] >= bin->high)
                    continue;
                bin->sum_w += weight;
                bin->sum_w2 += weight * weight;
                ++bin->entries;
            }
        ++events;
    }
    fclose(file);
    for (int i = 0; i < HISTOGRAMS; ++i)
        for (size_t k = 0; k < filled[i].bin_count; ++k) {
            filled[i].bins[k].sum_w /= (double)events;
            filled[i].bins[k].sum_w2 /= pow((double)events, 2);
        }
    return events;
}

static void compare(const char *what, ts_context *context, const ts_histogram *a, const ts_histogram *b,
                    uint64_t fewest)
{
    for (int i = 0; i < HISTOGRAMS; ++i) {
        ts_comparison comparison;
        assert_status(context, ts_histogram_compare(context, &a[i], &b[i], fewest, &comparison));
        print_message("%s %s: p %.3f, %zu bins\n", what, b[i].path, comparison.p_value,
                      comparison.degrees_of_freedom);
        assert_true(comparison.p_value > 0.01 && comparison.degrees_of_freedom >= 3);
    }
}

/* The bins of a result without content. */
static ts_histogram *empty_like(const ts_result *result)
{
    ts_histogram *list = calloc(HISTOGRAMS, sizeof *list);
    assert_int_equal(result->histogram_count, HISTOGRAMS);
    for (int i = 0; i < HISTOGRAMS && list; ++i) {
        list[i] = result->histograms[i];
        list[i].bins = calloc(list[i].bin_count, sizeof *list[i].bins);
        for (size_t k = 0; k < list[i].bin_count; ++k)
            list[i].bins[k] = (ts_bin){.low = result->histograms[i].bins[k].low,
                                       .high = result->histograms[i].bins[k].high};
    }
    return list;
}

static struct run run_into(const char *folder, const char *const *assignments)
{
    struct run run = {0};
    ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (; *assignments; ++assignments)
        assert_status(run.context, ts_card_set(run.context, run.card, *assignments));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    return run;
}

#define SETTING                                                                          \
    "process=g g > g g g g", "colour=full", "cuts.jet.pt_min=30", "cuts.jet.dr_min=0.4", \
        "cuts.jet.eta_max=2.5", histograms

static void two_stages_are_one(void **state)
{
    (void)state;
    if (strcmp(test_device, "cpu") != 0) /* other devices have equal bits */
        skip();
    char folder[] = TEST_BINARY "/test_full_colour_direct-XXXXXX", path[1200];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/events.lhe", folder);
    struct run one = run_into(folder, (const char *const[]){SETTING, "colour_stages=1",
                                                            "integration.events=1000000", NULL});
    struct run two = run_into(folder,
                              (const char *const[]){SETTING, "integration.relative_error=2e-3",
                                                    "integration.max_events=1e11", "events.count=1000000",
                                                    "events.format=lhe", NULL});
    print_message("two stages %g +- %g, ratio %g +- %g, one %g +- %g\n", two.result->value, two.result->error,
                  two.result->full_colour.ratio, two.result->full_colour.ratio_error, one.result->value,
                  one.result->error);
    assert_close(two.result->value, one.result->value, 3 * hypot(two.result->error, one.result->error));
    compare("weighted by r", two.context, two.result->histograms, one.result->histograms, FEWEST);
    ts_histogram *filled = empty_like(two.result);
    assert_int_equal(fill(path, filled), 1000000);
    compare("accepted by r", two.context, filled, one.result->histograms, FEWEST / 10);
    ts_histograms_destroy(&filled, HISTOGRAMS);
    end_run(&one);
    end_run(&two);
    assert_int_equal(unlink(path) || rmdir(folder), 0);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_stages_are_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

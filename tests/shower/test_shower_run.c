/* e+ e- > q q~ at LEP with its shower, from a card to histograms: against the published ones, which two
 * independent programs agree on. */
#include "run_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCE TEST_SOURCE "/tests/data/lep-durham.yoda"
static const char histograms[] = "histograms=[durham, event_shapes, emissions]";

/* One program for all but the last test; OpenCL's compilers, and its emulation on a CPU, are slow. */
static void need_time(void)
{
    if (!test_has_double || (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG")))
        skip();
}

static struct run run_lep(int threads, const char *events, const char *more, const char *yet_more)
{
    struct run run = run_card(threads,
                              (const char *const[]){"process=e+ e- > q q~", "beams.particles=[e+, e-]",
                                                    "beams.energy=91.2", histograms, events, more,
                                                    more ? yet_more : NULL, NULL});
    assert_status(run.context, run.status);
    return run;
}

static const ts_histogram *find(const ts_histogram *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; ++i)
        if (!strcmp(strrchr(list[i].path, '/') + 1, name))
            return &list[i];
    fail_msg("there is no histogram %s", name);
    return NULL;
}

/* The mean of what is within the range, and its error. */
static double mean_within(const ts_histogram *histogram, double *error)
{
    double sum = 0, first = 0, second = 0, entries = 0;
    for (size_t i = 0; i < histogram->bin_count; ++i) {
        sum += histogram->bins[i].sum_w;
        first += histogram->bins[i].sum_wx;
        second += histogram->bins[i].sum_wx2;
        entries += (double)histogram->bins[i].entries;
    }
    *error = sqrt((second / sum - pow(first / sum, 2)) / entries);
    return first / sum;
}

/* Shapes of the jet rates; of 4 x 2 figures none is off by more than chance has it. */
static void jet_rates_are_the_published_ones(void **state)
{
    (void)state;
    need_time();
    static const char *const names[] = {"log10y23", "log10y34", "log10y45", "log10y56"};
    struct run run = run_lep(0, "integration.events=400000", NULL, NULL);
    ts_histogram *reference;
    size_t count;
    assert_status(run.context, ts_yoda_read(run.context, REFERENCE, &reference, &count));
    for (int i = 0; i < 4; ++i) {
        ts_histogram *ours = (ts_histogram *)find(run.result->histograms, run.result->histogram_count,
                                                  names[i]);
        ts_histogram *theirs = (ts_histogram *)find(reference, count, names[i]);
        ts_comparison comparison;
        assert_status(run.context, ts_histogram_normalize(run.context, ours));
        assert_status(run.context, ts_histogram_normalize(run.context, theirs));
        assert_status(run.context, ts_histogram_compare(run.context, ours, theirs, 10, &comparison));
        const double error = sqrt(ours->underflow.sum_w2 + theirs->underflow.sum_w2);
        const double off = (ours->underflow.sum_w - theirs->underflow.sum_w) / error;
        print_message("%s: chi2 %.1f of %zu bins, p %.3f; below the range %.4f, %.2f standard errors off\n",
                      names[i], comparison.chi2, comparison.degrees_of_freedom, comparison.p_value,
                      ours->underflow.sum_w, off);
        assert_true(comparison.degrees_of_freedom > 50 && comparison.p_value > 0.01);
        assert_true(fabs(off) < 4);
    }
    ts_histograms_destroy(&reference, count);
    end_run(&run);
}

/* What has no value is below every range that a card may give, and adds its weight and no moments. */
static void what_has_no_value_is_below(void **state)
{
    static const char *const lists[] = {
        histograms,
        "histograms=[{name: durham, range: [-40, 0]}, {name: event_shapes, range: [-2, 0.5]}, emissions]",
        "histograms=[{name: durham, range: [-9.9e29, 9.9e29]}, {name: event_shapes, range: [-9.9e29, 9.9e29]}, "
        "emissions]"};
    static const char *const names[] = {"log10y23", "log10y34",       "log10y45",          "log10y56",
                                        "thrust",   "light_jet_mass", "narrow_broadening", "heavy_jet_mass"};
    (void)state;
    need_time();
    for (int list = 0; list < 3; ++list) {
        struct run run = run_lep(0, "integration.events=20000", lists[list], NULL);
        const size_t count = run.result->histogram_count;
        const ts_bin *emissions = find(run.result->histograms, count, "emissions")->bins;
        uint64_t fewer[4] = {emissions[0].entries}; /* events with less than 3, 4, 5, 6 partons */
        for (int i = 1; i < 4; ++i)
            fewer[i] = fewer[i - 1] + emissions[i].entries;
        for (int i = 0; i < 8; ++i) {
            const ts_histogram *histogram = find(run.result->histograms, count, names[i]);
            const ts_bin *under = &histogram->underflow, *total = &histogram->total;
            const uint64_t none = fewer[i < 4 ? i : 0];
            assert_true(list == 0 && i < 4 ? under->entries >= none : under->entries == none);
            assert_true(under->sum_w > 0 && total->sum_w > under->sum_w);
            assert_true(under->entries > none || (under->sum_wx == 0 && under->sum_wx2 == 0));
            if (list < 2 &&
                (i == 0 || i == 4)) { /* docs/shower.md; of log10 y23, y is 0.002 to 0.03 mostly */
                const double mean = total->sum_wx / (total->sum_w - under->sum_w);
                print_message("%s: mean %.4f of %.4f of all\n", names[i], mean,
                              1 - under->sum_w / total->sum_w);
                assert_true(i ? fabs(mean - 0.05703) < 0.002 : mean > -2.5 && mean < -1.5);
            }
        }
        end_run(&run);
    }
}

/* Means within the range, of 10^6 events of the published program (arXiv:2403.08692) for event shapes and of
 * two programs for emissions. Theirs has no entry where the lighter hemisphere is one parton. */
static void event_shapes_are_the_published_ones(void **state)
{
    static const struct {
        const char *name;
        double mean, error; /* of a mean that is given to so many digits */
    } known[] = {{"thrust", 0.05703, 0.00006},
                 {"heavy_jet_mass", 0.18877, 0.00011},
                 {"wide_broadening", 0.07117, 0.00005},
                 {"emissions", 3.124, 0.002}};
    (void)state;
    need_time();
    struct run run = run_lep(0, "integration.events=400000", NULL, NULL);
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        double error;
        const double mean = mean_within(find(run.result->histograms, run.result->histogram_count,
                                             known[i].name),
                                        &error);
        print_message("%s: mean %.5f +- %.5f, %.5f known\n", known[i].name, mean, error, known[i].mean);
        assert_true(fabs(mean - known[i].mean) < 4 * hypot(error, known[i].error));
    }
    assert_int_equal(run.result->limited, 0);
    end_run(&run);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    need_time();
    struct run runs[3];
    for (int i = 0; i < 3; ++i) {
        runs[i] = run_lep(i + 1, "integration.events=30001", NULL, NULL);
        assert_int_equal(runs[i].result->counted, 30002);
        for (size_t h = 0; h < runs[i].result->histogram_count; ++h)
            assert_memory_equal(runs[i].result->histograms[h].bins, runs[0].result->histograms[h].bins,
                                runs[0].result->histograms[h].bin_count * sizeof(ts_bin));
    }
    for (int i = 0; i < 3; ++i)
        end_run(&runs[i]);
}

static double emissions(const char *more, const char *yet_more)
{
    double error;
    struct run run = run_lep(0, "integration.events=20000", more, yet_more);
    const double mean = mean_within(find(run.result->histograms, run.result->histogram_count, "emissions"),
                                    &error);
    end_run(&run);
    return mean;
}

/* What the options mean: a larger coupling and more room for emissions make more of them. */
static void options_do_what_they_say(void **state)
{
    (void)state;
    need_time();
    const double usual = emissions(NULL, NULL);
    assert_true(emissions("shower.alpha_s=0.1", NULL) < 0.9 * usual);
    assert_true(emissions("shower.order=1", NULL) < 0.95 * usual); /* alpha_s grows more slowly downwards */
    assert_true(emissions("shower.cutoff=3", NULL) < 0.5 * usual);
    assert_true(emissions("shower.cutoff=45.5", NULL) < 1e-3);
    assert_true(emissions("beams.energy=500", NULL) > 1.5 * usual);
}

/* Events that come to the end of their room are counted, and weigh what they did. */
static void a_limit_is_told(void **state)
{
    (void)state;
    need_time();
    struct run usual = run_lep(0, "integration.events=20000", NULL, NULL);
    struct run short_of_room = run_lep(0, "integration.events=20000", "shower.max_partons=4",
                                       "histograms=[partons]");
    const ts_histogram *partons = &short_of_room.result->histograms[0];
    assert_true(short_of_room.result->value == usual.result->value);
    assert_true(short_of_room.result->limited > 10000 && short_of_room.result->limited < 15000);
    assert_int_equal(partons->bins[0].entries + partons->bins[1].entries + partons->bins[2].entries, 20000);
    assert_true(short_of_room.result->limited < partons->bins[2].entries);
    end_run(&usual);
    end_run(&short_of_room);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(jet_rates_are_the_published_ones),
                                       cmocka_unit_test(event_shapes_are_the_published_ones),
                                       cmocka_unit_test(what_has_no_value_is_below),
                                       cmocka_unit_test(threads_change_no_bit),
                                       cmocka_unit_test(options_do_what_they_say),
                                       cmocka_unit_test(a_limit_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Cross sections with all colours in two stages (src/events/full_colour.h). The ratio of each event is held
 * against two other programs, the cross section and histograms against sums over all events. */
#include "run_support.h"

#include "close.h"
#include "events/colour_ratio.h"
#include "events/histogram_place.h"
#include "parke_taylor.h"
#include "tessera/amplitude.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 8, POINTS = 4 };

/* Under the sanitizers one number of gluons has the code of the others. */
static int is_quick(void) { return getenv("TESSERA_TEST_QUICK") != NULL; }

static const double gev = 200; /* the unit of a point's energies */

/* Momenta as users give them: incoming energies positive, in GeV. */
static void give(const point *event, int n, double *momenta)
{
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < 4; ++c)
            momenta[4 * i + c] = (double)((i < 2 ? -gev : gev) * event->p[i][c]);
}

static void evaluate(ts_context *context, int n, const char *colour, const double *momenta, double *values)
{
    char process[64] = "g g >";
    const ts_amplitude_settings settings = {.size = sizeof settings, .alpha_s = 0.12, .colour = colour};
    for (int i = 2; i < n; ++i)
        strcat(process, " g");
    assert_status(context, ts_amplitude_evaluate(context, process, &settings, (size_t)n, momenta, POINTS,
                                                 values, NULL));
}

/* The sum over all colours is that of the recursion over independent orders. The one at leading colour is
 * that of the gluons' own recursion over all orders. The ratio has both from one set of amplitudes. */
static void ratios_are_those_of_other_programs(void **state)
{
    (void)state;
    uint64_t random = 24;
    ts_context *context;
    struct device *device;
    if (!test_has_double)
        skip();
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, device_open(context, test_device, 0, &device));
    for (int n = 4; n <= (test_is_sample() || is_quick() ? 6 : 7); ++n) {
        double momenta[POINTS * MOST * 4], full[POINTS], leading[POINTS], ratios[POINTS];
        struct process process = {.stage_legs = n};
        struct colour_ratio ratio;
        for (int i = 0; i < POINTS; ++i) {
            point event = point_random(n, &random);
            while (point_smallest_invariant(&event, n) < 0.02)
                event = point_random(n, &random);
            give(&event, n, momenta + 4 * n * i);
        }
        for (int i = 0; i < n; ++i)
            process.stage_pdg[i] = 21;
        evaluate(context, n, "full", momenta, full);
        evaluate(context, n, "leading", momenta, leading);
        assert_status(context, colour_ratio_create(context, device, &process, &ratio));
        assert_status(context, tree_engine_evaluate(context, &ratio.engine, momenta, POINTS, ratios));
        for (int i = 0; i < POINTS; ++i) {
            print_message("%d gluons: %.12f, others %.12f\n", n, ratios[i], full[i] / leading[i]);
            assert_close(ratios[i], full[i] / leading[i], 1e-9);
            assert_true(n < 6 ? fabs(ratios[i] - 1) < 1e-9 : fabs(ratios[i] - 1) > 1e-6);
        }
        colour_ratio_destroy(&ratio);
    }
    device_close(&device);
    ts_context_destroy(&context);
}

/* Of all runs of one process, which have one program so. */
static const char *const histograms =
    "histograms=[{name: ht, bins: 100, range: [0, 1000]}, pt1, pt2, pt3, pt4, rmin, m_jj]";

/* Bins are those at leading colour times the mean ratio, moved by what events in them differ from it. All
 * bins together are the cross section, which is the one at leading colour times the mean ratio. */
static void check_sums(const ts_result *result)
{
    const ts_full_colour *colour = &result->full_colour;
    assert_int_equal(colour->stages, 2);
    assert_close(result->value, colour->value * colour->ratio, 1e-12 * result->value);
    assert_close(result->error / result->value,
                 hypot(colour->error / colour->value, colour->ratio_error / colour->ratio), 1e-12);
    assert_true(colour->ratio_error < 0.5 * colour->error / colour->value * colour->ratio);
    for (size_t i = 0; i < result->histogram_count; ++i)
        assert_close(result->histograms[i].total.sum_w, result->value, 1e-9 * result->value);
}

static void up_to_five_gluons_leading_colour_is_exact(void **state)
{
    (void)state;
    if (!test_has_double)
        skip();
    skip_in_sample();
    static const char *const processes[] = {"process=g g > g g", "process=g g > g g g"};
    for (int i = is_quick(); i < 2; ++i) {
        struct run run = run_card(0,
                                  (const char *const[]){processes[i], "colour=full", "colour_stages=2",
                                                        "integration.events=30000", "histograms=[ht]", NULL});
        assert_status(run.context, run.status);
        check_sums(run.result);
        assert_close(run.result->full_colour.ratio, 1, 1e-9);
        assert_true(run.result->full_colour.ratio_spread < 1e-9);
        end_run(&run);
    }
}

enum { LEGS = 6, PLACES = 100 }; /* g g > g g g g; bins of HT of 10 GeV */

struct sums {
    double all, bins[PLACES + 1]; /* the last one: above */
    uint64_t events;
};

/* Adds the weights of the events of a file up, by HT. */
static void read_weights(const char *path, struct sums *sums)
{
    char line[512];
    double weight, x, y, ht;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (strcmp(line, "<event>\n") != 0)
            continue;
        ht = 0;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%*d %*d %lf", &weight), 1);
        for (int i = 0; i < LEGS; ++i) {
            assert_non_null(fgets(line, sizeof line, file));
            assert_int_equal(sscanf(line, "%*d %*d %*d %*d %*d %*d %lf %lf", &x, &y), 2);
            ht += hypot(x, y);
        }
        sums->all += weight;
        sums->bins[ht < 10 * PLACES ? (int)(ht / 10) : PLACES] += weight;
        ++sums->events;
    }
    fclose(file);
}

/* A file of weighted events has w r of each event that counts, so that the histograms are known from their
 * own events alone. The second stage has others. So both differ by as much as r scatters about its mean, in
 * the events of each bin of one and of the other. */
static void bins_are_sums_of_ratios(void **state)
{
    (void)state;
    if (strcmp(test_device, "cpu") != 0) /* other devices have equal bits */
        skip();
    char folder[] = TEST_BINARY "/test_full_colour-XXXXXX", path[1200];
    const char *const assignments[] = {"process=g g > g g g g",
                                       "colour=full",
                                       histograms,
                                       "cuts.jet.pt_min=60",
                                       "cuts.jet.dr_min=0.7",
                                       "integration.events=60000",
                                       "events.count=all",
                                       "events.weighted=true",
                                       "events.format=lhe",
                                       NULL};
    struct run run = {0};
    struct sums sums = {0};
    assert_non_null(mkdtemp(folder));
    ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (const char *const *text = assignments; *text; ++text)
        assert_status(run.context, ts_card_set(run.context, run.card, *text));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    snprintf(path, sizeof path, "%s/events.lhe", folder);
    read_weights(path, &sums);
    const ts_full_colour *colour = &run.result->full_colour;
    /* Files have weights whose mean over written events, as it is expected, is the cross section. */
    const double accepted = (double)run.result->accepted / (double)run.result->generated;
    const double counted = (double)run.result->counted * accepted;
    check_sums(run.result);
    assert_int_equal(sums.events, run.result->events.written);
    const double of_events = colour->ratio_spread * colour->error / colour->value;
    print_message("mean ratio %.5f, of the first stage's events %.5f\n", colour->ratio,
                  sums.all / counted / colour->value);
    assert_close(sums.all / counted / colour->value, colour->ratio,
                 4 * hypot(colour->ratio_error, of_events));
    double chi2 = 0, size = pow(colour->ratio_error * colour->value, 2);
    int bins = 0;
    for (int i = 0; i < PLACES; ++i) {
        const ts_bin *bin = &run.result->histograms[0].bins[i];
        const double right = sums.bins[i] / counted, off = bin->sum_w - right;
        if (right > 0.02 * run.result->value) {
            chi2 += off * off /
                    (size * right / run.result->value + pow(colour->ratio_spread, 2) * bin->sum_w2);
            ++bins;
        }
    }
    print_message("HT: chi2 %.1f of %d bins\n", chi2, bins);
    assert_true(bins >= 10 && chi2 / bins > 0.05 && chi2 / bins < 3);
    end_run(&run);
    assert_int_equal(unlink(path) || rmdir(folder), 0);
}

/* Variations of the first stage are those of a run at leading colour with the same events. In the second each
 * has a mean ratio of its own, near that of the weight itself, and bins whose sum it is. */
static void variations_have_ratios(void **state)
{
    (void)state;
    if (strcmp(test_device, "cpu") != 0) /* other devices have equal bits */
        skip();
    struct run runs[2];
    static const char *const colours[] = {"colour=leading", "colour=full"};
    for (int i = 0; i < 2; ++i) {
        runs[i] = run_card(0, (const char *const[]){"process=g g > g g g g", colours[i],
                                                    "histograms=[ht, pt]", "cuts.jet.pt_min=60",
                                                    "integration.events=30000", "variations.scales=7", NULL});
        assert_status(runs[i].context, runs[i].status);
    }
    const ts_result *leading = runs[0].result, *full = runs[1].result;
    const ts_full_colour *colour = &full->full_colour;
    assert_true(full->variation_count == 6 && full->varied_histogram_count == 12);
    assert_close(leading->value, colour->value, 1e-15 * leading->value);
    for (size_t k = 0; k < full->variation_count; ++k) {
        const double value = full->variations[k].value, ratio = value / leading->variations[k].value;
        print_message("%s: ratio %.5f\n", full->variations[k].name, ratio);
        assert_close(ratio, colour->ratio, colour->ratio_error);
        /* mu_R, which is the same for all events, changes no ratio. */
        assert_true((fabs(ratio - colour->ratio) < 1e-6) == (full->variations[k].muf == 1));
        assert_close(full->varied_histograms[2 * k].total.sum_w, value, 1e-9 * value);
        assert_close(full->varied_histograms[2 * k + 1].total.sum_w, 4 * value, 4e-9 * value);
    }
    end_run(&runs[0]);
    end_run(&runs[1]);
}

/* Bins hold their lower edges; in front of each histogram stands its underflow, behind it its overflow. */
static void values_have_their_bins(void **state)
{
    (void)state;
    const struct integrand_histogram axes[] = {{.bins = 4, .low = 0, .high = 2},
                                               {.bins = 3, .low = 1, .high = 1000, .log = 1}};
    assert_int_equal(histogram_place(axes, 0, -0.1), 0);
    assert_int_equal(histogram_place(axes, 0, 0), 1);
    assert_int_equal(histogram_place(axes, 0, 0.5), 2);
    assert_int_equal(histogram_place(axes, 0, 1.99), 4);
    assert_int_equal(histogram_place(axes, 0, 2), 5);
    assert_int_equal(histogram_place(axes, 0, NAN), 5);
    assert_int_equal(histogram_place(axes, 1, 0), 6);
    assert_int_equal(histogram_place(axes, 1, 9), 7);
    assert_int_equal(histogram_place(axes, 1, 11), 8);
    assert_int_equal(histogram_place(axes, 1, 1001), 10);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    if (strcmp(test_device, "cpu") !=
        0) /* test_device_events.c has lists of events, test_tree_bits.c trees */
        skip();
    struct run runs[2];
    for (int i = 0; i < 2; ++i) {
        runs[i] = run_card(i + 1, (const char *const[]){"process=g g > g g g g", "colour=full", histograms,
                                                        "integration.events=30000", NULL});
        assert_status(runs[i].context, runs[i].status);
    }
    const ts_result *a = runs[0].result, *b = runs[1].result;
    assert_memory_equal(&a->value, &b->value, sizeof a->value);
    assert_memory_equal(&a->error, &b->error, sizeof a->error);
    for (size_t i = 0; i < a->histogram_count; ++i)
        assert_memory_equal(a->histograms[i].bins, b->histograms[i].bins,
                            a->histograms[i].bin_count * sizeof *a->histograms[i].bins);
    end_run(&runs[0]);
    end_run(&runs[1]);
}

static void interrupt_second_stage(const ts_progress *progress, void *data)
{
    if (!strcmp(progress->stage, "full colour"))
        ts_context_interrupt(data);
}

/* What is left is the cross section at leading colour, which says so. */
static void an_interruption_says_what_is_missing(void **state)
{
    (void)state;
    skip_in_sample();
    struct run run = {0};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    assert_status(run.context, ts_card_set(run.context, run.card, "process=g g > g g g g"));
    assert_status(run.context, ts_card_set(run.context, run.card, "colour=full"));
    assert_status(run.context, ts_card_set(run.context, run.card, histograms));
    assert_status(run.context, ts_card_set(run.context, run.card, "integration.events=20000"));
    ts_run_settings settings = {.device = test_device,
                                .progress = interrupt_second_stage,
                                .progress_data = run.context};
    assert_int_equal(ts_run(run.context, run.card, &settings, &run.result), TS_INTERRUPTED);
    assert_non_null(run.result);
    assert_true(run.result->interrupted && !run.result->converged);
    assert_int_equal(run.result->full_colour.survivors, 0);
    assert_true(run.result->value == run.result->full_colour.value);
    char *json = ts_result_json(run.result);
    assert_non_null(strstr(json, "\"survivors\": 0"));
    free(json);
    end_run(&run);
}

/* Few events do not tell an error, one has none, and without any the value is not that of all colours. */
static void few_survivors_do_not_converge(void **state)
{
    (void)state;
    if (strcmp(test_device, "cpu") != 0 || test_is_sample()) /* other devices have equal bits */
        skip();
    static const struct {
        const char *cut, *seed;
        uint64_t least, most;
    } runs[] = {{"cuts.jet.pt_min=200", "integration.seed=3", 2, 29},
                {"cuts.jet.pt_min=400", "integration.seed=3", 1, 1},
                {"cuts.jet.pt_min=1000", "integration.seed=3", 0, 0}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        struct run run = run_card(0,
                                  (const char *const[]){"process=g g > g g g g", "colour=full", histograms,
                                                        runs[i].cut, runs[i].seed, "integration.events=100",
                                                        "integration.max_events=1000", NULL});
        const ts_result *result = run.result;
        assert_int_equal(run.status, TS_NOT_CONVERGED);
        assert_non_null(result);
        print_message("%d survivors: %s\n", (int)result->full_colour.survivors, result->objection);
        assert_true(result->full_colour.survivors >= runs[i].least &&
                    result->full_colour.survivors <= runs[i].most);
        assert_false(result->converged);
        assert_non_null(strstr(result->objection, "second stage"));
        assert_non_null(strstr(ts_context_error(run.context), "second stage"));
        assert_int_equal(isinf(result->error) != 0, runs[i].most == 1);
        assert_int_equal(result->value == result->full_colour.value, runs[i].most == 0);
        end_run(&run);
    }
}

static void cards_are_refused(void **state)
{
    (void)state;
#define GLUONS "process=g g > g g g g", "colour=full", "colour_stages=2"
    assert_card_refused((const char *const[]){GLUONS, "orders.QED=0", NULL}, "colour_stages: 1");
    assert_card_refused((const char *const[]){GLUONS, "cuts.jet.ht_min=100", NULL}, "colour_stages: 1");
    assert_card_refused((const char *const[]){GLUONS, "histograms=[y_j]", NULL}, "no histogram \"y_j\"");
    assert_card_refused((const char *const[]){GLUONS, "beams.particles=[p~, p]", NULL}, "colour_stages: 1");
    assert_card_refused((const char *const[]){GLUONS, "scales.factorization=M", NULL}, "colour_stages: 1");
    assert_card_refused((const char *const[]){GLUONS, "colour=leading", NULL}, "colour: full");
    assert_card_refused((const char *const[]){"process=p p > e+ e- j", "colour_stages=2", NULL},
                        "g g > g g ... g alone");
    assert_card_refused((const char *const[]){"process=g g > g g g g g g g", "colour=full", NULL},
                        "8 are the most");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_are_those_of_other_programs),
        cmocka_unit_test(up_to_five_gluons_leading_colour_is_exact),
        cmocka_unit_test(bins_are_sums_of_ratios),
        cmocka_unit_test(variations_have_ratios),
        cmocka_unit_test(values_have_their_bins),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(an_interruption_says_what_is_missing),
        cmocka_unit_test(few_survivors_do_not_converge),
        cmocka_unit_test(cards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

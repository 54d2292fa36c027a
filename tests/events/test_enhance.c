/* Events where an expression is large (sampling.enhance). Cross section, histograms and files are those
 * without it, and more of the events are where it is large. Each weight is one over the expression. */
#include "run_support.h"

#include "integrand/expression.h"
#include "integrate/total.h"
#include "tessera/events.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define Z_AND_JET                                                                                           \
    "process=u u~ > z g", "beams.energy=13000", "cuts.jet={pt_min: 30}", "integration.relative_error=3e-3", \
        "integration.max_events=1e6",                                                                       \
        "histograms=[{name: pt, expression: pt(z), bins: 12, range: [30, 2000], log: true}]"
#define SQUARE "sampling.enhance=pt(z)^2"

/* Ranges of what x is in: a from 2 to 3, b from -1 to 4. */
static int find_letter(void *data, const char *function, const char *const *arguments, int count,
                       char sentence[240])
{
    (void)data;
    (void)arguments;
    snprintf(sentence, 240, "%d arguments", count);
    return *function == 'a' ? 1 : 2;
}

static void ranges_hold_what_expressions_give(void **state)
{
    static const struct {
        const char *text;
        double low, high;
    } rows[] = {
        {"a^2", 4, 9},
        {"b^2", 0, 16},
        {"b^4", 0, 256},
        {"a*b", -3, 12},
        {"a - b", -2, 4},
        {"1/a", 1 / 3.0, 0.5},
        {"1/b", -INFINITY, INFINITY},
        {"sqrt(a*a + 5)", 3, 3.7416573867739413},
        {"max(b, 0.5)^3", 0.125, 64},
        {"min(a, 2.5)^2", 4, 6.25},
        {"abs(b) + 1", 1, 5},
        {"abs(b - 5)", 1, 6},
        {"-a", -3, -2},
        {"exp(a)", 7.38905609893065, 20.085536923187668},
        {"a^1.3", 2.46228882668983, 4.171167510947728},
        {"if(b > 0, a, 7)", 2, 7},
        {"2^a", 4, 8},
        {"log(b)", -INFINITY, INFINITY},
        {"cos(b)", -1, 1},
        {"a/(a + 1)", 0.5, 1},
        {"a > b", 0, 1},
        {"cosh(b)", 1, INFINITY},
    };
    static const struct expression_span components[] = {{2, 3}, {-1, 4}};
    static const char *const functions[] = {"a", "b"};
    const struct expression_quantities quantities = {functions, 2, "there are a and b", find_letter, NULL};
    const struct expression_names names = {.quantities = &quantities};
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        /* Components are numbered as they are found: here by their letters. */
        struct expression_span found;
        assert_status(context, expression_find_span(context, rows[i].text, &names, components, &found));
        if (fabs(found.low - rows[i].low) > 1e-12 * fabs(found.low) ||
            fabs(found.high - rows[i].high) > 1e-12 * fabs(found.high))
            fail_msg("%s: %.16g to %.16g, not %.16g to %.16g", rows[i].text, found.low, found.high,
                     rows[i].low, rows[i].high);
    }
    ts_context_destroy(&context);
}

#define REFUSED(density, words) assert_card_refused((const char *const[]){Z_AND_JET, density, NULL}, words)

static void what_has_no_density_is_refused(void **state)
{
    (void)state;
    REFUSED("sampling.enhance=-pt(z)", "nowhere above zero");
    REFUSED("sampling.enhance=0*pt(z)", "nowhere above zero");
    REFUSED("sampling.enhance=pt(z) - 100", "may be zero or less");
    REFUSED("sampling.enhance=abs(y(z))", "sampling.enhance_from");
    REFUSED("sampling.enhance=3", "without particles");
    REFUSED("sampling.enhance=pt(j2)", "no particle j2");
    REFUSED("sampling.enhance=pt(z)^", "at its end: expected a value");
    REFUSED("sampling.enhance=HT", "'HT'");
    assert_card_refused((const char *const[]){"process=e+ e- > q q~",
                                              "beams={particles: [e+, e-], energy: 91.2}",
                                              "sampling.enhance=pt(q)", NULL},
                        "sampling.enhance");
}

/* How far two runs are apart, in errors; and that their histograms agree. */
static double compare(const struct run *plain, const struct run *enhanced)
{
    const ts_result *a = plain->result, *b = enhanced->result;
    const double pull = (b->value - a->value) / hypot(a->error, b->error);
    ts_comparison comparison;
    assert_status(plain->context,
                  ts_histogram_compare(plain->context, a->histograms, b->histograms, 0, &comparison));
    print_message("%.6g +- %.2g plain, %.6g +- %.2g enhanced, %.2f errors apart; p-value %.3g of %zu bins\n",
                  a->value, a->error, b->value, b->error, pull, comparison.p_value,
                  comparison.degrees_of_freedom);
    assert_true(comparison.p_value > 1e-3);
    assert_true(b->error <= 3.3e-3 * b->value);
    return pull;
}

static uint64_t last_entries(const ts_histogram *histogram, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = histogram->bin_count - count; i < histogram->bin_count; ++i)
        sum += histogram->bins[i].entries;
    return sum;
}

static void integrals_are_what_they_were(void **state)
{
    (void)state;
    struct run plain = run_card(0, (const char *const[]){Z_AND_JET, "integration.seed=5", NULL});
    assert_status(plain.context, plain.status);
    static const char *const expressions[] = {SQUARE, "sampling.enhance=ht*pt(j1)*pt(z)",
                                              "sampling={enhance: energy(z), enhance_from: 300}",
                                              "sampling.enhance=1/pt(z)"};
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; ++i) {
        struct run run = run_card(0, (const char *const[]){Z_AND_JET, "integration.seed=6", expressions[i],
                                                           NULL});
        print_message("%s: ", expressions[i]);
        if (i == 3) { /* falls without an end */
            assert_int_equal(run.status, TS_ERROR_INPUT);
        } else {
            assert_status(run.context, run.status);
            assert_true(fabs(compare(&plain, &run)) < 4);
            const double share = (double)last_entries(run.result->histograms, 3) /
                                 (double)run.result->counted;
            const double before = (double)last_entries(plain.result->histograms, 3) /
                                  (double)plain.result->counted;
            print_message("beyond 700 GeV %.3g of all in place of %.3g\n", share, before);
            assert_true(i == 2 || share > 4 * before);
        }
        end_run(&run);
    }
    end_run(&plain);
}

static void variations_are_too(void **state)
{
#define VARIED \
    Z_AND_JET, "variations.scales=7", "histograms=[{name: pt, expression: pt(z), bins: 4, range: [30, 200]}]"
    (void)state;
    struct run plain = run_card(0, (const char *const[]){VARIED, "integration.seed=5", NULL});
    struct run enhanced = run_card(0, (const char *const[]){VARIED, "integration.seed=6", SQUARE, NULL});
    assert_status(plain.context, plain.status);
    assert_status(enhanced.context, enhanced.status);
    assert_true(fabs(compare(&plain, &enhanced)) < 4);
    assert_int_equal(enhanced.result->variation_count, plain.result->variation_count);
    assert_int_equal(enhanced.result->varied_histogram_count, plain.result->varied_histogram_count);
    for (size_t k = 0; k < plain.result->variation_count; ++k) {
        const ts_variation *a = &plain.result->variations[k], *b = &enhanced.result->variations[k];
        assert_true(fabs(a->value - b->value) < 4 * hypot(a->error, b->error));
        ts_comparison comparison;
        assert_status(plain.context,
                      ts_histogram_compare(plain.context, &plain.result->varied_histograms[k],
                                           &enhanced.result->varied_histograms[k], 0, &comparison));
        assert_true(comparison.p_value > 1e-4);
    }
    end_run(&plain);
    end_run(&enhanced);
}

/* Ends two runs that have the same bits. */
static void end_equal(struct run *one, struct run *other)
{
    assert_status(one->context, one->status);
    assert_status(other->context, other->status);
    assert_true(one->result->value == other->result->value && one->result->error == other->result->error);
    const ts_histogram *a = one->result->histograms, *b = other->result->histograms;
    assert_memory_equal(a->bins, b->bins, a->bin_count * sizeof *a->bins);
    end_run(one);
    end_run(other);
}

static const char *const squared[] = {Z_AND_JET, SQUARE, NULL};

static void threads_change_no_bit(void **state)
{
    (void)state;
    struct run one = run_card(1, squared), many = run_card(3, squared);
    end_equal(&one, &many);
}

static void devices_agree(void **state)
{
    const char *const device = test_device;
    (void)state;
    struct run there = run_card(0, squared);
    test_device = "cpu";
    struct run here = run_card(0, squared);
    test_device = device;
    end_equal(&there, &here);
}

struct seen {
    double weights, squares, below, least, most; /* below: events with pT below 200 GeV */
    uint64_t events;
};

/* What a file has: weights times (pT / 30 GeV)^2 are one, but of those above the largest. */
static struct seen see(struct run *run, const char *folder)
{
    struct seen seen = {.least = INFINITY};
    ts_event_file *file;
    const ts_event *event;
    char path[1200];
    snprintf(path, sizeof path, "%s/events.lhe", folder);
    assert_status(run->context, ts_event_file_open(run->context, path, &file));
    for (;;) {
        assert_status(run->context, ts_event_file_next(run->context, file, &event));
        if (!event)
            break;
        const ts_event_particle none = {0}, *z = &none;
        for (size_t i = 0; i < event->particle_count; ++i)
            z = event->particles[i].pdg == 23 ? &event->particles[i] : z;
        assert_int_equal(z->pdg, 23);
        const double pt = hypot(z->x, z->y), ratio = event->weight * pt * pt;
        seen.events += 1;
        seen.weights += event->weight;
        seen.squares += event->weight * event->weight;
        seen.below += pt < 200 ? event->weight : 0;
        seen.least = fmin(seen.least, ratio);
        seen.most = fmax(seen.most, ratio);
    }
    ts_event_file_close(&file);
    assert_int_equal(unlink(path) || rmdir(folder), 0);
    return seen;
}

static void files_have_weights_that_undo_it(void **state)
{
    char folder[] = TEST_BINARY "/test_enhance-XXXXXX";
    static const char *const values[] = {
        Z_AND_JET, SQUARE, "events={count: 4000, format: lhe}",
        "histograms=[{name: pt, expression: pt(z), bins: 1, range: [30, 200]}]"};
    struct run run = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    const ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
        assert_status(run.context, ts_card_set(run.context, run.card, values[i]));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    const struct seen seen = see(&run, folder);
    const double count = (double)seen.events, mean = seen.weights / count;
    const double error = sqrt(seen.squares / count - mean * mean) / sqrt(count);
    const double below = seen.below / count, wanted = run.result->histograms[0].bins[0].sum_w;
    print_message("mean weight %.5g +- %.2g pb, cross section %.5g; below 200 GeV %.5g, %.5g\n", mean, error,
                  run.result->value, below, wanted);
    assert_int_equal(seen.events, 4000);
    assert_true(fabs(mean - run.result->value) < 4 * error);
    assert_true(fabs(below - wanted) < 4 * error);
    assert_true(fabs(run.result->effective_events - seen.weights * seen.weights / seen.squares) < 1);
    assert_true(run.result->effective_events < 0.7 * count);
    assert_true(seen.most / seen.least < 1.001 * fmax(1, run.result->events.worst));
    end_run(&run);
}

/* Over some seeds; test_enhance_pulls.c has a hundred. */
static void errors_are_honest(void **state)
{
    enum { SEEDS = 12 };
    double squares = 0;
    (void)state;
    struct run truth = run_card(0,
                                (const char *const[]){Z_AND_JET, "integration.relative_error=1e-4",
                                                      "integration.max_events=1e8", "histograms=[]", NULL});
    assert_status(truth.context, truth.status);
    for (int seed = 1; seed <= SEEDS; ++seed) {
        char text[64];
        snprintf(text, sizeof text, "integration.seed=%d", seed);
        struct run run = run_card(0, (const char *const[]){Z_AND_JET, SQUARE, "histograms=[]", text, NULL});
        assert_status(run.context, run.status);
        squares += pow(run.result->value - truth.result->value, 2) /
                   (pow(run.result->error, 2) + pow(truth.result->error, 2));
        end_run(&run);
    }
    end_run(&truth);
    print_message("sum of %d squared pulls: %.3g\n", SEEDS, squares);
    assert_true(squares > 2.2 &&
                squares < 32.9); /* of chi^2 with 12 degrees of freedom 1 in 1000 either way */
}

/* Of two channels: the largest weight is one of the density that was sampled, and so is the sum of all. */
static void the_largest_share_is_of_what_was_sampled(void **state)
{
    (void)state;
    ts_context *context;
    ts_iteration none[1];
    struct varied_integral sampled[] = {{.value = 10}, {.value = 1000}};
    struct integral parts[2] = {{.largest_share = 0.1}, {.largest_share = 0.2, .largest_excess = 0.15}};
    struct integral total = {0};
    for (int i = 0; i < 2; ++i) {
        parts[i].value = parts[i].enhanced = 1;
        parts[i].varied = &sampled[i];
        parts[i].variation_count = 1;
        parts[i].iterations = none;
    }
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, total_of(context, parts, 2, &total));
    assert_true(fabs(total.largest_share - 0.2 * 1000 / 1010) < 1e-12);
    assert_true(fabs(total.largest_excess - 0.15 * 1000 / 1010) < 1e-12);
    integral_destroy(&total);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest of_devices[] = {cmocka_unit_test(devices_agree)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_hold_what_expressions_give),
        cmocka_unit_test(what_has_no_density_is_refused),
        cmocka_unit_test(the_largest_share_is_of_what_was_sampled),
        cmocka_unit_test(integrals_are_what_they_were),
        cmocka_unit_test(variations_are_too),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(files_have_weights_that_undo_it),
        cmocka_unit_test(errors_are_honest),
    };
    const int failed = strcmp(test_device, "cpu") ? cmocka_run_group_tests(of_devices, NULL, NULL) : 0;
    return failed + (test_is_sample() ? 0 : cmocka_run_group_tests(tests, NULL, NULL));
}

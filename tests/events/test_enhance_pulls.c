/* Errors of enhanced runs are honest. Over a hundred seeds totals scatter about the truth as they claim, and
 * so do the bins of a histogram. labels: long */
#include "run_support.h"

#include <math.h>
#include <stdio.h>

enum { SEEDS = 100, BINS = 6 };

#define CARD                                                             \
    "process=u u~ > z g", "beams.energy=13000", "cuts.jet={pt_min: 30}", \
        "histograms=[{name: pt, expression: pt(z), bins: 6, range: [30, 3000], log: true}]"
#define SHORT CARD, "integration.relative_error=3e-3", "integration.max_events=1e6"
#define EXACT CARD, "integration.relative_error=1e-4", "integration.max_events=2e8"

struct truth {
    double value[1 + BINS], error[1 + BINS]; /* of the total, then of bins */
};

/* The total and the bins of a run. */
static struct truth take(const struct run *run)
{
    struct truth truth = {{run->result->value}, {run->result->error}};
    for (int i = 0; i < BINS; ++i) {
        const ts_bin *bin = &run->result->histograms[0].bins[i];
        truth.value[1 + i] = bin->sum_w;
        truth.error[1 + i] = sqrt(bin->sum_w2);
    }
    return truth;
}

/* What a plain run has with many events. */
static struct truth find_truth(void)
{
    struct run plain = run_card(0, (const char *const[]){EXACT, "integration.seed=7001", NULL});
    assert_status(plain.context, plain.status);
    const struct truth truth = take(&plain);
    end_run(&plain);
    return truth;
}

/* Values scatter as their errors say, and their mean is the truth. Errors of bins leave strata out of
 * account, and are too large. */
static void pulls_of(const char *density)
{
    const struct truth truth = find_truth();
    double sum[1 + BINS] = {0}, square[1 + BINS] = {0}, claimed[1 + BINS] = {0};
    for (int seed = 1; seed <= SEEDS; ++seed) {
        char text[64];
        snprintf(text, sizeof text, "integration.seed=%d", seed);
        struct run run = run_card(0, (const char *const[]){SHORT, density, text, NULL});
        assert_status(run.context, run.status);
        const struct truth found = take(&run);
        for (int i = 0; i <= BINS; ++i) {
            const double off = found.value[i] - truth.value[i];
            sum[i] += off;
            square[i] += off * off;
            claimed[i] += found.error[i] * found.error[i];
        }
        end_run(&run);
    }
    for (int i = 0; i <= BINS; ++i) {
        const double mean = sum[i] / SEEDS, scatter = sqrt((square[i] - SEEDS * mean * mean) / (SEEDS - 1));
        const double width = scatter / sqrt(claimed[i] / SEEDS);
        const double off = mean / hypot(scatter / sqrt(SEEDS), truth.error[i]);
        print_message("%s, %s %d: %.2f errors from the truth, width %.3f\n", density, i ? "bin" : "total", i,
                      off, width);
        assert_true(width < 1.22 && (i || width > 0.78)); /* three errors of a hundred */
        assert_true(fabs(off) < 4);
    }
}

static void enhanced_by_a_square(void **state)
{
    (void)state;
    pulls_of("sampling.enhance=pt(z)^2");
}

static void enhanced_by_a_fourth_power(void **state)
{
    (void)state;
    pulls_of("sampling={enhance: pt(z)^4, enhance_from: 1e7}");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(enhanced_by_a_square),
                                       cmocka_unit_test(enhanced_by_a_fourth_power)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* labels: long
 *
 * The error is honest. Over 400 seeds the pulls of the cross
 * section have a width between 0.85 and 1.15, which scatters by 1 / sqrt(800)
 * = 0.035 by itself. Their mean is within 0.2. It scatters by 0.05; a value
 * and its error are correlated, so that the mean is a little below zero. */
#include "run_support.h"

#include <math.h>
#include <stdio.h>

enum { SEEDS = 400 };

static void pulls_of(const char *process, double truth, const char *precision, const char *relative_error)
{
    need_grid();
    double sum = 0, square = 0, largest = 0;
    for (int seed = 1; seed <= SEEDS; ++seed) {
        char seed_text[64];
        snprintf(seed_text, sizeof seed_text, "integration.seed=%d", seed);
        struct run run = run_card(0, (const char *const[]){process, "pdf=" GRID, precision, relative_error,
                                                           seed_text, NULL});
        assert_status(run.context, run.status);
        double pull = (run.result->value - truth) / run.result->error;
        sum += pull;
        square += pull * pull;
        largest = fmax(largest, fabs(pull));
        end_run(&run);
    }
    double mean = sum / SEEDS, width = sqrt(square / SEEDS - mean * mean);
    print_message("%s, %s: mean %.3f, width %.3f, largest %.2f\n", process, precision, mean, width, largest);
    assert_true(fabs(mean) < 0.2);
    assert_true(width > 0.85 && width < 1.15);
    assert_true(largest < 5);
}

static void two_jets_in_single(void **state)
{
    (void)state;
    pulls_of("process=g g > g g", closed_form_4, "precision=single", "integration.relative_error=3e-3");
}

static void two_jets_in_double(void **state)
{
    (void)state;
    pulls_of("process=g g > g g", closed_form_4, "precision=double", "integration.relative_error=3e-3");
}

static void three_jets(void **state)
{
    (void)state;
    pulls_of("process=g g > g g g", closed_form_5, "precision=single", "integration.relative_error=5e-3");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_jets_in_single),
        cmocka_unit_test(two_jets_in_double),
        cmocka_unit_test(three_jets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

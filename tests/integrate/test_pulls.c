/* labels: long
 *
 * The error is honest. Over 400 seeds the pulls of the cross
 * section have a width between 0.85 and 1.15, which scatters by 1 / sqrt(800)
 * = 0.035 by itself. Their mean is within 0.2. It scatters by 0.05; a value
 * and its error are correlated, so that the mean is a little below zero. Of more
 * jets there are 100 seeds: the width is between 0.8 and 1.2 there, the mean within 0.4. */
#include "run_support.h"

#include <math.h>
#include <stdio.h>

enum { SEEDS = 400, FEW_SEEDS = 100 };

static void pulls_of(const char *process, double truth, const char *precision, const char *relative_error,
                     int seeds)
{
    const double room = seeds == SEEDS ? 1 : 2;
    double sum = 0, square = 0, largest = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        char seed_text[64];
        snprintf(seed_text, sizeof seed_text, "integration.seed=%d", seed);
        struct run run = run_card(0,
                                  (const char *const[]){process, precision, relative_error, seed_text, NULL});
        assert_status(run.context, run.status);
        double pull = (run.result->value - truth) / run.result->error;
        sum += pull;
        square += pull * pull;
        largest = fmax(largest, fabs(pull));
        end_run(&run);
    }
    double mean = sum / seeds, width = sqrt(square / seeds - mean * mean);
    print_message("%s, %s: mean %.3f, width %.3f, largest %.2f\n", process, precision, mean, width, largest);
    assert_true(fabs(mean) < room * 0.2);
    assert_true(fabs(width - 1) < (seeds == SEEDS ? 0.15 : 0.2));
    assert_true(largest < 5);
}

static void two_jets_in_single(void **state)
{
    (void)state;
    pulls_of("process=g g > g g", closed_form_4, "precision=single", "integration.relative_error=3e-3",
             SEEDS);
}

static void two_jets_in_double(void **state)
{
    (void)state;
    pulls_of("process=g g > g g", closed_form_4, "precision=double", "integration.relative_error=3e-3",
             SEEDS);
}

static void three_jets(void **state)
{
    (void)state;
    pulls_of("process=g g > g g g", closed_form_5, "precision=single", "integration.relative_error=5e-3",
             SEEDS);
}

static void four_jets(void **state)
{
    (void)state;
    pulls_of("process=g g > g g g g", known_gluons_6, "precision=single", "integration.relative_error=5e-3",
             FEW_SEEDS);
}

static void five_jets(void **state)
{
    (void)state;
    pulls_of("process=g g > g g g g g", known_gluons_7, "precision=single", "integration.relative_error=1e-2",
             FEW_SEEDS);
}

static void six_jets(void **state)
{
    (void)state;
    pulls_of("process=g g > g g g g g g", known_gluons_8, "precision=single",
             "integration.relative_error=1e-2", FEW_SEEDS);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_jets_in_single), cmocka_unit_test(two_jets_in_double),
        cmocka_unit_test(three_jets),         cmocka_unit_test(four_jets),
        cmocka_unit_test(five_jets),          cmocka_unit_test(six_jets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

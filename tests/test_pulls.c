/* labels: long
 * The error is honest: over 400 seeds the pulls of the cross section of n = 4 have
 * a width between 0.85 and 1.15 (it scatters by 1 / sqrt(800) = 0.035 by itself)
 * and no bias beyond 4 / sqrt(400). */
#include "run_support.h"

#include <math.h>
#include <stdio.h>

enum { SEEDS = 400 };

static void pulls_of(const char *precision, const char *phase_space)
{
    double sum = 0, square = 0, largest = 0;
    for (int seed = 1; seed <= SEEDS; ++seed) {
        char seed_text[64];
        snprintf(seed_text, sizeof seed_text, "integration.seed=%d", seed);
        struct run run = run_card(0, (const char *const[]){"process=g g > g g", "pdf=" GRID, precision,
                                                           phase_space, "integration.relative_error=3e-3",
                                                           "integration.warmup=6", seed_text, NULL});
        assert_status(run.context, run.status);
        double pull = (run.result->value - closed_form_4) / run.result->error;
        sum += pull;
        square += pull * pull;
        largest = fmax(largest, fabs(pull));
        end_run(&run);
    }
    double mean = sum / SEEDS, width = sqrt(square / SEEDS - mean * mean);
    print_message("%s, %s: mean %.3f, width %.3f, largest %.2f\n", precision, phase_space, mean, width,
                  largest);
    assert_true(fabs(mean) < 0.2);
    assert_true(width > 0.85 && width < 1.15);
    assert_true(largest < 5);
}

static void single_precision(void **state)
{
    (void)state;
    need_grid();
    pulls_of("precision=single", "phase_space=rambo_diet");
}

static void double_precision(void **state)
{
    (void)state;
    need_grid();
    pulls_of("precision=double", "phase_space=rambo");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision),
        cmocka_unit_test(double_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

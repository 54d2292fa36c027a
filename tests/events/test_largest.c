/* The weight that hit or miss is against: of weights whose distribution is known. */
#include "events/largest.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "close.h"
#include "test_support.h"

enum { COUNT = 100000 };

/* Weights evenly from 0 to 1: above a limit c lies (1 - c)^2 / 2 of them, of 1/2 in all. */
static void even_weights(void **state)
{
    double *weights = malloc(COUNT * sizeof *weights);
    (void)state;
    assert_non_null(weights);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < COUNT; ++i)
            weights[(i * 7919) % COUNT] = (i % 2 ? sign : 1) * (i + 0.5) / COUNT;
        const struct weight_limit found = weight_limit_find(weights, COUNT, 0.01, 2);
        assert_close(found.limit, 1 - sqrt(0.01), 1e-5);
        assert_close(found.mean, 0.5, 1e-9);
        assert_close(found.kept, 0.5 * (1 - 0.01), 1e-6);
    }
    free(weights);
}

/* The median of the largest weights of 1001 replicas, drawn with replacement, is the largest of all. */
static void bootstrapped_maxima(void **state)
{
    enum { WEIGHTS = 500, REPLICAS = 1001 };
    double weights[WEIGHTS], maxima[REPLICAS];
    uint64_t random = 1;
    (void)state;
    for (int i = 0; i < WEIGHTS; ++i)
        weights[i] = pow(0.99, i);
    for (int i = 0; i < REPLICAS; ++i) {
        maxima[i] = 0;
        for (int k = 0; k < WEIGHTS; ++k) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            maxima[i] = fmax(maxima[i], weights[(random >> 33) % WEIGHTS]);
        }
    }
    int larger = 0;
    const double seen = weight_limit_find(weights, WEIGHTS, 0.01, 2).seen;
    for (int i = 0; i < REPLICAS; ++i)
        larger += maxima[i] >= seen;
    assert_true(seen == 1 && 2 * larger > REPLICAS);
}

/* Few weights above, a share of 0, no weights: the limit is the largest that is known. Equal ones all lie
 * above theirs. */
static void what_says_too_little(void **state)
{
    double weights[1000];
    (void)state;
    for (int i = 0; i < 1000; ++i)
        weights[i] = i < 2 ? 50 : 1;
    assert_close(weight_limit_find(weights, 1000, 0.01, 60).limit, 60, 0);
    for (int i = 0; i < 1000; ++i)
        weights[i] = i ? 3 : NAN;
    assert_close(weight_limit_find(weights, 1000, 0.01, 4).limit, 3 * 0.99, 1e-12);
    assert_close(weight_limit_find(weights, 1000, 0.01, 4).mean, 2.997, 1e-12);
    assert_close(weight_limit_find(weights, 1000, 0, 4).limit, 4, 0);
    assert_close(weight_limit_find(weights, 0, 0.01, 4).limit, 4, 0);
}

/* Weights of several lists: evenly up to a size, and with a tail of powers. */
static void make_lists(double *even, double *tail, double *few)
{
    for (int i = 0; i < COUNT; ++i) {
        even[(i * 7919) % COUNT] = (i % 2 ? -1 : 1) * (i + 0.5) / COUNT;
        tail[(i * 7919) % COUNT] = 0.1 * pow((i + 0.5) / COUNT, -0.4);
        few[(i * 7919) % COUNT] = i < COUNT / 1000 ? 5 : 0;
    }
}

static double lies_above(const double *weights, double limit)
{
    double above = 0;
    for (int i = 0; i < COUNT; ++i)
        above += fmax(fabs(weights[i]) - limit, 0) / COUNT;
    return above;
}

/* The limits of all lists together. What lies above them is what was asked for, and is known. No other limits
 * with as much above them have a smaller sum. */
static void limits_of_several(void **state)
{
    double *weights[2] = {malloc(COUNT * sizeof(double)), malloc(COUNT * sizeof(double))};
    double *few = malloc(COUNT * sizeof *few);
    struct weight_rungs *rungs = malloc(3 * sizeof *rungs);
    (void)state;
    assert_true(weights[0] && weights[1] && few && rungs);
    make_lists(weights[0], weights[1], few);
    for (int k = 0; k < 2; ++k)
        weight_rungs_find(weights[k], COUNT, 1, 100, &rungs[k]);
    const double share = 0.01, mean = rungs[0].mean + rungs[1].mean;
    const int rung = weight_rungs_choose(rungs, 2, share);
    assert_close(rungs[0].mean, 0.5, 1e-9);
    assert_close(rungs[1].mean, 0.1 / 0.6, 1e-3);
    double limits[2], above = 0;
    for (int k = 0; k < 2; ++k) {
        limits[k] = rungs[k].limit[rung];
        assert_close(rungs[k].above[rung], lies_above(weights[k], limits[k]), 1e-12);
        above += rungs[k].above[rung];
    }
    assert_true(above <= share * mean && above > 0.8 * share * mean);
    for (int i = -20; i <= 20; ++i) { /* other limits of one, and the other's for as much above both */
        const double other = limits[0] * (1 + i / 400.0), left = above - lies_above(weights[0], other);
        double low = 0, high = 100;
        while (left >= 0 && high - low > 1e-9 * high) {
            const double middle = (low + high) / 2;
            if (lies_above(weights[1], middle) > left)
                low = middle;
            else
                high = middle;
        }
        assert_true(left < 0 || other + high > (limits[0] + limits[1]) * (1 - 1e-5));
    }
    /* Nothing of a list lies above where that would be more than its own share. Few of all say nothing. */
    weight_rungs_find(few, COUNT, 0.1, 7, &rungs[2]);
    assert_close(rungs[2].limit[weight_rungs_choose(rungs, 3, share)], 5, 0);
    assert_close(rungs[2].seen, 5, 0);
    assert_int_equal(weight_rungs_choose(rungs, 2, 0), 0);
    for (int i = 0; i < 8; ++i)
        few[i] = i < 2 ? 5 - i : 1;
    weight_rungs_find(few, 8, 1, 7, &rungs[2]);
    assert_int_equal(weight_rungs_choose(&rungs[2], 1, 0.07), 0); /* one weight lies above 4 */
    for (int k = 0; k < 2; ++k)
        free(weights[k]);
    free(few);
    free(rungs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(even_weights), cmocka_unit_test(what_says_too_little),
                                       cmocka_unit_test(bootstrapped_maxima),
                                       cmocka_unit_test(limits_of_several)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

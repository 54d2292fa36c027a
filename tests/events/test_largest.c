/* The weight that hit or miss is against: of weights whose distribution is known. */
#include "events/largest.h"
#include "events/limit_curve.h"

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

static int by_falling_size(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left < right) - (left > right);
}

/* A channel with weights evenly from 0 to `largest`, or all equal to it. */
static struct limit_curve channel(double largest, int even)
{
    double *weights = malloc(COUNT * sizeof *weights);
    assert_non_null(weights);
    for (int i = 0; i < COUNT; ++i)
        weights[i] = largest * (even ? (i + 0.5) / COUNT : 1);
    qsort(weights, COUNT, sizeof *weights, by_falling_size);
    const struct limit_curve curve = limit_curve_of(weights, COUNT);
    free(weights);
    return curve;
}

/* Of two channels with even weights as large a part of the events lies above both limits. A part x of them
 * has x^2 of the sum above. One with equal weights gains nothing. It leaves what may lie above to the other,
 * but for a tenth of that. Points lie 1.1 apart in x. */
static void limits_of_channels_together(void **state)
{
    enum { CHANNELS = 2 };
    static const double share = 4e-3;
    struct limit_point chosen[CHANNELS];
    struct limit_curve curves[CHANNELS] = {channel(1, 1), channel(4, 1)};
    (void)state;
    limit_curves_choose(curves, CHANNELS, share, chosen);
    const double part = chosen[0].part;
    assert_true(part <= sqrt(share) * 1.0001 && part * 1.11 > sqrt(share));
    for (int c = 0; c < CHANNELS; ++c) {
        const double largest = c ? 4 : 1;
        assert_close(chosen[c].part, part, 1e-12);
        assert_close(chosen[c].limit, largest * (1 - part), 1e-3);
        assert_close(chosen[c].above, largest * part * part / 2, 1e-2);
    }
    curves[1] = channel(1, 0);
    limit_curves_choose(curves, CHANNELS, share, chosen);
    assert_true(chosen[0].above <= share * 1.5 && chosen[0].above * 1.22 > share * 1.5);
    assert_close(chosen[1].limit, 1, 1e-12);
    limit_curves_choose(curves, CHANNELS, 0.05, chosen);
    assert_true(chosen[0].above <= 0.1 * 0.5 && chosen[0].above * 1.22 > 0.1 * 0.5);
    limit_curves_choose(curves, CHANNELS, 0, chosen);
    assert_true(isinf(chosen[0].limit) && chosen[0].above == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(even_weights), cmocka_unit_test(what_says_too_little),
                                       cmocka_unit_test(limits_of_channels_together),
                                       cmocka_unit_test(bootstrapped_maxima)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

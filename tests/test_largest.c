/* The weight that hit or miss is against: of weights whose distribution is known. */
#include "run/largest.h"

#include <math.h>
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

/* Few weights above, a share of 0, no weights: the limit is the largest that is known. Equal ones all lie
 * above theirs. */
static void what_says_too_little(void **state)
{
    double weights[1000];
    (void)state;
    for (int i = 0; i < 1000; ++i)
        weights[i] = i < 5 ? 50 : 1;
    assert_close(weight_limit_find(weights, 1000, 0.01, 60).limit, 60, 0);
    for (int i = 0; i < 1000; ++i)
        weights[i] = i ? 3 : NAN;
    assert_close(weight_limit_find(weights, 1000, 0.01, 4).limit, 3 * 0.99, 1e-12);
    assert_close(weight_limit_find(weights, 1000, 0.01, 4).mean, 2.997, 1e-12);
    assert_close(weight_limit_find(weights, 1000, 0, 4).limit, 4, 0);
    assert_close(weight_limit_find(weights, 0, 0.01, 4).limit, 4, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(even_weights),
                                       cmocka_unit_test(what_says_too_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

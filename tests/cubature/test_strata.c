/* How evaluations are shared out to sub-cubes. */
#include "test_support.h"

#include "cubature/strata.h"
#include "cubature/sweep.h"

#include <math.h>
#include <stdlib.h>

static uint64_t units_in_all(const struct strata *strata)
{
    uint64_t sum = 0;
    for (uint64_t cube = 0; cube < strata->cubes; ++cube)
        sum += strata->units[cube];
    return sum;
}

static void plan(struct strata *strata, uint64_t evaluations, struct stratification *layout, int changed)
{
    int is_changed;
    assert_int_equal(strata_plan(NULL, strata, evaluations, 0, layout, &is_changed), TS_OK);
    assert_int_equal(is_changed, changed);
    assert_int_equal(layout->cubes % strata->parts, 0);
    assert_int_equal(units_in_all(strata), strata->parts);
}

/* Nothing is known: all alike, but for what does not divide. */
static void even_at_first(void **state)
{
    (void)state;
    struct strata strata = {.dimensions = 3};
    struct stratification layout;
    plan(&strata, 4000, &layout, 1);
    assert_int_equal(strata.per_axis, 10); /* 4 evaluations for each of 1000 */
    assert_int_equal(strata.parts, 2000);
    assert_int_equal(strata.most, 2);
    plan(&strata, 4000, &layout, 0);
    int changed;
    assert_int_equal(strata_plan(NULL, &strata, 2000, 1, &layout, &changed), TS_OK); /* frozen */
    assert_int_equal(strata.per_axis, 10);
    assert_int_equal(layout.cubes, 1500);  /* one part for each sub-cube and a half */
    plan(&strata, 1000000000, &layout, 1); /* tables do not grow with evaluations */
    assert_true(strata.parts <= 1 << 20 && strata.cubes <= strata.parts / 2);
    assert_true(fabs((double)(layout.cubes * layout.samples) / 1e9 - 1) < 0.01);
    strata_free(&strata);
}

static void the_table_lists_every_unit(void **state)
{
    (void)state;
    struct strata strata = {.dimensions = 2};
    struct stratification layout;
    size_t length;
    plan(&strata, 64, &layout, 1);
    double *table = strata_table(&strata, &length);
    assert_int_equal(length, STRATA_LENGTH(strata.parts));
    for (uint64_t i = 0; i < strata.parts + STRATA_MORE; ++i) {
        const uint64_t cube = (uint64_t)table[i];
        assert_true(cube < strata.cubes && table[i] == table[i % strata.parts]);
        assert_true(table[strata.parts + STRATA_MORE + i] == (double)strata.units[cube]);
    }
    free(table);
    strata_free(&strata);
}

/* The deviations that a sweep would sum where sigma is 16 times larger in one sub-cube: shares follow
 * sigma^(3/4), whatever shares the sweep itself had. */
static void units_follow_deviations(void **state)
{
    (void)state;
    struct strata strata = {.dimensions = 2};
    struct stratification layout;
    plan(&strata, 4 * 16 * 100, &layout, 1);
    const uint64_t special = 5;
    for (int sweep = 0; sweep < 12; ++sweep) {
        for (uint64_t cube = 0; cube < strata.cubes; ++cube) {
            const double sigma = cube == special ? 16 : 1, k = (double)strata.units[cube];
            strata.spread[cube] = (int64_t)(1e6 * k * pow(sigma / k, 0.75));
        }
        assert_int_equal(strata_learn(NULL, &strata), TS_OK);
        plan(&strata, 4 * 16 * 100, &layout, 1);
    }
    const double rest = (double)(strata.parts - strata.cubes), all = 8 + (double)strata.cubes - 1;
    assert_true(fabs((double)strata.units[special] - 1 - rest * 8 / all) <= 1.01);
    assert_true(fabs((double)strata.units[0] - 1 - rest / all) <= 1.01);
    assert_int_equal(strata.most, strata.units[special]);
    strata_free(&strata);
}

/* Finer sub-cubes inherit what the coarse ones have learned. */
static void knowledge_is_carried_over(void **state)
{
    (void)state;
    struct strata strata = {.dimensions = 2};
    struct stratification layout;
    plan(&strata, 16, &layout, 1);
    assert_int_equal(strata.per_axis, 2);
    strata.spread[2] = 1000; /* first axis below, second above one half */
    assert_int_equal(strata_learn(NULL, &strata), TS_OK);
    plan(&strata, 4 * 36, &layout, 1);
    assert_int_equal(strata.per_axis, 6);
    for (uint64_t cube = 0; cube < strata.cubes; ++cube) {
        const int inside = cube % 6 < 3 && cube / 6 >= 3;
        assert_true(inside ? strata.units[cube] >= 4 : strata.units[cube] == 1);
    }
    strata_free(&strata);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_at_first),
        cmocka_unit_test(the_table_lists_every_unit),
        cmocka_unit_test(units_follow_deviations),
        cmocka_unit_test(knowledge_is_carried_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

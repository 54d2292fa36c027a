/* Sobol' points: the numbers of the table, what makes them a net, and that scrambling keeps that. */
#include "test_support.h"

#include "cubature/sobol.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { AXES = SOBOL_AXES, NUMBERS = AXES * SOBOL_NUMBERS };

/* Coordinate `axis` of point n, in the order of the numbers. */
static double coordinate(const uint64_t *numbers, int axis, uint64_t n)
{
    const uint64_t *own = numbers + (size_t)axis * SOBOL_NUMBERS;
    uint64_t digits = own[SOBOL_BITS];
    for (int bit = 0; bit < SOBOL_BITS; ++bit)
        if (n >> bit & 1)
            digits ^= own[bit];
    return ldexp((double)(digits >> 32), -32);
}

/* The first points in five dimensions, by hand from the definition (Bratley and Fox, 1988). */
static void first_points(void **state)
{
    (void)state;
    static const double wanted[8][3] = {{0, 0, 0},
                                        {0.5, 0.5, 0.5},
                                        {0.25, 0.75, 0.75},
                                        {0.75, 0.25, 0.25},
                                        {0.125, 0.625, 0.375},
                                        {0.625, 0.125, 0.875},
                                        {0.375, 0.375, 0.625},
                                        {0.875, 0.875, 0.125}};
    uint64_t numbers[NUMBERS];
    sobol_plain(AXES, numbers);
    for (uint64_t n = 0; n < 8; ++n)
        for (int axis = 0; axis < 3; ++axis)
            assert_true(coordinate(numbers, axis, n) == wanted[n][axis]);
}

/* 2^k points have one in each of 2^k intervals of every axis. */
static void check_intervals(const uint64_t *numbers)
{
    enum { BITS = 10, POINTS = 1 << BITS };
    for (int axis = 0; axis < AXES; ++axis) {
        unsigned char seen[POINTS] = {0};
        for (uint64_t n = 0; n < POINTS; ++n) {
            const int interval = (int)(coordinate(numbers, axis, n) * POINTS);
            assert_int_equal(seen[interval], 0);
            seen[interval] = 1;
        }
    }
}

/* The first two axes are a (0, k, 2)-net: one point in each box of 2^-i by 2^-(k-i). */
static void check_boxes(const uint64_t *numbers)
{
    enum { BITS = 8, POINTS = 1 << BITS };
    for (int i = 0; i <= BITS; ++i) {
        unsigned char seen[POINTS] = {0};
        for (uint64_t n = 0; n < POINTS; ++n) {
            const int column = (int)ldexp(coordinate(numbers, 0, n), i);
            const int row = (int)ldexp(coordinate(numbers, 1, n), BITS - i);
            const int box = column << (BITS - i) | row;
            assert_int_equal(seen[box], 0);
            seen[box] = 1;
        }
    }
}

static void is_a_net(void **state)
{
    (void)state;
    uint64_t numbers[NUMBERS];
    sobol_plain(AXES, numbers);
    check_intervals(numbers);
    check_boxes(numbers);
}

static void scrambling_keeps_the_net(void **state)
{
    (void)state;
    uint64_t numbers[NUMBERS];
    for (uint64_t set = 0; set < 4; ++set) {
        sobol_scramble(7, set, 1, AXES, SOBOL_BITS, numbers);
        check_intervals(numbers);
        check_boxes(numbers);
    }
}

/* A few numbers are the first of all. */
static void few_numbers_come_first(void **state)
{
    (void)state;
    enum { FEW = 11, SETS = 2, THREE = 3 };
    static uint64_t all[SETS * NUMBERS], few[SETS * NUMBERS];
    sobol_scramble(5, THREE, SETS, AXES, SOBOL_BITS, all);
    sobol_scramble(5, THREE, SETS, AXES, FEW, few);
    for (int axis = 0; axis < SETS * AXES; ++axis)
        for (uint64_t n = 0; n < 1 << FEW; ++n)
            assert_true(coordinate(few, axis, n) == coordinate(all, axis, n));
}

/* One point of many randomisations is uniform: mean 1/2 and variance 1/12 within 5 errors, for each axis. */
static void randomisations_are_uniform(void **state)
{
    (void)state;
    enum { SETS = 4000, FEW = 8 };
    double sum[FEW] = {0}, square[FEW] = {0}, product = 0;
    uint64_t numbers[FEW * SOBOL_NUMBERS];
    for (uint64_t set = 0; set < SETS; ++set) {
        sobol_scramble(3, set, 1, FEW, SOBOL_BITS, numbers);
        for (int axis = 0; axis < FEW; ++axis) {
            const double x = coordinate(numbers, axis, 5) - 0.5;
            sum[axis] += x;
            square[axis] += x * x;
        }
        product += (coordinate(numbers, 0, 5) - 0.5) * (coordinate(numbers, 1, 5) - 0.5);
    }
    for (int axis = 0; axis < FEW; ++axis) {
        assert_true(fabs(sum[axis] / SETS) < 5 * sqrt(1.0 / 12 / SETS));
        assert_true(fabs(square[axis] / SETS - 1.0 / 12) < 5 * sqrt(1.0 / 180 / SETS));
    }
    assert_true(fabs(product / SETS) < 5 * sqrt(1.0 / 144 / SETS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_points),
        cmocka_unit_test(is_a_net),
        cmocka_unit_test(scrambling_keeps_the_net),
        cmocka_unit_test(few_numbers_come_first),
        cmocka_unit_test(randomisations_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

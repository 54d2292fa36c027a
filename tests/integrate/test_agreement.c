/* chi^2 of a sum of channels, and what speaks against its error. */
#include "close.h"
#include "test_support.h"

#include "core/gamma.h"
#include "integrate/agreement.h"
#include "integrate/total.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANNELS = 3, MOST_ITERATIONS = 40 };

struct sum {
    struct integrand integrands[MOST_CHANNELS];
    struct integral parts[MOST_CHANNELS];
    ts_iteration rows[MOST_CHANNELS][MOST_ITERATIONS + 1];
    size_t count;
};

/* A channel whose grid was refined, with `count` iterations of these values and errors, which repeat after
 * `period`. */
static void add(struct sum *sum, const char *name, size_t count, size_t period, const double *values,
                const double *errors, double probability)
{
    const size_t c = sum->count++;
    struct integral *part = &sum->parts[c];
    double variance = 0;
    sum->integrands[c] = (struct integrand){.name = name};
    *part = (struct integral){.iterations = sum->rows[c], .iteration_count = count + 1, .converged = 1};
    sum->rows[c][0] = (ts_iteration){1e9, 1e-9, 1000, 0}; /* must not count */
    for (size_t i = 0; i < count; ++i) {
        sum->rows[c][i + 1] = (ts_iteration){values[i % period], errors[i % period], 1000, 1};
        part->value += values[i % period] / (double)count;
        variance += errors[i % period] * errors[i % period];
    }
    part->error = sqrt(variance) / (double)count;
    for (size_t i = 0; i < count; ++i)
        part->chi2_per_dof += pow((values[i % period] - part->value) / errors[i % period], 2) /
                              (double)(count - 1);
    part->probability = probability;
}

static struct integral total_of_sum(struct sum *sum, double asked)
{
    struct integral total = {0};
    agreement_widen(sum->parts, sum->count);
    assert_int_equal(total_of(NULL, sum->parts, sum->count, &total), TS_OK);
    agreement_examine(sum->integrands, sum->parts, sum->count, asked, &total);
    return total;
}

/* Both channels have eight groups: 90 +- 10 and 110 +- 10 by turns, and 1 +- 0. */
static void the_sum_has_the_chi2_of_its_groups(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 8, 2, (double[]){90, 110}, (double[]){10, 10}, .5);
    add(&sum, "b", 16, 1, (double[]){1}, (double[]){0}, 1);
    struct integral total = total_of_sum(&sum, 0);
    assert_close(total.value, 101, 1e-12);
    assert_int_equal(total.degrees, 7);
    assert_close(total.chi2_per_dof, 8.0 / 7, 1e-12);
    assert_close(total.probability, gamma_q(3.5, 4), 1e-12);
    assert_true(total.converged && !total.objection[0]);
    integral_destroy(&total);
}

/* Sixteen iterations are eight pairs, each 100 exactly. */
static void longer_channels_are_put_together(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 16, 2, (double[]){90, 110}, (double[]){10, 10}, .5);
    add(&sum, "b", 8, 2, (double[]){49, 51}, (double[]){1, 1}, .5);
    struct integral total = total_of_sum(&sum, 0);
    assert_close(total.chi2_per_dof, 8 * 1 / (50.0 + 1) / 7, 1e-12);
    integral_destroy(&total);
}

/* 10 of 10^4, its own chi^2 being 10^4 and more: the sum knows nothing of it. */
static void a_channel_that_is_nothing_does_not_object(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "large", 8, 2, (double[]){9900, 10100}, (double[]){100, 100}, .5);
    add(&sum, "small", 8, 2, (double[]){.001, 2}, (double[]){1e-5, .4}, 0);
    struct integral total = total_of_sum(&sum, 0);
    assert_true(sum.parts[1].chi2_per_dof > 1e4);
    assert_true(total.chi2_per_dof < 1.2);
    assert_true(total.converged && !total.objection[0]);
    integral_destroy(&total);
}

/* The rare one is 40.5 +- 10 by its events, and may be off by 70.5; the error of the large one is 35.4. */
static void a_channel_that_matters_objects(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        static const double asked[] = {0, 50, 100};
        struct sum sum = {.count = 0};
        add(&sum, "large", 8, 2, (double[]){9900, 10100}, (double[]){100, 100}, .5);
        add(&sum, "u u~ > rare", 8, 2, (double[]){1, 80}, (double[]){.01, 40}, 0);
        const double error = sum.parts[1].error, value = sum.parts[1].value;
        struct integral total = total_of_sum(&sum, asked[i]);
        assert_close(sum.parts[1].error, value + 3 * error, 1e-9);
        assert_close(total.error, hypot(sum.parts[0].error, sum.parts[1].error), 1e-9);
        assert_true(total.error > 50 && total.error < 100);
        assert_int_equal(total.converged, i == 2);
        assert_int_equal(!strncmp(total.objection, "In u u~ > rare chi^2", 20), i < 2);
        integral_destroy(&total);
    }
}

static void a_sum_that_scatters_objects(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 8, 2, (double[]){80, 120}, (double[]){3, 3}, .5);
    add(&sum, "b", 8, 1, (double[]){1}, (double[]){.1}, 1);
    struct integral total = total_of_sum(&sum, 0);
    assert_true(!total.converged);
    assert_non_null(strstr(total.objection, "The iterations do not agree"));
    integral_destroy(&total);
}

/* One with a single iteration and a hundredth of the error is left out: chi^2 is that of the other. */
static void short_channels_are_left_out(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 8, 2, (double[]){90, 110}, (double[]){10, 10}, .5);
    add(&sum, "b", 1, 1, (double[]){1}, (double[]){.03}, 1);
    struct integral total = total_of_sum(&sum, 0);
    assert_close(total.value, 101, 1e-12);
    assert_int_equal(total.degrees, 7);
    assert_close(total.chi2_per_dof, 8.0 / 7, 1e-12);
    integral_destroy(&total);
}

static void short_channels_that_matter_make_fewer_groups(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 8, 2, (double[]){90, 110}, (double[]){10, 10}, .5);
    add(&sum, "b", 4, 2, (double[]){10, 30}, (double[]){20, 20}, .5);
    struct integral total = total_of_sum(&sum, 0);
    /* Four groups: pairs of a, 100 +- 7.07, and b. */
    assert_int_equal(total.degrees, 3);
    assert_close(total.chi2_per_dof, 4 * 100.0 / (50 + 400) / 3, 1e-12);
    integral_destroy(&total);
}

/* A run that was stopped may have no iteration that counts in one of its channels. */
static void without_iterations_there_is_no_chi2(void **state)
{
    (void)state;
    struct sum sum = {.count = 0};
    add(&sum, "a", 8, 2, (double[]){80, 120}, (double[]){3, 3}, .5);
    add(&sum, "b", 1, 1, (double[]){1}, (double[]){9}, 1);
    sum.parts[1].iteration_count = 1;
    struct integral total = total_of_sum(&sum, 0);
    assert_close(total.chi2_per_dof, 0, 0);
    assert_int_equal(total.degrees, 0);
    integral_destroy(&total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_has_the_chi2_of_its_groups),
        cmocka_unit_test(longer_channels_are_put_together),
        cmocka_unit_test(a_channel_that_is_nothing_does_not_object),
        cmocka_unit_test(a_channel_that_matters_objects),
        cmocka_unit_test(a_sum_that_scatters_objects),
        cmocka_unit_test(short_channels_are_left_out),
        cmocka_unit_test(short_channels_that_matter_make_fewer_groups),
        cmocka_unit_test(without_iterations_there_is_no_chi2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

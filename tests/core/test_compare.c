/* Comparison: the p-value against published numbers, histograms against sums by hand. */
#include "core/context.h"
#include "core/gamma.h"
#include "tessera/observable.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "close.h"

/* Closed forms: Q(1, x) = exp(-x); Q(1/2, x) = erfc(sqrt(x));
 * Q(n, x) = exp(-x) sum_{k<n} x^k/k! (DLMF 8.4). */
static void q_has_its_closed_forms(void **state)
{
    (void)state;
    for (double x = 1e-3; x < 300; x *= 1.7) {
        assert_close(gamma_q(1, x) / exp(-x), 1, 1e-12);
        assert_close(gamma_q(0.5, x) / erfc(sqrt(x)), 1, 1e-11);
        double term = exp(-x), sum = term;
        for (int k = 1; k < 20; k++)
            sum += term *= x / k;
        assert_close(gamma_q(20, x) / sum, 1, 1e-11);
    }
}

/* Critical values of chi^2, as every statistics table prints them
 * (Abramowitz and Stegun, table 26.8). */
static void q_has_the_values_of_the_tables(void **state)
{
    (void)state;
    static const struct {
        double k, chi2, p;
    } table[] = {{1, 3.84146, 0.05},   {1, 6.63490, 0.01},   {2, 5.99146, 0.05},  {5, 11.0705, 0.05},
                 {10, 18.3070, 0.05},  {10, 29.5883, 0.001}, {30, 43.7730, 0.05}, {100, 124.342, 0.05},
                 {100, 135.807, 0.01}, {100, 77.9295, 0.95}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_close(gamma_q(table[i].k / 2, table[i].chi2 / 2) / table[i].p, 1,
                     1e-4); /* six digits of chi2 */
}

/* For many degrees of freedom Wilson and Hilferty's normal approximation holds. */
static void q_is_right_for_many_degrees_of_freedom(void **state)
{
    (void)state;
    const double k = 20000;
    for (double z = -3; z <= 3; z += 0.5) {
        const double chi2 = k * pow(1 - 2 / (9 * k) + z * sqrt(2 / (9 * k)), 3);
        assert_close(gamma_q(k / 2, chi2 / 2) / (0.5 * erfc(z / sqrt(2))), 1, 1e-3);
    }
}

static void q_has_its_limits(void **state)
{
    (void)state;
    assert_close(gamma_q(3, 0), 1, 0);
    assert_close(gamma_q(3, INFINITY), 0, 0);
    assert_true(isnan(gamma_q(0, 1)) && isnan(gamma_q(1, -1)) && isnan(gamma_q(NAN, 1)));
}

static void chi2_is_the_sum_over_bins_with_errors(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_bin a[3] = {{0, 1, 10, 4, 0, 0, 5}, {1, 2, 7, 3, 0, 0, 5}, {2, 3, 0, 0, 0, 0, 0}};
    ts_bin b[3] = {{0, 1, 13, 5, 0, 0, 5}, {1, 2, 6, 0, 0, 0, 5}, {2, 3, 0, 0, 0, 0, 0}};
    ts_histogram x = {.path = "/a", .bin_count = 3, .bins = a}, y = {.path = "/b", .bin_count = 3, .bins = b};
    ts_comparison comparison;
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_OK);
    assert_close(comparison.chi2, 9.0 / 9 + 1.0 / 3, 1e-15);
    assert_int_equal(comparison.degrees_of_freedom, 2);
    assert_close(comparison.p_value, exp(-comparison.chi2 / 2), 1e-14);

    b[2].high = 4;
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(context),
                        "Bin 3 is [2, 3] in /a and [2, 4] in /b: they cannot be compared.");
    y.bin_count = 2;
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(context), "/a has 3 bins and /b has 2: they cannot be compared.");
    ts_context_destroy(&context);
}

/* Events of weight one, in bins of four, eight, twenty, three and none, against those of weight one half. The
 * first two bins are put together, and the last ones join the third. */
static void bins_of_few_events_are_put_together(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_bin a[5] = {{0, 1, 4, 4, 0, 0, 4},
                   {1, 2, 8, 8, 0, 0, 8},
                   {2, 3, 20, 20, 0, 0, 20},
                   {3, 4, 3, 3, 0, 0, 3},
                   {4, 5, 0, 0, 0, 0, 0}};
    ts_bin b[5] = {{0, 1, 5, 2.5, 0, 0, 10},
                   {1, 2, 10, 5, 0, 0, 20},
                   {2, 3, 19, 9.5, 0, 0, 38},
                   {3, 4, 2, 1, 0, 0, 4},
                   {4, 5, 1, 0.5, 0, 0, 2}};
    ts_histogram x = {.path = "/a", .bin_count = 5, .bins = a}, y = {.path = "/b", .bin_count = 5, .bins = b};
    ts_comparison comparison;
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_OK);
    assert_int_equal(comparison.degrees_of_freedom, 2);
    assert_close(comparison.chi2, 9 / (12 + 7.5) + 1 / (23 + 11.0), 1e-15);
    x.bin_count = y.bin_count = 1; /* too few in all: one bin still */
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_OK);
    assert_int_equal(comparison.degrees_of_freedom, 1);
    assert_close(comparison.chi2, 1 / (4.5 + 2.5), 1e-15); /* four of weight one, of 4.5 expected */
    ts_context_destroy(&context);
}

/* Compares bins of so many events of weight one; all of `b` are exact where it is a curve. */
static ts_comparison compare_events(const double *a, const double *b, int is_curve)
{
    enum { BINS = 10 };
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_bin x_bins[BINS], y_bins[BINS];
    for (int i = 0; i < BINS; ++i) {
        x_bins[i] = (ts_bin){i, i + 1, a[i], a[i], 0, 0, (uint64_t)a[i]};
        y_bins[i] = (ts_bin){i, i + 1, b[i], is_curve ? 0 : b[i], 0, 0, (uint64_t)b[i]};
    }
    const ts_histogram x = {.path = "/a", .bin_count = BINS, .bins = x_bins},
                       y = {.path = "/b", .bin_count = BINS, .bins = y_bins};
    ts_comparison there, back;
    assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &there), TS_OK);
    assert_int_equal(ts_histogram_compare(context, &y, &x, 0, &back), TS_OK);
    assert_true(there.degrees_of_freedom == back.degrees_of_freedom && there.chi2 == back.chi2);
    ts_context_destroy(&context);
    return there;
}

/* One side is full where the other is empty, of equal totals: they differ, whichever bins these are. An empty
 * side has the error of the half that it expects. */
static void an_empty_side_does_not_join_all_bins(void **state)
{
    (void)state;
    static const double first[10] = {1000}, second[10] = {0, 1000}, last[10] = {[9] = 1000},
                        even[10] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100},
                        half[10] = {200, 200, 200, 200, 200}, stray[10] = {1, [9] = 999}, none[10] = {0};
    static const struct {
        const double *a, *b;
        int is_curve;
        size_t degrees_of_freedom;
        double chi2;
    } cases[] = {
        {first, last, 0, 2, 2 * 1e6 / 1500},
        {first, second, 0, 2, 2 * 1e6 / 1500},
        {even, first, 0, 10, 900.0 * 900 / 1100 + 9 * 1e4 / 150},
        {first, stray, 0, 2, 999.0 * 999 / (1000 + 500.5) + 999.0 * 999 / (999 + 499.5)},
        {half, last, 1, 6, 5 * 200 + 1e6 / 500},
        {half, none, 1, 5, 5 * 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const ts_comparison comparison = compare_events(cases[i].a, cases[i].b, cases[i].is_curve);
        assert_int_equal(comparison.degrees_of_freedom, cases[i].degrees_of_freedom);
        assert_close(comparison.chi2 / cases[i].chi2, 1, 1e-14);
        assert_true(comparison.p_value < 1e-6);
    }
    assert_true(compare_events(first, first, 0).chi2 == 0 && compare_events(even, even, 1).p_value == 1);
}

/* Fills a falling histogram with so many events of a weight, by a generator of Knuth's (MMIX). */
static void fill_falling(uint64_t *seed, int events, double weight, size_t bins, ts_bin *bin)
{
    for (size_t i = 0; i < bins; ++i)
        bin[i] = (ts_bin){.low = (double)i, .high = (double)i + 1};
    for (int k = 0; k < events; ++k) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        const double uniform = ((double)(*seed >> 11) + 0.5) * 0x1p-53;
        const size_t i = (size_t)(-6 * log(uniform));
        if (i >= bins)
            continue;
        bin[i].sum_w += weight;
        bin[i].sum_w2 += weight * weight;
        bin[i].entries += 1;
    }
}

/* P-values of samples of one distribution are nearly even between 0 and 1, also where one sample is much
 * larger. Its last bins hold few events or none of the smaller one. Groups that end with their tenth event,
 * and errors from the events themselves, shift them by a tenth at most. Bin by bin all are below 0.01. */
static void p_values_are_nearly_even_whatever_the_samples(void **state)
{
    (void)state;
    enum { BINS = 40, COMPARISONS = 1000 };
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_bin a[BINS], b[BINS];
    ts_histogram x = {.path = "/a", .bin_count = BINS, .bins = a},
                 y = {.path = "/b", .bin_count = BINS, .bins = b};
    uint64_t seed = 1;
    int low = 0, middle = 0;
    for (int i = 0; i < COMPARISONS; ++i) {
        ts_comparison comparison;
        fill_falling(&seed, 500, 1, BINS, a);
        fill_falling(&seed, 10000, 0.05, BINS, b);
        assert_int_equal(ts_histogram_compare(context, &x, &y, 0, &comparison), TS_OK);
        low += comparison.p_value < 0.01;
        middle += comparison.p_value < 0.5;
    }
    assert_true(middle > 0.4 * COMPARISONS && middle < 0.6 * COMPARISONS);
    assert_true(low < 0.03 * COMPARISONS);
    ts_context_destroy(&context);
}

/* Of two histograms that differ by a factor alone, the second with few entries in a bin. */
static void shapes_and_entries(void **state)
{
    (void)state;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_bin a[2] = {{0, 1, 8, 4, 4, 3, 50}, {1, 2, 6, 3, 9, 14, 10}};
    ts_bin b[2] = {{0, 1, 32, 64, 20, 12, 50}, {1, 2, 25, 48, 36, 56, 9}};
    ts_histogram x = {.path = "/a", .bin_count = 2, .bins = a, .total.sum_w = 16, .underflow.sum_w = 4};
    ts_histogram y = {.path = "/b", .bin_count = 2, .bins = b, .total.sum_w = 64};
    ts_comparison comparison;
    assert_int_equal(ts_histogram_normalize(context, &x), TS_OK);
    assert_int_equal(ts_histogram_normalize(context, &y), TS_OK);
    assert_true(a[0].sum_w == 0.5 && a[0].sum_w2 == 4.0 / 256 && a[0].sum_wx == 0.25 && a[0].entries == 50);
    assert_true(x.total.sum_w == 1 && x.underflow.sum_w == 0.25);
    assert_int_equal(ts_histogram_compare(context, &x, &y, 9, &comparison), TS_OK);
    assert_close(comparison.chi2, pow(6 / 16.0 - 25 / 64.0, 2) / (3 / 256.0 + 48 / 4096.0), 1e-15);
    assert_int_equal(comparison.degrees_of_freedom, 2);
    assert_int_equal(ts_histogram_compare(context, &x, &y, 10, &comparison), TS_OK);
    assert_int_equal(comparison.degrees_of_freedom, 1);
    assert_true(comparison.chi2 == 0);
    x.total.sum_w = 0;
    assert_int_equal(ts_histogram_normalize(context, &x), TS_ERROR_INPUT);
    assert_string_equal(ts_context_error(context), "The weights of /a add up to 0: it has no shape.");
    ts_context_destroy(&context);
}

/* A number in a weight's name ends where its field ends; else the histogram is of no variation. What the name
 * says of neither scales nor densities is another weight. */
static void bands_are_of_whole_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int counts;
    } cases[] = {{"/a[MUR=0.5_MUF=1_LHAPDF=10042]", 1},
                 {"/a[MUR=0.5]", 1},
                 {"/a[MUR=0,5_MUF=1]", 0},
                 {"/a[MUR=0.5x_MUF=1]", 0},
                 {"/a[MUR=0.5_MUF=]", 0},
                 {"/a[MUR=0x2_MUF=1]", 0},
                 {"/a[MUR=0.5_MUF=1_LHAPDF=1.0042y]", 0},
                 {"/b[MUR=0.5_MUF=1]", 0},
                 {"/a[heavy]", 2},
                 {"/a[polynomial:ctG]", 0},
                 {"/a[AUX_one]", 0},
                 {"/b[heavy]", 0}};
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ts_bin own = {0, 1, 2, 1, 0, 0, 1}, other = {0, 1, 3, 1, 0, 0, 1};
        const ts_histogram histogram = {.path = "/a", .bins = &own, .bin_count = 1};
        ts_histogram varied = {.bins = &other, .bin_count = 1};
        ts_bands bands;
        snprintf(varied.path, sizeof varied.path, "%s", cases[i].path);
        assert_int_equal(ts_bands_create(context, &histogram, &varied, 1, NULL, &bands), TS_OK);
        assert_int_equal(bands.scale_high != NULL, cases[i].counts == 1);
        assert_int_equal(bands.weight_high != NULL, cases[i].counts == 2);
        const double *low = cases[i].counts == 2 ? bands.weight_low : bands.scale_low;
        const double *high = cases[i].counts == 2 ? bands.weight_high : bands.scale_high;
        assert_true(!cases[i].counts || (low[0] == 2 && high[0] == 3));
        ts_bands_destroy(&bands);
    }
    ts_context_destroy(&context);
}

/* Partners are those of each histogram alone, of names that stand once, twice and not at all. */
static void partners_of_many_are_those_of_each(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static ts_histogram a[COUNT], b[COUNT];
    const ts_histogram *partners[COUNT];
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    for (int i = 0; i < COUNT; i++) {
        snprintf(a[i].path, sizeof a[i].path, "/%d/h%d", i * i % 7, i * 31 % 211);
        snprintf(b[i].path, sizeof b[i].path, "/%d/h%d", i * i % 5, i * 17 % 223);
    }
    int found = 0;
    assert_int_equal(ts_histogram_partners(context, a, COUNT, b, COUNT, partners), TS_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_ptr_equal(partners[i], ts_histogram_partner(&a[i], b, COUNT));
        found += partners[i] != NULL;
    }
    assert_true(found > 20 && found < COUNT - 20);
    assert_int_equal(ts_histogram_partners(context, a, COUNT, NULL, 0, partners), TS_OK);
    assert_null(partners[0]);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(q_has_its_closed_forms),
        cmocka_unit_test(q_has_the_values_of_the_tables),
        cmocka_unit_test(q_is_right_for_many_degrees_of_freedom),
        cmocka_unit_test(q_has_its_limits),
        cmocka_unit_test(chi2_is_the_sum_over_bins_with_errors),
        cmocka_unit_test(bins_of_few_events_are_put_together),
        cmocka_unit_test(an_empty_side_does_not_join_all_bins),
        cmocka_unit_test(p_values_are_nearly_even_whatever_the_samples),
        cmocka_unit_test(shapes_and_entries),
        cmocka_unit_test(bands_are_of_whole_numbers),
        cmocka_unit_test(partners_of_many_are_those_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

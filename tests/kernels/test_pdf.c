/* The kernels of parton densities and coupling against the library's own functions:
 * at knots, between them, at borders and beyond. */
#include "../pdf_text.h"
#include "../test_support.h"

#include "pdf/lhagrid.h"
#include "pdf/set.h"
#include "pdf/table.h"

/* Both forms of the look-up in one program. */
#define PDF_FIXED_SCALE 0
#include "pdf.h"
#undef PDF_FIXED_SCALE
#undef TESSERA_PDF_KERNEL_H
#define PDF_FIXED_SCALE 1
#define pdf_place pdf_place_fixed
#define pdf_locate pdf_locate_fixed
#define pdf_value pdf_value_fixed
#define pdf_xf pdf_xf_fixed
#include "pdf.h"
#undef pdf_xf

#include "coupling.h"

static ts_context *context;
static ts_pdf *sets[3]; /* the embedded one; a toy with a threshold; the published CTEQ6L1, if it is here */

static const double tolerance = PRECISION_DOUBLE ? 1e-12 : 1e-5;

static const double toy_x[] = {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1};
static const double toy_q_low[] = {1, 2, 5}, toy_q_high[] = {5, 10, 100, 1000}, toy_q_two[] = {1000, 2000};
static const int toy_partons[] = {21, 2};

/* With a jump where Q = 5 is reached, and below zero here and there. */
static double toy_below(int pdg, double x, double q)
{
    return (pdg == 21 ? pow(x, -0.3) : cos(2 * log(x))) * pow(1 - x, 4) * (1 + 0.2 * log(q));
}
static double toy_above(int pdg, double x, double q) { return toy_below(pdg, x, q) * 1.5; }

static ts_pdf *toy_create(void)
{
    struct text text = text_create();
    text_add_subgrid(&text, toy_x, 11, toy_q_low, 3, toy_partons, 2, toy_below);
    text_add_subgrid(&text, toy_x, 11, toy_q_high, 4, toy_partons, 2, toy_above);
    text_add_subgrid(&text, toy_x, 11, toy_q_two, 2, toy_partons, 2, toy_above);
    ts_pdf *pdf = calloc(1, sizeof *pdf);
    assert_non_null(pdf);
    assert_status(context, lhagrid_parse(context, "toy", text.bytes, text.count, &pdf->grid));
    free(text.bytes);
    pdf->name = strdup("toy");
    return pdf;
}

static int start(void **state)
{
    (void)state;
    unsetenv("LHAPDF_DATA_PATH");
    if (ts_context_create(&context) || ts_pdf_create(context, "CTEQ6L1", 0, &sets[0]))
        return 1;
    sets[1] = toy_create();
    if (ts_pdf_create(context, TEST_SHARED "/pdf/CTEQ6L1", 0, &sets[2]))
        print_message("without the published grid: there is no %s/pdf/CTEQ6L1\n", TEST_SHARED);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i)
        ts_pdf_destroy(&sets[i]);
    ts_context_destroy(&context);
    return 0;
}

/* A table as kernels of this precision get it. */
static scalar *rounded(double *table, size_t length)
{
    scalar *result = malloc(length * sizeof *result);
    assert_non_null(result);
    for (size_t i = 0; i < length; ++i)
        result[i] = (scalar)table[i];
    free(table);
    return result;
}

static scalar *table_of(const ts_pdf *pdf, double fixed_q, const int *partons, size_t count)
{
    double *table;
    size_t length;
    assert_status(context, pdf_table_create(context, pdf, fixed_q, partons, count, &table, &length));
    return rounded(table, length);
}

/* One lane's value, with other places in the other lanes. */
static real spread(double value, double step)
{
    real result = R(0.0);
    FOR_LANES(l)
        result[l] = (scalar)(value + step * l);
    return result;
}

/* The size of a density about a point, by which rounding is measured: where it falls
 * steeply, as towards x = 1, that is its size in the neighbouring points. */
static double size_near(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    double size = 1e-30;
    for (int i = -2; i <= 2; ++i)
        size = fmax(size, fabs(pdf_grid_value(grid, slot, fmin(0, log_x + 0.04 * i), log_q2)));
    return size;
}

/* The largest deviation of the lanes at (log_x, log_q2), in units of the tolerance. */
static double deviation(const struct pdf_grid *grid, int pdg, real got, real log_x, real log_q2)
{
    double worst = 0;
    int slot = pdf_grid_slot(grid, pdg);
    FOR_LANES(l) {
        double x = (double)log_x[l], q = (double)log_q2[l];
        double want = fmax(pdf_grid_floor(grid), pdf_grid_value(grid, slot, x, q));
        worst = fmax(worst, fabs((double)got[l] - want) / (tolerance * size_near(grid, slot, x, q)));
    }
    return worst;
}

static void every_scale_gives_the_library_s_values(void **state)
{
    (void)state;
    for (int s = 0; s < 3; ++s) {
        if (!sets[s])
            continue;
        const struct pdf_grid *grid = &sets[s]->grid;
        scalar *table = table_of(sets[s], 0, toy_partons, 2);
        double low = grid->log_q2[0], high = grid->log_q2[grid->q_count - 1], worst = 0;
        for (int i = 0; i < 200; ++i)
            for (int j = 0; j < 60; ++j) {
                real log_x = spread(grid->log_x[0] * (i + 0.31) / 200, 0.003);
                real log_q2 = spread(low + (high - low) * (j + 0.37) / 60, 0.001);
                log_x = r_min(log_x, R(0.0));
                log_q2 = r_min(log_q2, r_set((scalar)high));
                for (int p = 0; p < 2; ++p)
                    worst = fmax(worst, deviation(grid, toy_partons[p], pdf_xf(table, p, log_x, log_q2),
                                                  log_x, log_q2));
            }
        print_message("set %d: %.2g of the tolerance\n", s, worst);
        assert_true(worst <= 1);
        free(table);
    }
}

static void a_fixed_scale_gives_the_library_s_values(void **state)
{
    (void)state;
    static const double scales[] = {1.4, 5, 91.188, 900};
    for (int s = 0; s < 3; ++s)
        for (int k = 0; sets[s] && k < 4; ++k) {
            const struct pdf_grid *grid = &sets[s]->grid;
            scalar *table = table_of(sets[s], scales[k], toy_partons, 2);
            double worst = 0;
            for (int i = 0; i < 5000; ++i) {
                real log_x = r_min(spread(grid->log_x[0] * (i + 0.31) / 5000, 0.0001), R(0.0));
                for (int p = 0; p < 2; ++p) {
                    int slot = pdf_grid_slot(grid, toy_partons[p]);
                    real got = pdf_xf_fixed(table, p, log_x);
                    FOR_LANES(l) {
                        double x = (double)log_x[l], q = 2 * log(scales[k]);
                        double want = pdf_grid_value(grid, slot, x, q);
                        worst = fmax(worst,
                                     fabs((double)got[l] - want) / (tolerance * size_near(grid, slot, x, q)));
                    }
                }
            }
            assert_true(worst <= 1);
            free(table);
        }
}

/* Knots as single precision rounds them lie on either side; the density is continuous there. */
static void knots_and_borders_are_met(void **state)
{
    (void)state;
    for (int s = 0; s < 3; ++s) {
        if (!sets[s])
            continue;
        const struct pdf_grid *grid = &sets[s]->grid;
        scalar *table = table_of(sets[s], 91.188, toy_partons, 2);
        for (size_t i = 0; i < grid->x_count; ++i) {
            double want = pdf_grid_value(grid, pdf_grid_slot(grid, 21), grid->log_x[i], 2 * log(91.188));
            double size = size_near(grid, pdf_grid_slot(grid, 21), grid->log_x[i], 2 * log(91.188));
            real got = pdf_xf_fixed(table, 0, r_set((scalar)grid->log_x[i]));
            FOR_LANES(l)
                assert_true(fabs((double)got[l] - want) <= tolerance * size);
        }
        free(table);
    }
}

/* A scale just below and at a threshold belong to different sides. */
static void thresholds_are_sharp(void **state)
{
    (void)state;
    scalar *table = table_of(sets[1], 0, toy_partons, 2);
    real log_x = r_set((scalar)log(0.1)), at = r_set((scalar)(2 * log(5)));
    real above = pdf_xf(table, 0, log_x, at + R(1e-5)), below = pdf_xf(table, 0, log_x, at - R(1e-5));
    FOR_LANES(l)
        assert_true(fabs((double)(above[l] / below[l]) - 1.5) < 1e-4);
    free(table);
}

/* Continued as the library does, to 1e-4 of it; beyond the table's end the value there. */
static void the_continuation_is_in_the_table(void **state)
{
    (void)state;
    const struct pdf_grid *grid = &sets[1]->grid;
    scalar *table = table_of(sets[1], 0, toy_partons, 1);
    static const double x[] = {3e-6, 2e-8, 0.05, 0.02, 1e-7}, q[] = {50, 200, 2e4, 0.7, 7e4};
    for (int i = 0; i < 5; ++i) {
        double want = pdf_grid_value(grid, 0, log(x[i]), 2 * log(q[i]));
        real got = pdf_xf(table, 0, r_set((scalar)log(x[i])), r_set((scalar)(2 * log(q[i]))));
        FOR_LANES(l)
            assert_true(fabs((double)got[l] / want - 1) < 1e-4);
    }
    real end = pdf_xf(table, 0, r_set((scalar)log(1e-9)), r_set((scalar)(2 * log(1e5))));
    real beyond = pdf_xf(table, 0, R(-1e4), R(1e4));
    FOR_LANES(l)
        assert_true(fabs((double)(beyond[l] / end[l]) - 1) < 1e-5);
    free(table);
}

static void a_parton_that_is_not_there_is_zero(void **state)
{
    (void)state;
    const int partons[] = {21, -4, 2};
    scalar *table = table_of(sets[1], 0, partons, 3);
    real nothing = pdf_xf(table, 1, R(-3.0), R(5.0)), up = pdf_xf(table, 2, R(-3.0), R(5.0));
    FOR_LANES(l) {
        assert_true(nothing[l] == 0);
        assert_true(up[l] != 0);
    }
    free(table);
}

static void values_do_not_fall_below_the_floor(void **state)
{
    (void)state;
    sets[1]->grid.force_positive = 1;
    scalar *table = table_of(sets[1], 0, toy_partons, 2);
    sets[1]->grid.force_positive = 0;
    for (double log_x = -11; log_x < 0; log_x += 0.05) {
        real value = pdf_xf(table, 1, r_set((scalar)log_x), R(5.0));
        FOR_LANES(l)
            assert_true(value[l] >= 0);
    }
    free(table);
}

/* What is not a number stays within the table. */
static void no_argument_leads_out_of_the_table(void **state)
{
    (void)state;
    scalar *table = table_of(sets[1], 0, toy_partons, 2);
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e30, -1e30};
    for (int i = 0; i < 5; ++i) {
        real value = pdf_xf(table, 0, r_set((scalar)odd[i]), r_set((scalar)odd[4 - i]));
        FOR_LANES(l)
            assert_true(isfinite((double)value[l]));
    }
    free(table);
}

static void check_coupling(const struct alpha_s *coupling, double lowest, double allowed)
{
    double *table, worst = 0;
    size_t length;
    assert_status(context, coupling_table_create(context, coupling, &table, &length));
    scalar *kernel_table = rounded(table, length);
    for (int i = 0; i < 20000; ++i) {
        real log_q2 = spread(2 * log(lowest) + 2 * log(1e5 / lowest) * i / 20000, 1e-5);
        real got = coupling_alpha_s(kernel_table, log_q2);
        FOR_LANES(l) {
            double want = alpha_s_value(coupling, exp((double)log_q2[l]));
            worst = fmax(worst, fabs((double)got[l] / want - 1));
        }
    }
    print_message("alpha_s: %.2g\n", worst);
    assert_true(worst < allowed);
    free(kernel_table);
}

static void the_coupling_is_good_to_a_millionth(void **state)
{
    (void)state;
    const double allowed = PRECISION_DOUBLE ? 1e-6 : 3e-6;
    check_coupling(&sets[0]->coupling, 1, allowed);
    struct alpha_s by_lambda = {.type = ALPHA_S_ANALYTIC,
                                .order = 3,
                                .largest_flavour = 6,
                                .threshold = {[4] = 1.4, [5] = 4.75, [6] = 173},
                                .lambda = {[3] = 0.33, [4] = 0.29, [5] = 0.21, [6] = 0.09}};
    check_coupling(&by_lambda, 1.1, allowed);
    struct alpha_s integrated = {.type = ALPHA_S_INTEGRATED,
                                 .order = 1,
                                 .largest_flavour = 5,
                                 .threshold = {[4] = 1.3, [5] = 4.2},
                                 .mass = {[4] = 1.3, [5] = 4.2},
                                 .reference_scale = 91.1876,
                                 .reference_value = 0.118};
    check_coupling(&integrated, 1, allowed);
    double knots[] = {1, 1.4, 2.1, 3, 4.5, 4.5, 8, 20, 70, 300, 2000}, values[11];
    for (int i = 0; i < 11; ++i) {
        knots[i] = 2 * log(knots[i]);
        values[i] = 1 / (1 + (i < 5 ? 0.7 : 0.65) * knots[i]);
    }
    struct alpha_s tabulated = {.type = ALPHA_S_TABULATED, .count = 11, .log_q2 = knots, .value = values};
    check_coupling(&tabulated, 0.8, allowed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scale_gives_the_library_s_values),
        cmocka_unit_test(a_fixed_scale_gives_the_library_s_values),
        cmocka_unit_test(knots_and_borders_are_met),
        cmocka_unit_test(thresholds_are_sharp),
        cmocka_unit_test(the_continuation_is_in_the_table),
        cmocka_unit_test(a_parton_that_is_not_there_is_zero),
        cmocka_unit_test(values_do_not_fall_below_the_floor),
        cmocka_unit_test(no_argument_leads_out_of_the_table),
        cmocka_unit_test(the_coupling_is_good_to_a_millionth),
    };
    return cmocka_run_group_tests(tests, start, end);
}

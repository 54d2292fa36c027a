/* The kernels of parton densities and coupling against the library's own functions:
 * at knots, between them, at borders and beyond. */
#include "kernel_support.h"
#include "pdf_text.h"

#include "pdf/lhagrid.h"
#include "pdf/set.h"
#include "pdf/table.h"

#include <math.h>

enum { X_POINTS = 480, Q_POINTS = 200, POINTS = X_POINTS * Q_POINTS, PARTONS_MAX = 3 };

/* The look-up has two forms. */
static const char every_scale_head[] = "#include \"coupling.h\"\n#include \"map.h\"\n#include \"pdf.h\"\n"
                                       "#define XF(slot, x, q) pdf_xf(table, slot, x, q)\n";
static const char fixed_scale_head[] = "#define PDF_FIXED_SCALE 1\n"
                                       "#include \"coupling.h\"\n#include \"map.h\"\n#include \"pdf.h\"\n"
                                       "#define XF(slot, x, q) pdf_xf(table, slot, x)\n";

/* x f of each parton of a table, and the coupling. */
static const char kernels[] = KERNEL_TEXT(
    MAP(densities, GLOBAL const scalar *, table, GLOBAL const scalar *, at, GLOBAL scalar *, xf,
        GLOBAL scalar *, none) {
        (void)none;
        for (int slot = 0; slot < (int)table[PDF_PARTONS]; ++slot)
            r_store(xf + AT(slot), XF(slot, r_fetch(at + AT(0)), r_fetch(at + AT(1))));
    }

    MAP(couplings, GLOBAL const scalar *, table, GLOBAL const scalar *, at, GLOBAL scalar *, alpha_s,
        GLOBAL scalar *, none) {
        (void)none;
        r_store(alpha_s + AT(0), coupling_alpha_s(table, r_fetch(at + AT(1))));
    });

static ts_context *context;
enum { SETS = 2 };
static ts_pdf *sets[SETS]; /* the embedded one; a toy with a threshold */
static struct kernel every_scale, fixed_scale;

/* What the kernels get and give. What a test does not set, it does not look at. */
static double at[2][POINTS], xf[PARTONS_MAX][POINTS];
static double *const log_x = at[0], *const log_q2 = at[1];

static double tolerance(void) { return test_double ? 1e-12 : 1e-5; }

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
    setenv("LHAPDF_DATA_PATH", "::", 1); /* no set of this machine */
    if (ts_context_create(&context) || ts_pdf_create(context, "CTEQ6L1", 0, &sets[0]))
        return 1;
    sets[1] = toy_create();
    every_scale = kernel_open_parts(every_scale_head, kernels, POINTS);
    fixed_scale = kernel_open_parts(fixed_scale_head, kernels, POINTS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    kernel_close(&every_scale);
    kernel_close(&fixed_scale);
    for (int i = 0; i < SETS; ++i)
        ts_pdf_destroy(&sets[i]);
    ts_context_destroy(&context);
    return 0;
}

/* Runs a kernel on a table, which it frees, at the points that stand in `at`. */
static void evaluate(const struct kernel *kernel, const char *name, double *table, size_t length)
{
    kernel_run(kernel, name,
               (struct kernel_array[]){{table, length, KERNEL_IN},
                                       {at, 2 * POINTS, KERNEL_IN},
                                       {xf, PARTONS_MAX * POINTS, KERNEL_OUT}},
               3);
    free(table);
}

/* x f of a set's partons, at one scale (fixed_q > 0) or those of the points. */
static void evaluate_set(const ts_pdf *pdf, double fixed_q, const int *partons, size_t count)
{
    double *table;
    size_t length;
    assert_status(context, pdf_table_create(context, pdf, fixed_q, partons, count, &table, &length));
    evaluate(fixed_q > 0 ? &fixed_scale : &every_scale, "densities", table, length);
}

static void set_point(int i, double new_log_x, double new_log_q2)
{
    log_x[i] = kernel_scalar(new_log_x);
    log_q2[i] = kernel_scalar(new_log_q2);
}

/* The size of a density about a point, by which rounding is measured. Where it falls
 * steeply, as towards x = 1, that is its size in the neighbouring points. */
static double size_near(const struct pdf_grid *grid, int slot, double x, double q)
{
    double size = 1e-30;
    for (int i = -2; i <= 2; ++i)
        size = fmax(size, fabs(pdf_grid_value(grid, slot, fmin(0, x + 0.04 * i), q)));
    return size;
}

/* The largest deviation of the toy's partons at all points, in units of the tolerance. */
static double deviation(const struct pdf_grid *grid)
{
    double worst = 0, floor = pdf_grid_floor(grid);
    for (int p = 0; p < 2; ++p) {
        int slot = pdf_grid_slot(grid, toy_partons[p]);
        for (int i = 0; i < POINTS; ++i) {
            double want = fmax(floor, pdf_grid_value(grid, slot, log_x[i], log_q2[i]));
            double error = fabs(xf[p][i] - want) / size_near(grid, slot, log_x[i], log_q2[i]);
            assert_false(isnan(error));
            worst = fmax(worst, error / tolerance());
        }
    }
    return worst;
}

static void every_scale_gives_the_library_s_values(void **state)
{
    (void)state;
    for (int s = 0; s < SETS; ++s)
        for (int shift = 0; shift < 2; ++shift) {
            const struct pdf_grid *grid = &sets[s]->grid;
            double low = grid->log_q2[0], high = grid->log_q2[grid->q_count - 1];
            for (int i = 0; i < POINTS; ++i)
                set_point(i, grid->log_x[0] * (i % X_POINTS + 0.31 + 0.5 * shift) / X_POINTS,
                          low + (high - low) * (i / X_POINTS + 0.37 + 0.5 * shift) / Q_POINTS);
            evaluate_set(sets[s], 0, toy_partons, 2);
            double worst = deviation(grid);
            print_message("set %d: %.2g of the tolerance\n", s, worst);
            assert_true(worst <= 1);
        }
}

static void a_fixed_scale_gives_the_library_s_values(void **state)
{
    (void)state;
    static const double scales[] = {1.4, 5, 91.188, 900};
    for (int s = 0; s < SETS; ++s)
        for (int k = 0; k < 4; ++k) {
            const struct pdf_grid *grid = &sets[s]->grid;
            for (int i = 0; i < POINTS; ++i) {
                set_point(i, grid->log_x[0] * (i + 0.31) / POINTS, 0);
                log_q2[i] = 2 * log(scales[k]);
            }
            evaluate_set(sets[s], scales[k], toy_partons, 2);
            assert_true(deviation(grid) <= 1);
        }
}

/* Knots as single precision rounds them lie on either side; the density is continuous there. */
static void knots_and_borders_are_met(void **state)
{
    (void)state;
    for (int s = 0; s < SETS; ++s) {
        const struct pdf_grid *grid = &sets[s]->grid;
        const int gluon = pdf_grid_slot(grid, 21);
        const double q = 2 * log(91.188);
        for (int i = 0; i < (int)grid->x_count; ++i)
            set_point(i, grid->log_x[i], q);
        evaluate_set(sets[s], 91.188, toy_partons, 2);
        for (size_t i = 0; i < grid->x_count; ++i) {
            double want = pdf_grid_value(grid, gluon, grid->log_x[i], q);
            assert_true(fabs(xf[0][i] - want) <= tolerance() * size_near(grid, gluon, grid->log_x[i], q));
        }
    }
}

/* A scale just below and at a threshold belong to different sides. */
static void thresholds_are_sharp(void **state)
{
    (void)state;
    const double threshold = kernel_scalar(2 * log(5));
    set_point(0, log(0.1), threshold + 1e-5);
    set_point(1, log(0.1), threshold - 1e-5);
    evaluate_set(sets[1], 0, toy_partons, 2);
    assert_true(fabs(xf[0][0] / xf[0][1] - 1.5) < 1e-4);
}

/* Continued as the library does, to 1e-4 of it; beyond the table's end the value there. */
static void the_continuation_is_in_the_table(void **state)
{
    (void)state;
    static const double x[] = {3e-6, 2e-8, 0.05, 0.02, 1e-7}, q[] = {50, 200, 2e4, 0.7, 7e4};
    for (int i = 0; i < 5; ++i)
        set_point(i, log(x[i]), 2 * log(q[i]));
    set_point(5, log(1e-9), 2 * log(1e5));
    set_point(6, -1e4, 1e4);
    evaluate_set(sets[1], 0, toy_partons, 1);
    for (int i = 0; i < 5; ++i) {
        double want = pdf_grid_value(&sets[1]->grid, 0, log(x[i]), 2 * log(q[i]));
        assert_true(fabs(xf[0][i] / want - 1) < 1e-4);
    }
    assert_true(fabs(xf[0][6] / xf[0][5] - 1) < 1e-5);
}

static void a_parton_that_is_not_there_is_zero(void **state)
{
    (void)state;
    const int partons[] = {21, -4, 2};
    set_point(0, -3, 5);
    evaluate_set(sets[1], 0, partons, 3);
    assert_true(xf[1][0] == 0);
    assert_true(xf[2][0] != 0);
}

static void values_do_not_fall_below_the_floor(void **state)
{
    (void)state;
    for (int i = 0; i < POINTS; ++i)
        set_point(i, -11 * (i + 0.5) / POINTS, 5);
    sets[1]->grid.force_positive = 1;
    evaluate_set(sets[1], 0, toy_partons, 2);
    sets[1]->grid.force_positive = 0;
    for (int i = 0; i < POINTS; ++i)
        assert_true(xf[1][i] >= 0);
}

/* What is not a number stays within the table. */
static void no_argument_leads_out_of_the_table(void **state)
{
    (void)state;
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e30, -1e30};
    for (int i = 0; i < 25; ++i)
        set_point(i, odd[i / 5], odd[i % 5]);
    evaluate_set(sets[1], 0, toy_partons, 2);
    for (int i = 0; i < 25; ++i)
        assert_true(isfinite(xf[0][i]));
}

static void check_coupling(const struct alpha_s *coupling, double lowest, double allowed)
{
    double *table, worst = 0;
    size_t length;
    assert_status(context, coupling_table_create(context, coupling, &table, &length));
    for (int i = 0; i < POINTS; ++i)
        set_point(i, 0, 2 * log(lowest) + 2 * log(1e5 / lowest) * i / POINTS);
    evaluate(&every_scale, "couplings", table, length);
    for (int i = 0; i < POINTS; ++i) {
        double error = fabs(xf[0][i] / alpha_s_value(coupling, exp(log_q2[i])) - 1);
        assert_false(isnan(error));
        worst = fmax(worst, error);
    }
    print_message("alpha_s: %.2g\n", worst);
    assert_true(worst < allowed);
}

static void the_coupling_is_good_to_a_millionth(void **state)
{
    (void)state;
    const double allowed = test_double ? 1e-6 : 3e-6;
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

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
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

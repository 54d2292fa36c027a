/* LHAPDF's interpolation is exact for what it must be exact for. It stands against a slow form of the
 * published formula on a large grid, across thresholds, and beyond the borders. */
#include "test_support.h"

#include "pdf_text.h"

#include "pdf/grid.h"
#include "pdf/lhagrid.h"

static ts_context *context;

static int start(void **state)
{
    (void)state;
    return ts_context_create(&context) != TS_OK;
}

static int end(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

static const double even_x[] = {1e-4, 1e-3, 1e-2, 1e-1, 1};
static const double even_q[] = {1, 10, 100, 1000, 10000};
static const int gluon_and_up[] = {21, 2};

static void parse(struct text *text, struct pdf_grid *grid)
{
    assert_status(context, lhagrid_parse(context, "test.dat", text->bytes, text->count, grid));
    free(text->bytes);
}

/* Of second degree in log x and in log Q. */
static double quadratic(int pdg, double x, double q)
{
    double l = log10(x), m = log10(q);
    return (pdg == 21 ? 1 : 2) * (3 + 0.5 * l - 0.25 * l * l) * (1 - 0.2 * m + 0.1 * m * m);
}

static void quadratics_are_exact_between_inner_knots(void **state)
{
    (void)state;
    struct text text = text_create();
    text_add_subgrid(&text, even_x, 5, even_q, 5, gluon_and_up, 2, quadratic);
    struct pdf_grid grid;
    parse(&text, &grid);
    for (double x = 1.01e-3; x < 1e-1; x *= 1.37)
        for (double q = 10.1; q < 1000; q *= 1.9) {
            assert_float_equal(pdf_grid_value(&grid, 0, log(x), 2 * log(q)), quadratic(21, x, q), 1e-13);
            assert_float_equal(pdf_grid_value(&grid, 1, log(x), 2 * log(q)), quadratic(2, x, q), 1e-13);
        }
    pdf_grid_destroy(&grid);
}

static void knots_have_their_values(void **state)
{
    (void)state;
    struct text text = text_create();
    text_add_subgrid(&text, even_x, 5, even_q, 5, gluon_and_up, 2, quadratic);
    struct pdf_grid grid;
    parse(&text, &grid);
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            assert_float_equal(pdf_grid_value(&grid, 0, log(even_x[i]), 2 * log(even_q[j])),
                               quadratic(21, even_x[i], even_q[j]), 1e-14);
    assert_int_equal(pdf_grid_slot(&grid, 0), 0);
    assert_int_equal(pdf_grid_slot(&grid, 21), 0);
    assert_int_equal(pdf_grid_slot(&grid, 2), 1);
    assert_int_equal(pdf_grid_slot(&grid, -5), -1);
    pdf_grid_destroy(&grid);
}

/* Jumps by 1 where Q = 100 is crossed. */
static double below(int pdg, double x, double q) { return quadratic(pdg, x, q); }
static double above(int pdg, double x, double q) { return quadratic(pdg, x, q) + 1; }

static void no_difference_is_taken_across_a_threshold(void **state)
{
    (void)state;
    static const double low_q[] = {1, 10, 100}, high_q[] = {100, 1000, 10000};
    struct pdf_grid both, low, high;
    struct text text = text_create(), low_text = text_create(), high_text = text_create();
    text_add_subgrid(&text, even_x, 5, low_q, 3, gluon_and_up, 2, below);
    text_add_subgrid(&text, even_x, 5, high_q, 3, gluon_and_up, 2, above);
    text_add_subgrid(&low_text, even_x, 5, low_q, 3, gluon_and_up, 2, below);
    text_add_subgrid(&high_text, even_x, 5, high_q, 3, gluon_and_up, 2, above);
    parse(&text, &both);
    parse(&low_text, &low);
    parse(&high_text, &high);
    for (double q = 1; q < 10000; q *= 1.31) {
        const struct pdf_grid *part = q < 100 ? &low : &high;
        assert_float_equal(pdf_grid_value(&both, 0, log(0.02), 2 * log(q)),
                           pdf_grid_value(part, 0, log(0.02), 2 * log(q)), 1e-14);
    }
    /* The threshold itself belongs to the upper side. */
    assert_float_equal(pdf_grid_value(&both, 0, log(0.01), 2 * log(100)), above(21, 0.01, 100), 1e-13);
    pdf_grid_destroy(&both);
    pdf_grid_destroy(&low);
    pdf_grid_destroy(&high);
}

static void two_scales_are_joined_by_straight_lines(void **state)
{
    (void)state;
    static const double two_q[] = {10, 100};
    struct text text = text_create();
    text_add_subgrid(&text, even_x, 5, two_q, 2, gluon_and_up, 2, quadratic);
    struct pdf_grid grid;
    parse(&text, &grid);
    /* A quarter of the way in log x, half of it in log Q. */
    double x = pow(10, -2.75), q = pow(10, 1.5);
    double want = 0.5 * (0.75 * (quadratic(21, 1e-3, 10) + quadratic(21, 1e-3, 100)) +
                         0.25 * (quadratic(21, 1e-2, 10) + quadratic(21, 1e-2, 100)));
    assert_float_equal(pdf_grid_value(&grid, 0, log(x), 2 * log(q)), want, 1e-13);
    pdf_grid_destroy(&grid);
}

/* A power law, for the continuation: the up quark is small and goes through zero. */
static double power(int pdg, double x, double q)
{
    return pdg == 21 ? 2 * pow(x, -0.3) * pow(q, 0.4) : 1e-4 * (log10(x) + 3.5);
}

static void densities_continue_by_the_rules_of_lhapdf(void **state)
{
    (void)state;
    struct text text = text_create();
    text_add_subgrid(&text, even_x, 5, even_q, 5, gluon_and_up, 2, power);
    struct pdf_grid grid;
    parse(&text, &grid);
    /* Large and positive: a power law; else a straight line. */
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-6), 2 * log(100)), power(21, 1e-6, 100), 1e-11 * 1e3);
    assert_float_equal(pdf_grid_value(&grid, 1, log(1e-6), 2 * log(100)), power(2, 1e-6, 100), 1e-16);
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-2), 2 * log(1e5)), power(21, 1e-2, 1e5), 1e-11 * 1e3);
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-6), 2 * log(1e5)), power(21, 1e-6, 1e5), 1e-11 * 1e4);
    /* Below: f(Q0) r^(a r + 1 - r), r = Q^2/Q0^2, a from a step of 1 % in Q^2. */
    double at = power(21, 1e-2, 1), next = pdf_grid_value(&grid, 0, log(1e-2), log(1.01));
    double a = (next / at - 1) / 0.01, r = 0.25;
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-2), log(r)), at * pow(r, a * r + 1 - r), 1e-12 * at);
    grid.extrapolator = PDF_NEAREST;
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-6), 2 * log(1e5)), power(21, 1e-4, 1e4), 1e-12 * 1e4);
    assert_float_equal(pdf_grid_value(&grid, 0, log(1e-2), 2 * log(0.1)), power(21, 1e-2, 1), 1e-12);
    grid.extrapolator = PDF_NO_EXTRAPOLATION;
    assert_true(isnan(pdf_grid_value(&grid, 0, log(1e-6), 2 * log(100))));
    assert_false(isnan(pdf_grid_value(&grid, 0, log(1e-2), 2 * log(100))));
    pdf_grid_destroy(&grid);
}

/* A grid of as many knots as published ones have, and as unevenly. */
enum { X = 61, Q = 20, F = 11 };
static const int partons[F] = {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 21};
static double knots_x[X], knots_q[Q], table[X][Q][F];

/* Something like parton densities, whose shape changes with the parton. */
static double uneven(int pdg, double x, double q)
{
    const double t = log(log(q * q / 0.03)), shape = 0.1 * (pdg == 21 ? 7 : pdg);
    return (2 + shape) * pow(x, -0.2 * t) * pow(1 - x, 3 + shape + t) *
           (1 + 0.3 * sin(3 * log(x) + 5 * shape));
}

static void make_uneven(struct pdf_grid *grid)
{
    struct text text = text_create();
    for (int i = 0; i < X; ++i) {
        const double u = 1 - (double)i / (X - 1);
        knots_x[i] = i < X - 1 ? exp(log(1e-6) * (0.3 * u + 0.7 * u * u)) : 1;
    }
    for (int j = 0; j < Q; ++j)
        knots_q[j] = 1.3 * exp(log(1e4 / 1.3) * pow((double)j / (Q - 1), 1.6));
    for (int i = 0; i < X; ++i)
        for (int j = 0; j < Q; ++j)
            for (int k = 0; k < F; ++k)
                table[i][j][k] = uneven(partons[k], knots_x[i], knots_q[j]);
    text_add_subgrid(&text, knots_x, X, knots_q, Q, partons, F, uneven);
    parse(&text, grid);
}

/* Section 3 of the LHAPDF6 paper, with Neville's scheme for a Hermite cubic. It takes slopes
 * at both ends of [p1, p2] from the neighbours p0, p3 (absent where `first`, `last`). */
static double cubic(const double p[4], const double v[4], int first, int last, double at)
{
    double chord = (v[2] - v[1]) / (p[2] - p[1]);
    double left = first ? chord : (chord + (v[1] - v[0]) / (p[1] - p[0])) / 2;
    double right = last ? chord : (chord + (v[3] - v[2]) / (p[3] - p[2])) / 2;
    double h = p[2] - p[1], s = at - p[1];
    /* Newton's form on the doubled knots p1, p1, p2, p2. */
    double c2 = (chord - left) / h, c3 = (right - 2 * chord + left) / (h * h);
    return v[1] + s * (left + s * (c2 + (s - h) * c3));
}

/* *size is the largest number that goes into it. */
static double reference(int k, double x, double q, double *size)
{
    int i = 0, j = 0;
    while (i < X - 2 && knots_x[i + 1] <= x)
        ++i;
    while (j < Q - 2 && knots_q[j + 1] <= q)
        ++j;
    double at_q[4] = {0}, p[4] = {0}, v[4] = {0};
    for (int b = -1; b <= 2; ++b) {
        if (j + b < 0 || j + b >= Q)
            continue;
        for (int a = -1; a <= 2; ++a)
            if (i + a >= 0 && i + a < X) {
                p[a + 1] = log(knots_x[i + a]);
                v[a + 1] = table[i + a][j + b][k];
                *size = fmax(*size, fabs(v[a + 1]));
            }
        at_q[b + 1] = cubic(p, v, i == 0, i == X - 2, log(x));
    }
    for (int b = -1; b <= 2; ++b)
        if (j + b >= 0 && j + b < Q)
            p[b + 1] = 2 * log(knots_q[j + b]);
    return cubic(p, at_q, j == 0, j == Q - 2, 2 * log(q));
}

static void a_large_grid_gives_the_published_formula(void **state)
{
    (void)state;
    struct pdf_grid grid;
    make_uneven(&grid);
    for (int i = 0; i < 2000; ++i) {
        /* Points without regularity, from the fractional parts of multiples of irrational numbers. */
        double x = exp(log(1e-6) * fmod(i * 0.6180339887, 1)),
               q = 1.3 * exp(log(1e4 / 1.3) * fmod(i * 0.4142135623, 1));
        for (int k = 0; k < F; ++k) {
            double size = 0, want = reference(k, x, q, &size);
            const double found = pdf_grid_value(&grid, pdf_grid_slot(&grid, partons[k]), log(x), 2 * log(q));
            assert_true(fabs(found - want) <= 1e-12 * size);
        }
    }
    pdf_grid_destroy(&grid);
}

/* Values of PDFFlow 1.2.2 (S. Carrazza, J. M. Cruz-Martinez, M. Rossi, arXiv:2009.06635),
 * an implementation of LHAPDF's interpolation by others, which rounds to some 1e-7. */
struct sample {
    int pdg;
    double x, q, xf;
};

/* Something like parton densities, with a bottom quark from 4.5 GeV on. */
static double toy(int pdg, double x, double q)
{
    double t = log(log(q * q / 0.04) / log(1 / 0.04));
    double gluon = 1.7 * pow(x, -0.1 - 0.4 * t) * pow(1 - x, 5 + t);
    if (pdg == 5)
        return q > 4.5 ? 0.05 * log(q / 4.5) * gluon : 0;
    if (pdg == 2)
        return 5.1 * pow(x, 0.8 - 0.2 * t) * pow(1 - x, 3 + 0.8 * t) +
               0.2 * pow(x, -0.1 - 0.3 * t) * pow(1 - x, 7);
    return gluon;
}

static void two_subgrids_give_the_numbers_of_pdfflow(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {21, 2.5e-05, 1.1, 6.47401454685506},
        {21, 0.0011, 4.2, 19.0573555308997},
        {21, 0.0011, 4.7, 21.0395181368615},
        {2, 0.0123, 20, 1.50314841684177},
        {2, 0.55, 1500, 0.120965527584145},
        {5, 0.05, 9, 0.166100988248636},
        {5, 0.004, 4.49, 0},
        {2, 0.85, 3.5, 0.00614028552004237},
        {21, 0.12, 300, 3.31140535685693},
    };
    static const double low_q[] = {1, 1.4, 2.1, 3, 4.5}, high_q[] = {4.5, 8, 20, 70, 300, 2000};
    static const int three[] = {2, 5, 21};
    double x[24] = {[17] = 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1};
    for (int i = 0; i < 17; ++i)
        x[i] = pow(10, -5 + 0.25 * i);
    struct text text = text_create();
    text_add_subgrid(&text, x, 24, low_q, 5, three, 3, toy);
    text_add_subgrid(&text, x, 24, high_q, 6, three, 3, toy);
    struct pdf_grid grid;
    parse(&text, &grid);
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; ++i) {
        const struct sample *sample = samples + i;
        double got = pdf_grid_value(&grid, pdf_grid_slot(&grid, sample->pdg), log(sample->x),
                                    2 * log(sample->q));
        assert_float_equal(got, sample->xf, 1e-6 * sample->xf);
    }
    pdf_grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratics_are_exact_between_inner_knots),
        cmocka_unit_test(knots_have_their_values),
        cmocka_unit_test(no_difference_is_taken_across_a_threshold),
        cmocka_unit_test(two_scales_are_joined_by_straight_lines),
        cmocka_unit_test(densities_continue_by_the_rules_of_lhapdf),
        cmocka_unit_test(a_large_grid_gives_the_published_formula),
        cmocka_unit_test(two_subgrids_give_the_numbers_of_pdfflow),
    };
    return cmocka_run_group_tests(tests, start, end);
}

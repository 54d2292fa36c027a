/* The leading-order evolution against the published benchmark: W. Giele et al., "The
 * QCD/SM working group: summary report" (Les Houches 2001), hep-ph/0204316, table 2.
 * It has a toy input at Q^2 = 2 GeV^2 with alpha_s = 0.35. That is evolved to 10^4
 * GeV^2 with four flavours, and with a fifth from m_b = 4.5 GeV on. Interpolated, evolved densities obey the
 * equation. */
#include "kernels/even_densities.h"
#include "test_support.h"

#include "pdf/evolution.h"

#include <math.h>
#include <stdlib.h>

static ts_context *context;
static struct evolution evolution;
static double (*density)[EVOLVED_COUNT];

enum { FRACTIONS = 11, COLUMNS = 8 };
static const double fractions[FRACTIONS] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.5, 0.7, 0.9};

/* u_v, d_v, L- = dbar - ubar, L+ = 2 (dbar + ubar), s+, c+, b+, g. */
static const double four_flavours[COLUMNS][FRACTIONS] = {
    {5.7722e-5, 3.3373e-4, 1.8724e-3, 1.0057e-2, 5.0392e-2, 2.1955e-1, 5.7267e-1, 3.7925e-1, 1.3476e-1,
     2.3123e-2, 4.3443e-4},
    {3.4343e-5, 1.9800e-4, 1.1065e-3, 5.9076e-3, 2.9296e-2, 1.2433e-1, 2.8413e-1, 1.4186e-1, 3.5364e-2,
     3.5943e-3, 2.2287e-5},
    {7.6527e-7, 5.0137e-6, 3.1696e-5, 1.9071e-4, 1.0618e-3, 4.9731e-3, 1.0470e-2, 3.3029e-3, 4.2815e-4,
     1.5868e-5, 1.1042e-8},
    {9.9465e+1, 5.0259e+1, 2.4378e+1, 1.1323e+1, 5.0324e+0, 2.0433e+0, 4.0832e-1, 4.0165e-2, 2.8624e-3,
     6.8961e-5, 3.6293e-8},
    {4.8642e+1, 2.4263e+1, 1.1501e+1, 5.1164e+0, 2.0918e+0, 7.2814e-1, 1.1698e-1, 1.0516e-2, 7.3138e-4,
     1.7725e-5, 1.0192e-8},
    {4.7914e+1, 2.3685e+1, 1.1042e+1, 4.7530e+0, 1.8089e+0, 5.3247e-1, 5.8864e-2, 4.1379e-3, 2.6481e-4,
     6.5549e-6, 4.8893e-9},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {1.3162e+3, 6.0008e+2, 2.5419e+2, 9.7371e+1, 3.2078e+1, 8.0546e+0, 8.8766e-1, 8.2676e-2, 7.9240e-3,
     3.7311e-4, 1.0918e-6},
};
static const double variable_flavours[COLUMNS][FRACTIONS] = {
    {5.8771e-5, 3.3933e-4, 1.9006e-3, 1.0186e-2, 5.0893e-2, 2.2080e-1, 5.7166e-1, 3.7597e-1, 1.3284e-1,
     2.2643e-2, 4.2047e-4},
    {3.4963e-5, 2.0129e-4, 1.1229e-3, 5.9819e-3, 2.9576e-2, 1.2497e-1, 2.8334e-1, 1.4044e-1, 3.4802e-2,
     3.5134e-3, 2.1529e-5},
    {7.8233e-7, 5.1142e-6, 3.2249e-5, 1.9345e-4, 1.0730e-3, 4.9985e-3, 1.0428e-2, 3.2629e-3, 4.2031e-4,
     1.5468e-5, 1.0635e-8},
    {1.0181e+2, 5.1182e+1, 2.4693e+1, 1.1406e+1, 5.0424e+0, 2.0381e+0, 4.0496e-1, 3.9592e-2, 2.8066e-3,
     6.7201e-5, 3.4998e-8},
    {4.9815e+1, 2.4725e+1, 1.1659e+1, 5.1583e+0, 2.0973e+0, 7.2625e-1, 1.1596e-1, 1.0363e-2, 7.1707e-4,
     1.7278e-5, 9.8394e-9},
    {4.9088e+1, 2.4148e+1, 1.1201e+1, 4.7953e+0, 1.8147e+0, 5.3107e-1, 5.8288e-2, 4.0740e-3, 2.5958e-4,
     6.3958e-6, 4.7330e-9},
    {4.6070e+1, 2.2239e+1, 1.0037e+1, 4.1222e+0, 1.4582e+0, 3.8106e-1, 3.5056e-2, 2.2039e-3, 1.3522e-4,
     3.3996e-6, 2.8903e-9},
    {1.3272e+3, 6.0117e+2, 2.5282e+2, 9.6048e+1, 3.1333e+1, 7.7728e+0, 8.4358e-1, 7.8026e-2, 7.4719e-3,
     3.5241e-4, 1.0307e-6},
};

/* Equation (31) of the report. */
static void fill_toy(void)
{
    for (size_t i = 0; i < evolution.count; ++i) {
        double x = evolution.x[i], d_sea = 0.1939875 * pow(x, -0.1) * pow(1 - x, 6), u_sea = (1 - x) * d_sea;
        density[i][EVOLVED_GLUON] = 1.7 * pow(x, -0.1) * pow(1 - x, 5);
        density[i][EVOLVED_UP_VALENCE] = 5.1072 * pow(x, 0.8) * pow(1 - x, 3);
        density[i][EVOLVED_DOWN_VALENCE] = 3.06432 * pow(x, 0.8) * pow(1 - x, 4);
        density[i][EVOLVED_UP_SEA] = u_sea;
        density[i][EVOLVED_DOWN_SEA] = d_sea;
        density[i][EVOLVED_STRANGE] = 0.2 * (u_sea + d_sea);
        density[i][EVOLVED_CHARM] = density[i][EVOLVED_BOTTOM] = 0;
    }
}

static int start(void **state)
{
    (void)state;
    if (ts_context_create(&context) || evolution_create(context, 1e-8, &evolution))
        return 1;
    density = calloc(evolution.count, sizeof *density);
    return !density;
}

static int end(void **state)
{
    (void)state;
    free(density);
    evolution_destroy(&evolution);
    ts_context_destroy(&context);
    return 0;
}

/* The one-loop coupling after log(Q^2/Q0^2). */
static double run(double alpha_s, int flavours, double log_ratio)
{
    return alpha_s / (1 + alpha_s * (33 - 2 * flavours) / (12 * acos(-1)) * log_ratio);
}

static void evolve(int flavours, double from, double to)
{
    assert_status(context, evolution_advance(context, &evolution, flavours,
                                             evolution_time(flavours, from, to), density));
}

static double column_value(int column, double x)
{
#define AT(which) evolution_value(&evolution, density, EVOLVED_##which, x)
    switch (column) {
    case 0:
        return AT(UP_VALENCE);
    case 1:
        return AT(DOWN_VALENCE);
    case 2:
        return AT(DOWN_SEA) - AT(UP_SEA);
    case 3:
        return 2 * (AT(DOWN_SEA) + AT(UP_SEA));
    case 4:
        return 2 * AT(STRANGE);
    case 5:
        return 2 * AT(CHARM);
    case 6:
        return 2 * AT(BOTTOM);
    default:
        return AT(GLUON);
    }
}

/* To one unit of the last of five printed digits. */
static void compare(const double table[COLUMNS][FRACTIONS])
{
    for (int column = 0; column < COLUMNS; ++column)
        for (int i = 0; i < FRACTIONS; ++i) {
            double want = table[column][i], got = column_value(column, fractions[i]);
            double unit = want > 0 ? pow(10, floor(log10(want)) - 4) : 1e-30;
            if (fabs(got - want) > 1.0001 * unit) /* the printed digits as binary numbers */
                fail_msg("column %d, x = %g: %.6e, published %.4e", column, fractions[i], got, want);
        }
}

static void four_flavours_are_as_published(void **state)
{
    (void)state;
    fill_toy();
    evolve(4, 0.35, run(0.35, 4, log(1e4 / 2)));
    compare(four_flavours);
}

static void a_fifth_flavour_above_its_mass_is_as_published(void **state)
{
    (void)state;
    double at_bottom = run(0.35, 4, log(20.25 / 2));
    fill_toy();
    evolve(4, 0.35, at_bottom);
    evolve(5, at_bottom, run(at_bottom, 5, log(1e4 / 20.25)));
    compare(variable_flavours);
}

/* int_0^1 x^(power - 1) F dx of a column F = x f. It is a sum over the grid's range, and below
 * it the integral of the power law that holds there. */
static double integral(int column, int power)
{
    const int steps = 40000;
    const double least = 1e-8;
    double sum = 0;
    for (int n = 0; n < steps; ++n) {
        double t = (n + 0.5) / steps, x = exp(log(least) * t * t);
        sum += pow(x, power) * -log(least) * 2 * t / steps * column_value(column, x);
    }
    double value = column_value(column, least);
    return value > 0 ? sum + value * pow(least, power) /
                                 (power + log(column_value(column, 2 * least) / value) / log(2))
                     : sum;
}

static double momentum(void)
{
    double sum = 0;
    for (int column = 0; column < COLUMNS; ++column)
        sum += column == 2 ? 0 : integral(column, 1);
    return sum;
}

static void momentum_and_valence_are_kept(void **state)
{
    (void)state;
    fill_toy();
    assert_float_equal(momentum(), 1, 2e-6);
    assert_float_equal(integral(0, 0), 2, 2e-6);
    assert_float_equal(integral(1, 0), 1, 2e-6);
    evolve(4, 0.35, 0.11);
    assert_float_equal(momentum(), 1, 2e-6);
    assert_float_equal(integral(0, 0), 2, 2e-6);
    assert_float_equal(integral(1, 0), 1, 2e-6);
}

/* A sum over z, even in ln(z / (1-z)), by Simpson's rule. */
struct odds_sum {
    double low, step, z, measure; /* dz */
    int point;
};
enum { ODDS_STEPS = 256 };

static struct odds_sum odds_begin(double low, double high)
{
    const double first = log(low / (1 - low));
    return (struct odds_sum){first, (log(high / (1 - high)) - first) / ODDS_STEPS, 0, 0, -1};
}

static int odds_next(struct odds_sum *at)
{
    if (++at->point > ODDS_STEPS)
        return 0;
    const int end = at->point == 0 || at->point == ODDS_STEPS;
    at->z = 1 / (1 + exp(-at->low - at->step * at->point));
    at->measure = at->z * (1 - at->z) * at->step * (end ? 1 : at->point % 2 ? 4 : 2) / 3;
    return 1;
}

/* P_ab(z) of the equation: a out of b. */
static double kernel_of(int a, int b, double z)
{
    const double rest = 1 - z, fundamental = 4 / 3.0, adjoint = 3, pair = 0.5;
    if (a != 21)
        return b == 21 ? pair * (z * z + rest * rest) : fundamental * (1 + z * z) / rest;
    return b == 21 ? 2 * adjoint * (z / rest + rest / z + z * rest) : fundamental * (1 + rest * rest) / z;
}

/* The momentum that comes to x out of larger fractions, with gluons of EVOLUTION_LEAST at the least. */
static double what_comes(const ts_pdf *pdf, int a, double x, double q)
{
    double sum = 0;
    for (struct odds_sum at = odds_begin(x, 1 - EVOLUTION_LEAST); odds_next(&at);) {
        const double z = at.z;
        double in = kernel_of(a, 21, z) * ts_pdf_xfx(pdf, 21, x / z, q);
        if (a != 21)
            in += kernel_of(a, a, z) * ts_pdf_xfx(pdf, a, x / z, q);
        for (int quark = 1; a == 21 && quark <= 5; ++quark)
            in += kernel_of(21, 1, z) *
                  (ts_pdf_xfx(pdf, quark, x / z, q) + ts_pdf_xfx(pdf, -quark, x / z, q));
        sum += in * at.measure;
    }
    return sum;
}

/* The rate at which a parton's momentum goes into other partons. */
static double what_goes(int b, int flavours)
{
    double sum = 0;
    for (struct odds_sum at = odds_begin(1e-12, 1 - EVOLUTION_LEAST); odds_next(&at);)
        sum += at.measure * at.z *
               (b == 21 ? kernel_of(21, 21, at.z) + 2 * flavours * kernel_of(1, 21, at.z)
                        : kernel_of(1, 1, at.z) + kernel_of(21, 1, at.z));
    return sum;
}

/* By how much the logarithm of a density changes from one scale to another, less what comes and goes. */
static double unexplained(const ts_pdf *pdf, int a, double x, double low, double high, int flavours)
{
    enum { STEPS = 8 };
    const double width = 2 * log(high / low) / STEPS;
    double sum = log(ts_pdf_xfx(pdf, a, x, high) / ts_pdf_xfx(pdf, a, x, low));
    for (int i = 0; i < 2 * STEPS; ++i) { /* two points of Gauss in each */
        const double q = low * exp(width / 2 * (i / 2 + (i % 2 ? 0.7886751345948129 : 0.2113248654051871)));
        sum -= width / 2 * ts_pdf_alpha_s(pdf, q) / (2 * M_PI) *
               (what_comes(pdf, a, x, q) / ts_pdf_xfx(pdf, a, x, q) - what_goes(a, flavours));
    }
    return sum;
}

/* Densities as they are interpolated obey the equation, on both sides of the threshold. The least momentum of
 * gluons is that of events that evolve by it (tests/kernels/test_backward_evolution.c). What it leaves out is
 * 2 C_A of it in the rate, times the slope of the density: 1e-4 of gluons at x = .3. */
static void interpolated_densities_obey_the_equation_with_its_cut(void **state)
{
    static const double x[] = {1e-3, 1e-2, 5e-2, 0.3};
    static const int partons[] = {21, 2, -3};
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_pdf *pdf = even_densities(context);
    double largest = 0;
    for (size_t i = 0; i < sizeof x / sizeof *x; ++i)
        for (size_t k = 0; k < sizeof partons / sizeof *partons; ++k) {
            const double below = unexplained(pdf, partons[k], x[i], 2, STARTING_BOTTOM * (1 - 1e-9), 4);
            const double above = unexplained(pdf, partons[k], x[i], STARTING_BOTTOM * (1 + 1e-9), 100, 5);
            largest = fmax(largest, fmax(fabs(below), fabs(above)));
        }
    print_message("largest change that is not of the equation: %.2g\n", largest);
    assert_true(largest < 1.2e-4);
    ts_pdf_destroy(&pdf);
    ts_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_flavours_are_as_published),
        cmocka_unit_test(a_fifth_flavour_above_its_mass_is_as_published),
        cmocka_unit_test(momentum_and_valence_are_kept),
        cmocka_unit_test(interpolated_densities_obey_the_equation_with_its_cut),
    };
    return cmocka_run_group_tests(tests, start, end);
}

/* Squared matrix elements of photons at given points, as `tessera amplitude`
 * prints them. They stand against the closed form of helicities with one
 * photon unlike the others, which for two and three photons is the complete
 * sum.
 */
#include "device_support.h"

#include "kernels/phase_space_points.h"
#include "tessera/amplitude.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 8, POINTS = 20 };

static const double gev = 200;     /* the unit of a point's energies */
static const double alpha = 0.008; /* e^2 = 4 pi alpha */

/* A point whose invariants are all large, as users give it: incoming energies positive, in GeV. */
static point spread_point(int n, uint64_t *random)
{
    point event = point_random(n, random);
    while (point_smallest_invariant(&event, n) < 0.02)
        event = point_random(n, random);
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < 4; ++c)
            event.p[i][c] *= i < 2 ? -gev : gev;
    return event;
}

static ts_status evaluate(ts_context *context, const char *process, const point *event, int particles,
                          ts_amplitude_settings settings, double *value, ts_amplitude_info *info)
{
    double momenta[MOST][4];
    for (int i = 0; i < particles; ++i)
        for (int c = 0; c < 4; ++c)
            momenta[i][c] = (double)event->p[i][c];
    settings.device = test_device;
    return ts_amplitude_evaluate(context, process, &settings, (size_t)particles, momenta[0], 1, value, info);
}

/* helicities NULL: summed and averaged. */
static double value_of(const char *process, const point *event, int n, const char *helicities,
                       const char *precision)
{
    const ts_amplitude_settings settings = {.alpha = alpha, .helicities = helicities, .precision = precision};
    ts_context *context;
    ts_amplitude_info info;
    double value = NAN;
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, evaluate(context, process, event, n, settings, &value, &info));
    assert_string_equal(info.process, process);
    assert_int_equal(info.coupling_count, 1);
    assert_true(ts_parameter_value(info.couplings, 1, "alpha") == alpha);
    ts_context_destroy(&context);
    return value;
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value / expected - 1) <= tolerance)) {
        print_error("%.17g is not %.17g: %.2g off\n", value, expected, value / expected - 1);
        fail();
    }
}

/* |m|^2 over (e Q)^(2n) for a left-handed fermion (R. Kleiss, W. J. Stirling, Phys. Lett. B 179 (1986) 159):
 * photon `unlike` has helicity -1 where `minus` is 1, the others the opposite one. `f` is the fermion, 0
 * or 1. */
static double one_unlike(const point *event, int particles, int f, int unlike, int minus)
{
    const int a = 1 - f;
    long double s = point_invariant(event, 0, 1), product = ldexpl(1, particles - 2) / (s * s);
    for (int k = 2; k < particles; ++k)
        product *= s / (point_invariant(event, 0, k) * point_invariant(event, 1, k));
    long double fermion = point_invariant(event, f, unlike), antifermion = point_invariant(event, a, unlike);
    return (double)(product * fermion * antifermion *
                    (minus ? antifermion * antifermion : fermion * fermion));
}

/* Over all helicities of two or three photons and both of the fermion; with two, each is unlike the other. */
static double sum_of_all(const point *event, int particles)
{
    double sum = 0;
    for (int i = 2; i < particles; ++i)
        sum += one_unlike(event, particles, 0, i, 0) + one_unlike(event, particles, 0, i, 1);
    return particles == 4 ? sum : 2 * sum;
}

static double couplings(int photons, double charge)
{
    return pow(4 * acos(-1) * alpha * charge * charge, photons);
}

static const char *precision_here(void) { return test_has_double ? "double" : "single"; }

/* OpenCL: there each program is tried in one precision alone. */
static int compiles_slowly(void) { return !strcmp(test_device, "opencl"); }

static void sums_are_exact(void **state)
{
    static const struct {
        const char *process;
        int photons;
        double charge, average;
    } rows[] = {{"u u~ > a a", 2, 2. / 3, 1. / 12},
                {"u u~ > a a a", 3, 2. / 3, 1. / 12},
                {"e- e+ > a a a", 3, 1, 1. / 4},
                {"d~ d > a a a", 3, 1. / 3, 1. / 12}};
    (void)state;
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows - (compiles_slowly() ? 1 : 0); ++i)
        for (int trial = 0; trial < POINTS; ++trial) {
            const int n = rows[i].photons + 2;
            const point event = spread_point(n, &random);
            const double exact = couplings(n - 2, rows[i].charge) * rows[i].average * sum_of_all(&event, n);
            const char *process = rows[i].process;
            assert_near(value_of(process, &event, n, NULL, precision_here()), exact,
                        test_has_double ? 1e-12 : 1e-4);
            if (!compiles_slowly())
                assert_near(value_of(process, &event, n, NULL, "single"), exact, 1e-4);
        }
}

/* Physical helicities of what comes in as well: a left-handed electron meets a right-handed positron. */
static void one_configuration(void **state)
{
    (void)state;
    uint64_t random = 2;
    const point event = spread_point(6, &random);
    const double e8 = couplings(4, 1), tolerance = test_has_double ? 1e-12 : 1e-4;
    static const struct {
        const char *helicities;
        int unlike, minus; /* as for a left-handed fermion */
    } rows[] = {{"-+-+++", 2, 1}, {"-+--+-", 4, 0}, {"+----+", 5, 1}, {"+-+-++", 3, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const char *h = rows[i].helicities;
        const double electron = one_unlike(&event, 6, 0, rows[i].unlike, rows[i].minus);
        assert_near(value_of("e- e+ > a a a a", &event, 6, h, precision_here()), e8 * electron, tolerance);
        if (compiles_slowly())
            continue;
        /* There the second one has these helicities the other way round. */
        const double positron = one_unlike(&event, 6, 1, rows[i].unlike, !rows[i].minus);
        assert_near(value_of("e+ e- > a a a a", &event, 6, h, precision_here()), e8 * positron, tolerance);
    }
    const double one = value_of("e- e+ > a a a a", &event, 6, "-+-+++", precision_here());
    assert_true(value_of("e- e+ > a a a a", &event, 6, "--+-+-", precision_here()) == 0);
    assert_true(value_of("e- e+ > a a a a", &event, 6, "+++-+-", precision_here()) == 0);
    const double rounding = test_has_double ? 1e-24 : 1e-10;
    assert_true(value_of("e- e+ > a a a a", &event, 6, "-+++++", precision_here()) < rounding * one);
}

static void helicities_sum_to_the_total(void **state)
{
    (void)state;
    if (compiles_slowly())
        skip();
    uint64_t random = 3;
    const point event = spread_point(6, &random);
    double sum = 0;
    for (int choice = 0; choice < 1 << 6; ++choice) {
        char helicities[7] = "";
        for (int i = 0; i < 6; ++i)
            helicities[i] = choice >> i & 1 ? '+' : '-';
        sum += value_of("e- e+ > a a a a", &event, 6, helicities, precision_here());
    }
    assert_near(value_of("e- e+ > a a a a", &event, 6, NULL, precision_here()), sum / 4,
                test_has_double ? 1e-12 : 1e-4);
}

/* Points with the axes exchanged, and a photon along z. */
static void any_direction(void **state)
{
    (void)state;
    point along = {{{5, 5, 0, 0}, {5, -5, 0, 0}, {5, 0, 0, 5}, {5, 0, 0, -5}}};
    point across = {{{5, 0, 0, 5}, {5, 0, 0, -5}, {5, 3, 4, 0}, {5, -3, -4, 0}}};
    const double exact = 8 * couplings(2, 1) * 2 / 4;
    const double tolerance = test_has_double ? 1e-14 : 1e-6;
    assert_near(value_of("e- e+ > a a", &along, 4, NULL, precision_here()), exact, tolerance);
    assert_near(value_of("e- e+ > a a", &across, 4, NULL, precision_here()), exact, tolerance);
}

static void assert_refused(const char *process, ts_amplitude_settings settings, const point *event,
                           int particles, ts_status expected, const char *words)
{
    ts_context *context;
    double value;
    settings.precision = precision_here();
    assert_int_equal(ts_context_create(&context), TS_OK);
    const ts_status status = evaluate(context, process, event, particles, settings, &value, NULL);
    if (status != expected || !strstr(ts_context_error(context), words))
        fail_msg("status %d, \"%s\" does not say \"%s\"", (int)status, ts_context_error(context), words);
    ts_context_destroy(&context);
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    const ts_amplitude_settings none = {0}, negative = {.alpha = -1}, large = {.alpha = 2},
                                short_list = {.helicities = "+-+"};
    uint64_t random = 4;
    const point event = spread_point(4, &random);
    const point beam = {{{5, 0, 0, 5}, {5, 0, 0, -5}, {5, 0, 0, 5}, {5, 0, 0, -5}}};
    assert_refused("p p > a a", none, &event, 4, TS_ERROR_INPUT, "holds the label p");
    assert_refused("u d~ > a a", none, &event, 4, TS_ERROR_INPUT, "charge");
    assert_refused("u u~ > a a", none, &event, 3, TS_ERROR_INPUT, "has 4 particles");
    assert_refused("u u~ > a a", negative, &event, 4, TS_ERROR_INPUT, "alpha = -1 makes no sense");
    assert_refused("u u~ > a a", large, &event, 4, TS_ERROR_INPUT, "alpha = 2 makes no sense");
    assert_refused("u u~ > a a", short_list, &event, 4, TS_ERROR_INPUT, "each of the 4 particles");
    assert_refused("u u~ > a a", none, &beam, 4, TS_ERROR_NUMERIC, "particles 1 and 3 are collinear");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(one_configuration),
        cmocka_unit_test(helicities_sum_to_the_total),
        cmocka_unit_test(any_direction),
        cmocka_unit_test(what_has_no_meaning_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* e+ e- > photons, from a card to a cross section: two against the textbook, three against a Monte Carlo of
 * the closed form. */
#include "run_support.h"

#include "kernels/phase_space_points.h"

#include <math.h>

static const double alpha = 0.0072973525693, gev2_pb = 0.3893793721e9;

static struct run run_beams(const char *process, double energy, double error, const char *precision,
                            const char *more)
{
    char assignments[2][64];
    snprintf(assignments[0], sizeof assignments[0], "beams.energy=%g", energy);
    snprintf(assignments[1], sizeof assignments[1], "integration.relative_error=%g", error);
    return run_card(0,
                    (const char *const[]){process, "beams.particles=[e+, e-]", assignments[0], assignments[1],
                                          precision, "couplings.alpha=0.0072973525693", more, NULL});
}

static void assert_agrees(const struct run *run, double value, double error)
{
    assert_status(run->context, run->status);
    const double all = hypot(run->result->error, error);
    print_message("%s: %.7g +- %.2g pb, %.2f standard errors off\n", run->result->process, run->result->value,
                  run->result->error, (run->result->value - value) / all);
    assert_true(fabs(run->result->value - value) < 3.5 * all);
    assert_int_equal(run->result->coupling_count, 1);
    assert_true(ts_parameter_value(run->result->couplings, 1, "alpha") == alpha);
    assert_string_equal(run->result->pdf, "none");
}

/* OpenCL: there one program is enough. */
static int compiles_slowly(void) { return !strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"); }

/* d sigma / d cos th = (2 pi alpha^2 / s) (1 + cos^2 th) / sin^2 th for photons told apart, half of it for
 * two that are alike (M. E. Peskin, D. V. Schroeder, section 5.5), over |cos th| < c. */
static double two_photons(double energy, double pt_min, double eta_max)
{
    const double c = fmin(sqrt(1 - pow(2 * pt_min / energy, 2)), tanh(eta_max));
    return 2 * acos(-1) * pow(alpha / energy, 2) * (log((1 + c) / (1 - c)) - c) * gev2_pb;
}

/* At 91.2 GeV pT > 20 GeV is what limits the angle, at 1000 GeV |eta| < 2.5. */
static void textbook(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const double energy = i ? 1000 : 91.2;
        struct run run = run_beams("process=e+ e- > a a", energy, 2e-4, "precision=single",
                                   "cuts.photon.eta_max=2.5");
        assert_agrees(&run, two_photons(energy, 20, 2.5), 0);
        end_run(&run);
    }
    if (compiles_slowly() || !test_has_double)
        return;
    struct run run = run_beams("process=e+ e- > a a", 91.2, 2e-4, "precision=double", NULL);
    assert_agrees(&run, two_photons(91.2, 20, 2.5), 0);
    end_run(&run);
}

/* Whether the photons of a point, whose energy is `unit` GeV a unit, have pT > 20 GeV, |eta| < 2.5 and lie
 * 0.4 apart. */
static int passes(const point *event, int n, double unit)
{
    double eta[8], phi[8];
    for (int i = 2; i < n; ++i) {
        const double x = (double)event->p[i][1], y = (double)event->p[i][2], pt = hypot(x, y);
        eta[i] = asinh((double)event->p[i][3] / pt);
        phi[i] = atan2(y, x);
        if (pt * unit < 20 || fabs(eta[i]) > 2.5)
            return 0;
        for (int j = 2; j < i; ++j)
            if (hypot(eta[i] - eta[j], remainder(phi[i] - phi[j], 2 * acos(-1))) < 0.4)
                return 0;
    }
    return 1;
}

/* |M|^2 of three photons over e^6, spins averaged: 2 2^3 s prod_k 1 / (s_1k s_2k) sum_I s_1I s_2I (s_1I^2 +
 * s_2I^2), a quarter of it. */
static double three_photons(const point *event)
{
    long double s = point_invariant(event, 0, 1), product = 4 * s, sum = 0;
    for (int k = 2; k < 5; ++k) {
        const long double a = point_invariant(event, 0, k), b = point_invariant(event, 1, k);
        product /= a * b;
        sum += a * b * (a * a + b * b);
    }
    return (double)(product * sum);
}

/* Phase space of three massless particles is s / 256 pi^3. The points have their energies in units near one.
 */
static void three_by_closed_form(void **state)
{
    enum { POINTS = 200000 };
    const double energy = 91.2, e6 = pow(4 * acos(-1) * alpha, 3), unit = energy / point_energy(5);
    double sum = 0, squares = 0;
    uint64_t random = 1;
    (void)state;
    if (compiles_slowly())
        skip();
    for (int i = 0; i < POINTS; ++i) {
        const point event = point_random(5, &random);
        const double weight = passes(&event, 5, unit) ? three_photons(&event) / (unit * unit) : 0;
        sum += weight / POINTS;
        squares += weight * weight / POINTS;
    }
    const double factor = e6 / (2 * 6 * 256 * pow(acos(-1), 3)) * gev2_pb;
    struct run run = run_beams("process=e+ e- > a a a", energy, 1e-3, "precision=single",
                               "cuts.photon.dr_min=0.4");
    assert_agrees(&run, factor * sum, factor * sqrt((squares - sum * sum) / POINTS));
    end_run(&run);
}

static void assert_refused(const char *process, const char *beams, const char *more, const char *words)
{
    struct run run = run_card(0, (const char *const[]){process, beams, more, NULL});
    assert_int_equal(run.status, TS_ERROR_INPUT);
    if (!strstr(ts_context_error(run.context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(run.context), words);
    end_run(&run);
}

static void what_has_no_meaning_is_refused(void **state)
{
    static const char protons[] = "beams.particles=[p, p]", electrons[] = "beams.particles=[e+, e-]";
    (void)state;
    assert_refused("process=e+ e- > a a", protons, NULL, "write beams.particles: [e+, e-]");
    assert_refused("process=e- e+ > a a", electrons, NULL, "write beams.particles: [e-, e+]");
    assert_refused("process=u u~ > a a", electrons, NULL, "write beams: {particles: [p, p]");
    assert_refused("process=g g > g g", electrons, NULL, "write beams: {particles: [p, p]");
    assert_refused("process=e+ e- > a a", electrons, "beams.energy=39", "more energy");
    assert_refused("process=e+ e- > a a", electrons, "cuts.photon.pt_min=0", "infinite");
    assert_refused("process=e+ e- > a a", electrons, "phase_space=chili", "collisions of two hadrons");
    assert_refused("process=e+ e+ > a a", electrons, NULL, "from e+ e-");
    assert_refused("process=e+ e- > a", electrons, NULL, "2 to 8 photons");
}

int main(int argc, char **argv)
{
    int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(textbook), cmocka_unit_test(three_by_closed_form),
                                       cmocka_unit_test(what_has_no_meaning_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

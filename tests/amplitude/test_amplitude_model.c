/* Masses, widths, couplings and the scheme of a card in matrix elements, against closed forms. */
#include "test_support.h"

#include "tessera/amplitude.h"
#include "tessera/card.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef double _Complex number;
extern double cabs(number);

static ts_context *context;

static ts_card *card_with(const char *const *assignments)
{
    ts_card *card;
    assert_status(context, ts_card_create(context, &card));
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    return card;
}

/* Two beams of `energy`, and two particles of a mass under the cosine `z` with the first one. */
static void two_to_two(double energy, double mass, double z, double momenta[4][4])
{
    const double length = sqrt(energy * energy - mass * mass), across = length * sqrt(1 - z * z);
    const double event[4][4] = {{energy, 0, 0, energy},
                                {energy, 0, 0, -energy},
                                {energy, across, 0, length * z},
                                {energy, -across, 0, -length * z}};
    memcpy(momenta, event, sizeof event);
}

static ts_status evaluate(const char *process, ts_amplitude_settings settings, double momenta[4][4],
                          double *value)
{
    settings.size = sizeof settings;
    settings.device = "cpu";
    return ts_amplitude_evaluate(context, process, &settings, 4, momenta[0], 1, value, NULL);
}

/* Combridge, Nucl. Phys. B151 (1979) 429. */
static double heavy_pair(double mass, double energy, double z, double alpha_s)
{
    const double beta = sqrt(1 - mass * mass / (energy * energy)), rho = mass * mass / (energy * energy);
    const double t1 = (1 - beta * z) / 2, t2 = (1 + beta * z) / 2, g2 = 4 * M_PI * alpha_s;
    return g2 * g2 * (1 / (6 * t1 * t2) - 0.375) * (t1 * t1 + t2 * t2 + rho - rho * rho / (4 * t1 * t2));
}

static void mass_of_the_top(void **state)
{
    (void)state;
    double momenta[4][4], value;
    const char *const assignments[] = {"model.m_t=150.25", "couplings.alpha_s=0.11", NULL};
    ts_card *card = card_with(assignments);
    two_to_two(500, 150.25, 0.3, momenta);
    assert_status(context, evaluate("g g > t t~", (ts_amplitude_settings){.card = card}, momenta, &value));
    assert_true(fabs(value / heavy_pair(150.25, 500, 0.3, 0.11) - 1) < 1e-11);
    assert_int_equal(evaluate("g g > t t~", (ts_amplitude_settings){0}, momenta, &value), TS_ERROR_INPUT);
    assert_int_equal(evaluate("g g > t t~", (ts_amplitude_settings){.card = card, .alpha_s = 0.1}, momenta,
                              &value),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "alpha_s is given twice"));
    ts_card_destroy(&card);
}

/* e+ e- > mu+ mu-: each pair of chiralities is a photon and a Z boson. `sin2` is that of the couplings. */
static double lepton_pair(double m_w, double m_z, double width, number sin2, double energy, double z)
{
    const double s = 4 * energy * energy;
    const double e2 = 4 * sqrt(2) * 1.16639e-5 * m_w * m_w * (1 - m_w * m_w / (m_z * m_z));
    const number g2 = e2 / (sin2 * (1 - sin2)), couplings[2] = {sin2 - 0.5, sin2};
    double sum = 0;
    for (int in = 0; in < 2; ++in)
        for (int out = 0; out < 2; ++out) {
            const double invariant = s * (in == out ? 1 + z : 1 - z) / 2;
            const number weak = g2 * couplings[in] * couplings[out] / (s - m_z * m_z + 1.0i * m_z * width);
            sum += pow(invariant * cabs(e2 / s + weak), 2);
        }
    return sum;
}

static void scheme_and_width(void **state)
{
    (void)state;
    double momenta[4][4], value;
    const char *const assignments[] = {"model.scheme=gmu", "model.m_w=80.1", "model.m_z=92",
                                       "model.gamma_z=5", NULL};
    ts_card *card = card_with(assignments);
    two_to_two(46.5, 0, -0.4, momenta);
    assert_status(context,
                  evaluate("e+ e- > mu+ mu-", (ts_amplitude_settings){.card = card}, momenta, &value));
    assert_true(fabs(value / lepton_pair(80.1, 92, 5, 1 - 80.1 * 80.1 / (92 * 92), 46.5, -0.4) - 1) < 1e-11);
    ts_card_destroy(&card);
}

/* The weak mixing angle from complex masses, far from the resonance. */
static void complex_masses(void **state)
{
    (void)state;
    double momenta[4][4], value;
    const char *const assignments[] = {"model.scheme=gmu",
                                       "model.m_w=80.1",
                                       "model.m_z=92",
                                       "model.gamma_z=5",
                                       "model.gamma_w=2.3",
                                       "model.complex_masses=true",
                                       NULL};
    ts_card *card = card_with(assignments);
    const number sin2 = 1 - (80.1 * 80.1 - 1.0i * 80.1 * 2.3) / (92 * 92 - 1.0i * 92 * 5);
    two_to_two(56.5, 0, -0.4, momenta);
    assert_status(context,
                  evaluate("e+ e- > mu+ mu-", (ts_amplitude_settings){.card = card}, momenta, &value));
    assert_true(fabs(value / lepton_pair(80.1, 92, 5, sin2, 56.5, -0.4) - 1) < 1e-11);
    assert_true(fabs(value / lepton_pair(80.1, 92, 5, 1 - 80.1 * 80.1 / (92 * 92), 56.5, -0.4) - 1) > 1e-4);
    ts_card_destroy(&card);
}

/* A photon alone has (1 + z^2) e^4, summed over helicities and averaged. */
static void photon_alone(void **state)
{
    (void)state;
    const double z = -0.4, e2 = 4 * M_PI / 132.5;
    double momenta[4][4], value;
    two_to_two(46.5, 0, z, momenta);
    assert_status(context, evaluate("e+ e- > mu+ mu- / z h", (ts_amplitude_settings){.alpha = 1 / 132.5},
                                    momenta, &value));
    assert_true(fabs(value / (e2 * e2 * (1 + z * z)) - 1) < 1e-11);
}

/* Momenta behind two beams of one energy; each particle has the mass that `mass` says. */
static void make_event(int legs, const double *mass, double (*p)[4])
{
    double sum[4] = {0};
    for (int leg = 2; leg < legs; ++leg) {
        p[leg][0] = mass[leg] * mass[leg];
        for (int k = 1; k < 4; ++k) {
            p[leg][k] = leg < legs - 1 ? 90 * sin(2.3 * leg + 1.7 * k * k) : -sum[k];
            p[leg][0] += p[leg][k] * p[leg][k];
        }
        p[leg][0] = sqrt(p[leg][0]);
        for (int k = 0; k < 4; ++k)
            sum[k] += p[leg][k];
    }
    for (int leg = 0; leg < 2; ++leg)
        p[leg][0] = sum[0] / 2, p[leg][3] = leg ? -sum[0] / 2 : sum[0] / 2;
}

/* A particle of infinite mass has no part, where no coupling grows with the mass: two heavy ones say what
 * follows from 1 / m^2. Six legs are cut in the middle, five at a vertex. */
static void what_is_excluded_is_heavy(void **state)
{
    enum { HALF, WHOLE, EXCLUDED, ALL };
    const double w = 80.41900244575616;
    const struct {
        const char *process, *excluding, *mass[2];
        int legs;
        double masses[6];
    } cases[] = {
        {"u d > u d w+ w- QCD=0",
         "u d > u d w+ w- / h QCD=0",
         {"model.m_h=5e4", "model.m_h=1e5"},
         6,
         {0, 0, 0, 0, w, w}},
        {"b b~ > w+ w- g", "b b~ > w+ w- g / t", {"model.m_t=5e4", "model.m_t=1e5"}, 5, {0, 0, w, w, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double p[6][4] = {{0}}, values[4];
        make_event(cases[i].legs, cases[i].masses, p);
        for (int k = HALF; k <= ALL; ++k) {
            ts_card *card = card_with((const char *const[]){k <= WHOLE ? cases[i].mass[k] : NULL, NULL});
            const ts_amplitude_settings settings = {.size = sizeof settings,
                                                    .device = "cpu",
                                                    .alpha_s = 0.12,
                                                    .card = card};
            const char *process = k == EXCLUDED ? cases[i].excluding : cases[i].process;
            assert_status(context, ts_amplitude_evaluate(context, process, &settings, (size_t)cases[i].legs,
                                                         p[0], 1, &values[k], NULL));
            ts_card_destroy(&card);
        }
        const double infinite = (4 * values[WHOLE] - values[HALF]) / 3;
        print_message("%s: %.12g and %.12g, with all diagrams %.12g\n", cases[i].excluding, values[EXCLUDED],
                      infinite, values[ALL]);
        assert_true(fabs(values[EXCLUDED] / infinite - 1) < 1e-8);
        assert_true(fabs(values[EXCLUDED] / values[ALL] - 1) > 1e-5);
    }
}

/* The amplitudes written by hand take their couplings from the card, and leave massive fermions alone. */
static void families(void **state)
{
    (void)state;
    double momenta[4][4], value, same, massive;
    const char *const gluons[] = {"model.alpha_s=0.09", "model.m_t=160", NULL};
    const char *const photons[] = {"couplings.alpha=0.0073", NULL};
    const char *const mass[] = {"couplings.alpha=0.0073", "model.m_e=20", NULL};
    ts_card *gluon_card = card_with(gluons), *photon_card = card_with(photons), *mass_card = card_with(mass);
    two_to_two(500, 0, 0.2, momenta);
    assert_status(context,
                  evaluate("g g > g g", (ts_amplitude_settings){.card = gluon_card}, momenta, &value));
    assert_status(context, evaluate("g g > g g", (ts_amplitude_settings){.alpha_s = 0.09}, momenta, &same));
    assert_true(value == same);
    assert_status(context,
                  evaluate("e+ e- > a a", (ts_amplitude_settings){.card = photon_card}, momenta, &value));
    assert_status(context, evaluate("e+ e- > a a", (ts_amplitude_settings){.alpha = 0.0073}, momenta, &same));
    assert_true(value == same);
    assert_int_equal(evaluate("e+ e- > a a", (ts_amplitude_settings){.card = mass_card}, momenta, &massive),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "has the mass 20 GeV in the model"));
    ts_card_destroy(&gluon_card);
    ts_card_destroy(&photon_card);
    ts_card_destroy(&mass_card);
}

/* Boosts momenta along an axis that is none of theirs. */
static void boost(double (*p)[4], int legs)
{
    const double velocity[4] = {0, 0.3, -0.2, 0.5}, gamma = 1 / sqrt(1 - 0.38);
    for (int leg = 0; leg < legs; ++leg) {
        const double along = 0.3 * p[leg][1] - 0.2 * p[leg][2] + 0.5 * p[leg][3], e = p[leg][0];
        for (int k = 1; k < 4; ++k)
            p[leg][k] += velocity[k] * (gamma * e + (gamma - 1) * along / 0.38);
        p[leg][0] = gamma * (e + along);
    }
}

static double product(const double *a, const double *b)
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/* A decay at rest into these momenta, of which the last one follows, all massless. */
static double decaying(int legs, double (*p)[4])
{
    memset(p[0], 0, sizeof p[0]);
    memset(p[legs - 1], 0, sizeof p[0]);
    for (int leg = 1; leg < legs - 1; ++leg)
        for (int k = 1; k < 4; ++k)
            p[leg][k] = 10 * sin(2.3 * leg + 1.7 * k * k), p[legs - 1][k] -= p[leg][k];
    for (int leg = 1; leg < legs; ++leg) {
        p[leg][0] = sqrt(p[leg][1] * p[leg][1] + p[leg][2] * p[leg][2] + p[leg][3] * p[leg][3]);
        p[0][0] += p[leg][0];
    }
    return p[0][0];
}

/* One particle that comes in: a Z boson, and a muon by a W boson, whose longitudinal part massless leptons
 * leave out. Both at rest and in another frame. */
static void decays(void **state)
{
    (void)state;
    double z[3][4], mu[4][4], values[2];
    char mass[3][40];
    snprintf(mass[0], sizeof mass[0], "model.m_z=%.17g", decaying(3, z));
    snprintf(mass[1], sizeof mass[1], "model.m_mu=%.17g", decaying(4, mu));
    const char *const assignments[] = {mass[0], mass[1], "model.scheme=gmu", "model.m_w=15", NULL};
    ts_card *card = card_with(assignments);
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    const double m_z = z[0][0], sin2 = 1 - 15 * 15 / (m_z * m_z), g2 = 4 * sqrt(2) * 1.16639e-5 * 15 * 15;
    for (int frame = 0; frame < 2; ++frame) {
        assert_status(context,
                      ts_amplitude_evaluate(context, "z > e+ e-", &settings, 3, z[0], 1, values, NULL));
        assert_status(context, ts_amplitude_evaluate(context, "mu- > e- vm ve~", &settings, 4, mu[0], 1,
                                                     values + 1, NULL));
        const double known = 2. / 3 * g2 / (1 - sin2) * m_z * m_z * (pow(sin2 - 0.5, 2) + sin2 * sin2);
        const double q2 = 2 * product(mu[1], mu[3]), pole = pow(q2 - 15 * 15, 2) + pow(15 * 2.0476, 2);
        const double of_muon = 2 * g2 * g2 * product(mu[0], mu[3]) * product(mu[1], mu[2]) / pole;
        print_message("%.15g %.15g, %.15g %.15g\n", values[0], known, values[1], of_muon);
        assert_true(fabs(values[0] / known - 1) < 1e-12);
        assert_true(fabs(values[1] / of_muon - 1) < 1e-11);
        boost(z, 3);
        boost(mu, 4);
    }
    assert_int_equal(ts_amplitude_evaluate(context, "z > e+", &settings, 2, z[0], 1, values, NULL),
                     TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context), "two particles or more behind"));
    ts_card_destroy(&card);
}

/* A chain of decays is the whole of a decay with one diagram, and its helicities add up to it. */
static void decay_chain(void **state)
{
    (void)state;
    static const char *const processes[] = {"t > b e+ ve", "t > b w+, w+ > e+ ve", "t{+} > b e+ ve",
                                            "t{-} > b e+ ve"};
    double p[4][4], values[4];
    char mass[40];
    snprintf(mass, sizeof mass, "model.m_t=%.17g", decaying(4, p));
    ts_card *card = card_with((const char *const[]){mass, NULL});
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    for (int i = 0; i < 4; ++i)
        assert_status(context,
                      ts_amplitude_evaluate(context, processes[i], &settings, 4, p[0], 1, &values[i], NULL));
    assert_true(fabs(values[1] / values[0] - 1) < 1e-13);
    assert_true(fabs((values[2] + values[3]) / (2 * values[0]) - 1) < 1e-13);
    assert_true(fabs(values[2] / values[3] - 1) > 1e-3);
    ts_card_destroy(&card);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_of_the_top), cmocka_unit_test(scheme_and_width),
        cmocka_unit_test(complex_masses),  cmocka_unit_test(families),
        cmocka_unit_test(photon_alone),    cmocka_unit_test(decays),
        cmocka_unit_test(decay_chain),     cmocka_unit_test(what_is_excluded_is_heavy)};
    if (ts_context_create(&context) != TS_OK)
        return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ts_context_destroy(&context);
    return failed;
}

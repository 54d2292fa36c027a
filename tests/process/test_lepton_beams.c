/* Cross sections of beams that are no hadrons, against closed forms with the parameters of the model. With
 * them stands what is refused. */
#include "run_support.h"

#include "process/units.h"
#include "tessera/model.h"
#include "tessera/pdf.h"

#include <math.h>
#include <string.h>

#define LEPTONS "beams.particles=[e+, e-]"
#define OPEN                                                                                  \
    "cuts.jet.pt_min=0", "cuts.jet.eta_max=100", "cuts.jet.dr_min=0", "cuts.lepton.pt_min=0", \
        "cuts.lepton.eta_max=100"

enum { UP = 2, DOWN = 1, MUON = 13, MOST_CUTS = 12 };

/* What the closed forms take from the model. */
struct couplings {
    double alpha, sin2, m_z, gamma_z, m_w, m_h;
};

static struct couplings couplings_of(ts_context *context, const ts_card *card)
{
    ts_model *model;
    assert_status(context, ts_model_create(context, card, &model));
    const struct couplings couplings = {
        .alpha = ts_model_parameter(model, "alpha")->re,
        .sin2 = ts_model_parameter(model, "sin2_theta_w")->re,
        .m_z = ts_model_particle(model, 23)->mass,
        .gamma_z = ts_model_particle(model, 23)->width,
        .m_w = ts_model_particle(model, 24)->mass,
        .m_h = ts_model_particle(model, 25)->mass,
    };
    ts_model_destroy(&model);
    return couplings;
}

/* The result within `pulls` of its own error, which is smaller than `relative` of it. */
static void assert_value(const struct run *run, double expected, double relative)
{
    assert_status(run->context, run->status);
    const ts_result *result = run->result;
    if (fabs(result->value - expected) > 3.5 * result->error || result->error > relative * expected)
        fail_msg("%s: %.6g +- %.2g pb, expected %.6g", result->process, result->value, result->error,
                 expected);
}

/* d sigma / d cos(theta) = pi alpha^2 N_c / (2 s) (even (1 + c^2) + odd c), c between e- and the fermion.
 * R. K. Ellis, W. J. Stirling, B. R. Webber, QCD and Collider Physics, section 3.1. */
struct angles {
    double even, odd;
};

static struct angles angles_of(const struct couplings *c, double energy, int pdg)
{
    const double s = energy * energy, kappa = 1 / (4 * c->sin2 * (1 - c->sin2));
    const double off = s - c->m_z * c->m_z, breadth = c->m_z * c->gamma_z;
    const double chi2 = pow(kappa * s, 2) / (off * off + breadth * breadth), chi1 = chi2 * off / (kappa * s);
    const double charge = pdg == MUON ? -1 : pdg % 2 ? -1.0 / 3 : 2.0 / 3;
    const double a_e = -0.5, v_e = a_e + 2 * c->sin2, a = charge > 0 ? 0.5 : -0.5,
                 v = a - 2 * charge * c->sin2;
    return (struct angles){
        .even = charge * charge - 2 * charge * v_e * v * chi1 +
                (a_e * a_e + v_e * v_e) * (a * a + v * v) * chi2,
        .odd = -4 * charge * a_e * a * chi1 + 8 * a_e * v_e * a * v * chi2,
    };
}

static double pair_pb(const struct couplings *c, double energy, int pdg)
{
    return gev2_pb * (pdg == MUON ? 1 : 3) * 4 * M_PI * c->alpha * c->alpha / (3 * energy * energy) *
           angles_of(c, energy, pdg).even;
}

static double quarks_pb(const struct couplings *c, double energy)
{
    return 2 * pair_pb(c, energy, UP) + 3 * pair_pb(c, energy, DOWN);
}

/* Muon pairs on the resonance and above, with the interference of photon and Z; the asymmetry from bins. */
static void test_muon_pairs(void **state)
{
    static const double energies[] = {91.188, 200};
    (void)state;
    for (size_t i = 0; i < sizeof energies / sizeof *energies; ++i) {
        char energy[40];
        snprintf(energy, sizeof energy, "beams.energy=%.17g", energies[i]);
        struct run run = run_card(
            0, (const char *const[]){"process=e+ e- > mu+ mu-", LEPTONS, energy, "integration.events=400000",
                                     "histograms=[{name: c, expression: \"-costheta(mum)\", bins: 8, "
                                     "range: [-1, 1]}]",
                                     i ? NULL : "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100", NULL});
        assert_status(run.context, run.status);
        assert_string_equal(run.result->default_cuts, ""); /* which are open, too */
        const struct couplings c = couplings_of(run.context, run.card);
        assert_value(&run, pair_pb(&c, energies[i], MUON), 2e-3);
        const struct angles angles = angles_of(&c, energies[i], MUON);
        const double unit = gev2_pb * M_PI * c.alpha * c.alpha / (2 * energies[i] * energies[i]);
        const ts_histogram *histogram = &run.result->histograms[0];
        for (int bin = 0; bin < 8; ++bin) {
            const double low = -1 + 0.25 * bin, high = low + 0.25;
            const double expected = unit * (angles.even * (0.25 + (pow(high, 3) - pow(low, 3)) / 3) +
                                            angles.odd * (high * high - low * low) / 2);
            const double value = histogram->bins[bin].sum_w, error = sqrt(histogram->bins[bin].sum_w2);
            if (fabs(value - expected) > 4 * error || error > 0.02 * expected)
                fail_msg("bin %d: %.5g +- %.2g, expected %.5g", bin, value, error, expected);
        }
        end_run(&run);
    }
}

static void test_quark_pairs(void **state)
{
    (void)state;
    struct run run = run_card(0,
                              (const char *const[]){"process=e+ e- > q q~", LEPTONS, "beams.energy=91.188",
                                                    "colour=full", OPEN, "integration.events=200000", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    assert_value(&run, quarks_pb(&c, 91.188), 2e-3);
    assert_string_equal(run.result->default_cuts, "");
    end_run(&run);
    /* Defaults that still cut are told of. */
    run = run_card(0, (const char *const[]){"process=e+ e- > q q~", LEPTONS, "beams.energy=91.188",
                                            "colour=full", "integration.events=20000", NULL});
    assert_status(run.context, run.status);
    assert_string_equal(run.result->default_cuts, "cuts.jet.pt_min 20 GeV, cuts.jet.dr_min 0.4");
    assert_true(run.result->value < 0.9 * quarks_pb(&c, 91.188));
    end_run(&run);
    run = run_card(0, (const char *const[]){"process=p p > z, z > e+ e-", "cuts.lepton.pt_min=10",
                                            "integration.events=2000", NULL});
    assert_status(run.context, run.status);
    assert_string_equal(run.result->default_cuts, "cuts.lepton.eta_max 2.5");
    end_run(&run);
}

/* (x1^2 + x2^2) / ((1 - x1) (1 - x2)) over the Dalitz plot with all 1 - x above y, in logarithms of 1 - x. */
static double three_jets(double y)
{
    enum { STEPS = 800 };
    const double range = log((1 - 2 * y) / y), step = range / STEPS;
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double a = y * exp((i + 0.5) * step), inner = log((1 - y - a) / y);
        for (int k = 0; k < STEPS; ++k) {
            const double b = y * exp((k + 0.5) / STEPS * inner);
            sum += ((1 - a) * (1 - a) + (1 - b) * (1 - b)) * step * inner / STEPS;
        }
    }
    return sum;
}

/* Three jets: sigma_0 2 alpha_s / (3 pi) times that (Ellis, Gaillard, Ross, Nucl. Phys. B111 (1976) 253). */
static void test_three_jets(void **state)
{
    const double energy = 91.188, least = 10;
    (void)state;
    struct run run = run_card(0,
                              (const char *const[]){"process=e+ e- > q q~ g", LEPTONS, "beams.energy=91.188",
                                                    OPEN, "cuts.pair={j j: {mass: [10, null]}}",
                                                    "couplings.alpha_s=0.118",
                                                    "integration.relative_error=2e-3", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    const double y = pow(least / energy, 2);
    assert_value(&run, quarks_pb(&c, energy) * 2 * 0.118 / (3 * M_PI) * three_jets(y), 3e-3);
    end_run(&run);
}

/* W. Kilian, M. Kraemer, P. M. Zerwas, Phys. Lett. B373 (1996) 135, equation 2, with a width. */
static void test_higgs_strahlung(void **state)
{
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=e+ e- > z h", LEPTONS, "beams.energy=240",
                                                       "integration.events=200000", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    const double s = 240 * 240.0, z2 = c.m_z * c.m_z / s, v = -1 + 4 * c.sin2;
    const double lambda = (1 - pow(c.m_h + c.m_z, 2) / s) * (1 - pow(c.m_h - c.m_z, 2) / s);
    const double fermi2 = pow(M_PI * c.alpha / (c.sin2 * (1 - c.sin2)), 2) / 2;
    const double propagator = pow(1 - z2, 2) + z2 * c.gamma_z * c.gamma_z / s;
    assert_value(&run,
                 gev2_pb * fermi2 / (96 * M_PI * s) * (v * v + 1) * sqrt(lambda) * (lambda + 12 * z2) /
                     propagator,
                 1e-3);
    end_run(&run);
}

/* Helicity amplitudes of W pairs (K. Hagiwara et al., Nucl. Phys. B282 (1987) 253, section 2.2): the sum of
 * squares over e^4 at an angle between e- and W-. */
static double w_pairs_squared(const struct couplings *c, double s, double cosine)
{
    const double gamma2 = s / (4 * c->m_w * c->m_w), gamma = sqrt(gamma2), beta = sqrt(1 - 1 / gamma2);
    const double sine = sqrt(1 - cosine * cosine), t = 1 + beta * beta - 2 * beta * cosine;
    const struct {
        double a, b, c, d[2]; /* d: of sigma = -1 and +1 */
    } rows[] = {
        {1, 1, 1 / gamma2, {sine / M_SQRT2, -sine / M_SQRT2}}, /* ++, -- */
        {1, 1, 1 / gamma2, {sine / M_SQRT2, -sine / M_SQRT2}},
        {2 * gamma, 2 * gamma, 2 * (1 + beta) / gamma, {(1 - cosine) / 2, (1 + cosine) / 2}}, /* +0, 0- */
        {2 * gamma, 2 * gamma, 2 * (1 + beta) / gamma, {(1 - cosine) / 2, (1 + cosine) / 2}},
        {2 * gamma, 2 * gamma, 2 * (1 - beta) / gamma, {(1 + cosine) / 2, (1 - cosine) / 2}}, /* 0+, -0 */
        {2 * gamma, 2 * gamma, 2 * (1 - beta) / gamma, {(1 + cosine) / 2, (1 - cosine) / 2}},
        {2 * gamma2 + 1, 2 * gamma2, 2 / gamma2, {sine / M_SQRT2, -sine / M_SQRT2}}, /* 00 */
    };
    const double off = 1 - c->m_z * c->m_z / s, breadth = c->m_z * c->gamma_z / s;
    const double z[2] = {off / (off * off + breadth * breadth), -breadth / (off * off + breadth * breadth)};
    double sum = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (int right = 0; right < 2; ++right) {
            const double left = right ? 0 : 1 / (2 * c->sin2);
            const double re = -beta * rows[i].a * (1 - (1 - left) * z[0]) +
                              left / beta * (rows[i].b - rows[i].c / t);
            const double im = beta * rows[i].a * (1 - left) * z[1];
            sum += 2 * (re * re + im * im) * rows[i].d[right] * rows[i].d[right];
        }
    for (int sign = -1; sign <= 1; sign += 2) { /* both of opposite helicities, from the neutrino alone */
        const double m = M_SQRT2 / (c->sin2 * t), d = (1 + sign * cosine) * sine / 2;
        sum += 2 * m * m * d * d;
    }
    return sum;
}

static void test_w_pairs(void **state)
{
    enum { STEPS = 20000 };
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=e+ e- > w+ w-", LEPTONS, "beams.energy=200",
                                                       "integration.events=400000", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    const double s = 200 * 200.0, beta = sqrt(1 - 4 * c.m_w * c.m_w / s);
    double sum = 0;
    for (int i = 0; i < STEPS; ++i)
        sum += w_pairs_squared(&c, s, (2 * i + 1.0) / STEPS - 1) * 2 / STEPS;
    assert_value(&run, gev2_pb * beta / (32 * M_PI * s) * pow(4 * M_PI * c.alpha, 2) / 4 * sum, 2e-3);
    end_run(&run);
}

/* Partons without densities: u u~ > e+ e- is the pair's crossing, divided by nine colours. An expression cuts
 * the angle, of which 1 + c^2 leaves 13/32. */
static void test_partons(void **state)
{
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=u u~ > e+ e-", "beams.particles=[u, u~]",
                                                       "beams.energy=200", OPEN,
                                                       "cuts.expression=abs(costheta(em)) < 0.5",
                                                       "integration.events=400000", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    assert_value(&run, pair_pb(&c, 200, UP) / 9 * 13 / 32, 4e-3);
    end_run(&run);
}

/* e- u > e- u at a squared energy and an angle, times 32 pi s: chiralities that agree have s, others u. */
static double scattering(const struct couplings *c, double s, double cosine)
{
    const double t = -s * (1 - cosine) / 2, u = -s * (1 + cosine) / 2, charge = 2.0 / 3;
    const double electron[2] = {-0.5 + c->sin2, c->sin2},
                 quark[2] = {0.5 - charge * c->sin2, -charge * c->sin2};
    double sum = 0;
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k) {
            const double z = electron[i] * quark[k] / (c->sin2 * (1 - c->sin2) * (t - c->m_z * c->m_z));
            sum += pow(2 * (i == k ? s : u) * (z - charge / t), 2);
        }
    return pow(4 * M_PI * c->alpha, 2) * sum / 4;
}

/* One beam a proton: deep inelastic scattering on u, by quadrature in log(x) and log(1 -+ c). */
static void test_one_proton(void **state)
{
    enum { STEPS = 1000 };
    const double least = 20, collider = 318 * 318.0;
    double sum = 0;
    (void)state;
    struct run run = run_card(0, (const char *const[]){"process=e- u > e- u", "beams.particles=[e-, p]",
                                                       "beams.energy=318", "cuts.jet.eta_max=100",
                                                       "cuts.lepton.eta_max=100",
                                                       "integration.relative_error=2e-3", NULL});
    assert_status(run.context, run.status);
    const struct couplings c = couplings_of(run.context, run.card);
    ts_pdf *pdf;
    assert_status(run.context, ts_pdf_create(run.context, "CTEQ6L1", 0, &pdf));
    const double range = log(collider / (4 * least * least));
    for (int i = 0; i < STEPS; ++i) {
        const double x = exp(-(i + 0.5) / STEPS * range), s = x * collider;
        const double end = sqrt(1 - 4 * least * least / s), most = atanh(end);
        double over_angles = 0;
        for (int k = 0; k < STEPS; ++k) {
            const double cosine = tanh(((2 * k + 1.0) / STEPS - 1) * most);
            over_angles += scattering(&c, s, cosine) * (1 - cosine * cosine) * 2 * most / STEPS;
        }
        sum += ts_pdf_xfx(pdf, UP, x, 91.188) * over_angles / (32 * M_PI * s) * range / STEPS;
    }
    ts_pdf_destroy(&pdf);
    assert_value(&run, gev2_pb * sum, 3e-3);
    end_run(&run);
}

/* (4 pi alpha)^2 / sin^4(theta) s^2 / 4 (t - m_W^2)^2, the squared amplitude of e- u > ve d. */
static double charged_current(const struct couplings *c, double s, double q2)
{
    return pow(4 * M_PI * c->alpha / c->sin2 * s / (q2 + c->m_w * c->m_w), 2) / 4;
}

/* A cut on Q^2 alone, at any transverse momentum: by quadrature in log(x) and log(Q^2). */
static void test_q2(void **state)
{
    enum { STEPS = 1000 };
    static const char *const processes[] = {"process=e- u > e- u", "process=e- u > ve d"};
    const double least = 400, collider = 318 * 318.0;
    (void)state;
    for (int charged = 0; charged < 2; ++charged) {
        struct run run = run_card(0, (const char *const[]){processes[charged], "beams.particles=[e-, p]",
                                                           "beams.energy=318", OPEN, "cuts.q2_min=400",
                                                           "integration.relative_error=2e-3", NULL});
        assert_status(run.context, run.status);
        const struct couplings c = couplings_of(run.context, run.card);
        double sum = 0;
        ts_pdf *pdf;
        assert_status(run.context, ts_pdf_create(run.context, "CTEQ6L1", 0, &pdf));
        for (int i = 0; i < STEPS; ++i) {
            const double range = log(collider / least), x = exp(-(i + 0.5) / STEPS * range), s = x * collider;
            double over_q2 = 0;
            for (int k = 0; k < STEPS; ++k) {
                const double q2 = s * exp(-(k + 0.5) / STEPS * log(s / least));
                over_q2 += 2 * q2 / s * log(s / least) / STEPS *
                           (charged ? charged_current(&c, s, q2) : scattering(&c, s, 1 - 2 * q2 / s));
            }
            sum += ts_pdf_xfx(pdf, UP, x, 91.188) * over_q2 / (32 * M_PI * s) * range / STEPS;
        }
        ts_pdf_destroy(&pdf);
        assert_value(&run, gev2_pb * sum, 3e-3);
        end_run(&run);
    }
}

/* A quark beside a proton: subprocesses whose incoming legs change places in the matrix element stay apart.
 */
static void test_legs_of_one_proton(void **state)
{
    static const char *const processes[] = {"process=u c > w+ x y", "process=u c > w+ d c",
                                            "process=u c > w+ s u"};
    double value[3], error[3];
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct run run = run_card(0, (const char *const[]){processes[i], "define={x: [d, s], y: [c, u]}",
                                                           "beams.particles=[u, p]", "beams.energy=1000",
                                                           "integration.relative_error=1e-2", NULL});
        assert_status(run.context, run.status);
        value[i] = run.result->value;
        error[i] = run.result->error;
        end_run(&run);
    }
    if (!(fabs(value[0] - value[1] - value[2]) < 3.5 * hypot(error[0], hypot(error[1], error[2]))))
        fail_msg("both %.4g +- %.2g pb, one %.4g, the other one %.4g", value[0], error[0], value[1],
                 value[2]);
}

static const struct {
    const char *words, *cuts[MOST_CUTS];
} refusals[] = {
    {"the beams are p and p: write beams: {particles: [e+, e-], energy: 240}",
     {"process=e+ e- > mu+ mu-", "beams.particles=[p, p]"}},
    {"the beams are e+ and p: write beams: {particles: [e+, e-]}",
     {"process=e+ e- > mu+ mu-", "beams.particles=[e+, p]", "beams.energy=91.2"}},
    {"begins with p p, and the beams are e+ and e-: write beams: {particles: [p, p]}.",
     {"process=p p > mu+ mu-", LEPTONS}},
    {"l+ l- stands for several: name two particles", {"process=l+ l- > w+ w-", LEPTONS}},
    {"as in cuts.pair: {j j: {mass: [5, null]}}",
     {"process=e+ e- > q q~ g", LEPTONS, "beams.energy=91.2", OPEN}},
    {"serves gluon jets and photons: take auto",
     {"process=e+ e- > z h", LEPTONS, "beams.energy=240", "phase_space=rambo"}},
    {"needs the energy of its beams", {"process=e+ e- > z h", LEPTONS}},
    {"d and g are collinear", {"process=e+ e- > q q~ g", LEPTONS, "beams.energy=91.2", OPEN}},
    {"g is soft", {"process=e+ e- > t t~ g", LEPTONS, "beams.energy=500", OPEN}},
    {"goes along the beam", {"process=e+ e- > e+ e-", LEPTONS, "beams.energy=91.2", OPEN}},
    {"mu+ and mu- come from a photon without mass",
     {"process=e+ e- > mu+ mu- a", LEPTONS, "beams.energy=91.2"}},
    {"serves collisions of two hadrons: take auto",
     {"process=e+ e- > z h", LEPTONS, "beams.energy=240", "phase_space=chili"}},
    {"and here both beams are leptons",
     {"process=e+ e- > e+ e-", LEPTONS, "beams.energy=91.2", OPEN, "cuts.q2_min=10"}},
    {"and here no beam is a lepton", {"process=p p > t t~", "cuts.q2_min=10"}},
    {"and here several final particles may be that",
     {"process=e- a > e- ve ve~", "beams.particles=[e-, a]", "beams.energy=200", "cuts.q2_min=10"}},
    {"squared momenta to 6e+04 GeV^2 at this energy",
     {"process=e+ e- > ve ve~ h", LEPTONS, "beams.energy=1e6", "precision=single"}},
    {"need 216.188 GeV, and the beams have 200", {"process=e+ e- > z h", LEPTONS, "beams.energy=200"}},
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i)
        assert_card_refused(refusals[i].cuts, refusals[i].words);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_muon_pairs), cmocka_unit_test(test_partons),
        cmocka_unit_test(test_one_proton), cmocka_unit_test(test_q2),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_legs_of_one_proton),
    };
    const struct CMUnitTest of_numbers[] = {
        cmocka_unit_test(test_quark_pairs),
        cmocka_unit_test(test_three_jets),
        cmocka_unit_test(test_higgs_strahlung),
        cmocka_unit_test(test_w_pairs),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + (getenv("TESSERA_TEST_QUICK") ? 0 : cmocka_run_group_tests(of_numbers, NULL, NULL));
}

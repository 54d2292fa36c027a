/* Cross sections of two particles to two with the embedded densities, by a quadrature of closed forms over
 * rapidities and mass. It shares nothing with the program but these densities. Other tests hold the program
 * against its numbers (known_cross_sections.h). */
#include "test_support.h"

#include "known_cross_sections.h"
#include "tessera/pdf.h"

#include <math.h>
#include <stdlib.h>

enum { NODES = 14, PEAK_PANELS = 6, PARTONS = 11, GLUON = 5 }; /* of partons -5 to 5, 0 being the gluon */
#define PI 3.14159265358979323846
static const double pb = 0.3893793721e9; /* GeV^2 */
static const double alpha_s = 0.129808;

static double node[NODES], node_weight[NODES]; /* of Gauss and Legendre on [0, 1] */

static void make_nodes(void)
{
    for (int i = 0; i < NODES; ++i) {
        double x = cos(PI * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int step = 0; step < 20; ++step) {
            double below = 1, at = x;
            for (int n = 2; n <= NODES; ++n) {
                const double next = ((2 * n - 1) * x * at - (n - 1) * below) / n;
                below = at;
                at = next;
            }
            slope = NODES * (x * at - below) / (x * x - 1);
            x -= at / slope;
        }
        node[i] = 0.5 * (1 + x);
        node_weight[i] = 1 / ((1 - x * x) * slope * slope);
    }
}

/* What is integrated, in GeV; momenta of both final particles are like each other's. */
struct integral {
    const ts_pdf *pdf;
    double energy, scale, mass; /* of the beams, of factorisation, of a final particle */
    double pt_min, eta_max;     /* 0: none */
    double low, high;           /* of the mass of both; 0: none */
    double resonance, width;    /* whose peak nodes follow; 0: none */
    int count;                  /* of the parts below */
    /* Adds x1 f x2 f |M|^2 of each part: averages, with factors of identical particles. p = -t and q = -u, of
     * massive particles with their mass squared added to t and u. */
    void (*add)(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                double *parts);
};

/* x1 f x2 f |M|^2 / (16 pi s^2) dy3 dy4 dpT^2, with y = (y3 + y4) / 2, d = y3 - y4 > 0 and s. */
static void add_point(const struct integral *integral, double d, double y, double s, double weight,
                      double *parts)
{
    double f[PARTONS], g[PARTONS], of_point[8] = {0};
    const double x = sqrt(s) / integral->energy;
    for (int i = 0; i < PARTONS; ++i) {
        const int pdg = i == GLUON ? 21 : i - GLUON;
        f[i] = ts_pdf_xfx(integral->pdf, pdg, x * exp(y), integral->scale);
        g[i] = ts_pdf_xfx(integral->pdf, pdg, x * exp(-y), integral->scale);
    }
    const double p = s / 2 * (1 - tanh(d / 2)), q = s / 2 * (1 + tanh(d / 2));
    integral->add(f, g, s, p, q, of_point);
    integral->add(f, g, s, q, p, of_point);
    for (int k = 0; k < integral->count; ++k)
        parts[k] += weight * of_point[k] / (2 * (1 + cosh(d))) / (16 * PI * s * s) * pb;
}

/* Over s, from what pT asks for to the beams' energy, by its logarithm or along a resonance. */
static void add_masses(const struct integral *integral, double d, double y, double weight, double *parts)
{
    const double transverse = hypot(integral->pt_min, integral->mass);
    const double low = fmax(integral->low, 2 * transverse * cosh(d / 2));
    const double all = integral->energy * exp(-fabs(y)),
                 high = integral->high > 0 ? fmin(integral->high, all) : all;
    const double peak = integral->resonance * integral->resonance,
                 area = integral->resonance * integral->width;
    if (high <= low)
        return;
    const int panels = area > 0 ? PEAK_PANELS : 2;
    for (int panel = 0; panel < panels; ++panel)
        for (int i = 0; i < NODES; ++i) {
            const double u = (panel + node[i]) / panels, of_node = weight * node_weight[i] / panels;
            if (area > 0) {
                const double from = asinh((low * low - peak) / area), to = asinh((high * high - peak) / area);
                const double at = from + (to - from) * u;
                add_point(integral, d, y, peak + area * sinh(at), of_node * (to - from) * area * cosh(at),
                          parts);
            } else {
                const double s = low * low * pow(high / low, 2 * u);
                add_point(integral, d, y, s, of_node * 2 * log(high / low) * s, parts);
            }
        }
}

/* Panels of d end where limits of the mass change hands; beyond, the lowest mass may cross a resonance. */
static void integrate(const struct integral *integral, double *parts)
{
    const double transverse = hypot(integral->pt_min, integral->mass);
    const double most = 2 *
                        acosh((integral->high > 0 ? integral->high : integral->energy) / (2 * transverse));
    const double end = integral->eta_max > 0 ? fmin(most, 2 * integral->eta_max) : most;
    const double turn = integral->low > 2 * transverse ? 2 * acosh(integral->low / (2 * transverse))
                                                       : end / 2;
    const int panels = integral->resonance > 0 ? PEAK_PANELS : 1;
    for (int panel = 0; panel <= panels; ++panel)
        for (int i = 0; i < NODES; ++i) {
            const double from = panel ? turn + (end - turn) * (panel - 1) / panels : 0;
            const double to = turn + (end - turn) * panel / panels, d = from + (to - from) * node[i];
            double y_max = log(integral->energy / (2 * transverse * cosh(d / 2)));
            if (integral->eta_max > 0)
                y_max = fmin(y_max, integral->eta_max - d / 2);
            for (int half = -1; half <= 1; half += 2)
                for (int k = 0; k < NODES; ++k)
                    add_masses(integral, d, half * y_max * node[k],
                               (to - from) * node_weight[i] * y_max * node_weight[k], parts);
        }
}

static void compare(const char *what, double found, double known)
{
    print_message("%s: %.8g pb, %.8g known, %.1e off\n", what, found, known, found / known - 1);
    assert_true(fabs(found / known - 1) < 1e-6);
}

static double squared(double number) { return number * number; }

/* The sum over flavours of quark and antiquark from either beam. */
static double pairs(const double f[PARTONS], const double g[PARTONS])
{
    double sum = 0;
    for (int k = 1; k <= GLUON; ++k)
        sum += f[GLUON + k] * g[GLUON - k] + f[GLUON - k] * g[GLUON + k];
    return sum;
}

/* Squared matrix elements of massless partons without g_s^4: B. Combridge, J. Kripfganz and J. Ranft, Phys.
 * Lett. B 70 (1977) 234. */
enum { GG_GG, GG_QQ, QG_QG, QQ_QQ, QR_QR, QA_QA, QA_RB, QA_GG, JET_PARTS };

static void add_jets(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                     double *parts)
{
    const double strong = squared(4 * PI * alpha_s), t = -p, u = -q;
    const double s2 = s * s, t2 = t * t, u2 = u * u;
    const double same_lines = (s2 + u2) / t2, annihilation = (t2 + u2) / s2;
    double quarks_f = 0, quarks_g = 0, equal = 0;
    for (int i = 0; i < PARTONS; ++i)
        if (i != GLUON) {
            quarks_f += f[i];
            quarks_g += g[i];
            equal += f[i] * g[i];
        }
    const double gluons = f[GLUON] * g[GLUON], opposite = pairs(f, g);
    parts[GG_GG] += strong * gluons * 9.0 / 4 * (3 - t * u / s2 - s * u / t2 - s * t / u2);
    parts[GG_QQ] += strong * gluons * 5 * ((t2 + u2) / (6 * t * u) - 3.0 / 8 * annihilation);
    parts[QG_QG] += strong * (quarks_f * g[GLUON] + f[GLUON] * quarks_g) *
                    (same_lines - 4.0 / 9 * (s2 + u2) / (s * u));
    parts[QQ_QQ] += strong * equal / 2 * (4.0 / 9 * (same_lines + (s2 + t2) / u2) - 8.0 / 27 * s2 / (t * u));
    parts[QR_QR] += strong * (quarks_f * quarks_g - equal - opposite) * 4.0 / 9 * same_lines;
    parts[QA_QA] += strong * opposite * (4.0 / 9 * (same_lines + annihilation) - 8.0 / 27 * u2 / (s * t));
    parts[QA_RB] += strong * opposite * 4 * 4.0 / 9 * annihilation;
    parts[QA_GG] += strong * opposite / 2 * (32.0 / 27 * (t2 + u2) / (t * u) - 8.0 / 3 * annihilation);
}

static struct integral integral_of(const ts_pdf *pdf)
{
    return (struct integral){.pdf = pdf, .energy = 13000, .scale = 91.188};
}

static ts_context *context;
static ts_pdf *densities;

static void two_jets(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double parts[JET_PARTS] = {0}, sum = 0;
    integral.pt_min = 30;
    integral.eta_max = 4.5;
    integral.count = JET_PARTS;
    integral.add = add_jets;
    integrate(&integral, parts);
    for (int k = 0; k < JET_PARTS; ++k)
        sum += parts[k];
    compare("p p > j j", sum, known_jets);
    compare("g g > g g", parts[GG_GG], known_jets_gg_gg);
    compare("g g > q q~", parts[GG_QQ], known_jets_gg_qq);
    compare("q q~ > q q~", parts[QA_QA], known_jets_qa_qa);
    compare("q q~ > r r~", parts[QA_RB], known_jets_qa_rb);
    compare("q q~ > g g", parts[QA_GG], known_jets_qa_gg);
}

static void two_gluons(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double parts[JET_PARTS] = {0};
    integral.energy = 14000;
    integral.pt_min = 20;
    integral.eta_max = 2.5;
    integral.count = JET_PARTS;
    integral.add = add_jets;
    integrate(&integral, parts);
    compare("g g > g g at 14 TeV", parts[GG_GG], closed_form_4);
}

/* B. L. Combridge, Nucl. Phys. B 151 (1979) 429. */
static void add_tops(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                     double *parts)
{
    const double strong = squared(4 * PI * alpha_s), m2 = 173.0 * 173.0;
    parts[0] += strong * f[GLUON] * g[GLUON] * (s * s / (6 * p * q) - 3.0 / 8) *
                ((p * p + q * q) / (s * s) + 4 * m2 / s - 4 * m2 * m2 / (p * q));
    parts[1] += strong * pairs(f, g) * 4.0 / 9 * ((p * p + q * q) / (s * s) + 2 * m2 / s);
}

static void top_pairs(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double parts[2] = {0};
    integral.mass = 173;
    integral.count = 2;
    integral.add = add_tops;
    integrate(&integral, parts);
    compare("g g > t t~", parts[0], known_tops_gg);
    compare("q q~ > t t~", parts[1], known_tops_qa);
    compare("p p > t t~", parts[0] + parts[1], known_tops);
}

/* A boson beside photon and Z, with couplings to left- and right-handed d, u and charged leptons. */
struct boson {
    double mass, width, quark[2][2], lepton[2];
};

/* Photon, Z and perhaps another boson, of fixed width, helicity by helicity. */
static void add_bosons(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                       const struct boson *other, double *parts)
{
    const double e2 = 4 * PI * 0.0075467711139788835, sine = 0.22224648578577766;
    const double m = 91.188, width = 2.441404;
    for (int up = 0; up < 2; ++up) {
        const double charge = up ? 2.0 / 3 : -1.0 / 3, isospin = up ? 0.5 : -0.5;
        double sum = 0, luminosity = 0;
        for (int k = 1 + up; k <= GLUON; k += 2)
            luminosity += f[GLUON + k] * g[GLUON - k] + f[GLUON - k] * g[GLUON + k];
        for (int i = 0; i < 4; ++i) { /* left or right quark, left or right lepton */
            const double of_quark = (i < 2 ? isospin : 0) - charge * sine;
            const double of_lepton = (i % 2 ? 0 : -0.5) + sine;
            const double z = e2 * of_quark * of_lepton / (sine * (1 - sine));
            const double pole = s - m * m, below = pole * pole + m * m * width * width;
            double real = -e2 * charge / s + z * pole / below, imaginary = -z * m * width / below;
            if (other) {
                const double away = s - other->mass * other->mass, area = other->mass * other->width;
                const double factor = other->quark[up][i / 2] * other->lepton[i % 2] /
                                      (away * away + area * area);
                real += factor * away;
                imaginary -= factor * area;
            }
            const double away = i == 0 || i == 3 ? q : p;
            sum += away * away * (real * real + imaginary * imaginary);
        }
        parts[up] += luminosity * sum / 3;
    }
}

static void add_leptons(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                        double *parts)
{
    add_bosons(f, g, s, p, q, NULL, parts);
}

/* The Z' of examples/models/zprime, by its sign with photon and Z: interference is linear in that. */
static void add_interference(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                             double *parts)
{
    for (int sign = 0; sign < 2; ++sign) {
        const struct boson boson = {1000,
                                    100,
                                    {{0.2, 0.05}, {0.2, -0.1}},
                                    {sign ? 0.15 : -0.15, sign ? -0.1 : 0.1}};
        double of_sign[2] = {0};
        add_bosons(f, g, s, p, q, &boson, of_sign);
        parts[0] += (sign ? -0.5 : 0.5) * (of_sign[0] + of_sign[1]);
    }
}

/* A narrow one. */
static void add_z_prime(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                        double *parts)
{
    static const struct boson boson = {2000, 1, {{0.2, 0.05}, {0.2, -0.1}}, {-0.15, 0.1}};
    add_bosons(f, g, s, p, q, &boson, parts);
}

static void lepton_pairs(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double parts[2] = {0};
    integral.pt_min = 20;
    integral.eta_max = 2.5;
    integral.low = 66;
    integral.high = 116;
    integral.resonance = 91.188;
    integral.width = 2.441404;
    integral.count = 2;
    integral.add = add_leptons;
    integrate(&integral, parts);
    compare("d d~ > e+ e- and its like", parts[0], known_leptons_down);
    compare("u u~ > e+ e- and its like", parts[1], known_leptons_up);
    compare("p p > e+ e-", parts[0] + parts[1], known_leptons);
}

static void narrow_boson(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double parts[2] = {0};
    integral.pt_min = 20;
    integral.eta_max = 2.5;
    integral.low = 1500;
    integral.high = 2500;
    integral.resonance = 2000;
    integral.width = 1;
    integral.count = 2;
    integral.add = add_z_prime;
    integrate(&integral, parts);
    compare("p p > e+ e- with a Z'", parts[0] + parts[1], known_z_prime);
}

static void interference_alone(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double part = 0;
    integral.pt_min = 20;
    integral.eta_max = 2.5;
    integral.low = 500;
    integral.high = 1500;
    integral.resonance = 1000;
    integral.width = 100;
    integral.count = 1;
    integral.add = add_interference;
    integrate(&integral, &part);
    compare("interference of a Z'", part, known_interference);
}

/* u from the first beam, u~ from the second. */
static void add_photons(const double f[PARTONS], const double g[PARTONS], double s, double p, double q,
                        double *parts)
{
    (void)s;
    const double e2 = 4 * PI * 0.0075467712;
    parts[0] += f[GLUON + 2] * g[GLUON - 2] * e2 * e2 * 16.0 / 81 * (p / q + q / p) / 3;
}

static void two_photons(void **state)
{
    (void)state;
    struct integral integral = integral_of(densities);
    double part = 0;
    integral.energy = 14000;
    integral.scale = 20;
    integral.pt_min = 20;
    integral.eta_max = 2.5;
    integral.count = 1;
    integral.add = add_photons;
    integrate(&integral, &part);
    compare("u u~ > a a", part, known_two_photons);
}

static int start(void **state)
{
    (void)state;
    make_nodes();
    setenv("LHAPDF_DATA_PATH", "::", 1); /* no set of this machine */
    return ts_context_create(&context) || ts_pdf_create(context, "CTEQ6L1", 0, &densities);
}

static int end(void **state)
{
    (void)state;
    ts_pdf_destroy(&densities);
    ts_context_destroy(&context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_jets),     cmocka_unit_test(two_gluons),   cmocka_unit_test(top_pairs),
        cmocka_unit_test(lepton_pairs), cmocka_unit_test(narrow_boson), cmocka_unit_test(interference_alone),
        cmocka_unit_test(two_photons),
    };
    return cmocka_run_group_tests(tests, start, end);
}

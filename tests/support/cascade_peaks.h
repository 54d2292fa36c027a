/* Cross sections behind beams of known energy that peak where one tree of decays does not look, in closed
 * form. */
#ifndef TESSERA_TEST_CASCADE_PEAKS_H
#define TESSERA_TEST_CASCADE_PEAKS_H

#include "run_support.h"

#include "process/units.h"
#include "tessera/model.h"

#include <math.h>
#include <stdio.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))
#define LEPTONS "beams.particles=[e+, e-]"

enum { VALUES_MOST = 12 };

/* What the closed forms take from the model. */
struct constants {
    double alpha, sin2, m_z, gamma_z, m_w, gamma_w;
};

static inline struct constants constants_of(ts_context *context, const ts_card *card)
{
    ts_model *model;
    assert_status(context, ts_model_create(context, card, &model));
    const struct constants constants = {
        .alpha = ts_model_parameter(model, "alpha")->re,
        .sin2 = ts_model_parameter(model, "sin2_theta_w")->re,
        .m_z = ts_model_particle(model, 23)->mass,
        .gamma_z = ts_model_particle(model, 23)->width,
        .m_w = ts_model_particle(model, 24)->mass,
        .gamma_w = ts_model_particle(model, 24)->width,
    };
    ts_model_destroy(&model);
    return constants;
}

/* a a > w+ w- at s = root_s^2: the integral over angles of A. Denner, S. Dittmaier, R. Schuster, Nucl. Phys.
 * B452 (1995) 80, equation 24. */
static double w_from_photons(const struct constants *c, double root_s)
{
    const double s = root_s * root_s, x = c->m_w * c->m_w / s, beta = sqrt(1 - 4 * x);
    const double log_beta = 2 * log((1 + beta) / (2 * sqrt(x)));
    /* With (m^2 - t) (m^2 - u) = s^2 (1 - beta^2 cos^2) / 4. */
    const double once = 4 / beta * log_beta, twice = 16 * (1 / (4 * x) + log_beta / (2 * beta));
    const double sum = 2 - 2 * (2 + 3 * x) / 3 * once + 2 * (1 + 3 * x * x) / 3 * twice;
    return gev2_pb * 2 * M_PI * 3 * c->alpha * c->alpha * beta / (2 * s) * sum;
}

/* mu+ mu- > vm vm~ by quadrature over log(m_w^2 - t). With left muons both neutrinos come from a W in the
 * t-channel too; u^2 there, t^2 with right ones. */
static double neutrinos_from_muons(const struct constants *c, double root_s)
{
    enum { STEPS = 20000 };
    const double s = root_s * root_s, w2 = c->m_w * c->m_w, e2 = 4 * M_PI * c->alpha;
    const double off = s - c->m_z * c->m_z, breadth = c->m_z * c->gamma_z, of_w = c->m_w * c->gamma_w;
    const double z = e2 / (2 * c->sin2 * (1 - c->sin2)) / (off * off + breadth * breadth);
    const double left = c->sin2 - 0.5, right = c->sin2, range = log((w2 + s) / w2);
    double sum = 0;
    for (int i = 0; i < STEPS; ++i) {
        const double away = w2 * exp((i + 0.5) / STEPS * range), t = w2 - away, u = -s - t;
        const double w = e2 / (2 * c->sin2) / (away * away + of_w * of_w);
        const double re = left * z * off - w * away, im = left * z * breadth + w * of_w;
        const double with_right = right * right * z * z * (off * off + breadth * breadth);
        sum += 4 * (u * u * (re * re + im * im) + t * t * with_right) / 4 * away * range / STEPS;
    }
    return gev2_pb * sum / (16 * M_PI * s * s);
}

/* e+ e- > z h [pb] without the width of the Z (W. Kilian, M. Kraemer, P. M. Zerwas, Phys. Lett. B373 (1996)
 * 135, equation 2), at a mass of h. */
static double higgs_strahlung(const struct constants *c, double root_s, double m_h)
{
    const double s = root_s * root_s, z2 = c->m_z * c->m_z / s, v = -1 + 4 * c->sin2;
    const double lambda = (1 - pow(m_h + c->m_z, 2) / s) * (1 - pow(m_h - c->m_z, 2) / s);
    const double fermi2 = pow(M_PI * c->alpha / (c->sin2 * (1 - c->sin2)), 2) / 2;
    return gev2_pb * fermi2 / (96 * M_PI * s) * (v * v + 1) * sqrt(lambda) * (lambda + 12 * z2) /
           pow(1 - z2, 2);
}

/* Gamma(h > z z) [GeV]. */
static double higgs_to_z(const struct constants *c, double m_h)
{
    const double x = pow(c->m_z / m_h, 2), m_w2 = c->m_z * c->m_z * (1 - c->sin2);
    return c->alpha * pow(m_h, 3) / (32 * c->sin2 * m_w2) * sqrt(1 - 4 * x) * (1 - 4 * x + 12 * x * x);
}

/* e+ e- > z z [pb]: t/u + u/t + 4 s m^2 / (t u) - m^4 (1/t^2 + 1/u^2) between t = m^2 - s (1 +- beta) / 2. */
static double z_pairs(const struct constants *c, double root_s)
{
    const double s = root_s * root_s, x = c->m_z * c->m_z / s, beta = sqrt(1 - 4 * x);
    const double unit = sqrt(c->sin2 * (1 - c->sin2)), left = (c->sin2 - 0.5) / unit, right = c->sin2 / unit;
    const double logarithm = log((1 - 2 * x + beta) / (1 - 2 * x - beta));
    return gev2_pb * M_PI * c->alpha * c->alpha / s * (pow(left, 4) + pow(right, 4)) *
           ((1 + 4 * x * x) / (1 - 2 * x) * logarithm - 2 * beta);
}

static double z_to_muons(const struct constants *c)
{
    const double vector = -0.5 + 2 * c->sin2;
    return c->alpha * c->m_z / (12 * c->sin2 * (1 - c->sin2)) * (vector * vector + 0.25);
}

/* Three Z with a narrow h that two of them come from: any two. */
static double three_z(const struct constants *c, double root_s)
{
    const double m_h = 300, width = 1e-6;
    return higgs_strahlung(c, root_s, m_h) * higgs_to_z(c, m_h) / width;
}

/* Two narrow Z, of which each mu+ may be with each mu-. */
static double four_muons(const struct constants *c, double root_s)
{
    return z_pairs(c, root_s) * pow(z_to_muons(c) / c->gamma_z, 2);
}

#define PHOTONS "process=a a > w+ w-", "beams.particles=[a, a]", "model.gamma_w=0"
#define MUONS "process=mu+ mu- > vm vm~", "beams.particles=[mu+, mu-]"

static const struct peak {
    double root_s;
    double (*expected)(const struct constants *c, double root_s);
    double allowed; /* part of what is expected by which narrow resonances are not all there is */
    const char *values[VALUES_MOST];
} peaks[] = {
    {165, w_from_photons, 0, {PHOTONS}},
    {3e5, w_from_photons, 0, {PHOTONS, "integration.seed=7"}},
    {1e6, w_from_photons, 0, {PHOTONS, "integration.seed=3"}},
    {1e7, w_from_photons, 0, {PHOTONS}},
    {200, neutrinos_from_muons, 0, {MUONS}},
    {1e6, neutrinos_from_muons, 0, {MUONS, "integration.seed=3"}},
    {1e7, neutrinos_from_muons, 0, {MUONS}},
    {600,
     three_z,
     1e-4,
     {"process=e+ e- > z z z", LEPTONS, "model.m_h=300", "model.gamma_h=1e-6", "model.gamma_z=1e-3"}},
    {250,
     four_muons,
     1e-3,
     {"process=e+ e- > mu+ mu- mu+ mu-", LEPTONS, "model.gamma_z=1e-6",
      "cuts.pair={mu+ mu-: {mass: [1, null]}}", "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100",
      "cuts.lepton.dr_min=0"}},
};

/* Runs one of them to 2 10^-3. `more`: a value beside its own; NULL: none. */
static inline struct run run_peak(const struct peak *peak, const char *more)
{
    const char *values[VALUES_MOST + 4] = {"integration.relative_error=2e-3"};
    char energy[40];
    int count = 1;
    snprintf(energy, sizeof energy, "beams.energy=%.17g", peak->root_s);
    values[count++] = energy;
    for (int k = 0; k < VALUES_MOST && peak->values[k]; ++k)
        values[count++] = peak->values[k];
    values[count] = more;
    struct run run = run_card(0, values);
    assert_status(run.context, run.status);
    return run;
}

#endif

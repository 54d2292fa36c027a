#include "selection/particle_cuts.h"

#include <math.h>

/* Two that go apart with the transverse momentum of the leading cut: one particle, and all others together.
 * The mass of these is that of a pair among them at least, and of the rest. */
static double balanced_mass(const ts_model *model, const struct particle_cuts *cuts, const int *pdg)
{
    double others = 0;
    int leading = 0;
    for (int i = 1; i < cuts->final; ++i)
        if (cuts->pt_min[i] > cuts->pt_min[leading])
            leading = i;
    for (int i = 0; i < cuts->final; ++i)
        if (i != leading)
            others += ts_model_particle(model, pdg[i])->mass;
    const double masses = others;
    for (int i = 1; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k)
            if (i != leading && k != leading) {
                const double both = ts_model_particle(model, pdg[i])->mass +
                                    ts_model_particle(model, pdg[k])->mass;
                others = fmax(others, masses - both + cuts->mass_min[cut_pair(i, k)]);
            }
    return hypot(ts_model_particle(model, pdg[leading])->mass, cuts->pt_min[leading]) +
           hypot(others, cuts->pt_min[leading]);
}

/* The largest |y| of a particle, which is not above |eta|. */
static double rapidity_most(const struct particle_cuts *cuts, int i)
{
    return fmin(cuts->y_max[i], cuts->eta_max[i]);
}

/* The transverse masses of a pair within rapidities and above a mass:
 * m^2 <= m_1^2 + m_2^2 + 2 m_T1 m_T2 (cosh(y_1 - y_2) + 1). Their sum is 2 sqrt(m_T1 m_T2) at least. */
static double pair_least(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, int i,
                         int k)
{
    const double a = ts_model_particle(model, pdg[i])->mass, b = ts_model_particle(model, pdg[k])->mass;
    const double m = cuts->mass_min[cut_pair(i, k)], rest = m * m - a * a - b * b;
    return rest > 0 ? sqrt(rest) / cosh((rapidity_most(cuts, i) + rapidity_most(cuts, k)) / 2) : 0;
}

/* The sum of all transverse masses, or of the jets' pT: each is above its own cut, and pairs are above
 * theirs. Each particle has a part in one pair at most. */
static double transverse_least(const ts_model *model, const struct particle_cuts *cuts, const int *pdg,
                               ts_scale_base base)
{
    double own[LEGS_MOST], least = 0;
    int counts[LEGS_MOST];
    for (int i = 0; i < cuts->final; ++i) {
        const double mass = ts_model_particle(model, pdg[i])->mass;
        counts[i] = base != TS_SCALE_HT || cuts->kind[i] == KIND_JET;
        own[i] = counts[i] ? hypot(base == TS_SCALE_HT ? 0 : mass, cuts->pt_min[i]) : 0;
        least += own[i];
        counts[i] &= base != TS_SCALE_HT || mass == 0; /* a pair's transverse masses are its pT */
    }
    for (int i = 1; i < cuts->final; ++i)
        for (int k = 0; k < i; ++k) {
            const double gain = pair_least(model, cuts, pdg, i, k) - own[i] - own[k];
            if (!counts[i] || !counts[k] || gain <= 0)
                continue;
            least += gain;
            counts[i] = counts[k] = 0;
        }
    return least;
}

double particle_bounds_scale(const ts_model *model, const struct particle_cuts *cuts, const int *pdg,
                             ts_scale_base base)
{
    double least = transverse_least(model, cuts, pdg, base);
    if (base == TS_SCALE_M)
        least = fmax(least, balanced_mass(model, cuts, pdg));
    for (int pair = 0; pair < PARTICLE_PAIRS(cuts->final) && base == TS_SCALE_M; ++pair)
        least = fmax(least, cuts->mass_min[pair]);
    if (base == TS_SCALE_M) /* all final particles take Q^2 at least */
        least = fmax(least, sqrt(cuts->q2_min));
    return base == TS_SCALE_MT ? least : fmax(least, cuts->ht_min);
}

double particle_scale(const ts_model *model, const int *pdg, const double *momenta, int count,
                      ts_scale_base base)
{
    double sum[4] = {0}, ht = 0, mt = 0;
    for (int i = 0; i < count; ++i) {
        const double *p = momenta + 4 * i;
        for (int k = 0; k < 4; ++k)
            sum[k] += p[k];
        if (particle_kind_of(model, pdg[i]) == KIND_JET)
            ht += hypot(p[1], p[2]);
        mt += sqrt(fmax((p[0] - p[3]) * (p[0] + p[3]), 0));
    }
    const double square = sum[0] * sum[0] - sum[1] * sum[1] - sum[2] * sum[2] - sum[3] * sum[3];
    switch (base) {
    case TS_SCALE_HT:
        return ht;
    case TS_SCALE_MT:
        return mt;
    case TS_SCALE_M:
        return sqrt(fmax(square, 0));
    case TS_SCALE_EXPRESSION:
    case TS_SCALE_CLUSTERING:
        break;
    }
    return NAN; /* more than final particles says it */
}

/* None is below tau. Each is the sum of m_T exp(+-y) over sqrt(s). Each is sqrt(tau) exp(+-Y) too, where the
 * rapidity Y of all together is not beyond that of the outermost. */
double particle_bounds_x(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, double mass,
                         double root_s)
{
    const double root_tau = mass / root_s;
    double sum = 0, outermost = 0;
    for (int i = 0; i < cuts->final; ++i) {
        const double y = rapidity_most(cuts, i);
        sum += hypot(ts_model_particle(model, pdg[i])->mass, cuts->pt_min[i]) * exp(-y);
        outermost = fmax(outermost, y);
    }
    return fmax(root_tau * fmax(root_tau, exp(-outermost)), sum / root_s);
}

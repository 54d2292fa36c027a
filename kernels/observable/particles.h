/* Final particles of any masses as a detector sees them, FINAL of them. They have transverse momentum,
 * pseudorapidity, azimuth and momentum in the laboratory. With them stand the cuts on each and on each
 * pair. */
#ifndef TESSERA_OBSERVABLE_PARTICLES_H
#define TESSERA_OBSERVABLE_PARTICLES_H

#include "functions.h"
#include "lorentz.h"
#include "observable/distance.h"
#include "observable/particles_layout.h"

#ifndef FINAL
#define FINAL 4
#endif
#ifndef PHOTON_ISOLATION
#define PHOTON_ISOLATION 0
#endif

/* A bit of each. */
#define PARTICLES_ALL ((1 << FINAL) - 1)

typedef struct particle_set {
    vector4 momentum[FINAL];
    real pt[FINAL], eta[FINAL], phi[FINAL]; /* phi in (-pi, pi] */
} particle_set;

FN real momentum_mass(vector4 p) { return r_sqrt(r_max(v_dot(p, p), R(0.0))); }
FN real momentum_phi(vector4 p) { return r_atan2(p.y, p.x); }
FN real momentum_mt(vector4 p) { return r_sqrt(r_max((p.e - p.z) * (p.e + p.z), R(0.0))); }
FN real momentum_rapidity(vector4 p) { return R(0.5) * r_log((p.e + p.z) / (p.e - p.z)); }

/* The cosine of the angle to the first beam, which goes along +z. */
FN real momentum_costheta(vector4 p) { return p.z / r_sqrt(r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x))); }

/* eta = asinh(pz / pT), of any mass. */
FN real pseudorapidity(real pt, real z)
{
    const real slope = r_abs(z) / pt;
    const real size = r_log(slope + r_sqrt(r_fma(slope, slope, R(1.0))));
    return r_select(z < R(0.0), -size, size);
}

FN void particles_measure(particle_set *set)
{
    for (int i = 0; i < FINAL; ++i) {
        const vector4 p = set->momentum[i];
        set->pt[i] = v_pt(p);
        set->eta[i] = pseudorapidity(set->pt[i], p.z);
        set->phi[i] = momentum_phi(p);
    }
}

/* The squared mass of two together. */
FN real particles_mass2(const particle_set *set, int i, int k)
{
    const vector4 sum = v_add(set->momentum[i], set->momentum[k]);
    return v_dot(sum, sum);
}

/* The squared transverse momentum of two together. */
FN real particles_pt2(const particle_set *set, int i, int k)
{
    const real x = set->momentum[i].x + set->momentum[k].x, y = set->momentum[i].y + set->momentum[k].y;
    return r_fma(x, x, y * y);
}

/* The sum of the momenta of those whose bit is set in `which`. */
FN vector4 particles_sum(const particle_set *set, int which)
{
    vector4 sum = {R(0.0), R(0.0), R(0.0), R(0.0)};
    for (int i = 0; i < FINAL; ++i)
        if (which >> i & 1)
            sum = v_add(sum, set->momentum[i]);
    return sum;
}

/* Sorts `count` columns of several rows by their first row, largest first: odd-even transposition, the same
 * exchanges whatever the values. Number i of row r stands at rows[r * count + i]. */
FN void particles_sort(real *rows, int count, int row_count)
{
    for (int round = 0; round < count; ++round)
        for (int i = round & 1; i + 1 < count; i += 2) {
            const mask swap = rows[i] < rows[i + 1];
            for (int r = 0; r < row_count; ++r) {
                real *pair = rows + r * count + i;
                const real first = r_select(swap, pair[1], pair[0]);
                pair[1] = r_select(swap, pair[0], pair[1]);
                pair[0] = first;
            }
        }
}

/* Transverse momentum and pseudorapidity of `count` particles of a list, by falling pT. */
FN void particles_order(const particle_set *set, const int *list, int count, real *pt, real *eta)
{
    real rows[2 * FINAL];
    for (int i = 0; i < count; ++i) {
        rows[i] = set->pt[list[i]];
        rows[count + i] = set->eta[list[i]];
    }
    particles_sort(rows, count, 2);
    for (int i = 0; i < count; ++i) {
        pt[i] = rows[i];
        eta[i] = rows[count + i];
    }
}

/* The sum of the transverse momenta of those whose bit is set in `which`. */
FN real particles_ht(const particle_set *set, int which)
{
    real sum = R(0.0);
    for (int i = 0; i < FINAL; ++i)
        if (which >> i & 1)
            sum = sum + set->pt[i];
    return sum;
}

/* The smallest Delta R^2 of two of those whose bit is set in `which`; what is no number has no part in it. */
FN real particles_closest(const particle_set *set, int which)
{
    real least = R(1e30);
    for (int i = 1; i < FINAL; ++i)
        for (int k = 0; k < i; ++k)
            if (which >> i & which >> k & 1)
                least = r_min(distance2(set->eta[i] - set->eta[k], set->phi[i] - set->phi[k]), least);
    return least;
}

/* The smallest Delta R of them. */
FN real particles_rmin(const particle_set *set, int which) { return r_sqrt(particles_closest(set, which)); }

/* The sum of all transverse masses, sqrt(m^2 + pT^2). */
FN real particles_mt(const particle_set *set)
{
    real sum = R(0.0);
    for (int i = 0; i < FINAL; ++i)
        sum = sum + momentum_mt(set->momentum[i]);
    return sum;
}

/* E - pz of a particle without mass whose transverse momentum is pt, or E + pz, as `side` is 1 or -1. */
FN real particle_behind(vector4 p, real pt, real side)
{
    const real along = side * p.z;
    return r_select(along > R(0.0), pt * pt / (p.e + along), p.e - along);
}

#if PHOTON_ISOLATION
#include "expression_functions.h"

/* Photons without much around them, as S. Frixione, Phys. Lett. B429 (1998) 369, eqs. 3.2 to 3.4: all jets
 * within any distance d below the radius R have at most `share` of the photon's pT together, times
 * ((1 - cos d) / (1 - cos R))^power. `cuts`: [EVENT_CUTS]; `jets` and `photons` have a bit of each. */
FN mask particles_isolated(const particle_set *set, CONSTANT scalar *cuts, int jets, int photons)
{
    mask fails = m_none();
    for (int i = 0; i < FINAL; ++i) {
        real distant2[FINAL];
        for (int k = 0; k < FINAL; ++k)
            distant2[k] = distance2(set->eta[i] - set->eta[k], set->phi[i] - set->phi[k]);
        for (int k = 0; k < FINAL && photons >> i & 1; ++k) {
            real around = R(0.0);
            for (int l = 0; l < FINAL; ++l)
                if (jets >> l & 1)
                    around = around + r_select(distant2[l] <= distant2[k], set->pt[l], R(0.0));
            const real sine = r_sin(R(0.5) * r_sqrt(r_min(distant2[k], r_set(cuts[CUT_ISOLATION_R2]))));
            const real part = r_pow(sine * sine * r_set(cuts[CUT_ISOLATION_INVERSE]),
                                    r_set(cuts[CUT_ISOLATION_POWER]));
            const mask much = around > r_set(cuts[CUT_ISOLATION_SHARE]) * set->pt[i] * part;
            if (jets >> k & 1)
                fails = m_or(fails, m_and(distant2[k] < r_set(cuts[CUT_ISOLATION_R2]), much));
        }
    }
    return m_not(fails);
}
#endif

/* The lanes that fail no cut: those where a number is none go on, to be counted as what they are. `cuts`:
 * [FINAL][PARTICLE_CUTS], [PARTICLE_PAIRS(FINAL)][PAIR_CUTS], [EVENT_CUTS] (particles_layout.h); `jets` and
 * `neutrinos` have a bit of each. */
FN mask particles_pass(const particle_set *set, CONSTANT scalar *cuts, int jets, int neutrinos)
{
    CONSTANT scalar *pair = cuts + FINAL * PARTICLE_CUTS;
    mask fails = m_none();
    for (int i = 0; i < FINAL; ++i, cuts += PARTICLE_CUTS) {
        fails = m_or(fails, set->pt[i] < r_set(cuts[CUT_PT_MIN]));
        if (cuts[CUT_ETA_MAX] < S(1e30)) /* along the beams it is infinite */
            fails = m_or(fails, r_abs(set->eta[i]) > r_set(cuts[CUT_ETA_MAX]));
        if (cuts[CUT_PT_MAX] < S(1e30))
            fails = m_or(fails, set->pt[i] > r_set(cuts[CUT_PT_MAX]));
        if (cuts[CUT_Y_MAX] < S(1e30))
            fails = m_or(fails, r_abs(momentum_rapidity(set->momentum[i])) > r_set(cuts[CUT_Y_MAX]));
    }
    for (int i = 1; i < FINAL; ++i)
        for (int k = 0; k < i; ++k, pair += PAIR_CUTS) {
            if (pair[CUT_DR2_MIN] > S(0.0))
                fails = m_or(fails, distance2(set->eta[i] - set->eta[k], set->phi[i] - set->phi[k]) <
                                        r_set(pair[CUT_DR2_MIN]));
            if (pair[CUT_MASS2_MIN] > S(0.0))
                fails = m_or(fails, particles_mass2(set, i, k) < r_set(pair[CUT_MASS2_MIN]));
            if (pair[CUT_MASS2_MAX] < S(1e30))
                fails = m_or(fails, particles_mass2(set, i, k) > r_set(pair[CUT_MASS2_MAX]));
            if (pair[CUT_PAIR_PT2_MIN] > S(0.0))
                fails = m_or(fails, particles_pt2(set, i, k) < r_set(pair[CUT_PAIR_PT2_MIN]));
            if (pair[CUT_PAIR_PT2_MAX] < S(1e30))
                fails = m_or(fails, particles_pt2(set, i, k) > r_set(pair[CUT_PAIR_PT2_MAX]));
        }
    if (pair[CUT_HT_MIN] > S(0.0))
        fails = m_or(fails, particles_ht(set, jets) < r_set(pair[CUT_HT_MIN]));
    if (pair[CUT_HT_MAX] < S(1e30))
        fails = m_or(fails, particles_ht(set, jets) > r_set(pair[CUT_HT_MAX]));
    if (pair[CUT_MISSING_MIN] > S(0.0))
        fails = m_or(fails, v_pt(particles_sum(set, neutrinos)) < r_set(pair[CUT_MISSING_MIN]));
    if (pair[CUT_MISSING_MAX] < S(1e30))
        fails = m_or(fails, v_pt(particles_sum(set, neutrinos)) > r_set(pair[CUT_MISSING_MAX]));
    for (int i = 0; i < FINAL && pair[CUT_Q2_MIN] > S(0.0); ++i)
        if (i == (int)pair[CUT_Q2_LEPTON])
            fails = m_or(fails, particle_behind(set->momentum[i], set->pt[i], r_set(pair[CUT_Q2_SIDE])) <
                                    r_set(pair[CUT_Q2_MIN]));
    return m_not(fails);
}

/* The lanes in which no set of particles has a mass inside its window; `windows` [count][WINDOW_NUMBERS]. */
FN mask particles_outside(const particle_set *set, CONSTANT scalar *windows, int count)
{
    mask inside = m_none();
    for (int i = 0; i < count; ++i, windows += WINDOW_NUMBERS) {
        const vector4 sum = particles_sum(set, (int)windows[WINDOW_SET]);
        const real square = v_dot(sum, sum);
        inside = m_or(inside, m_and(square > r_set(windows[WINDOW_MASS2_LOW]),
                                    square < r_set(windows[WINDOW_MASS2_HIGH])));
    }
    return m_not(inside);
}

#endif

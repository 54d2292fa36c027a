/* Phase space of two protons' collision as Chili's basic t-channel with s-channels behind it: E. Bothmann et
 * al., arXiv:2302.10449.
 *
 * Nodes are the final particles and what decays into them. Those that stand in the t-channel get a transverse
 * momentum, an azimuth and a rapidity each in the laboratory. The last one balances the transverse momenta
 * and has a rapidity only:
 *
 *   dx1 dx2 dPhi_n = (2 pi)^(4 - 3n) prod_(i < n) [1/4 dpT_i^2 dy_i dphi_i] dy_n / s.
 *
 * A node that decays brings ds / (2 pi) and the two-body phase space 1/(8 pi) (lambda^(1/2) / s) dOmega / (4
 * pi). Numbers of 2 and pi, and 1/s, stand in the unit of the integral (src/phase_space/phase_space_plan.c).
 * All momenta are in one unit, in the laboratory. */
#ifndef TESSERA_PHASE_SPACE_CHILI_H
#define TESSERA_PHASE_SPACE_CHILI_H

#include "functions.h"
#include "lorentz.h"
#include "phase_space/chili_layout.h"
#include "phase_space/light_vector.h"
#include "phase_space/squared_mass.h"

/* The largest squared mass of a node, below (root_most)^2. */
FN real chili_mass_most(CONSTANT scalar *row, real root_most)
{
    return r_max(r_set(row[CHILI_S_MIN]), r_min(r_set(row[CHILI_S_MAX]), root_most * root_most));
}

/* A squared mass even in the angle of a Breit-Wigner, between the limit of the row and another. */
FN real chili_mass_resonant(CONSTANT scalar *row, real u, real highest)
{
    const real lowest = r_set(row[CHILI_S_MIN]);
    return r_min(r_max(mass_resonant(row[CHILI_MASS], row[CHILI_WIDTH], lowest, highest, u), lowest),
                 highest);
}

/* ds / du of that. */
FN real chili_mass_resonant_weight(CONSTANT scalar *row, real s, real highest)
{
    return mass_resonant_weight(row[CHILI_MASS], row[CHILI_WIDTH], r_set(row[CHILI_S_MIN]), highest, s);
}

/* A squared mass even in its logarithm. */
FN real chili_mass_even(real lowest, real u, real highest)
{
    return r_min(r_max(mass_logarithmic(lowest, highest, u), lowest), highest);
}

/* The squared mass of a node that decays, between the limits of its row and (root_most)^2. It is even in the
 * angle of a Breit-Wigner where it has a width, else in the logarithm. */
FN real chili_mass(CONSTANT scalar *row, real u, real root_most, real *weight)
{
    const real lowest = r_set(row[CHILI_S_MIN]), highest = chili_mass_most(row, root_most);
    if (row[CHILI_WIDTH] > S(0.0)) {
        const real s = chili_mass_resonant(row, u, highest);
        *weight = *weight * chili_mass_resonant_weight(row, s, highest);
        return s;
    }
    const real s = chili_mass_even(lowest, u, highest);
    *weight = *weight * s * r_log(highest / lowest);
    return s;
}

/* Limits of a transverse momentum. */
typedef struct chili_range {
    real least, most;
} chili_range;

/* The limits of a row, and of the beams' energy. */
FN chili_range chili_pt_range(CONSTANT scalar *row, real root_s)
{
    chili_range range = {r_set(row[CHILI_PT_MIN]), r_min(R(0.5) * root_s, r_set(row[CHILI_PT_MAX]))};
    return range;
}

/* dpT^2 / du of a squared transverse momentum (chili_pt2). */
FN real chili_pt2_weight(CONSTANT scalar *row, real pt2, chili_range range)
{
    const real least = range.least, most = range.most;
    if (row[CHILI_PT_MIN] > S(0.0))
        return pt2 * pt2 * (R(1.0) / (least * least) - R(1.0) / (most * most));
    const real soft = r_set(row[CHILI_SOFT]), twice = soft + soft, pt = r_sqrt(pt2), sum = twice + pt;
    return pt * (most - least) * sum * sum / (r_fma(R(0.5), least, soft) * (twice + most));
}

/* A squared transverse momentum: even in 1 / pT^2 above a cut. Without one it falls where pT is above the
 * node's mass (equations 9 and 10 there; a massless one takes 1 GeV). What an event leaves of it may be less
 * than what the row does. */
FN real chili_pt2(CONSTANT scalar *row, real u, chili_range range, real *weight)
{
    const real least = range.least, most = range.most;
    real pt2;
    if (row[CHILI_PT_MIN] > S(0.0)) {
        const real low = R(1.0) / (least * least), high = R(1.0) / (most * most);
        pt2 = R(1.0) / r_fma(u, high, (R(1.0) - u) * low);
    } else {
        const real from = r_set(row[CHILI_SOFT] + row[CHILI_SOFT]) + least, width = most - least;
        const real pt = least + from * width * u / r_fma(width, R(1.0) - u, from);
        pt2 = pt * pt;
    }
    *weight = *weight * chili_pt2_weight(row, pt2, range);
    return pt2;
}

/* A momentum by its light-cone components. */
FN vector4 chili_momentum(real plus, real minus, real x, real y)
{
    vector4 p = {R(0.5) * (plus + minus), x, y, R(0.5) * (plus - minus)};
    return p;
}

/* What adds up over the t-channel, in the laboratory. */
typedef light_vector chili_sum;

/* One node of the t-channel but the last: pT, rapidity and azimuth from three numbers. Its rapidity is
 * largest where all others together have no mass and balance it: cosh(y) = (s_beams + s) / (2 sqrt(s_beams)
 * mT). For a massless node that is the limit of arXiv:2302.10449, which is too narrow for others. */
FN vector4 chili_node(CONSTANT scalar *row, const real u[3], real s, real root_s, chili_sum *sum,
                      real *weight)
{
    const real pt2 = chili_pt2(row, u[0], chili_pt_range(row, root_s), weight), mt = r_sqrt(pt2 + s);
    const real pt = r_sqrt(pt2), ratio = r_max((root_s + s / root_s) / (mt + mt), R(1.0));
    const real end = r_min(r_set(row[CHILI_Y_MAX]), r_log(ratio + r_sqrt(r_fma(ratio, ratio, R(-1.0)))));
    const real along = r_exp(end * r_fma(R(2.0), u[1], R(-1.0)));
    real sine, cosine;
    r_sincos_2pi(u[2], &sine, &cosine);
    *weight = *weight * (end + end);
    const real plus = mt * along, minus = mt / along;
    sum->plus = sum->plus + plus;
    sum->minus = sum->minus + minus;
    sum->x = r_fma(pt, cosine, sum->x);
    sum->y = r_fma(pt, sine, sum->y);
    return chili_momentum(plus, minus, pt * cosine, pt * sine);
}

/* The last node, which balances the others, its rapidity as the beams' energy allows. Where nothing is left
 * for it the lane does not pass. */
FN vector4 chili_last(CONSTANT scalar *row, real u, real s, real root_s, chili_sum *sum, real *weight,
                      mask *pass)
{
    const real mt = r_sqrt(s + r_fma(sum->x, sum->x, sum->y * sum->y));
    const real above = root_s - sum->plus, below = root_s - sum->minus, most = r_set(row[CHILI_Y_MAX]);
    const real top = r_min(r_log(above / mt), most), bottom = r_max(-r_log(below / mt), -most);
    *pass = m_not(m_or(m_or(above <= R(0.0), below <= R(0.0)), top <= bottom));
    const real along = r_exp(r_fma(u, top - bottom, bottom));
    *weight = *weight * (top - bottom);
    const real plus = mt * along, minus = mt / along;
    vector4 p = chili_momentum(plus, minus, -sum->x, -sum->y);
    sum->plus = sum->plus + plus;
    sum->minus = sum->minus + minus;
    return p;
}

/* The decay of a node into two of these squared masses, isotropic in its rest frame. */
FN void chili_decay(vector4 parent, real s, real s_a, real s_b, const real u[2], vector4 *a, vector4 *b,
                    real *weight)
{
    const real root = r_sqrt(s), halved = R(0.5) / root;
    const real energy = (s + s_a - s_b) * halved;
    const real length = r_sqrt(r_max(r_fma(energy, energy, -s_a), R(0.0)));
    const real height = r_fma(R(2.0), u[0], R(-1.0));
    const real across = length * R(2.0) * r_sqrt(u[0] * (R(1.0) - u[0]));
    real sine, cosine;
    r_sincos_2pi(u[1], &sine, &cosine);
    const vector4 rest = {energy, across * cosine, across * sine, length * height};
    const vector4 p = v_from_rest(parent, root, rest);
    *a = p;
    *b = v_subtract(parent, p);
    *weight = *weight * (R(2.0) * length / root);
}

#endif

/* Phase space as a tree of decays into two, behind beams whose energy is known:
 *
 *   dPhi_n(s) = prod_(n - 1 decays) 1/(8 pi) (lambda^(1/2) / s) dOmega / (4 pi)
 *               prod_(n - 2 masses) ds / (2 pi)
 *
 * (E. Byckling, K. Kajantie, Particle Kinematics, chapter V). Each decay is isotropic in its rest frame, its
 * polar axis along the particle that it came from. So the mass of one of its products with the node beside it
 * is a function of one number, to which the grid adapts. The first decay's axis is that of the beams. Numbers
 * of 2 and pi stand in the unit of the integral (src/process/decay_tree_plan.c).
 *
 * A host wrote down the tree:
 *
 *   FINAL, NODES    final particles, and these with what decays; the last node is the whole
 *   DECAY_MASSES    calls of decay_mass(), from what decays first
 *   DECAY_SPLITS    calls of decay_split(), in the same order
 *   DECAY_AXES      random numbers */
#ifndef TESSERA_PHASE_SPACE_DECAY_TREE_H
#define TESSERA_PHASE_SPACE_DECAY_TREE_H

#ifndef FINAL
#define FINAL 2
#endif
#ifndef NODES
#define NODES 3
#define DECAY_MASSES
#define DECAY_SPLITS                                                                                         \
    decay_split(momentum[2], s[2], s[0], s[1], decay_beams(), x + axis, &momentum[0], &momentum[1], weight); \
    axis += 2;
#define DECAY_AXES 2
#endif

#include "functions.h"
#include "lorentz.h"
#include "phase_space/decay_tree_layout.h"
#include "phase_space/squared_mass.h"

/* One over the density of a squared mass in one component, between two limits. */
FN real decay_measure(scalar pole, scalar width, real lowest, real highest, real s)
{
    if (width > S(0.0))
        return mass_resonant_weight(pole, width, lowest, highest, s);
    return width < S(0.0) ? highest - lowest : s * r_log(highest / lowest);
}

/* A squared mass of one component: even in the angle of a Breit-Wigner, in the logarithm, or in itself. */
FN real decay_component(scalar pole, scalar width, real lowest, real highest, real u)
{
    if (width > S(0.0))
        return mass_resonant(pole, width, lowest, highest, u);
    return width < S(0.0) ? r_fma(u, highest - lowest, lowest) : mass_logarithmic(lowest, highest, u);
}

/* The squared mass of a node that decays, at most root_most^2. Its density is the mean of those of its
 * `count` components; the number says which of them is drawn, and where. */
FN real decay_mass(CONSTANT scalar *row, int count, real u, real root_most, real *weight)
{
    const real lowest = r_set(row[DECAY_S_MIN]), most = r_max(root_most, R(0.0));
    const real highest = r_max(lowest, r_min(r_set(row[DECAY_S_MAX]), most * most));
    const real parts = r_set((scalar)count);
    real s = lowest, density = R(0.0);
    for (int i = 0; i < count; ++i) {
        const real within = r_fma(u, parts, r_set(-(scalar)i));
        const real here = decay_component(row[DECAY_POLE + i], row[DECAY_WIDTH + i], lowest, highest,
                                          r_min(r_max(within, R(0.0)), R(1.0)));
        s = r_select(within < R(0.0), s, here);
    }
    s = r_min(r_max(s, lowest), highest);
    for (int i = 0; i < count; ++i)
        density = density +
                  R(1.0) / decay_measure(row[DECAY_POLE + i], row[DECAY_WIDTH + i], lowest, highest, s);
    *weight = *weight * (parts / density);
    return s;
}

/* A direction; its energy is none. */
FN vector4 decay_beams(void)
{
    const vector4 along = {R(0.0), R(0.0), R(0.0), R(1.0)};
    return along;
}

/* The direction, in the rest frame of a node of this squared mass, from which it came: against the one beside
 * it. Where that rests, the beams'. */
FN vector4 decay_origin(vector4 node, real s, vector4 beside)
{
    const vector4 away = v_into_rest(node, r_sqrt(s), beside);
    const real length = r_sqrt(r_fma(away.z, away.z, r_fma(away.y, away.y, away.x * away.x)));
    const mask rests = m_not(length > R(0.0));
    const real inverse = R(-1.0) / r_select(rests, R(1.0), length);
    const vector4 along = {R(0.0), away.x * inverse, away.y * inverse,
                           r_select(rests, R(1.0), away.z * inverse)};
    return along;
}

/* A vector with this component along a direction, and these two across it (T. Duff et al., Building an
 * orthonormal basis, revisited, JCGT 6 (2017) 1). */
FN vector4 decay_turned(vector4 along, real energy, real x, real y, real z)
{
    const real side = r_select(along.z < R(0.0), R(-1.0), R(1.0));
    const real a = R(-1.0) / (side + along.z), b = along.x * along.y * a;
    const real first = r_fma(side * along.x * along.x, a, R(1.0));
    const real second = r_fma(along.y * along.y, a, side);
    const vector4 p = {energy, r_fma(x, first, r_fma(y, b, z * along.x)),
                       r_fma(x * side, b, r_fma(y, second, z * along.y)),
                       r_fma(z, along.z, -r_fma(x * side, along.x, y * along.y))};
    return p;
}

/* The decay of a node into two of these squared masses, isotropic in its rest frame. */
FN void decay_split(vector4 parent, real s, real s_a, real s_b, vector4 along, const real u[2], vector4 *a,
                    vector4 *b, real *weight)
{
    const real root = r_sqrt(s), energy = (s + s_a - s_b) * (R(0.5) / root);
    const real length = r_sqrt(r_max(r_fma(energy, energy, -s_a), R(0.0)));
    const real across = length * R(2.0) * r_sqrt(u[0] * (R(1.0) - u[0]));
    real sine, cosine;
    r_sincos_2pi(u[1], &sine, &cosine);
    *a = v_from_rest(parent, root,
                     decay_turned(along, energy, across * cosine, across * sine,
                                  length * r_fma(R(2.0), u[0], R(-1.0))));
    *b = v_subtract(parent, *a);
    *weight = *weight * (R(2.0) * length / root);
}

/* The numbers of a node; `nodes`: [NODES][DECAY_NUMBERS]. */
FN CONSTANT scalar *decay_row(CONSTANT scalar *nodes, int i) { return nodes + DECAY_NUMBERS * i; }

/* The least mass of a node. */
FN real decay_least(CONSTANT scalar *nodes, int i) { return r_sqrt(r_set(decay_row(nodes, i)[DECAY_S_MIN])); }

/* Momenta in the rest frame of the whole, which has this energy, and the weight but for what is constant. */
FN void decay_event(CONSTANT scalar *nodes, const real x[DECAY_AXES], real energy, vector4 momentum[NODES],
                    real *weight)
{
    const vector4 whole = {energy, R(0.0), R(0.0), R(0.0)};
    real s[NODES];
    int axis = 0;
    for (int i = 0; i < FINAL; ++i)
        s[i] = r_set(decay_row(nodes, i)[DECAY_S_MIN]);
    s[NODES - 1] = energy * energy;
    momentum[NODES - 1] = whole;
    DECAY_MASSES
    DECAY_SPLITS(void) axis;
}

#endif

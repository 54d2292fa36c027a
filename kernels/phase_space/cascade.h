/* Phase space behind beams of known energy in channels: the whole splits into two, these into two, and so on,
 *
 *   dPhi_n(s) = prod_(n - 1 splittings) 1/(8 pi) (lambda^(1/2) / s) dOmega / (4 pi)
 *               prod_(n - 2 masses) ds / (2 pi)
 *
 * (E. Byckling, K. Kajantie, Particle Kinematics, chapter V). Numbers of 2 and pi stand in the unit of the
 * integral (src/phase_space/cascade_channels.c). Two kinds of splittings make up the diagrams:
 *
 *   decays       even on the sphere, the polar axis along the node beside. So the mass of a product with that
 *                node is a function of one number, to which the grid adapts.
 *   exchanges    of what stands in a t-channel between the beams, of which one after the other leaves it on
 *                the side of the first. Angles are those to the second beam, in the rest frame of the node.
 *                They are even in log(m^2 - t), or in log((m^2 - t) / (m^2 - u)) where both are exchanged.
 *
 * Nothing is a difference of large numbers: with the momentum p of the products, the beam's energy E_b and
 * the t_0 of the splitting before,
 *
 *   m^2 - t = m^2 + s_r (s_l / (E_l + p) - t_0 / s^(1/2)) / (E_r + p) + 2 E_b p (1 - cos),
 *   -t = p_T^2 + p^+ q^-,
 *
 * where p^+ is of all products on the side of the second beam and q^- of all others. All momenta have
 * light-cone components along the beams, and rest frames are reached by boosts that leave the light front
 * (S. J. Brodsky, H.-C. Pauli, S. S. Pinsky, Phys. Rept. 301 (1998) 299, section 2).
 *
 * A plan is data (cascade_layout.h), so that all channels of a process are one program. Channels make up an
 * integral by the shares of their densities g (R. Kleiss, R. Pittau, Comput. Phys. Commun. 83 (1994) 141),
 *
 *   integral f = sum_k integral f g_k / sum_j g_j,
 *
 * each term with a grid of its own. As g_k is the density of channel k, the weight of its events is one over
 * the sum of all. The densities are those of the momenta as they are after rounding, as f is, so that narrow
 * resonances stay in step. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_H
#define TESSERA_PHASE_SPACE_CASCADE_H

#ifndef FINAL
#define FINAL 2
#endif

#include "phase_space/cascade_layout.h"
#include "phase_space/light_vector.h"
#include "phase_space/squared_mass.h"

enum { CASCADE_WHOLE = CASCADE_NODES(FINAL) - 1, CASCADE_AXES = 3 * FINAL - 4 };

/* By how much rounding may move a squared mass. */
#if PRECISION_DOUBLE
#define CASCADE_ROUNDING R(1e-9)
#else
#define CASCADE_ROUNDING R(1e-4)
#endif

FN CONSTANT scalar *cascade_row(CONSTANT scalar *channel, int node)
{
    return channel + CASCADE_NUMBERS * node;
}

/* One over the density of a squared mass in one component, between two limits. */
FN real cascade_measure(scalar pole, scalar width, real lowest, real highest, real s)
{
    if (width > S(0.0))
        return mass_resonant_weight(pole, width, lowest, highest, s);
    const real away = r_set(pole);
    return width < S(0.0) ? highest - lowest : (s - away) * r_log((highest - away) / (lowest - away));
}

/* A squared mass of one component. */
FN real cascade_component(scalar pole, scalar width, real lowest, real highest, real u)
{
    if (width > S(0.0))
        return mass_resonant(pole, width, lowest, highest, u);
    const real away = r_set(pole);
    return width < S(0.0) ? r_fma(u, highest - lowest, lowest)
                          : away + mass_logarithmic(lowest - away, highest - away, u);
}

/* The squared mass of a node between its least and `highest`. Its density is the mean of those of its
 * components; the number says which of them is drawn, and where. */
FN real cascade_mass(CONSTANT scalar *row, real u, real highest)
{
    const int count = (int)row[CASCADE_COUNT];
    const real lowest = r_set(row[CASCADE_S_MIN]);
    real s = lowest;
    for (int i = 0; i < count; ++i) {
        const real within = r_fma(u, r_set((scalar)count), r_set(-(scalar)i));
        const real here = cascade_component(row[CASCADE_POLE + i], row[CASCADE_WIDTH + i], lowest, highest,
                                            r_min(r_max(within, R(0.0)), R(1.0)));
        s = r_select(within < R(0.0), s, here);
    }
    return r_min(r_max(s, lowest), highest);
}

/* The density of a squared mass. */
FN real cascade_mass_density(CONSTANT scalar *row, real s, real highest)
{
    const int count = (int)row[CASCADE_COUNT];
    const real lowest = r_set(row[CASCADE_S_MIN]);
    real sum = R(0.0);
    for (int i = 0; i < count; ++i)
        sum = sum +
              R(1.0) / cascade_measure(row[CASCADE_POLE + i], row[CASCADE_WIDTH + i], lowest, highest, s);
    return sum / r_set((scalar)count);
}

/* The largest squared mass of a node. Its parent has a mass by then, and so has what stands beside it if that
 * comes later in the list. Else that has a lowest mass. */
FN real cascade_mass_most(CONSTANT scalar *channel, int node, const real s[])
{
    CONSTANT scalar *row = cascade_row(channel, node);
    const int beside = (int)row[CASCADE_BESIDE];
    const int drawn = beside > node || beside < FINAL;
    const real other = drawn ? s[beside] : r_set(cascade_row(channel, beside)[CASCADE_S_MIN]);
    const real root = r_max(r_sqrt(s[(int)row[CASCADE_PARENT]]) - r_sqrt(other), R(0.0));
    return r_max(r_set(row[CASCADE_S_MIN]), r_min(r_set(row[CASCADE_S_MAX]), root * root));
}

/* A splitting in the rest frame of a node. */
typedef struct cascade_frame {
    real root, length;        /* mass of the node, momentum of the products, */
    real left_low, right_low; /* and of each E - p */
    real left, right;         /* energies */
} cascade_frame;

FN cascade_frame cascade_frame_of(real s, real s_left, real s_right)
{
    cascade_frame frame;
    frame.root = r_sqrt(s);
    const real halved = R(0.5) / frame.root, sum = r_sqrt(s_left) + r_sqrt(s_right);
    const real difference = r_sqrt(s_left) - r_sqrt(s_right);
    const real lambda = (frame.root - sum) * (frame.root + sum) * (s - difference * difference);
    frame.length = halved * r_sqrt(r_max(lambda, R(0.0)));
    frame.left = r_sqrt(r_fma(frame.length, frame.length, s_left));
    frame.right = r_sqrt(r_fma(frame.length, frame.length, s_right));
    frame.left_low = s_left / (frame.left + frame.length);
    frame.right_low = s_right / (frame.right + frame.length);
    return frame;
}

/* What is exchanged makes the density 1 / (1 - cos + t) or 1 / (1 + cos + u) up to a factor. */
typedef struct cascade_poles {
    real t, u;
} cascade_poles;

FN real cascade_pole(scalar pole, real least, real scale)
{
    const real far = R(1e3); /* as good as even; the logarithms keep their digits */
    return r_min((r_set(pole) + least) / r_max(scale, R(1e-30)), far);
}

/* `before`: -t of the splitting before. */
FN cascade_poles cascade_poles_of(CONSTANT scalar *row, cascade_frame frame, real before)
{
    const real share = before / frame.root, twice_beam = frame.root + share;
    const real scale = twice_beam * frame.length;
    const cascade_poles poles = {cascade_pole(row[CASCADE_T_POLE], frame.right_low * (frame.left_low + share),
                                              scale),
                                 cascade_pole(row[CASCADE_U_POLE], frame.left_low * (frame.right_low + share),
                                              scale)};
    return poles;
}

/* Of an angle what is small of 1 - cos and 1 + cos keeps its digits. */
typedef struct cascade_angle {
    real low, high;
} cascade_angle;

/* 1 - cos or 1 + cos from a number, near a pole. */
FN real cascade_near(real pole, real u)
{
    return r_min(pole * (r_exp(u * r_log((R(2.0) + pole) / pole)) - R(1.0)), R(2.0));
}

/* The logarithms of (1 - cos + t) / (1 + cos + u) at both ends. */
typedef struct cascade_ends {
    real first, last;
} cascade_ends;

FN cascade_ends cascade_ends_of(cascade_poles poles)
{
    const cascade_ends ends = {r_log(poles.t / (R(2.0) + poles.u)), r_log((R(2.0) + poles.t) / poles.u)};
    return ends;
}

/* The cosine of the right product with the second beam. With both poles it is even in that logarithm, with
 * one in its own, else in itself. */
FN cascade_angle cascade_turn(CONSTANT scalar *row, cascade_poles poles, real u)
{
    const int t = row[CASCADE_T_POLE] >= S(0.0), crossed = row[CASCADE_U_POLE] >= S(0.0);
    const real least = R(1e-20), two = R(2.0), one = R(1.0);
    cascade_angle angle = {u + u, two - (u + u)};
    if (t && crossed) {
        const cascade_ends ends = cascade_ends_of(poles);
        const real ratio = r_exp(r_fma(u, ends.last - ends.first, ends.first)), all = one / (one + ratio);
        angle.low = r_fma(ratio, two + poles.u, -poles.t) * all;
        angle.high = r_fma(-ratio, poles.u, two + poles.t) * all;
    } else if (t) {
        angle.low = cascade_near(poles.t, u);
        angle.high = two - angle.low;
    } else if (crossed) {
        angle.high = cascade_near(poles.u, one - u);
        angle.low = two - angle.high;
    }
    angle.low = r_min(r_max(angle.low, least), two);
    angle.high = r_min(r_max(angle.high, least), two);
    return angle;
}

/* The density of that cosine. */
FN real cascade_turn_density(CONSTANT scalar *row, cascade_poles poles, cascade_angle angle)
{
    const int t = row[CASCADE_T_POLE] >= S(0.0), crossed = row[CASCADE_U_POLE] >= S(0.0);
    const real one = R(1.0), two = R(2.0), of_t = one / (angle.low + poles.t),
               of_u = one / (angle.high + poles.u);
    if (t && crossed) {
        const cascade_ends ends = cascade_ends_of(poles);
        return (of_t + of_u) / (ends.last - ends.first);
    }
    if (t)
        return of_t / r_log((two + poles.t) / poles.t);
    return crossed ? of_u / r_log((two + poles.u) / poles.u) : R(0.5);
}

/* A momentum of the rest frame of a node, in that of the beams. `s`: its squared mass. */
FN light_vector cascade_from_rest(light_vector node, real root, real s, vector4 rest)
{
    const real pt2 = r_fma(rest.x, rest.x, rest.y * rest.y), large = rest.e + r_abs(rest.z);
    const real plus = r_select(rest.z < R(0.0), (s + pt2) / large, large);
    const real share = r_max(plus / root, R(1e-30));
    light_vector p = {share * node.plus, R(0.0), r_fma(share, node.x, rest.x), r_fma(share, node.y, rest.y)};
    p.minus = (s + light_pt2(p)) / p.plus;
    return p;
}

/* The direction of another momentum in the rest frame of a node; the second beam's where it rests there. */
FN vector4 cascade_direction(light_vector node, real root, light_vector other, real s)
{
    const real share = other.plus / node.plus, plus = share * root;
    const real x = r_fma(-share, node.x, other.x), y = r_fma(-share, node.y, other.y);
    const real pt2 = r_fma(x, x, y * y), z = R(0.5) * (plus - (s + pt2) / plus);
    const real length = r_sqrt(r_fma(z, z, pt2));
    const mask rests = m_not(length > R(0.0));
    const real inverse = R(1.0) / r_select(rests, R(1.0), length);
    const vector4 along = {R(0.0), x * inverse, y * inverse, r_select(rests, R(-1.0), z * inverse)};
    return along;
}

/* A vector with this component along a direction, and these two across it (T. Duff et al., Building an
 * orthonormal basis, revisited, JCGT 6 (2017) 1). */
FN vector4 cascade_turned(vector4 along, real energy, real x, real y, real z)
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

/* Both products of a node, the right one at an angle to a direction. */
FN void cascade_split(light_vector node, cascade_frame frame, real s_left, real s_right, vector4 along,
                      cascade_angle angle, real u, light_vector *left, light_vector *right)
{
    const real across = frame.length * r_sqrt(angle.low * angle.high);
    real sine, cosine;
    r_sincos_2pi(u, &sine, &cosine);
    const real cosine_axis = r_select(angle.low < angle.high, R(1.0) - angle.low, angle.high - R(1.0));
    const vector4 p = cascade_turned(along, frame.right, across * cosine, across * sine,
                                     frame.length * cosine_axis);
    const vector4 q = {frame.left, -p.x, -p.y, -p.z};
    *right = cascade_from_rest(node, frame.root, s_right, p);
    *left = cascade_from_rest(node, frame.root, s_left, q);
}

/* Final momenta in the rest frame of the whole, which has this squared mass; behind them stand those of
 * nodes.
 */
FN void cascade_sample(CONSTANT scalar *channel, const real x[CASCADE_AXES], real s_whole,
                       light_vector p[CASCADE_NODES(FINAL)])
{
    real s[CASCADE_NODES(FINAL)], behind = R(0.0);
    int axis = 0;
    for (int i = 0; i < FINAL; ++i)
        s[i] = r_set(cascade_row(channel, i)[CASCADE_S_MIN]);
    s[CASCADE_WHOLE] = s_whole;
    for (int i = CASCADE_WHOLE - 1; i >= FINAL; --i, ++axis)
        s[i] = cascade_mass(cascade_row(channel, i), x[axis], cascade_mass_most(channel, i, s));
    const light_vector whole = {r_sqrt(s_whole), r_sqrt(s_whole), R(0.0), R(0.0)};
    p[CASCADE_WHOLE] = whole;
    for (int i = CASCADE_WHOLE; i >= FINAL; --i, axis += 2) {
        CONSTANT scalar *row = cascade_row(channel, i);
        const int left = (int)row[CASCADE_LEFT], right = (int)row[CASCADE_RIGHT];
        const int beam = row[CASCADE_ALONG_BEAM] > S(0.0);
        const cascade_frame frame = cascade_frame_of(s[i], s[left], s[right]);
        vector4 along = {R(0.0), R(0.0), R(0.0), R(-1.0)};
        cascade_angle angle = {x[axis] + x[axis], R(2.0) - x[axis] - x[axis]};
        if (beam) {
            const real before = r_fma(p[i].plus, behind, light_pt2(p[i]));
            angle = cascade_turn(row, cascade_poles_of(row, frame, before), x[axis]);
        } else {
            const int beside = (int)row[CASCADE_BESIDE];
            along = cascade_direction(p[i], frame.root, p[beside], s[beside]);
        }
        cascade_split(p[i], frame, s[left], s[right], along, angle, x[axis + 1], &p[left], &p[right]);
        if (beam)
            behind = behind + p[left].minus;
    }
}

/* The squared mass of two together, a sum of what is not below zero. */
FN real cascade_square(light_vector a, light_vector b, real s_a, real s_b)
{
    const real x = r_fma(b.plus, a.x, -(a.plus * b.x)), y = r_fma(b.plus, a.y, -(a.plus * b.y));
    const real ratio = b.plus / a.plus;
    return s_a + s_b + (r_fma(s_a, ratio, s_b / ratio) + r_fma(x, x, y * y) / (a.plus * b.plus));
}

/* The angle of the right product with the second beam, from its transverse momentum against the left one. */
FN cascade_angle cascade_angle_of(light_vector node, light_vector left, light_vector right,
                                  cascade_frame frame)
{
    const real a = left.plus / node.plus, b = right.plus / node.plus;
    const real x = r_fma(a, right.x, -(b * left.x)), y = r_fma(a, right.y, -(b * left.y));
    const real length2 = r_max(frame.length * frame.length, R(1e-30));
    const real sine2 = r_min(r_fma(x, x, y * y) / length2, R(1.0));
    const real small = sine2 / (R(1.0) + r_sqrt(R(1.0) - sine2)), large = R(2.0) - small;
    const mask follows = b * frame.root < frame.right;
    const cascade_angle angle = {r_select(follows, small, large), r_select(follows, large, small)};
    return angle;
}

/* The density of a channel where the final momenta are these; other entries of `p` are free. */
FN real cascade_density(CONSTANT scalar *channel, light_vector p[CASCADE_NODES(FINAL)], real s_whole)
{
    real s[CASCADE_NODES(FINAL)], behind = R(0.0);
    real density = r_set(cascade_row(channel, CASCADE_WHOLE)[CASCADE_SHARE]);
    mask inside = m_all();
    for (int i = 0; i < FINAL; ++i)
        s[i] = r_set(cascade_row(channel, i)[CASCADE_S_MIN]);
    for (int i = FINAL; i <= CASCADE_WHOLE; ++i) {
        CONSTANT scalar *row = cascade_row(channel, i);
        const int left = (int)row[CASCADE_LEFT], right = (int)row[CASCADE_RIGHT];
        s[i] = cascade_square(p[left], p[right], s[left], s[right]);
        p[i] = light_add(p[left], p[right]);
    }
    s[CASCADE_WHOLE] = s_whole;
    for (int i = CASCADE_WHOLE - 1; i >= FINAL; --i) {
        CONSTANT scalar *row = cascade_row(channel, i);
        const real highest = cascade_mass_most(channel, i, s);
        const real within = r_min(r_max(s[i], r_set(row[CASCADE_S_MIN])), highest);
        inside = m_and(inside, r_abs(s[i] - within) <= CASCADE_ROUNDING * within);
        s[i] = within;
        density = density * cascade_mass_density(row, within, highest);
    }
    for (int i = CASCADE_WHOLE; i >= FINAL; --i) {
        CONSTANT scalar *row = cascade_row(channel, i);
        const int left = (int)row[CASCADE_LEFT], right = (int)row[CASCADE_RIGHT];
        const cascade_frame frame = cascade_frame_of(s[i], s[left], s[right]);
        density = density * (frame.root / (frame.length + frame.length));
        if (row[CASCADE_ALONG_BEAM] > S(0.0)) {
            const real before = r_fma(p[i].plus, behind, light_pt2(p[i]));
            const real even = R(2.0);
            density = density *
                      (even * cascade_turn_density(row, cascade_poles_of(row, frame, before),
                                                   cascade_angle_of(p[i], p[left], p[right], frame)));
            behind = behind + p[left].minus;
        }
    }
    return r_select(m_and(inside, density > R(0.0)), density, R(0.0));
}

/* The weight of an event of channel `own` of `count` but for what is constant. */
FN real cascade_weight(CONSTANT scalar *channels, int count, int own, light_vector p[CASCADE_NODES(FINAL)],
                       real s_whole)
{
    const int numbers = CASCADE_CHANNEL(FINAL);
    real sum = R(0.0);
    for (int i = 0; i < count; ++i)
        sum = sum + cascade_density(channels + numbers * i, p, s_whole);
    const real share = r_set(cascade_row(channels + numbers * own, CASCADE_WHOLE)[CASCADE_SHARE]);
    return r_select(sum > R(0.0), share / r_select(sum > R(0.0), sum, R(1.0)), R(0.0));
}

#endif

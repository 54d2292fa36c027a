/* Decays behind a t-channel (channels.h): the angles that cuts on both products leave, and the momenta.
 * Angles of a resonance are measured from the beams, those of what has no mass of its own from its transverse
 * momentum. Limits are necessary ones, for any azimuth. */
#ifndef TESSERA_PHASE_SPACE_CHANNEL_DECAY_H
#define TESSERA_PHASE_SPACE_CHANNEL_DECAY_H

#ifndef FINAL
#define FINAL 2
#endif

#include "phase_space/channels_layout.h"
#include "phase_space/chili.h"

FN CONSTANT scalar *channel_row(CONSTANT scalar *channel, int node)
{
    return channel + CHANNEL_T_LIST + FINAL + NODE_NUMBERS * node;
}

/* The length of the momenta of a decay in its rest frame, over half the mass. */
FN real channel_decay_length(real s, real s_a, real s_b)
{
    const real a = (s + s_a - s_b) / s;
    return r_sqrt(r_max(r_fma(a, a, R(-4.0) * s_a / s), R(0.0)));
}

/* The largest cosine to the beams with which a massless product can have no more than a certain rapidity. It
 * is that in the frame in which the parent has no rapidity. `above` is exp of twice the distance from the
 * parent's rapidity to that one, t its hyperbolic tangent. With the parent's mass m the limit is
 * m cos = t (m_T + p_T sin), where the product goes along the parent's transverse momentum. Where t is below
 * zero it goes against that. */
FN real channel_most_along(real s, real root, real pt, real mt, real above)
{
    const real t = R(1.0) - R(2.0) / (above + R(1.0));
    const real k = r_sqrt((R(1.0) - t) * (R(1.0) + t)), side = r_select(t < R(0.0), -pt, pt);
    const real most = t * root * r_fma(side, k, mt) / r_fma(t * pt, t * pt, s);
    return r_select(t * mt >= root, R(1.0), most);
}

/* The part of a decay that cuts on both products may leave, as limits of u[0] of channel_decay(): where it
 * begins, its width without what lies in between, how much comes before that, and how much that is. */
typedef struct channel_range {
    real begin, width, before, between;
} channel_range;

/* A place in a range. */
FN real channel_place(channel_range range, real u)
{
    const real part = u * range.width;
    return range.begin + part + r_select(part > range.before, range.between, R(0.0));
}

/* Limits of the angle with the beams. Products have cuts of their own where they are final and massless. They
 * have 2 p_T = p_T + m_T sin at most. */
FN channel_range channel_range_of_beams(CONSTANT scalar *channel, int node, light_vector parent, real s)
{
    CONSTANT scalar *row = channel_row(channel, node);
    const int left = (int)row[NODE_LEFT], right = (int)row[NODE_RIGHT];
    CONSTANT scalar *a = channel_row(channel, left), *b = channel_row(channel, right);
    const real root = r_sqrt(s), pt2 = light_pt2(parent), pt = r_sqrt(pt2), mt = r_sqrt(s + pt2);
    const real falls = parent.minus / parent.plus, rises = parent.plus / parent.minus;
    const real of_a = r_set(a[NODE_LIMITED]), of_b = r_set(b[NODE_LIMITED]);
    const real least = r_set(a[CHILI_PT_MIN] > b[CHILI_PT_MIN] ? a[CHILI_PT_MIN] : b[CHILI_PT_MIN]);
    const real sine = r_min(r_max((least + least - pt) / mt, R(0.0)), R(1.0));
    const real cosine = r_sqrt((R(1.0) - sine) * (R(1.0) + sine));
    const real high = r_min(channel_most_along(s, root, pt, mt, of_a * falls),
                            channel_most_along(s, root, pt, mt, of_b * rises));
    const real low = r_min(channel_most_along(s, root, pt, mt, of_a * rises),
                           channel_most_along(s, root, pt, mt, of_b * falls));
    const real begin = R(1.0) - r_min(low, cosine), end = R(1.0) + r_min(high, cosine);
    const channel_range range = {R(0.5) * begin, R(0.5) * (end - begin), R(1.0), R(0.0)};
    return range;
}

/* Limits of the angle with the transverse momentum. Where the parent has no rapidity a product has its least
 * transverse mass as energy, (m_T e + p_T k cos) / m with e and k at rest. Of two massless particles that are
 * apart m^2 is more than a number times both transverse momenta, whose product is no less than
 * |p_T^2 - (m_T cos)^2| / 4. */
FN channel_range channel_range_of_pt(CONSTANT scalar *row, light_vector parent, const real s[],
                                     const real least[], int node)
{
    const int a = (int)row[NODE_LEFT], b = (int)row[NODE_RIGHT];
    const real root = r_sqrt(s[node]), pt2 = light_pt2(parent), mt2 = s[node] + pt2, mt = r_sqrt(mt2);
    const real k = R(0.5) * root * channel_decay_length(s[node], s[a], s[b]);
    const real turns = r_max(r_sqrt(pt2) * k, R(1e-30)), halved = R(0.5) * mt / root, one = R(1.0);
    const real of_a = halved * (s[node] + s[a] - s[b]) - root * r_sqrt(r_fma(least[a], least[a], s[a]));
    const real of_b = halved * (s[node] + s[b] - s[a]) - root * r_sqrt(r_fma(least[b], least[b], s[b]));
    const real low = r_max(-of_a / turns, -one), high = r_min(of_b / turns, one);
    real inner = R(0.0);
    if (row[NODE_APART] > S(0.0))
        inner = r_sqrt(r_max(r_fma(R(-4.0) / r_set(row[NODE_APART]), s[node], pt2), R(0.0)) / mt2);
    const real first = r_max(r_min(high, -inner) - low, R(0.0)),
               second = r_max(high - r_max(low, inner), R(0.0));
    const real begin = r_select(first > R(0.0), low, r_max(low, inner));
    const real between = r_select(first > R(0.0), inner + inner, R(0.0));
    const channel_range range = {R(0.5) * (begin + one), R(0.5) * (first + second), R(0.5) * first,
                                 R(0.5) * between};
    return range;
}

FN channel_range channel_decay_range(CONSTANT scalar *channel, int node, light_vector parent, const real s[],
                                     const real least[])
{
    CONSTANT scalar *row = channel_row(channel, node);
    const channel_range all = {R(0.0), R(1.0), R(1.0), R(0.0)};
    if (row[NODE_LIMITED] != S(0.0))
        return channel_range_of_beams(channel, node, parent, s[node]);
    return row[NODE_FORWARD] != S(0.0) ? channel_range_of_pt(row, parent, s, least, node) : all;
}

/* A product of a decay: from components along the transverse momentum of the parent, across it and along the
 * beams. */
FN light_vector channel_product(light_vector parent, real pt, real mt, real root, real s_product, real energy,
                                real forward, real across, real along)
{
    const real e = r_fma(mt, energy, pt * forward) / root, k = r_fma(pt, energy, mt * forward) / root;
    const mask none = pt == R(0.0);
    const real inverse = R(1.0) / r_select(none, R(1.0), pt);
    const real cosine = r_select(none, R(1.0), parent.x * inverse),
               sine = r_select(none, R(0.0), parent.y * inverse);
    const real large = e + r_abs(along), small = r_fma(k, k, r_fma(across, across, s_product)) / large;
    const mask falls = along < R(0.0);
    light_vector p = {r_select(falls, small, large) * parent.plus / mt,
                      r_select(falls, large, small) * parent.minus / mt, r_fma(k, cosine, -(across * sine)),
                      r_fma(k, sine, across * cosine)};
    return p;
}

/* The decay of a node, isotropic in its rest frame. */
FN void channel_decay(CONSTANT scalar *row, light_vector parent, real s, real s_a, real s_b, const real u[2],
                      light_vector *a, light_vector *b)
{
    const real root = r_sqrt(s), halved = R(0.5) / root, pt2 = light_pt2(parent);
    const real pt = r_sqrt(pt2), mt = r_sqrt(s + pt2);
    const real ratio = channel_decay_length(s, s_a, s_b), length = R(0.5) * root * ratio;
    const real axis = length * r_fma(R(2.0), u[0], R(-1.0));
    const real around = length * R(2.0) * r_sqrt(u[0] * (R(1.0) - u[0]));
    real sine, cosine;
    r_sincos_2pi(u[1], &sine, &cosine);
    const int turned = row[NODE_FORWARD] != S(0.0);
    const real forward = turned ? axis : around * cosine, along = turned ? around * cosine : axis;
    const real across = around * sine;
    *a = channel_product(parent, pt, mt, root, s_a, (s + s_a - s_b) * halved, forward, across, along);
    *b = channel_product(parent, pt, mt, root, s_b, (s + s_b - s_a) * halved, -forward, -across, -along);
}

#endif

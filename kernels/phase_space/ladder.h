/* Phase space of massless jets out of two protons, in the laboratory, where cuts are: the t-channel of Chili
 * (E. Bothmann et al., arXiv:2302.10449), which may follow a colour order.
 *
 *   dx1 dx2 dPhi_n = (2 pi)^(4 - 3n) prod_(i < n) [1/4 dpT_i^2 dy_i dphi_i] dy_n / s
 *
 * The last particle balances the transverse momenta of all others. Rapidities lie within the cuts.
 *
 * Then they stand in a ring, the colour order, with the two beams somewhere between them. At leading colour
 * the squared amplitude has a factor 1 / (p_i p_j) for neighbours (S. J. Parke, T. R. Taylor, Phys.
 * Rev. Lett. 56 (1986) 2459). With the two of each beam's neighbours what is left, in rapidities and
 * azimuths, is a product over neighbours of
 *
 *   exp(D) / (cosh D - cos phi),    D = y_i - y_j along a line that falls from the first beam to the second.
 *
 * The factor is even for D > 0, falls as exp(2 D) for D < 0, and peaks where the two are collinear. There is
 * nothing within the cut on their distance. A particle is sampled by that link to the one before it.
 *
 * Which particle is the last is a choice that would leave spikes, where that is soft or close to another.
 * With q_l the density of an event that particle l balances, and g = sum_l q_l / n, 1 / g is the weight of
 * all choices together (R. Kleiss, R. Pittau, Comput. Phys. Commun. 83 (1994) 141). As the particles are
 * alike, it is enough to sample one choice. All q_l are known from the event's densities and links alone. */
#ifndef TESSERA_PHASE_SPACE_LADDER_H
#define TESSERA_PHASE_SPACE_LADDER_H

#include "functions.h"
#include "phase_space/ladder_axes.h"

#ifndef FINAL
#define FINAL 4
#endif
#ifndef LADDER_RING
#define LADDER_RING 1
#endif

/* Limits, in units of the lowest transverse momentum. */
typedef struct ladder_limits {
    real root_s;
    real y_most; /* the largest |rapidity| */
    real hole;   /* of neighbours none are closer; 3 at most */
} ladder_limits;

/* A particle by pT, rapidity and the direction of its transverse momentum. */
typedef struct ladder_emission {
    real pt, y, cosine, sine;
} ladder_emission;

/* The transverse momentum of particle i, above 1, where all before it have `sum` above 1 each. */
FN real ladder_pt(real u, int i, real sum, real most)
{
    const real power = r_exp(r_log(u) * r_set(S(-1.0) / (scalar)(LADDER_SCALE_POWER + i)));
    return r_min(r_fma(r_set((scalar)FINAL) + sum, power - R(1.0), R(1.0)), most);
}

/* Places of the two beams in the ring, at whose end stands the last particle. */
typedef struct ladder_beams {
    index first, second;
} ladder_beams;

/* From how far the second beam is behind the first, and which of the final particles is the last. The grid
 * can learn how often either is worth it. */
FN ladder_beams ladder_place_beams(const real u[2])
{
    const index none = i_set(0), one = i_set(1), end = i_set(FINAL + 1);
    real whole;
    const index apart = r_floor_below(u[0] * r_set((scalar)(FINAL + 1)), FINAL + 1, &whole) + one;
    index last = r_floor_below(u[1] * r_set((scalar)FINAL), FINAL, &whole) + one;
    last = last + i_select(last < apart, none, one);
    ladder_beams beams;
    beams.first = end - last;
    beams.second = beams.first + apart;
    beams.second = beams.second - i_select(end < beams.second, i_set(FINAL + 2), none);
    return beams;
}

/* How many beams stand before particle i: 0, 1 or 2. */
FN index ladder_beams_before(ladder_beams beams, int i)
{
    const mask swap = beams.second < beams.first;
    const index low = i_select(swap, beams.second, beams.first),
                high = i_select(swap, beams.first, beams.second);
    const index none = i_set(0), one = i_set(1);
    return i_select(i_set(i) < low, none, one) + i_select(i_set(i + 1) < high, none, one);
}

/* What the link from a particle allows: +1 or -1 times its rapidity, so that lines fall. The limits of the
 * integral of the link over D, in exp(2 D), and its logarithm. */
typedef struct ladder_reach {
    real y, low, range;
} ladder_reach;

/* The link over D with all azimuths, but for constants, is exp(D) / sqrt(sinh(D)^2 + b^2) with a breadth b of
 * the hole's size. Its integral is the logarithm of x(t) = t - a + sqrt((t - a)^2 + c), t = exp(2 D), a
 * = 1 - 2 b^2 and c = 1 - a^2. */
typedef struct ladder_shape {
    real a, c;
} ladder_shape;

FN ladder_shape ladder_shape_of(ladder_limits limits)
{
    const real breadth = r_max(r_min(limits.hole, R(0.7)), R(0.001));
    ladder_shape shape = {r_fma(R(-2.0) * breadth, breadth, R(1.0)), R(0.0)};
    shape.c = (R(1.0) - shape.a) * (R(1.0) + shape.a);
    return shape;
}

/* sqrt(b^2 + c), where b^2 may be above all numbers. */
FN real ladder_hypotenuse(ladder_shape shape, real b)
{
    return r_select(b < R(1e10), r_sqrt(r_fma(b, b, shape.c)), b);
}

FN real ladder_x(ladder_shape shape, real t)
{
    const real b = t - shape.a, root = ladder_hypotenuse(shape, b);
    return r_select(b > R(0.0), b + root, shape.c / (root - b));
}

FN ladder_reach ladder_reach_of(ladder_emission from, mask falls, ladder_limits limits, ladder_shape shape)
{
    ladder_reach reach;
    reach.y = r_select(falls, from.y, -from.y);
    reach.low = ladder_x(shape, r_exp(R(2.0) * (reach.y - limits.y_most)));
    reach.range = r_log(ladder_x(shape, r_exp(R(2.0) * (reach.y + limits.y_most))) / reach.low);
    return reach;
}

/* tanh(|D| / 2), away from 0, and the angle below which tan(angle) = tanh(|D| / 2) / tan(phi / 2) is where
 * the azimuth leaves the hole: there it is even. */
typedef struct ladder_turn {
    real tanh, angle;
} ladder_turn;

FN ladder_turn ladder_turn_of(real d, ladder_limits limits)
{
    ladder_turn turn;
    real sine, cosine;
    const real size = r_max(r_abs(d), R(1e-4)), back = r_exp(-size);
    r_sincos(R(0.5) * r_sqrt(r_max(r_fma(-d, d, limits.hole * limits.hole), R(0.0))), &sine, &cosine);
    turn.tanh = (R(1.0) - back) / (R(1.0) + back);
    turn.angle = r_atan2(turn.tanh * cosine, sine);
    return turn;
}

/* One over the density of a link in rapidity and azimuth, in units of that of even ones. Far
 * above 1 it alone says which choice of the last particle counts. The bound keeps the product of two a
 * number. */
FN real ladder_link_weight(ladder_reach reach, ladder_turn turn, real d, real chord2, ladder_limits limits,
                           ladder_shape shape)
{
    const real t = r_exp(d + d);
    const real along = ladder_hypotenuse(shape, t - shape.a) * reach.range / (t + t);
    const real th = turn.tanh, th2 = th * th;
    const real across = turn.angle * r_fma(R(4.0), th2, chord2 * (R(1.0) - th2)) / th;
    return r_min(along * across / (R(4.0) * R(3.14159265358979324) * limits.y_most), R(1e12));
}

/* The squared distance of two directions, 2 (1 - cos phi). */
FN real ladder_chord2(ladder_emission a, ladder_emission b)
{
    const real x = a.cosine - b.cosine, y = a.sine - b.sine;
    return r_fma(x, x, y * y);
}

/* A particle's rapidity and direction by its link to the one before it; returns the link's weight. */
FN real ladder_link(ladder_emission from, mask falls, const real u[2], ladder_limits limits,
                    ladder_shape shape, ladder_emission *to)
{
    const ladder_reach reach = ladder_reach_of(from, falls, limits, shape);
    const real x = reach.low * r_exp(u[0] * reach.range);
    const real t = r_fma(R(0.5), x - shape.c / x, shape.a), floor = r_exp(R(2.0) * (reach.y - limits.y_most));
    const real d = r_max(r_min(R(0.5) * r_log(r_max(t, floor)), reach.y + limits.y_most),
                         reach.y - limits.y_most);
    const ladder_turn turn = ladder_turn_of(d, limits);
    const real v = r_fma(R(2.0), u[1], R(-1.0)), y = reach.y - d;
    real sine, cosine;
    r_sincos(r_abs(v) * turn.angle, &sine, &cosine);
    cosine = cosine * turn.tanh;
    const real inverse = R(1.0) / r_fma(sine, sine, cosine * cosine);
    const real turn_cosine = (sine - cosine) * (sine + cosine) * inverse;
    const real turn_sine = r_select(v < R(0.0), R(-2.0), R(2.0)) * sine * cosine * inverse;
    to->y = r_select(falls, y, -y);
    to->cosine = r_fma(from.cosine, turn_cosine, -(from.sine * turn_sine));
    to->sine = r_fma(from.sine, turn_cosine, from.cosine * turn_sine);
    return ladder_link_weight(reach, turn, d, ladder_chord2(from, *to), limits, shape);
}

/* The weight of a link that was not sampled. */
FN real ladder_link_of(ladder_emission from, ladder_emission to, mask falls, ladder_limits limits,
                       ladder_shape shape)
{
    const ladder_reach reach = ladder_reach_of(from, falls, limits, shape);
    const real d = reach.y - r_select(falls, to.y, -to.y);
    return ladder_link_weight(reach, ladder_turn_of(d, limits), d, ladder_chord2(from, to), limits, shape);
}

/* A rapidity and a direction of their own. */
FN void ladder_root(const real u[2], ladder_limits limits, ladder_emission *emission)
{
    emission->y = limits.y_most * r_fma(R(2.0), u[0], R(-1.0));
    r_sincos_2pi(u[1], &emission->sine, &emission->cosine);
}

/* Whether the line that particle i hangs on falls: from the first beam to the second lie those between. */
FN mask ladder_falls(ladder_beams beams, index before)
{
    const mask between = before == i_set(1), ordered = beams.first < beams.second;
    return m_or(m_and(between, ordered), m_not(m_or(between, ordered)));
}

/* All particles but the last from 3 FINAL - 2 numbers, and the weight of each particle's link. */
FN void ladder_sample(const real *u, ladder_beams beams, ladder_limits limits,
                      ladder_emission emission[FINAL], real link[FINAL])
{
    const ladder_shape shape = ladder_shape_of(limits);
    index before = i_set(0);
    real x = R(0.0), y = R(0.0), sum = R(0.0);
    for (int i = 0; i + 1 < FINAL; ++i) {
        ladder_root(u + 3 * i + 1, limits, &emission[i]);
        link[i] = R(1.0);
#if LADDER_RING
        const index now = ladder_beams_before(beams, i);
        if (i > 0) {
            const mask is_link = now == before;
            ladder_emission linked = {R(0.0), R(0.0), R(0.0), R(0.0)};
            const real weight = ladder_link(emission[i - 1], ladder_falls(beams, now), u + 3 * i + 1, limits,
                                            shape, &linked);
            emission[i].y = r_select(is_link, linked.y, emission[i].y);
            emission[i].cosine = r_select(is_link, linked.cosine, emission[i].cosine);
            emission[i].sine = r_select(is_link, linked.sine, emission[i].sine);
            link[i] = r_select(is_link, weight, link[i]);
        }
        before = now;
#endif
        emission[i].pt = ladder_pt(u[3 * i], i, sum, limits.root_s);
        sum = sum + (emission[i].pt - R(1.0));
        x = r_fma(emission[i].pt, emission[i].cosine, x);
        y = r_fma(emission[i].pt, emission[i].sine, y);
    }
    ladder_emission *last = &emission[FINAL - 1];
    last->pt = r_max(r_sqrt(r_fma(x, x, y * y)), R(1e-6));
    last->cosine = -x / last->pt;
    last->sine = -y / last->pt;
    last->y = limits.y_most * r_fma(R(2.0), u[3 * (FINAL - 1)], R(-1.0));
    link[FINAL - 1] = R(1.0);
#if LADDER_RING
    /* The links of the last one, which stand in the densities of other choices. */
    {
        const index end = i_set(2), start = ladder_beams_before(beams, 0);
        const mask falls = ladder_falls(beams, end);
        link[FINAL - 1] = r_select(before == end,
                                   ladder_link_of(emission[FINAL - 2], *last, falls, limits, shape),
                                   link[FINAL - 1]);
        link[0] = r_select(start == i_set(0), ladder_link_of(*last, emission[0], falls, limits, shape),
                           link[0]);
    }
#else
    (void)beams;
    (void)before;
    (void)shape;
#endif
}

/* The weight of an event, times (1 / unit)^(2 FINAL) for momenta in this unit, and but for what is constant
 * (ladder_log_constant() in src/families/final_state_of_card.c). */
FN real ladder_weight(const ladder_emission emission[FINAL], const real link[FINAL], real unit)
{
    const real inverse = R(1.0) / unit;
    real weight = R(1.0), sum = R(0.0), all = inverse;
    for (int i = 0; i < FINAL; ++i)
        all = r_fma(emission[i].pt, inverse, all);
    for (int i = 0; i < FINAL; ++i) {
        const real pt = emission[i].pt * inverse, part = pt * link[i];
        const real choice = part * link[i + 1 < FINAL ? i + 1 : 0];
        sum = sum + choice / whole_power(all - pt, LADDER_SCALE_POWER + FINAL - 1);
        weight = weight * part;
    }
    return weight / (sum * inverse);
}

#endif

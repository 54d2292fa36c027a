/* Emissions of the shower backwards: which of an event's partons another one may have emitted beside a third
 * one. The event before such an emission comes with it.
 *
 * With p behind the emission and P before it, all partons massless (kinematics.h has the way there):
 *
 *   FF  y = p_i.p_j / (p_i.p_j + p_i.p_k + p_j.p_k), z = p_i.p_k / (p_i + p_j).p_k, t = 2 p_i.p_j z (1-z)
 *       P_k = p_k / (1-y), P_ij = p_i + p_j - y P_k
 *   FI  x = 1 - p_i.p_j / (p_i + p_j).p_a, z = p_i.p_a / (p_i + p_j).p_a, t as above
 *       P_a = x p_a, P_ij = p_i + p_j - (1-x) p_a
 *   IF  x = 1 - p_j.p_k / (p_j + p_k).p_a, u = p_j.p_a / (p_j + p_k).p_a, t = 2 p_j.p_k u (1-u)
 *       P_a = x p_a, P_k = p_j + p_k - (1-x) p_a
 *   II  x = 1 - p_j.(p_a + p_b) / p_a.p_b, u = p_j.p_a / p_a.p_b, t = 2 p_a.p_b u (1-x-u)
 *       P_a = x p_a, P_b = p_b, all others p - 2 (K~+K).p / (K~+K)^2 (K~+K) + 2 K.p / K^2 K~,
 *       K = p_a + p_b - p_j, K~ = P_a + P_b
 *
 * With global recoil (global_recoil.h) and u < x IF is
 *
 *       P_k = x / (x-u) p_k, P_a = p_a - p_j - p_k + P_k, all turned until P_a lies along the beams' axis
 *
 * What is emitted and what comes in has no mass. A final emitter of mass m or a spectator of m_k keeps it
 * (massive_splitting.h). Of FF P_k is then p_k / slowed beside a part of all three, and
 *
 *   FF, FI  t = 2 p_i.p_j z (1-z) - (1-z)^2 m^2,   IF  t = 2 p_j.p_k u (1-u) - u^2 m_k^2
 *
 * A parton that is clustered keeps its place, without momentum, flavour and colour. */
#ifndef TESSERA_SHOWER_CLUSTERING_H
#define TESSERA_SHOWER_CLUSTERING_H

#include "lorentz.h"
#include "shower/global_recoil.h"
#include "shower/splitting.h"

#if SHOWER_BEAMS
#ifndef RECORDED
#define RECORDED 3
#endif

/* An event of each lane: both partons that come in, then all others. Lines of what comes in are those of its
 * antiparticle going out. */
typedef struct cluster_state {
    vector4 momentum[RECORDED];
    real pdg[RECORDED], colour[RECORDED], anticolour[RECORDED];
#if SHOWER_MASSES
    real mass[RECORDED]; /* of all states that an event has the same */
#endif
} cluster_state;

/* Parton j as emitted by i beside k, by their places. */
typedef struct cluster_places {
    int emitted, emitter, spectator;
} cluster_places;

/* What a clustering says: of which splitting it is the inverse, and what the emitter was. */
typedef struct cluster_kind {
    mask there;
    real splitting, pdg, colour, anticolour;
} cluster_kind;

/* And by momenta: t, and the splitting function over the propagator, 2 p_i.p_j or x 2 p_a.p_j. Where that is
 * below 0 the shower has no such emission. */
typedef struct cluster_point {
    splitting_point at;
    real t, part;
} cluster_point;

FN mask cluster_line(real colour, real anticolour) { return m_and(colour > R(0.0), colour == anticolour); }

FN void cluster_be(cluster_kind *kind, mask m, int splitting, real pdg, real colour, real anticolour)
{
    kind->there = m_or(kind->there, m);
    kind->splitting = r_select(m, r_set((scalar)splitting), kind->splitting);
    kind->pdg = r_select(m, pdg, kind->pdg);
    kind->colour = r_select(m, colour, kind->colour);
    kind->anticolour = r_select(m, anticolour, kind->anticolour);
}

/* A quark and an antiquark as they go out make a gluon, if no line joins them; its lines are theirs. */
FN mask cluster_gluon(real c1, real a1, real c2, real a2, real spectator_colour, real spectator_anticolour)
{
    const real colour = c1 + c2, anticolour = a1 + a2;
    const mask beside = m_or(cluster_line(colour, spectator_anticolour),
                             cluster_line(spectator_colour, anticolour));
    return m_and(m_not(colour == anticolour), beside);
}

/* By flavours and colours alone: gluons lie between emitter and spectator, quarks fit one another. */
FN_APART cluster_kind cluster_kind_of(const cluster_state *s, cluster_places place)
{
    const int incoming = place.emitter < 2;
    const real flavour = s->pdg[place.emitter], emitted = s->pdg[place.emitted], none = R(0.0);
    const real ci = s->colour[place.emitter], ai = s->anticolour[place.emitter];
    const real cj = s->colour[place.emitted], aj = s->anticolour[place.emitted];
    const real ck = s->colour[place.spectator], ak = s->anticolour[place.spectator];
    const mask gluon = flavour == r_set(PDG_GLUON), quark = m_and(m_not(flavour == none), m_not(gluon));
    const mask emitted_gluon = emitted == r_set(PDG_GLUON);
    const mask emitted_quark = m_and(m_not(emitted == none), m_not(emitted_gluon));
    cluster_kind kind = {m_none(), none, none, none, none};
    const mask before = m_and(emitted_gluon, m_and(cluster_line(ci, aj), cluster_line(cj, ak)));
    const mask behind = m_and(emitted_gluon, m_and(cluster_line(cj, ai), cluster_line(ck, aj)));
    const real colour = r_select(before, cj, ci), anticolour = r_select(behind, aj, ai);
    const mask between = m_or(before, behind), pair = cluster_gluon(ci, ai, cj, aj, ck, ak);
    const real adjoint = r_set(PDG_GLUON);
    if (incoming) {
        cluster_be(&kind, m_and(between, gluon), SPLITTING_beam_gluon_gluon, flavour, colour, anticolour);
        cluster_be(&kind, m_and(between, quark), SPLITTING_beam_quark_gluon, flavour, colour, anticolour);
        /* A quark goes on, where a gluon came in; a gluon comes in, where the emitted quark's antiquark did.
         */
        cluster_be(&kind, m_and(pair, m_and(m_and(quark, emitted_quark), flavour == emitted)),
                   SPLITTING_beam_quark_enters, adjoint, ci + cj, ai + aj);
        const mask left = m_and(cluster_line(cj, ai), cluster_line(ci, ak));
        const mask right = m_and(cluster_line(ci, aj), cluster_line(ck, ai));
        cluster_be(&kind, m_and(m_and(gluon, emitted_quark), m_or(left, right)), SPLITTING_beam_gluon_enters,
                   -emitted, r_select(left, ci, none), r_select(left, none, ai));
    } else {
        cluster_be(&kind, m_and(between, gluon), SPLITTING_gluon_gluon, flavour, colour, anticolour);
        cluster_be(&kind, m_and(between, quark), SPLITTING_quark_gluon, flavour, colour, anticolour);
        cluster_be(&kind, m_and(pair, m_and(m_and(quark, flavour > none), flavour == -emitted)),
                   SPLITTING_gluon_quarks, adjoint, ci + cj, ai + aj);
#if SHOWER_HEAVY
        const mask heavy = m_and(m_and(between, quark), r_abs(flavour) > R(6.5));
        const mask octet = m_and(colour > none, anticolour > none);
        cluster_be(&kind, heavy, SPLITTING_triplet_gluon, flavour, colour, anticolour);
        cluster_be(&kind, m_and(heavy, octet), SPLITTING_octet_gluon, flavour, colour, anticolour);
#endif
    }
    return kind;
}

/* p + 2 (K~.p / ...): takes p from K to K~, which have the same mass. */
FN vector4 cluster_turn(vector4 p, vector4 from, vector4 to)
{
    const vector4 sum = v_add(from, to);
    const vector4 turned = v_axpy(R(-2.0) * v_dot(sum, p) / v_dot(sum, sum), sum, p);
    return v_axpy(R(2.0) * v_dot(from, p) / v_dot(from, from), to, turned);
}

/* The point of an emission with a parton that comes in. */
FN splitting_point cluster_point_of(momentum_share share, real rest_x, real u, real pole)
{
    splitting_point at = splitting_point_of(share, R(0.0));
    at.x = R(1.0) - rest_x;
    at.rest_x = rest_x;
    at.u = u;
    at.hard = rest_x / at.x;
    at.pole = pole;
    return at;
}

/* The square of a particle's mass. */
FN real cluster_mass2(const cluster_state *s, int place)
{
#if SHOWER_MASSES
    return s->mass[place] * s->mass[place];
#else
    (void)s, (void)place;
    return R(0.0);
#endif
}

/* 2 p.q of two particles. */
FN real cluster_square(const cluster_state *s, int one, int other)
{
    const vector4 p = s->momentum[one], q = s->momentum[other];
#if SHOWER_MASSES
    return v_pair_square(p, q) +
           (cluster_mass2(s, one) * (q.e / p.e) + cluster_mass2(s, other) * (p.e / q.e));
#else
    return v_pair_square(p, q);
#endif
}

/* Both partons come in: all others are turned. */
FN cluster_point cluster_beams(const cluster_state *s, cluster_places place, cluster_state *before)
{
    const vector4 a = s->momentum[place.emitter], b = s->momentum[place.spectator];
    const vector4 j = s->momentum[place.emitted];
    const real whole = v_pair_square(a, b), by_a = v_pair_square(a, j), by_b = v_pair_square(b, j);
    const real one = R(1.0);
    cluster_point point;
    const real u = by_a / whole, rest_x = (by_a + by_b) / whole, x = one - rest_x;
    const momentum_share share = {x + u, by_b / whole};
    point.at = cluster_point_of(share, rest_x, u, one / rest_x);
    point.t = by_a * share.rest;
    point.part = one / (x * by_a);
    before->momentum[place.emitter] = v_scale(a, x);
    before->momentum[place.spectator] = b;
    const vector4 from = v_subtract(v_add(a, b), j), to = v_add(before->momentum[place.emitter], b);
    for (int i = 2; i < RECORDED; ++i)
        before->momentum[i] = cluster_turn(s->momentum[i], from, to);
    return point;
}

#if SHOWER_GLOBAL
/* Undoes global recoil in the lanes in which x - u, `apart`, is above 0. The few emissions there that stayed
 * local, for want of energy or of densities (emission.h), look the same: another event is found for them. */
FN void cluster_global(const cluster_state *s, cluster_places place, real apart, real x, real massive,
                       cluster_state *before)
{
    const vector4 a = s->momentum[place.emitter], other = s->momentum[1 - place.emitter];
    const mask m = apart > R(0.0);
    const vector4 left = v_subtract(v_subtract(a, s->momentum[place.emitted]), s->momentum[place.spectator]);
#if SHOWER_MASSES
    const real one = R(1.0), w = r_select(m, apart / x, one);
    const real alpha = global_alpha(global_root(w, one - w, massive), w, one - w);
    const vector4 both = v_add(left, v_scale(s->momentum[place.spectator], one / alpha));
    const vector4 emitter = v_scale(both, one / ((one - massive) + massive / (alpha * alpha)));
    const vector4 spectator = v_subtract(emitter, left);
#else
    const vector4 spectator = v_scale(s->momentum[place.spectator], x / r_select(m, apart, x));
    const vector4 emitter = v_add(left, spectator);
    (void)massive;
#endif
    const null_rotation by = null_rotation_of(other, emitter);
    for (int i = 2; i < RECORDED; ++i)
        if (i != place.spectator)
            before->momentum[i] = v_select(m, null_rotate(&by, s->momentum[i]), s->momentum[i]);
    before->momentum[place.emitter] = v_select(m, v_scale(a, v_dot(other, emitter) / v_dot(other, a)),
                                               before->momentum[place.emitter]);
    before->momentum[place.spectator] = v_select(m, null_rotate(&by, spectator),
                                                 before->momentum[place.spectator]);
}
#endif

/* The emitter comes in, beside a final spectator. */
FN cluster_point cluster_beam_final(const cluster_state *s, cluster_places place, cluster_state *before)
{
    const vector4 a = s->momentum[place.emitter], k = s->momentum[place.spectator];
    const vector4 j = s->momentum[place.emitted];
    const real by_j = v_pair_square(a, j), by_k = cluster_square(s, place.emitter, place.spectator);
    const real pair = cluster_square(s, place.emitted, place.spectator), all = by_j + by_k, one = R(1.0);
    const real mass2 = cluster_mass2(s, place.spectator);
    cluster_point point;
    const real rest_x = pair / all, x = one - rest_x, u = by_j / all, rest_u = by_k / all;
    const momentum_share share = {r_fma(u, rest_x, x), rest_x * rest_u};
    point.at = cluster_point_of(share, rest_x, u, one / (rest_x + u));
    point.t = pair * u * rest_u;
#if SHOWER_MASSES
    /* z0 is that of the massless dipole at the same u and t. */
    point.t = point.t - u * u * mass2;
    point.at.hard = point.t / (x * all * u * rest_u);
    point.at.share.rest = point.at.hard / (one + point.at.hard) * rest_u;
    point.at.share.z = one - point.at.share.rest;
#endif
    point.part = one / (x * by_j);
    before->momentum[place.emitter] = v_scale(a, x);
    before->momentum[place.spectator] = v_axpy(-rest_x, a, v_add(j, k));
#if SHOWER_GLOBAL
    cluster_global(s, place, rest_u - rest_x, x, mass2 / (x * all), before);
#else
    (void)mass2;
#endif
    return point;
}

/* A final emitter beside one that comes in. */
FN cluster_point cluster_final_beam(const cluster_state *s, cluster_places place, cluster_state *before)
{
    const vector4 i = s->momentum[place.emitter], a = s->momentum[place.spectator];
    const vector4 j = s->momentum[place.emitted];
    const real by_i = cluster_square(s, place.spectator, place.emitter), by_j = v_pair_square(a, j);
    const real pair = cluster_square(s, place.emitter, place.emitted), all = by_i + by_j, one = R(1.0);
    cluster_point point;
    const momentum_share share = {by_i / all, by_j / all};
    const real rest_x = pair / all, x = one - rest_x;
    point.at = cluster_point_of(share, rest_x, R(0.0), one / (share.rest + rest_x));
    point.t = pair * share.z * share.rest;
#if SHOWER_MASSES
    const real mass2 = cluster_mass2(s, place.emitter);
    point.t = point.t - share.rest * share.rest * mass2;
    point.at.heavy = R(2.0) * mass2 / pair;
#endif
    point.part = one / (x * pair);
    before->momentum[place.spectator] = v_scale(a, x);
    before->momentum[place.emitter] = v_axpy(-rest_x, a, v_add(i, j));
    return point;
}

FN cluster_point cluster_finals(const cluster_state *s, cluster_places place, cluster_state *before)
{
    const vector4 i = s->momentum[place.emitter], k = s->momentum[place.spectator];
    const vector4 j = s->momentum[place.emitted];
    const real by_i = cluster_square(s, place.spectator, place.emitter);
    const real by_j = cluster_square(s, place.spectator, place.emitted);
    const real pair = cluster_square(s, place.emitter, place.emitted), one = R(1.0), all = by_i + by_j;
    cluster_point point;
    const momentum_share share = {by_i / all, by_j / all};
    point.t = pair * share.z * share.rest;
    point.part = one / pair;
#if SHOWER_MASSES
    const real square = pair + all, mass2 = cluster_mass2(s, place.emitter);
    const real own = mass2 / square, other = cluster_mass2(s, place.spectator) / square, y = pair / square;
    point.t = point.t - share.rest * share.rest * mass2;
    point.at = point_massive_final(share, own, other, point.t / square);
    /* What the spectator has of all three behind the emission, of which it kept its direction. */
    const real slowed = (one - y) / point.at.slow, heavy = r_fma(R(2.0), other, one);
    const real gained = (heavy * (one - slowed) - y) / (R(2.0) * (one + own + other));
    const vector4 both = v_add(v_add(i, j), k);
    before->momentum[place.spectator] = v_scale(v_axpy(-gained, both, k), one / slowed);
    before->momentum[place.emitter] = v_subtract(both, before->momentum[place.spectator]);
#else
    point.at = splitting_point_of(share, pair / (pair + all));
    /* 1 / (1-y) and y / (1-y) without a difference. */
    before->momentum[place.spectator] = v_scale(k, (pair + all) / all);
    before->momentum[place.emitter] = v_axpy(-pair / all, k, v_add(i, j));
#endif
    return point;
}

/* The event before an emission of this kind, in the lanes where there is one. `part` of the point is then not
 * 0. */
FN_APART mask cluster_event(const cluster_state *s, cluster_places place, const cluster_kind *kind,
                            cluster_state *before, cluster_point *point)
{
    const int incoming = place.emitter < 2, beside = place.spectator < 2;
    const real none = R(0.0);
    *before = *s;
    *point = incoming ? (beside ? cluster_beams(s, place, before) : cluster_beam_final(s, place, before))
                      : (beside ? cluster_final_beam(s, place, before) : cluster_finals(s, place, before));
    const vector4 nothing = {none, none, none, none};
    before->momentum[place.emitted] = nothing;
    before->pdg[place.emitted] = before->colour[place.emitted] = before->anticolour[place.emitted] = none;
    before->pdg[place.emitter] = kind->pdg;
    before->colour[place.emitter] = kind->colour;
    before->anticolour[place.emitter] = kind->anticolour;
    const real value = splitting_value(kind->splitting, &point->at);
    const mask within = m_and(point->at.x > none, m_and(point->t > none, point->at.y < R(1.0)));
    const mask known = m_or(value > none, value < none);
    point->part = value * point->part;
    return m_and(kind->there, m_and(within, known));
}

#endif
#endif

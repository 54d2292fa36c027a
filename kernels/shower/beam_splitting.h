/* The splittings of a dipole of which an end comes in, rows of SPLITTINGS(X) and what their variables are.
 *
 *   dP = alpha_s(t) / (2 pi) dln t dz0 J [x' f_b(x', t) / (eta f_a(eta, t))] P,   x' = eta / x
 *
 * s = 2 p_ij.p_k or 2 p_a.p_k before the emission, r = t / s; a was there, b comes in behind. F and I
 * say whether the emitter is final or comes in, and then the spectator (S. Catani, M. H. Seymour, Nucl. Phys.
 * B 485 (1997) 291; S. Schumann, F. Krauss, JHEP 03 (2008) 038; S. Hoeche, S. Schumann, F. Siegert, Phys.
 * Rev. D 81 (2010) 034026):
 *
 *   FI  t = s z (1-z) (1-x) / x, z0 = z, J = x; the ratio is that of the spectator, which stays what it is
 *   IF  t = s u (1-u) (1-x) / x, z0 = x + u - x u, J = x / (x + u - 2 x u)
 *   II  t = s u (1-x-u) / x,     z0 = x + u,       J = (1-z0) / (1-z0+r)
 *
 * Partons that come in have the PDG codes that they come in with. A row has what those of
 * splitting.h have, name_ratio(end) too.
 *
 * What a quark emits that a gluon takes the place of, and what a gluon emits, is the trial's to say (way). */
#ifndef TESSERA_SHOWER_BEAM_SPLITTING_H
#define TESSERA_SHOWER_BEAM_SPLITTING_H

#include "shower/massive_splitting.h"

#if SHOWER_BEAMS

#define BEAM_SPLITTINGS(X) X(beam_quark_gluon) X(beam_gluon_gluon) X(beam_gluon_enters) X(beam_quark_enters)

/* The largest t of an emitter that comes in: s (1 - eta) / (4 eta), and with a spectator that comes in
 * (1 - eta) times that. */
FN real beam_most_of(real square, real eta, mask beside)
{
    const real rest = R(1.0) - eta;
    return square * rest * r_select(beside, rest, R(1.0)) / (R(4.0) * eta);
}

/* Of an emitter that comes in x is largest at t = ratio s where (1 - x) / x = 2 (ratio + sqrt(ratio (ratio +
 * mu))). With a final spectator mu is its m_k^2 / s, with one that comes in 1. So eta / x is least, */
FN real beam_least_of(real eta, real ratio, real mu)
{
    return eta * (R(1.0) + R(2.0) * (ratio + r_sqrt(ratio * (ratio + mu))));
}

/* and t is the largest that leaves eta / x below 1. */
FN real beam_room_of(real square, real eta, real mu)
{
    const real most = (R(1.0) - eta) / eta;
    return R(0.25) * square * most * most / (most + mu);
}

/* Limits of z0 at t: (1 + eta -+ (1 - eta) sqrt(1 - t / most)) / 2, most as above. Of an emitter that does
 * not come in eta is 0, and `most` a quarter of s. */
FN share_range share_range_at(real eta, real most, real t)
{
    share_range range;
    const real rest = R(1.0) - eta;
    const real ratio = t / most;
    range.open = m_and(most > R(0.0), ratio < R(1.0));
    const real root = r_sqrt(r_max(R(1.0) - ratio, R(0.0)));
    const real end = R(0.5) * rest * ratio / (R(1.0) + root); /* 1 - high, low - eta */
    range.low = eta + end;
    range.high = R(1.0) - end;
    range.rest = rest - end;
    range.width = rest * root;
    range.log_ratio = r_select(range.open, r_log(range.rest / end), R(0.0));
    range.log_low = r_select(range.open, r_log(range.high / range.low), R(0.0));
    range.root = r_select(range.open, r_sqrt(range.rest) - r_sqrt(end), R(0.0));
    return range;
}

FN share_range beam_range_of(real square, real eta, mask beside, real t)
{
    return share_range_at(eta, beam_most_of(square, eta, beside), t);
}

/* Distributed as 1 / z. */
FN momentum_share share_hard(share_range range, real u)
{
    momentum_share share;
    share.z = range.high * r_exp(-u * range.log_low);
    share.rest = R(1.0) - share.z;
    return share;
}

/* Distributed as 1 / sqrt(1 - z). */
FN momentum_share share_root(share_range range, real u)
{
    momentum_share share;
    const real root = r_fma(-u, range.root, r_sqrt(range.rest));
    share.rest = root * root;
    share.z = R(1.0) - share.rest;
    return share;
}

FN momentum_share share_select(mask m, momentum_share a, momentum_share b)
{
    momentum_share share = {r_select(m, a.z, b.z), r_select(m, a.rest, b.rest)};
    return share;
}

/* Two parts of a bound: of which one u is, and where in it. */
FN mask share_first_of(real first, real second, real *u)
{
    const real all = first + second, below = *u * all;
    const mask here = below < first;
    *u = r_select(here, below / first, (below - first) / second);
    return here;
}

FN mask end_is_beam_quark(const splitting_end *end) { return m_and(end->incoming, r_abs(end->pdg) < R(7.0)); }
FN mask end_is_beam_gluon(const splitting_end *end)
{
    return m_and(end->incoming, end->pdg == r_set(PDG_GLUON));
}

/* A quark comes in and emits a gluon. */
#define beam_quark_gluon_ways 1
#define beam_quark_gluon_effect EFFECT_INSERT
#define beam_quark_gluon_emitter(end) end_is_beam_quark(end)
#define beam_quark_gluon_ratio(end) (end)->keep
FN real beam_quark_gluon_value(const splitting_point *at)
{
    return r_set(COLOUR_FUNDAMENTAL) * (R(2.0) * at->pole - (R(1.0) + at->x));
}
FN real beam_quark_gluon_bound(momentum_share share) { return r_set(2 * COLOUR_FUNDAMENTAL) / share.rest; }
FN real beam_quark_gluon_integral(share_range range)
{
    return r_set(2 * COLOUR_FUNDAMENTAL) * range.log_ratio;
}
FN momentum_share beam_quark_gluon_inverse(share_range range, real u) { return share_soft(range, u); }
FN real beam_quark_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* A gluon comes in and emits a gluon. */
#define beam_gluon_gluon_ways 1
#define beam_gluon_gluon_effect EFFECT_INSERT
#define beam_gluon_gluon_emitter(end) end_is_beam_gluon(end)
#define beam_gluon_gluon_ratio(end) (end)->keep
FN real beam_gluon_gluon_value(const splitting_point *at)
{
    return r_set(COLOUR_ADJOINT) * (at->pole + at->hard - R(1.0) + at->x * at->rest_x);
}
FN real beam_gluon_gluon_bound(momentum_share share)
{
    return r_set(COLOUR_ADJOINT) * (R(1.0) / share.rest + R(1.0) / share.z);
}
FN real beam_gluon_gluon_integral(share_range range)
{
    return r_set(COLOUR_ADJOINT) * (range.log_ratio + range.log_low);
}
FN momentum_share beam_gluon_gluon_inverse(share_range range, real u)
{
    const mask soft = share_first_of(range.log_ratio, range.log_low, &u);
    return share_select(soft, share_soft(range, u), share_hard(range, u));
}
FN real beam_gluon_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* A gluon comes in where a quark was; the antiquark, -way, is emitted. */
#define beam_gluon_enters_ways 1
#define beam_gluon_enters_effect EFFECT_ATTACH
#define beam_gluon_enters_emitter(end) end_is_beam_quark(end)
#define beam_gluon_enters_ratio(end) (end)->turn
FN real beam_gluon_enters_value(const splitting_point *at)
{
    return r_set(COLOUR_TRACE) * r_fma(R(-2.0) * at->x, at->rest_x, R(1.0));
}
FN real beam_gluon_enters_bound(momentum_share share) { return r_set(COLOUR_TRACE) / r_sqrt(share.rest); }
FN real beam_gluon_enters_integral(share_range range) { return r_set(2 * COLOUR_TRACE) * range.root; }
FN momentum_share beam_gluon_enters_inverse(share_range range, real u) { return share_root(range, u); }
FN real beam_gluon_enters_emitted(real way) { return -way; }

/* A quark, way, comes in where a gluon was, and goes on. Its bounds are those of all flavours. */
#define beam_quark_enters_ways 1
#define beam_quark_enters_effect EFFECT_DIVIDE
#define beam_quark_enters_emitter(end) end_is_beam_gluon(end)
#define beam_quark_enters_ratio(end) (end)->turn
FN real beam_quark_enters_value(const splitting_point *at)
{
    return r_set(COLOUR_FUNDAMENTAL / 2) * (at->x + R(2.0) * at->hard);
}
FN real beam_quark_enters_bound(momentum_share share)
{
    return r_set(COLOUR_FUNDAMENTAL) * (R(1.0) / share.z + R(0.5) / r_sqrt(share.rest));
}
FN real beam_quark_enters_integral(share_range range)
{
    return r_set(COLOUR_FUNDAMENTAL) * (range.log_low + range.root);
}
FN momentum_share beam_quark_enters_inverse(share_range range, real u)
{
    const mask hard = share_first_of(range.log_low, range.root, &u);
    return share_select(hard, share_hard(range, u), share_root(range, u));
}
FN real beam_quark_enters_emitted(real way) { return way; }

/* The point of an emission with a final emitter beside one that comes in. */
FN splitting_point point_final_beam(momentum_share share, real ratio)
{
    splitting_point at = splitting_point_of(share, R(0.0));
    const real w = ratio / (share.z * share.rest);
    at.x = R(1.0) / (R(1.0) + w);
    at.rest_x = w * at.x;
    at.pole = R(1.0) / (share.rest + at.rest_x);
    at.jacobian = at.x;
    return at;
}

/* Of an emitter that comes in beside a final one. */
FN splitting_point point_beam_final(momentum_share share, real ratio)
{
    splitting_point at = splitting_point_of(share, R(0.0));
    const real all = share.rest + ratio, product = share.z * share.rest;
    const real root = r_sqrt(r_max(r_fma(R(-4.0) * ratio, product / (all * all), R(1.0)), R(0.0)));
    at.x = R(2.0) * product / (all * (R(1.0) + root));
    at.u = at.x * ratio / share.rest;
    at.rest_x = share.rest / (R(1.0) - at.u);
    at.hard = at.rest_x / at.x;
    at.pole = R(1.0) / (at.rest_x + at.u);
    at.jacobian = at.x / (at.x + at.u - R(2.0) * at.x * at.u);
    return at;
}

/* Of one that comes in beside another. */
FN splitting_point point_beams(momentum_share share, real ratio)
{
    splitting_point at = splitting_point_of(share, R(0.0));
    const real all = share.rest + ratio;
    at.x = share.z * share.rest / all;
    at.rest_x = r_fma(share.rest, share.rest, ratio) / all;
    at.u = at.x * ratio / share.rest;
    at.hard = at.rest_x / at.x;
    at.pole = R(1.0) / at.rest_x;
    at.jacobian = share.rest / all;
    return at;
}

FN splitting_point point_select(mask m, splitting_point a, splitting_point b)
{
    splitting_point at;
    at.share = a.share;
    at.y = r_select(m, a.y, b.y);
    at.pole = r_select(m, a.pole, b.pole);
    at.jacobian = r_select(m, a.jacobian, b.jacobian);
    at.x = r_select(m, a.x, b.x);
    at.rest_x = r_select(m, a.rest_x, b.rest_x);
    at.u = r_select(m, a.u, b.u);
    at.hard = r_select(m, a.hard, b.hard);
#if SHOWER_MASSES
    at.slow = r_select(m, a.slow, b.slow);
    at.heavy = r_select(m, a.heavy, b.heavy);
    at.edge = r_select(m, a.edge, b.edge);
    at.quarks = r_select(m, a.quarks, b.quarks);
#endif
    return at;
}

/* The point of an end that splits at t = ratio s. */
FN splitting_point splitting_point_at(const splitting_end *end, momentum_share share, real ratio)
{
    const mask beside = m_and(end->beside, m_not(end->incoming)),
               alone = m_and(end->incoming, m_not(end->beside));
#if SHOWER_MASSES
    splitting_point at = point_massive_final(share, end->own, end->other, ratio);
    if (r_any(beside))
        at = point_select(beside, point_massive_final_beam(share, end->own, ratio), at);
    if (r_any(alone))
        at = point_select(alone, point_massive_beam_final(point_beam_final(share, ratio), end->other), at);
#else
    splitting_point at = splitting_point_of(share, ratio / (share.z * share.rest));
    if (r_any(beside))
        at = point_select(beside, point_final_beam(share, ratio), at);
    if (r_any(alone))
        at = point_select(alone, point_beam_final(share, ratio), at);
#endif
    if (r_any(m_and(end->incoming, end->beside)))
        at = point_select(m_and(end->incoming, end->beside), point_beams(share, ratio), at);
    return at;
}

#if SHOWER_MASSES
/* The point where a gluon becomes two quarks of mass^2 quarks s; where that is 0, the point above. */
FN splitting_point splitting_point_quarks(const splitting_end *end, momentum_share share, real ratio,
                                          real quarks)
{
    const real all = ratio + quarks, y = all / (share.z * share.rest), one = R(1.0);
    splitting_point at = splitting_point_at(end, share, all);
    const mask heavy = quarks > R(0.0);
    const real recoil = y / (one - y), speed2 = r_fma(R(-4.0), at.edge, one);
    const mask outside = m_and(m_not(end->beside), all - end->other * recoil * recoil < quarks * speed2);
    at.y = r_select(m_and(heavy, outside), R(2.0), at.y);
    at.edge = r_select(heavy, r_fma(quarks / y, speed2, at.edge), at.edge);
    at.jacobian = r_select(heavy, at.jacobian * (ratio / all), at.jacobian);
    at.quarks = quarks;
    return at;
}
#endif

#endif
#endif

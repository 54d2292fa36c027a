/* The splittings of a dipole's end, at leading colour: THE table of them, SPLITTINGS(X), with X(name) for
 * each row.
 *
 * A dipole of mass^2 s whose end i splits into i and j with k as spectator:
 *
 *   dP = (dt / t) dz (dphi / 2 pi) (alpha_s(t) / 2 pi) P(z, y) (1 - y),   y = t / (s z (1 - z)) <= 1
 *
 * (S. Catani, M. H. Seymour, Nucl. Phys. B 485 (1997) 291; S. Schumann, F. Krauss, JHEP 03 (2008) 038). A row
 * `name` is these functions and numbers:
 *
 *   name_emitter(pdg)          lanes whose parton of that PDG code splits so
 *   name_ways                  how many ways there are that differ in nothing but what they make (flavours)
 *   name_value(z, y)           P of one way
 *   name_bound(z)              a bound of it for all y
 *   name_integral(range)       its integral over the range of z, of all ways together
 *   name_inverse(range, u)     z below which the part u of that integral lies
 *   name_inserts               1: j is a gluon put between i and k; 0: i, a gluon, becomes the quark of a
 *                              pair, j its antiquark
 *   name_emitted(way)          the PDG code of j
 *
 * To add one, write these and a row (docs/shower.md). A gluon has two neighbours, hence its halves. */
#ifndef TESSERA_SHOWER_SPLITTING_H
#define TESSERA_SHOWER_SPLITTING_H

#include "functions.h"
#include "shower/event.h"

/* The quark flavours that gluons split into. */
#ifndef SHOWER_FLAVOURS
#define SHOWER_FLAVOURS 5
#endif

#define SPLITTINGS(X) X(quark_gluon) X(gluon_gluon) X(gluon_quarks)

#define COLOUR_FUNDAMENTAL S(1.3333333333333333) /* C_F */
#define COLOUR_ADJOINT S(3.0)                    /* C_A */
#define COLOUR_TRACE S(0.5)                      /* T_R */

/* z and 1 - z: where z is close to 1 the difference would have lost its digits. */
typedef struct momentum_share {
    real z, rest;
} momentum_share;

/* The range of z that leaves y <= 1 for t_c: (1 -+ sqrt(1 - 4 t_c / s)) / 2. */
typedef struct share_range {
    real low, high; /* low + high = 1 */
    real width;
    real log_ratio; /* ln(high / low) */
    mask open;
} share_range;

FN share_range share_range_of(real square, scalar cutoff)
{
    share_range range;
    real ratio = r_set(cutoff) / square;
    range.open = m_and(square > R(0.0), ratio < R(0.25));
    range.width = r_sqrt(r_max(r_fma(R(-4.0), ratio, R(1.0)), R(0.0)));
    range.high = r_fma(R(0.5), range.width, R(0.5));
    range.low = ratio / range.high;
    range.log_ratio = r_select(range.open, r_log(range.high / range.low), R(0.0));
    return range;
}

/* Distributed as 1 / (1 - z). */
FN momentum_share share_soft(share_range range, real u)
{
    momentum_share share;
    share.rest = range.high * r_exp(-u * range.log_ratio);
    share.z = R(1.0) - share.rest;
    return share;
}

FN momentum_share share_flat(share_range range, real u)
{
    momentum_share share;
    share.z = r_fma(u, range.width, range.low);
    share.rest = R(1.0) - share.z;
    return share;
}

/* 1 / (1 - z (1 - y)) */
FN real share_pole(momentum_share share, real y) { return R(1.0) / r_fma(share.z, y, share.rest); }

/* q -> q g, and the same of antiquarks. */
#define quark_gluon_ways 1
#define quark_gluon_inserts 1
FN mask quark_gluon_emitter(real pdg) { return r_abs(pdg) < R(7.0); }
FN real quark_gluon_value(momentum_share share, real y)
{
    return r_set(COLOUR_FUNDAMENTAL) * (R(2.0) * share_pole(share, y) - (R(1.0) + share.z));
}
FN real quark_gluon_bound(momentum_share share) { return r_set(2 * COLOUR_FUNDAMENTAL) / share.rest; }
FN real quark_gluon_integral(share_range range) { return r_set(2 * COLOUR_FUNDAMENTAL) * range.log_ratio; }
FN momentum_share quark_gluon_inverse(share_range range, real u) { return share_soft(range, u); }
FN real quark_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* g -> g g */
#define gluon_gluon_ways 1
#define gluon_gluon_inserts 1
FN mask gluon_gluon_emitter(real pdg) { return pdg == r_set(PDG_GLUON); }
FN real gluon_gluon_value(momentum_share share, real y)
{
    real soft = r_fma(R(2.0), share_pole(share, y), R(-2.0));
    return r_set(COLOUR_ADJOINT / 2) * r_fma(share.z, share.rest, soft);
}
FN real gluon_gluon_bound(momentum_share share) { return r_set(COLOUR_ADJOINT) / share.rest; }
FN real gluon_gluon_integral(share_range range) { return r_set(COLOUR_ADJOINT) * range.log_ratio; }
FN momentum_share gluon_gluon_inverse(share_range range, real u) { return share_soft(range, u); }
FN real gluon_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* g -> q q~, of each flavour. */
#define gluon_quarks_ways SHOWER_FLAVOURS
#define gluon_quarks_inserts 0
FN mask gluon_quarks_emitter(real pdg) { return pdg == r_set(PDG_GLUON); }
FN real gluon_quarks_value(momentum_share share, real y)
{
    (void)y;
    return r_set(COLOUR_TRACE / 2) * r_fma(R(-2.0) * share.z, share.rest, R(1.0));
}
FN real gluon_quarks_bound(momentum_share share) { return r_set(COLOUR_TRACE / 2) + R(0.0) * share.z; }
FN real gluon_quarks_integral(share_range range)
{
    real all = r_set(COLOUR_TRACE / 2 * gluon_quarks_ways) * range.width;
    return r_select(range.open, all, R(0.0));
}
FN momentum_share gluon_quarks_inverse(share_range range, real u) { return share_flat(range, u); }
FN real gluon_quarks_emitted(real way) { return R(-1.0) - way; }

/* One of the rows as a number. */
#define SPLITTING_ROW(name) SPLITTING_##name,
enum { SPLITTINGS(SPLITTING_ROW) SPLITTING_COUNT };
#undef SPLITTING_ROW

/* The integral of all bounds for an end of this PDG code. */
FN real splittings_integral(share_range range, real pdg)
{
    real sum = R(0.0);
#define ADD(name) sum = sum + r_select(name##_emitter(pdg), name##_integral(range), R(0.0));
    SPLITTINGS(ADD)
#undef ADD
    return sum;
}

/* Which splitting, of which end. */
typedef struct splitting_choice {
    mask made, from_right; /* whether there is one; whether the right end emits */
    real splitting, way;
} splitting_choice;

/* The splitting of a dipole above whose share of the integral `part` lies, counted through the left end's
 * first. */
FN splitting_choice splitting_choose(share_range range, real left_pdg, real right_pdg, real part)
{
    splitting_choice choice = {m_none(), m_none(), R(0.0), R(0.0)};
    for (int right = 0; right < 2; ++right) {
        real pdg = right ? right_pdg : left_pdg;
#define TRY(name)                                                                             \
    {                                                                                         \
        real own = r_select(name##_emitter(pdg), name##_integral(range), R(0.0));             \
        mask here = m_and(m_not(choice.made), part < own);                                    \
        real place = r_max(part / own, R(0.0)) * r_set((scalar)name##_ways);                  \
        real way = r_floor_small(r_min(place, r_set((scalar)name##_ways - S(0.5))));          \
        choice.splitting = r_select(here, r_set((scalar)SPLITTING_##name), choice.splitting); \
        choice.way = r_select(here, way, choice.way);                                         \
        choice.from_right = right ? m_or(choice.from_right, here) : choice.from_right;        \
        choice.made = m_or(choice.made, here);                                                \
        part = part - own;                                                                    \
    }
        SPLITTINGS(TRY)
#undef TRY
    }
    return choice;
}

FN momentum_share splitting_share(real splitting, share_range range, real u)
{
    momentum_share share = {R(0.0), R(0.0)};
#define TAKE(name)                                                \
    {                                                             \
        mask here = splitting == r_set((scalar)SPLITTING_##name); \
        momentum_share own = name##_inverse(range, u);            \
        share.z = r_select(here, own.z, share.z);                 \
        share.rest = r_select(here, own.rest, share.rest);        \
    }
    SPLITTINGS(TAKE)
#undef TAKE
    return share;
}

/* P (1 - y) over the bound. */
FN real splitting_acceptance(real splitting, momentum_share share, real y)
{
    real value = R(0.0), bound = R(1.0);
#define TAKE(name)                                                \
    {                                                             \
        mask here = splitting == r_set((scalar)SPLITTING_##name); \
        value = r_select(here, name##_value(share, y), value);    \
        bound = r_select(here, name##_bound(share), bound);       \
    }
    SPLITTINGS(TAKE)
#undef TAKE
    return value / bound * (R(1.0) - y);
}

/* Lanes whose splitting puts a gluon between its dipole's ends. */
FN mask splitting_inserts(real splitting)
{
    mask inserts = m_none();
#define TAKE(name)      \
    if (name##_inserts) \
        inserts = m_or(inserts, splitting == r_set((scalar)SPLITTING_##name));
    SPLITTINGS(TAKE)
#undef TAKE
    return inserts;
}

FN real splitting_emitted(real splitting, real way)
{
    real pdg = R(0.0);
#define TAKE(name) pdg = r_select(splitting == r_set((scalar)SPLITTING_##name), name##_emitted(way), pdg);
    SPLITTINGS(TAKE)
#undef TAKE
    return pdg;
}

#endif

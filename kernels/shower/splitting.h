/* The splittings of a dipole's end, at leading colour: THE table of them, SPLITTINGS(X), with X(name) for
 * each row.
 *
 * A dipole of mass^2 s whose end i splits into i and j with k as spectator, both final:
 *
 *   dP = (dt / t) dz (dphi / 2 pi) (alpha_s(t) / 2 pi) P(z, y) (1 - y),   y = t / (s z (1 - z)) <= 1
 *
 * (S. Catani, M. H. Seymour, Nucl. Phys. B 485 (1997) 291; S. Schumann, F. Krauss, JHEP 03 (2008) 038).
 * With partons that come in beam_splitting.h has the others. A row `name` is these functions and numbers:
 *
 *   name_emitter(end)          lanes whose end splits so
 *   name_ways                  how many ways there are that differ in nothing but what they make (flavours)
 *   name_value(at)             P of one way
 *   name_bound(z)              a bound of P times its Jacobian, whatever else
 *   name_integral(range)       its integral over the range of z, of all ways together
 *   name_inverse(range, u)     z below which the part u of that integral lies
 *   name_effect                what becomes of the colour lines, one of EFFECT_...
 *   name_emitted(way)          the PDG code of j
 *   name_ratio(end)            with SHOWER_BEAMS, the bound of its ratio of densities
 *
 * To add one, write these and a row (docs/shower.md). A gluon has two neighbours, hence its halves. */
#ifndef TESSERA_SHOWER_SPLITTING_H
#define TESSERA_SHOWER_SPLITTING_H

#include "shower/beam_splitting.h"
#include "shower/ends.h"

#ifndef SPLITTINGS
#define LIGHT_SPLITTINGS(X) X(quark_gluon) X(gluon_gluon) X(gluon_quarks)
#if SHOWER_HEAVY
#define FINAL_SPLITTINGS(X) LIGHT_SPLITTINGS(X) X(triplet_gluon) X(octet_gluon)
#else
#define FINAL_SPLITTINGS(X) LIGHT_SPLITTINGS(X)
#endif
#if SHOWER_BEAMS
#define SPLITTINGS(X) FINAL_SPLITTINGS(X) BEAM_SPLITTINGS(X)
#else
#define SPLITTINGS(X) FINAL_SPLITTINGS(X)
#endif
#endif

FN mask end_is_quark(const splitting_end *end)
{
    mask quark = r_abs(end->pdg) < R(7.0);
#if SHOWER_BEAMS
    quark = m_and(quark, m_not(end->incoming));
#endif
    return quark;
}

FN mask end_is_gluon(const splitting_end *end)
{
    mask gluon = end->pdg == r_set(PDG_GLUON);
#if SHOWER_BEAMS
    gluon = m_and(gluon, m_not(end->incoming));
#endif
    return gluon;
}

/* q -> q g, and the same of antiquarks. */
#define quark_gluon_ways 1
#define quark_gluon_effect EFFECT_INSERT
#define quark_gluon_emitter(end) end_is_quark(end)
FN real quark_gluon_value(const splitting_point *at)
{
#if SHOWER_MASSES
    return r_set(COLOUR_FUNDAMENTAL) * (R(2.0) * at->pole - at->slow * (R(1.0) + at->share.z + at->heavy));
#else
    return r_set(COLOUR_FUNDAMENTAL) * (R(2.0) * at->pole - (R(1.0) + at->share.z));
#endif
}
FN real quark_gluon_bound(momentum_share share) { return r_set(2 * COLOUR_FUNDAMENTAL) / share.rest; }
FN real quark_gluon_integral(share_range range) { return r_set(2 * COLOUR_FUNDAMENTAL) * range.log_ratio; }
FN momentum_share quark_gluon_inverse(share_range range, real u) { return share_soft(range, u); }
FN real quark_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* g -> g g */
#define gluon_gluon_ways 1
#define gluon_gluon_effect EFFECT_INSERT
#define gluon_gluon_emitter(end) end_is_gluon(end)
FN real gluon_gluon_value(const splitting_point *at)
{
#if SHOWER_MASSES
    const real hard = r_fma(at->share.z, at->share.rest, R(-2.0) - at->edge);
    return r_set(COLOUR_ADJOINT / 2) * r_fma(at->slow, hard, R(2.0) * at->pole);
#else
    real soft = r_fma(R(2.0), at->pole, R(-2.0));
    return r_set(COLOUR_ADJOINT / 2) * r_fma(at->share.z, at->share.rest, soft);
#endif
}
FN real gluon_gluon_bound(momentum_share share) { return r_set(COLOUR_ADJOINT) / share.rest; }
FN real gluon_gluon_integral(share_range range) { return r_set(COLOUR_ADJOINT) * range.log_ratio; }
FN momentum_share gluon_gluon_inverse(share_range range, real u) { return share_soft(range, u); }
FN real gluon_gluon_emitted(real way) { return r_set(PDG_GLUON) + R(0.0) * way; }

/* g -> q q~, of each flavour. */
#define gluon_quarks_ways SHOWER_FLAVOURS
#define gluon_quarks_effect EFFECT_DIVIDE
#define gluon_quarks_emitter(end) end_is_gluon(end)
FN real gluon_quarks_value(const splitting_point *at)
{
#if SHOWER_MASSES
    const real within = R(2.0) * at->edge;
#else
    const real within = R(0.0);
#endif
    return r_set(COLOUR_TRACE / 2) * (r_fma(R(-2.0) * at->share.z, at->share.rest, R(1.0)) + within);
}
FN real gluon_quarks_bound(momentum_share share) { return r_set(COLOUR_TRACE / 2) + R(0.0) * share.z; }
FN real gluon_quarks_integral(share_range range)
{
    real all = r_set(COLOUR_TRACE / 2 * gluon_quarks_ways) * range.width;
    return r_select(range.open, all, R(0.0));
}
FN momentum_share gluon_quarks_inverse(share_range range, real u) { return share_flat(range, u); }
FN real gluon_quarks_emitted(real way) { return R(-1.0) - way; }

#if SHOWER_HEAVY
/* A heavy particle of a model emits a gluon, by the splitting function of a scalar. For soft gluons that is
 * the one of all spins. Triplets have C_F, each of an octet's two dipoles C_A / 2. */
FN real heavy_gluon_value(const splitting_point *at)
{
    return R(2.0) * at->pole - at->slow * (R(2.0) + at->heavy);
}
#define triplet_gluon_ways 1
#define triplet_gluon_effect EFFECT_INSERT
#define triplet_gluon_emitter(end) ((end)->heavy == r_set((scalar)HEAVY_TRIPLET))
#define triplet_gluon_value(at) (r_set(COLOUR_FUNDAMENTAL) * heavy_gluon_value(at))
#define triplet_gluon_bound(share) quark_gluon_bound(share)
#define triplet_gluon_integral(range) quark_gluon_integral(range)
#define triplet_gluon_inverse(range, u) quark_gluon_inverse(range, u)
#define triplet_gluon_emitted(way) quark_gluon_emitted(way)
#define triplet_gluon_ratio(end) (end)->keep
#define octet_gluon_ways 1
#define octet_gluon_effect EFFECT_INSERT
#define octet_gluon_emitter(end) ((end)->heavy == r_set((scalar)HEAVY_OCTET))
#define octet_gluon_value(at) (r_set(COLOUR_ADJOINT / 2) * heavy_gluon_value(at))
#define octet_gluon_bound(share) gluon_gluon_bound(share)
#define octet_gluon_integral(range) gluon_gluon_integral(range)
#define octet_gluon_inverse(range, u) gluon_gluon_inverse(range, u)
#define octet_gluon_emitted(way) gluon_gluon_emitted(way)
#define octet_gluon_ratio(end) (end)->keep
#endif

#if SHOWER_BEAMS
/* The part of a row in the sum of all, with the bound of its ratio of densities. */
#define SPLITTING_PART(name, end) \
    r_select(name##_emitter(end), name##_integral((end)->range) * name##_ratio(end), R(0.0))
#define quark_gluon_ratio(end) (end)->keep
#define gluon_gluon_ratio(end) (end)->keep
#define gluon_quarks_ratio(end) (end)->keep
#else
#define SPLITTING_PART(name, end) r_select(name##_emitter(end), name##_integral((end)->range), R(0.0))
#endif

/* One of the rows as a number. */
#define SPLITTING_ROW(name) SPLITTING_##name,
enum { SPLITTINGS(SPLITTING_ROW) SPLITTING_COUNT };
#undef SPLITTING_ROW

/* The integral of all bounds for an end. */
FN real splittings_integral(const splitting_end *end)
{
    real sum = R(0.0);
#define ADD(name) sum = sum + SPLITTING_PART(name, end);
    SPLITTINGS(ADD)
#undef ADD
    return sum;
}

#if SHOWER_BEAMS
/* What the bounds of ratios of densities are multiplied with in that. They are those of what comes in where
 * it stays what it is, and where another parton comes in. */
typedef struct splitting_parts {
    real stays, turns;
} splitting_parts;

FN splitting_parts splittings_parts(const splitting_end *whole)
{
    splitting_parts parts;
    splitting_end end = *whole;
    const real one = R(1.0), none = R(0.0);
    end.turn = none;
    parts.stays = splittings_integral(&end);
    end.keep = none;
    end.turn = one;
    parts.turns = splittings_integral(&end);
    return parts;
}
#endif

/* Which splitting of an end. */
typedef struct splitting_choice {
    mask made; /* whether there is one */
    real splitting, way;
    real inside; /* the share of the splitting's part below */
} splitting_choice;

/* The splitting above whose share of the end's integral `part` lies. */
FN splitting_choice splitting_choose(const splitting_end *end, real part)
{
    splitting_choice choice = {m_none(), R(0.0), R(0.0), R(0.0)};
#define TRY(name)                                                                             \
    {                                                                                         \
        real own = SPLITTING_PART(name, end);                                                 \
        mask here = m_and(m_not(choice.made), part < own);                                    \
        real inside = r_max(part / own, R(0.0));                                              \
        real place = inside * r_set((scalar)name##_ways);                                     \
        real way = r_floor_small(r_min(place, r_set((scalar)name##_ways - S(0.5))));          \
        choice.splitting = r_select(here, r_set((scalar)SPLITTING_##name), choice.splitting); \
        choice.way = r_select(here, way, choice.way);                                         \
        choice.inside = r_select(here, inside, choice.inside);                                \
        choice.made = m_or(choice.made, here);                                                \
        part = part - own;                                                                    \
    }
    SPLITTINGS(TRY)
#undef TRY
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

/* P of a splitting. */
FN real splitting_value(real splitting, const splitting_point *at)
{
    real value = R(0.0);
#define TAKE(name) value = r_select(splitting == r_set((scalar)SPLITTING_##name), name##_value(at), value);
    SPLITTINGS(TAKE)
#undef TAKE
    return value;
}

/* P times its Jacobian, over the bound. */
FN real splitting_acceptance(real splitting, const splitting_point *at)
{
    real bound = R(1.0);
#define TAKE(name) \
    bound = r_select(splitting == r_set((scalar)SPLITTING_##name), name##_bound(at->share), bound);
    SPLITTINGS(TAKE)
#undef TAKE
    return splitting_value(splitting, at) / bound * at->jacobian;
}

/* Lanes whose splitting has this effect. */
FN mask splitting_has(real splitting, int effect)
{
    mask has = m_none();
#define TAKE(name)               \
    if (name##_effect == effect) \
        has = m_or(has, splitting == r_set((scalar)SPLITTING_##name));
    SPLITTINGS(TAKE)
#undef TAKE
    return has;
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

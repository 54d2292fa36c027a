/* An end of a dipole, and where it splits: what the rows of splitting.h are functions of. */
#ifndef TESSERA_SHOWER_ENDS_H
#define TESSERA_SHOWER_ENDS_H

#include "functions.h"
#include "shower/event.h"

/* 1: partons that an event begins with may have a mass (massive_splitting.h). */
#ifndef SHOWER_MASSES
#define SHOWER_MASSES 0
#endif

/* 1: some of these have colour and are no quarks (a model's squarks, gluinos). */
#ifndef SHOWER_HEAVY
#define SHOWER_HEAVY 0
#endif

/* What final ends are that are no quarks or gluons. */
enum { HEAVY_NONE, HEAVY_TRIPLET, HEAVY_OCTET };

/* 1: what a parton emits that comes in beside a final one recoils against all that is final
 * (global_recoil.h). */
#ifndef SHOWER_GLOBAL
#define SHOWER_GLOBAL 0
#endif

/* The quark flavours that gluons split into. */
#ifndef SHOWER_FLAVOURS
#define SHOWER_FLAVOURS 5
#endif

/* What becomes of colour lines: a gluon is put between i and k. Or i, a gluon, becomes a quark, and j takes
 * its other line. Or i, a quark, becomes a gluon, and j ends its new line. */
enum { EFFECT_INSERT, EFFECT_DIVIDE, EFFECT_ATTACH };

#define COLOUR_FUNDAMENTAL S(1.3333333333333333) /* C_F */
#define COLOUR_ADJOINT S(3.0)                    /* C_A */
#define COLOUR_TRACE S(0.5)                      /* T_R */

/* z and 1 - z: where z is close to 1 the difference would have lost its digits. */
typedef struct momentum_share {
    real z, rest;
} momentum_share;

/* The range of z at t_c. Between final partons that leaves y <= 1: (1 -+ sqrt(1 - 4 t_c / s)) / 2. */
typedef struct share_range {
    real low, high;
    real rest; /* 1 - low */
    real width;
    real log_ratio; /* ln((1 - low) / (1 - high)) */
#if SHOWER_BEAMS
    real log_low; /* ln(high / low) */
    real root;    /* sqrt(1 - low) - sqrt(1 - high) */
#endif
    mask open;
} share_range;

FN share_range share_range_of(real square, scalar cutoff)
{
    share_range range;
    real ratio = r_set(cutoff) / square;
    range.open = m_and(square > R(0.0), ratio < R(0.25));
    range.width = r_sqrt(r_max(r_fma(R(-4.0), ratio, R(1.0)), R(0.0)));
    range.rest = range.high = r_fma(R(0.5), range.width, R(0.5));
    range.low = ratio / range.high;
    range.log_ratio = r_select(range.open, r_log(range.high / range.low), R(0.0));
#if SHOWER_BEAMS
    range.log_low = range.log_ratio;
    range.root = r_sqrt(range.high) - r_sqrt(range.low);
#endif
    return range;
}

/* Distributed as 1 / (1 - z). */
FN momentum_share share_soft(share_range range, real u)
{
    momentum_share share;
    share.rest = range.rest * r_exp(-u * range.log_ratio);
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

/* An end of a dipole that may split. */
typedef struct splitting_end {
    share_range range;
    real pdg;
#if SHOWER_BEAMS
    mask incoming, beside; /* whether it comes in; whether its spectator does */
    real eta;              /* the momentum fraction of the one of both that the rates depend on */
    real keep, turn;       /* bounds of the ratio of densities: of the same parton, of another one */
#endif
#if SHOWER_MASSES
    real own, other; /* m^2 / s of it and of its spectator */
#endif
#if SHOWER_HEAVY
    real heavy; /* HEAVY_... */
#endif
} splitting_end;

/* Where an end splits: all that a splitting function depends on. */
typedef struct splitting_point {
    momentum_share share;
    real y;        /* between final partons; 1 or more: there is no such emission */
    real pole;     /* what diverges for a soft gluon; 1 / (1 - z (1 - y)) between final partons */
    real jacobian; /* 1 - y there */
#if SHOWER_BEAMS
    real x, rest_x, u; /* beam_splitting.h */
    real hard;         /* (1 - x) / x but for masses */
#endif
#if SHOWER_MASSES
    real slow, heavy, edge; /* massive_splitting.h */
    real quarks;            /* m^2 / s of the quarks that a gluon becomes */
#endif
} splitting_point;

FN splitting_point splitting_point_of(momentum_share share, real y)
{
    splitting_point at;
    at.share = share;
    at.y = y;
    at.pole = R(1.0) / r_fma(share.z, y, share.rest);
    at.jacobian = R(1.0) - y;
#if SHOWER_BEAMS
    at.x = R(1.0);
    at.rest_x = at.u = at.hard = R(0.0);
#endif
#if SHOWER_MASSES
    at.slow = R(1.0);
    at.heavy = at.edge = at.quarks = R(0.0);
#endif
    return at;
}

#endif

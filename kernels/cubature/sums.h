/* The sums that an evaluation goes to, lane by lane, until they are added to those of the sweep. Included
 * after the integrand. */
#ifndef TESSERA_CUBATURE_SUMS_H
#define TESSERA_CUBATURE_SUMS_H

#include "cubature/weigh.h"

typedef struct cubature_sums {
    halves value[COMPONENTS], variance[COMPONENTS], finer[COMPONENTS]; /* of one set */
    halves ladder[CUBATURE_RUNGS + 1];
    real maximum[COMPONENTS];
    word heaviest;
    wide hits;
} cubature_sums;

FN void halves_clear(halves *sum) { sum->high = sum->low = wide_from(R(0.0)); }

FN void cubature_clear_set(cubature_sums *sums)
{
    for (int c = 0; c < COMPONENTS; ++c) {
        halves_clear(&sums->value[c]);
        halves_clear(&sums->variance[c]);
        halves_clear(&sums->finer[c]);
    }
}

FN void cubature_clear(cubature_sums *sums)
{
    cubature_clear_set(sums);
    for (int k = 0; k <= CUBATURE_RUNGS; ++k)
        halves_clear(&sums->ladder[k]);
    for (int c = 0; c < COMPONENTS; ++c)
        sums->maximum[c] = R(0.0);
    sums->hits = wide_from(R(0.0));
    sums->heaviest = w_set(0);
}

/* How heavy an evaluation is and where, as the sums have it (SUM_HEAVIEST). */
FN word cubature_heavy(real all, word place)
{
    const real least = R(0x1p-24);
    const int below = PRECISION_DOUBLE ? 49 : 20; /* bits of a number behind those of an eighth */
    word steps = i_word((r_bits(r_max(r_abs(all), least)) - r_bits(least)) >> below);
    return steps << HEAVIEST_BITS | (~place & w_set(HEAVIEST_LAST));
}

/* What every evaluation adds to; climb: rungs of the ladder that are filled; place: in the launch. Returns
 * |v|^(4/2^rung) of a rung that is among them. */
FN real cubature_count(cubature_sums *sums, const cubature_value *value, int climb, uint64 rung, word place)
{
    real v = value->all;
    mask hit = m_none();
    for (int c = 0; c < COMPONENTS; ++c) {
        sums->maximum[c] = r_max(sums->maximum[c], value->size[c]);
        hit = m_or(hit, value->size[c] > R(0.0)); /* one that is too large for its scale, too */
    }
    sums->hits += m_wide(hit);
    if (!climb || !r_any(hit))
        return R(0.0);
    sums->heaviest = w_most(sums->heaviest, cubature_heavy(v, place));
    real power = v * v, wanted = power;
    halves_add(&sums->ladder[0], power * power * UNITS(LADDER_EXPONENT(0)));
    halves_add(&sums->ladder[1], power * UNITS(LADDER_EXPONENT(1)));
    for (int k = 2; k <= CUBATURE_RUNGS; ++k) {
        if (k > climb) /* not the loop's own end, for sums stay in registers only where it is unrolled */
            continue;
        power = k == 2 ? r_abs(v) : r_sqrt(power);
        halves_add(&sums->ladder[k], power * UNITS(LADDER_EXPONENT(k)));
        if (rung == (uint64)k)
            wanted = power;
    }
    return wanted;
}

/* What the grid learns from an evaluation, of |v|^(4/2^rung) and cubature_even_of(). */
FN real cubature_importance(real power, real even, uint64 rung)
{
    const scalar most = S(0x1p12);
    return rung <= 1 ? power : r_min(power * even * r_set(1 / most), R(1.0));
}

/* What of the squared deviations of so many evaluations is the variance of their mean. */
FN scalar cubature_share_of(scalar samples) { return 1 / (samples * (samples - 1)); }

/* A sub-cube's mean, and the sum of the squared deviations from it; share: cubature_share_of(). */
FN void cubature_add_cube(cubature_sums *sums, int component, real mean, real square, scalar share)
{
    two_scales variance = two_scales_from(square * r_set(share) * SQUARE_UNITS);
    halves_add(&sums->value[component], mean * WEIGHT_UNITS);
    halves_add_wide(&sums->variance[component], variance.units);
    halves_add_wide(&sums->finer[component], variance.finer);
}

/* A point of Sobol's. */
FN void cubature_add_point(cubature_sums *sums, const cubature_value *value)
{
    for (int c = 0; c < COMPONENTS; ++c) {
        halves_add(&sums->value[c], value->v[c] * WEIGHT_UNITS);
        halves_add(&sums->variance[c], value->v[c] * value->v[c] * SQUARE_UNITS);
    }
}

/* Of the bits of a positive number the leading 32, which grow with it. */
FN int64 cubature_leading(int64 bits) { return PRECISION_DOUBLE ? bits >> 32 : bits; }

#endif

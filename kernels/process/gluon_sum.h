/* The squared amplitude of gluons at given momenta, summed over colour orders and
 * helicities: one item is one order at one point.
 *
 * With GLUON_POLARIZATION 0 the lanes are linear polarisations: their 2^n choices
 * sum to the helicity sum. With 1 they are the one helicity configuration asked
 * for, all lanes alike. An order and its reverse have the same square, so items
 * are the orders with gluon 0 last and gluon 1 before gluon 2, each counted twice.
 * The sum is that of squares of AMPLITUDE_SCALE times the amplitude. */
#ifndef TESSERA_PROCESS_GLUON_SUM_H
#define TESSERA_PROCESS_GLUON_SUM_H

#include "amplitude/gluons.h"
#include "amplitude/polarization.h"
#include "map.h"

#ifndef AMPLITUDE_SCALE
#define AMPLITUDE_SCALE 1.0
#endif

/* Order number `number` of (GLUONS-1)!/2: gluons 1 and 2 in turn, then each
 * further one put where its digit of the mixed-radix number says. */
FN void order_from_number(uint64 number, int order[GLUONS])
{
    order[0] = 1;
    order[1] = 2;
    for (int gluon = 3; gluon < GLUONS; ++gluon) {
        int place = (int)(number % (uint64)gluon);
        number /= (uint64)gluon;
        for (int i = gluon - 1; i > place; --i)
            order[i] = order[i - 1];
        order[place] = gluon;
    }
    order[GLUONS - 1] = 0;
}

#if GLUON_POLARIZATION == 0
/* The vector of gluon i: along the first or the second axis by bit i of `choice`. */
FN current gluon_polarization(vector4 p, int i, word choice, GLOBAL const scalar *helicities)
{
    (void)helicities;
    mask second = w_less(w_set(0), choice & w_set((uint32)1 << i));
    return polarization_linear(p, r_select(second, R(0.0), R(1.0)), r_select(second, R(1.0), R(0.0)));
}
#define GLUON_CHOICES (1 << GLUONS)
#else
FN current gluon_polarization(vector4 p, int i, word choice, GLOBAL const scalar *helicities)
{
    (void)choice;
    return polarization_helicity(p, r_set(helicities[i]));
}
#define GLUON_CHOICES LANES
#endif

/* Sum over the lanes. */
FN scalar lanes_sum(real a)
{
#if LANES == 1
    return a;
#else
    scalar sum = 0;
    for (int l = 0; l < LANES; ++l)
        sum += a[l];
    return sum;
#endif
}

/* The sum over polarisations of |m|^2 in one order: momenta [GLUONS][4], outgoing. */
FN scalar gluon_sum(GLOBAL const scalar *momenta, GLOBAL const scalar *helicities, uint64 number)
{
    int order[GLUONS];
    order_from_number(number, order);
    real sum = R(0.0);
    for (uint32 first = 0; first < GLUON_CHOICES; first += LANES) {
        word choice = w_lane() + w_set(first);
        vector4 momentum[GLUONS];
        current polarization[GLUONS];
        for (int i = 0; i < GLUONS; ++i) {
            GLOBAL const scalar *p = momenta + 4 * order[i];
            vector4 q = {r_set(p[0]), r_set(p[1]), r_set(p[2]), r_set(p[3])};
            momentum[i] = q;
            polarization[i] = gluon_polarization(q, order[i], choice, helicities);
        }
        sum = sum + gluon_amplitude_scaled_squared(momentum, polarization, R(AMPLITUDE_SCALE));
    }
#if GLUON_POLARIZATION == 0
    return lanes_sum(sum);
#else
    return lanes_sum(sum) / LANES;
#endif
}

/* Momenta [points][GLUONS][4], helicities [GLUONS], sums [count], and two numbers: of the first order, and of
 * the orders that a point has. Where a launch has less than these it is of one point. */
MAP(gluon_sum_map, GLOBAL const scalar *, momenta, GLOBAL const scalar *, helicities, GLOBAL scalar *, sums,
    GLOBAL const uint64 *, range)
{
    const uint64 place = range[0] + item, point = place / range[1];
    sums[item] = gluon_sum(momenta + 4 * GLUONS * point, helicities, place % range[1]);
}

#endif

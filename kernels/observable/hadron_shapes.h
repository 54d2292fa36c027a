/* Event shapes of hadron collisions, of momenta transverse to the beams (A. Banfi, G. P. Salam, G.
 * Zanderighi, JHEP 06 (2010) 038). With Q the sum of all |p_i|:
 *
 *   thrust      1 - max over n of sum |p_i . n| / Q
 *   minor       sum |p_i x n| / Q for the n of the thrust
 *   spherocity  pi^2 / 4 (min over n of sum |p_i x n| / Q)^2
 *
 * The best n of the thrust is the direction of some sum +-p_i in which the signs are those of one side of a
 * line. Such a line can be turned until a parton lies on it. So for each parton all others have the sign of
 * their side of it, and it has either sign. The best n of the spherocity is the direction of one of the
 * partons: between these the sum is concave. Those partons take part that are seen (hadron_partons.h), with
 * the pseudorapidity of jets that count. Needs `parameters`. */
#ifndef TESSERA_OBSERVABLE_HADRON_SHAPES_H
#define TESSERA_OBSERVABLE_HADRON_SHAPES_H

#include "functions.h"
#include "observable/hadron_partons.h"
#include "observable/histogram_bin.h"

typedef struct hadron_shapes {
    real thrust, minor, spherocity; /* HISTOGRAM_NONE where no parton takes part */
} hadron_shapes;

/* Transverse momenta; without one where a parton takes no part. */
typedef struct shape_momenta {
    real x[MOST_PARTONS], y[MOST_PARTONS], pt[MOST_PARTONS];
    int most; /* places that the longest event takes */
} shape_momenta;

FN void shapes_begin(CONSTANT parameters *p, event_list events, uint32 slot, shape_momenta *all)
{
    const real count = event_fetch(events, EVENT_PARTONS, slot), none = R(0.0), one = R(1.0);
    all->most = (int)r_most(count) - 2;
    for (int i = 0; i < all->most; ++i) {
        vector4 q = event_laboratory(events, i + 2, slot);
        const real pt = v_pt(q), slope = r_abs(q.z) / r_select(pt > none, pt, one);
        const real eta = r_log(slope + r_sqrt(r_fma(slope, slope, one)));
        const mask serves = m_and(hadron_parton_seen(events, i, slot),
                                  m_and(pt > none, eta <= r_set(p->jet_eta_max)));
        all->x[i] = r_select(serves, q.x, none);
        all->y[i] = r_select(serves, q.y, none);
        all->pt[i] = r_select(serves, pt, none);
    }
}

/* Sum of |p_i x n|, n of any length. */
FN real shapes_across(const shape_momenta *all, real x, real y)
{
    real sum = R(0.0);
    for (int i = 0; i < all->most; ++i)
        sum = sum + r_abs(all->x[i] * y - all->y[i] * x);
    return sum;
}

/* The sum of the others with the signs of their sides of the line along parton i. */
FN void shapes_sides(const shape_momenta *all, int i, real *x, real *y)
{
    const real none = R(0.0);
    *x = *y = none;
    for (int k = 0; k < all->most; ++k) {
        if (k == i)
            continue;
        const mask left = all->x[i] * all->y[k] - all->y[i] * all->x[k] >= none;
        *x = *x + r_select(left, all->x[k], -all->x[k]);
        *y = *y + r_select(left, all->y[k], -all->y[k]);
    }
}

FN void hadron_shapes_find(CONSTANT parameters *p, event_list events, uint32 slot, hadron_shapes *shapes)
{
    shape_momenta all;
    const real none = R(0.0), one = R(1.0), no_value = r_set(HISTOGRAM_NONE);
    real sum = none, best = none, best_x = one, best_y = none, least = R(1e37);
    shapes_begin(p, events, slot, &all);
    for (int i = 0; i < all.most; ++i)
        sum = sum + all.pt[i];
    for (int i = 0; i < all.most; ++i) {
        const mask there = all.pt[i] > none;
        real x, y;
        if (!r_any(there))
            continue;
        shapes_sides(&all, i, &x, &y);
        const mask along = x * all.x[i] + y * all.y[i] >= none;
        x = x + r_select(along, all.x[i], -all.x[i]);
        y = y + r_select(along, all.y[i], -all.y[i]);
        const real square = r_fma(x, x, y * y);
        const mask better = m_and(there, square > best);
        best = r_select(better, square, best);
        best_x = r_select(better, x, best_x);
        best_y = r_select(better, y, best_y);
        const real across = shapes_across(&all, all.x[i], all.y[i]) / r_select(there, all.pt[i], one);
        least = r_select(there, r_min(least, across), least);
    }
    const mask any = sum > none;
    const real inverse = one / r_select(any, sum, one), length = r_sqrt(best);
    const real minor = shapes_across(&all, best_x, best_y) / r_select(any, length, one);
    const real round = least * inverse;
    shapes->thrust = r_select(any, r_max(one - length * inverse, none), no_value);
    shapes->minor = r_select(any, minor * inverse, no_value);
    shapes->spherocity = r_select(any, R(2.4674011002723397) * round * round, no_value);
}

#endif

/* Jet rates of e+ e- annihilation by the Durham algorithm (S. Catani, Y. L. Dokshitzer, M. Olsson, G.
 * Turnock, B. R. Webber, Phys. Lett. B 269 (1991) 432):
 *
 *   y_ij = 2 min(E_i^2, E_j^2) (1 - cos theta_ij) / s,   s = (sum of the energies)^2;
 *
 * the pair of the smallest y becomes one jet of the sum of its momenta (E scheme), until two jets are left.
 * y_(n, n+1) is y at the step from n+1 jets to n: it may be smaller than the one before it. 2 (1 - cos) is
 * the square of the difference of two directions, which keeps the digits that the cosine of a small angle
 * loses.
 *
 * Each jet knows the nearest of those that stand before it; the smallest of these distances is that of all
 * pairs. A merged pair leaves its places, the others move up, their order kept, and the sum comes last.
 * Then only jets whose nearest was one of the pair look again. Lanes begin with as many partons as they
 * have; at step m all those at work have m jets, and the others wait. */
#ifndef TESSERA_OBSERVABLE_DURHAM_H
#define TESSERA_OBSERVABLE_DURHAM_H

#include "functions.h"
#include "observable/histogram_bin.h"
#include "shower/event.h"

enum { DURHAM_RATES = 4 }; /* y23, y34, y45, y56 */

typedef struct durham_jets {
    real e[MOST_PARTONS], x[MOST_PARTONS], y[MOST_PARTONS], z[MOST_PARTONS];
    real inverse[MOST_PARTONS]; /* 1 / |p| */
    real least[MOST_PARTONS];   /* the smallest distance s y_ij to a jet before this one */
    real nearest[MOST_PARTONS]; /* and whose it is */
} durham_jets;

/* What a jet's distances need of it. */
typedef struct durham_jet {
    real square;  /* E^2 */
    real x, y, z; /* the direction */
} durham_jet;

/* Two of the jets, the first before the second, and their distance. */
typedef struct durham_pair {
    real first, second, distance;
} durham_pair;

/* Jet i becomes p; without momentum it has no direction, and with no energy either it is at no distance. */
FN void durham_put(durham_jets *jets, int i, vector4 p)
{
    real square = r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x));
    jets->e[i] = p.e;
    jets->x[i] = p.x;
    jets->y[i] = p.y;
    jets->z[i] = p.z;
    jets->inverse[i] = R(1.0) / r_sqrt(r_max(square, r_set(SMALLEST_NORMAL)));
}

FN durham_jet durham_take(const durham_jets *jets, int i)
{
    real e = jets->e[i], inverse = jets->inverse[i];
    durham_jet jet = {e * e, jets->x[i] * inverse, jets->y[i] * inverse, jets->z[i] * inverse};
    return jet;
}

FN real durham_distance(const durham_jets *jets, int i, durham_jet jet)
{
    real e = jets->e[i], inverse = jets->inverse[i];
    real x = r_fma(-jets->x[i], inverse, jet.x);
    real y = r_fma(-jets->y[i], inverse, jet.y);
    real z = r_fma(-jets->z[i], inverse, jet.z);
    return r_min(e * e, jet.square) * r_fma(z, z, r_fma(y, y, x * x));
}

/* Where `which` holds, jet i > 0 looks for the nearest of those before it. */
FN void durham_look(durham_jets *jets, int i, mask which)
{
    durham_jet jet = durham_take(jets, i);
    real least = durham_distance(jets, 0, jet), nearest = R(0.0);
    for (int j = 1; j < i; ++j) {
        real distance = durham_distance(jets, j, jet);
        mask closer = distance < least;
        least = r_min(distance, least);
        nearest = r_select(closer, r_set((scalar)j), nearest);
    }
    jets->least[i] = r_select(which, least, jets->least[i]);
    jets->nearest[i] = r_select(which, nearest, jets->nearest[i]);
}

/* Takes `most` final partons of an event; s. */
FN real durham_begin(durham_jets *jets, event_list events, uint32 slot, real count, int most)
{
    real sum = R(0.0);
    jets->least[0] = jets->nearest[0] = R(0.0);
    for (int i = 0; i < most; ++i) {
        mask there = r_set((scalar)i) < count;
        vector4 p = event_momentum(events, FIRST_FINAL + i, slot);
        vector4 jet = {r_select(there, p.e, R(0.0)), r_select(there, p.x, R(0.0)),
                       r_select(there, p.y, R(0.0)), r_select(there, p.z, R(0.0))};
        durham_put(jets, i, jet);
        sum = sum + jet.e;
        jets->least[i] = jets->nearest[i] = R(0.0);
        if (i > 0)
            durham_look(jets, i, there);
    }
    return sum * sum;
}

/* The closest of m jets. */
FN durham_pair durham_closest(const durham_jets *jets, int m)
{
    durham_pair pair = {jets->nearest[1], R(1.0), jets->least[1]};
    for (int i = 2; i < m; ++i) {
        mask closer = jets->least[i] < pair.distance;
        pair.first = r_select(closer, jets->nearest[i], pair.first);
        pair.second = r_select(closer, r_set((scalar)i), pair.second);
        pair.distance = r_min(jets->least[i], pair.distance);
    }
    return pair;
}

FN vector4 durham_sum(const durham_jets *jets, int m, durham_pair pair)
{
    vector4 sum = {R(0.0), R(0.0), R(0.0), R(0.0)};
    for (int i = 0; i < m; ++i) {
        real place = r_set((scalar)i);
        mask one = m_or(place == pair.first, place == pair.second);
        sum.e = sum.e + r_select(one, jets->e[i], R(0.0));
        sum.x = sum.x + r_select(one, jets->x[i], R(0.0));
        sum.y = sum.y + r_select(one, jets->y[i], R(0.0));
        sum.z = sum.z + r_select(one, jets->z[i], R(0.0));
    }
    return sum;
}

/* Row i of what is left of a list without two of its places: the row itself, the next or the one after it. */
#define DURHAM_MOVE(row) row[i] = r_select(before, row[i], r_select(between, row[i + 1], row[i + 2]))

/* Takes the pair out of m jets; where jet i, as it is now, has to look again, least[i] is below 0. */
FN void durham_close_up(durham_jets *jets, int m, durham_pair pair)
{
    for (int i = 0; i < m - 2; ++i) {
        mask before = r_set((scalar)i) < pair.first;
        mask between = r_set((scalar)(i + 1)) < pair.second;
        DURHAM_MOVE(jets->e);
        DURHAM_MOVE(jets->x);
        DURHAM_MOVE(jets->y);
        DURHAM_MOVE(jets->z);
        DURHAM_MOVE(jets->inverse);
        DURHAM_MOVE(jets->least);
        DURHAM_MOVE(jets->nearest);
        real nearest = jets->nearest[i];
        mask gone = m_or(nearest == pair.first, nearest == pair.second);
        nearest = nearest - r_select(nearest > pair.first, R(1.0), R(0.0));
        jets->nearest[i] = nearest - r_select(nearest >= pair.second, R(1.0), R(0.0));
        jets->least[i] = r_select(gone, R(-1.0), jets->least[i]);
    }
}

/* Merges the closest of m jets in the lanes that have so many; their distance. */
FN real durham_merge(durham_jets *jets, int m, mask merging)
{
    durham_pair pair = durham_closest(jets, m);
    pair.first = r_select(merging, pair.first, r_set((scalar)MOST_PARTONS)); /* beyond all */
    pair.second = r_select(merging, pair.second, r_set((scalar)MOST_PARTONS));
    vector4 sum = durham_sum(jets, m, pair);
    durham_close_up(jets, m, pair);
    for (int i = 1; i < m - 2; ++i) {
        mask again = jets->least[i] < R(0.0);
        if (r_any(again))
            durham_look(jets, i, again);
    }
    const int last = m - 2;
    vector4 kept = {jets->e[last], jets->x[last], jets->y[last], jets->z[last]};
    sum.e = r_select(merging, sum.e, kept.e);
    sum.x = r_select(merging, sum.x, kept.x);
    sum.y = r_select(merging, sum.y, kept.y);
    sum.z = r_select(merging, sum.z, kept.z);
    durham_put(jets, last, sum);
    durham_look(jets, last, merging);
    return pair.distance;
}

/* y23, y34, y45 and y56 of the events in LANES neighbouring slots; HISTOGRAM_NONE where there are fewer than
 * three, four, five, six partons. */
FN void durham_rates(event_list events, uint32 slot, real y[DURHAM_RATES])
{
    durham_jets jets;
    real count = event_fetch(events, EVENT_PARTONS, slot) - r_set((scalar)FIRST_FINAL);
    const int most = (int)r_most(count);
    real s = durham_begin(&jets, events, slot, count, most);
    for (int i = 0; i < DURHAM_RATES; ++i)
        y[i] = r_set(HISTOGRAM_NONE);
    for (int m = most; m > 2; --m) {
        mask merging = count >= r_set((scalar)m);
        real distance = durham_merge(&jets, m, merging);
        if (m <= DURHAM_RATES + 2)
            y[m - 3] = r_select(merging, distance / s, r_set(HISTOGRAM_NONE));
    }
}

#endif

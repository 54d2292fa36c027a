/* The gluon recursion with three- and four-gluon vertices, O(n^4); included by gluons.h.
 *
 * For conserved currents 2 P2.J1 = 2 P.J1. The terms of {J1, J2, J3} in which two neighbours are
 * contracted need only the sum D(i..j) = sum_k J(i..k).J(k+1..j), which the three-gluon vertices form
 * anyway. P1 - P2 = 2 P1 - P sums up to D as well:
 *
 *   P^2 J(i..j) = sum_k { [2 P.J1 - D1] J2 - [2 P.J2 + D2] J1 + 2 p_k sum_{l>=k} J(i..l).J(l+1..j) } - P D
 *               + 2 sum_{k<l} (J(i..k).J(l+1..j)) J(k+1..l) */
#ifndef TESSERA_AMPLITUDE_RECURSION_VERTICES_H
#define TESSERA_AMPLITUDE_RECURSION_VERTICES_H

#include "amplitude/current.h"

/* A segment keeps D. */
typedef number segment_partner;
#define PARTNER_NUMBERS 1

#include "amplitude/segments.h"

/* sum + sum_l (left.J(l+1..j)) J(k+1..l) */
FN current segment_middle(const segments *s, current left, int k, int j, current sum)
{
    GLUON_LOOP
    for (int l = k + 1; l < j; ++l)
        sum = j_axpy(j_dot(left, segment_fetch(s, l + 1, j)), segment_fetch(s, k + 1, l), sum);
    return sum;
}

/* P^2 J(i..j) for the momentum P of the segment; notes D(i..j). Sums are kept apart so that none waits for
 * another. */
FN current segment_current(const segments *s, vector4 momentum, int i, int j, segment_partner *D)
{
    current lefts = j_zero(), rights = j_zero(), middles = j_zero();
    vector4 total = v_add(momentum, momentum);
    number contact = n_from(R(0.0));
    GLUON_LOOP
    for (int k = j - 1; k >= i; --k) {
        current left = segment_fetch(s, i, k), right = segment_fetch(s, k + 1, j);
        number to_right = j_dot_momentum(total, left, n_negate(partner_fetch(s, i, k)));
        number to_left = j_dot_momentum(total, right, partner_fetch(s, k + 1, j));
        contact = n_add(contact, j_dot(left, right));
        rights = j_axpy(to_right, right, rights);
        lefts = j_axpy(n_negate(to_left), left, lefts);
        rights = j_axpy_momentum(n_add(contact, contact), segment_momentum(s, k), rights);
        middles = segment_middle(s, left, k, j, middles);
    }
    *D = contact;
    rights = j_axpy_momentum(n_scale(contact, R(-0.5)), total, rights);
    return j_add(rights, j_axpy(n_from(R(2.0)), middles, lefts));
}

/* D of a gluon alone. */
FN segment_partner partner_first(vector4 momentum, current polarization)
{
    (void)momentum;
    (void)polarization;
    return n_from(R(0.0));
}

/* What D becomes where the current has its propagator: it has none. */
FN segment_partner partner_finish(vector4 momentum, current J, segment_partner D)
{
    (void)momentum;
    (void)J;
    return D;
}

#endif

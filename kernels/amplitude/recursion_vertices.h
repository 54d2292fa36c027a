/* The gluon recursion with three- and four-gluon vertices, O(n^4); included by gluons.h.
 *
 * For conserved currents 2 P2.J1 = 2 P.J1. The terms of {J1, J2, J3} in which two neighbours are
 * contracted need only the sum D(i..j) = sum_k J(i..k).J(k+1..j), which the three-gluon vertices form
 * anyway, and P1 - P2 = 2 P1 - P sums up to D as well:
 *
 *   P^2 J(i..j) = sum_k { [2 P.J1 - D1] J2 - [2 P.J2 + D2] J1 + 2 p_k sum_{l>=k} J(i..l).J(l+1..j) } - P D
 *               + 2 sum_{k<l} (J(i..k).J(l+1..j)) J(k+1..l) */
#ifndef TESSERA_AMPLITUDE_RECURSION_VERTICES_H
#define TESSERA_AMPLITUDE_RECURSION_VERTICES_H

#include "amplitude/segments.h"

/* sum_l (left.J(l+1..j)) J(k+1..l) */
FN current segment_middle(const current J[SEGMENTS], current left, int k, int j)
{
    current sum = j_zero();
    GLUON_LOOP
    for (int l = k + 1; l < j; ++l)
        sum = j_axpy(j_dot(left, J[SEGMENT(l + 1, j)]), J[SEGMENT(k + 1, l)], sum);
    return sum;
}

/* P^2 J(i..j) for total = 2 P; notes D(i..j). Sums are kept apart so that none waits for another. */
FN current segment_current(const vector4 momentum[GLUONS], const current J[SEGMENTS], number D[SEGMENTS],
                           vector4 total, int i, int j)
{
    current lefts = j_zero(), rights = j_zero(), middles = j_zero();
    number contact = n_from(R(0.0));
    GLUON_LOOP
    for (int k = j - 1; k >= i; --k) {
        current left = J[SEGMENT(i, k)], right = J[SEGMENT(k + 1, j)];
        number to_right = j_dot_momentum(total, left, n_negate(D[SEGMENT(i, k)]));
        number to_left = j_dot_momentum(total, right, D[SEGMENT(k + 1, j)]);
        contact = n_add(contact, j_dot(left, right));
        rights = j_axpy(to_right, right, rights);
        lefts = j_axpy(n_negate(to_left), left, lefts);
        rights = j_axpy_momentum(contact, v_add(momentum[k], momentum[k]), rights);
        middles = j_add(middles, segment_middle(J, left, k, j));
    }
    D[SEGMENT(i, j)] = contact;
    rights = j_axpy_momentum(n_scale(contact, R(-0.5)), total, rights);
    return j_add(rights, j_axpy(n_from(R(2.0)), middles, lefts));
}

/* m in the colour order of the arrays, all momenta outgoing */
FN number gluon_amplitude(const vector4 momentum[GLUONS], const current polarization[GLUONS])
{
    current J[SEGMENTS];
    number D[SEGMENTS];
    GLUON_LOOP
    for (int j = 0; j < LEGS; ++j) {
        J[SEGMENT(j, j)] = polarization[j];
        D[SEGMENT(j, j)] = n_from(R(0.0));
        vector4 total = momentum[j];
        GLUON_LOOP
        for (int i = j - 1; i >= (j == LEGS - 1); --i) {
            total = v_add(total, momentum[i]);
            current sum = segment_current(momentum, J, D, v_add(total, total), i, j);
            real square = i == j - 1 ? v_pair_square(momentum[i], momentum[j]) : v_dot(total, total);
            J[SEGMENT(i, j)] = j_scale(sum, R(1.0) / square);
        }
    }
    vector4 total = v_scale(momentum[LEGS], R(-2.0));
    return j_dot(segment_current(momentum, J, D, total, 0, LEGS - 1), polarization[LEGS]);
}

#endif

/* The gluon recursion with tensors in place of four-gluon vertices, O(n^3) (Giele, Stavenga, Winter,
 * eqs. 3, 4); included by gluons.h.
 *
 * The four-gluon vertex is {J1, J2, J3} = T(2,3) J1 - T(1,2) J3 with the antisymmetric tensor
 * T(1,2)^mn = J1^m J2^n - J2^m J1^n. Joined with the derivative terms of the three-gluon vertex it is
 * the field strength of the segment, F = J P - P J + T in the same notation, and for conserved currents
 *
 *   P^2 J(i..j) = sum_k { F(k+1..j) J1 + (P.J1) J2 - F(i..k) J2 - (P.J2) J1 },
 *   T(i..j) = sum_k { J1 J2 - J2 J1 },  J1 = J(i..k), J2 = J(k+1..j). */
#ifndef TESSERA_AMPLITUDE_RECURSION_TENSOR_H
#define TESSERA_AMPLITUDE_RECURSION_TENSOR_H

#include "amplitude/segments.h"
#include "amplitude/tensor.h"

/* P^2 J(i..j) for total = P, and the tensor of the segment. */
FN current segment_current(const current J[SEGMENTS], const tensor F[SEGMENTS], vector4 total, int i, int j,
                           tensor *contact)
{
    current plus = j_zero(), minus = j_zero();
    number zero = n_from(R(0.0));
    tensor t = t_zero();
    GLUON_LOOP
    for (int k = i; k < j; ++k) {
        current left = J[SEGMENT(i, k)], right = J[SEGMENT(k + 1, j)];
        minus = t_contract(F[SEGMENT(k + 1, j)], left, minus);
        minus = j_axpy(j_dot_momentum(total, right, zero), left, minus);
        plus = t_contract(F[SEGMENT(i, k)], right, plus);
        plus = j_axpy(j_dot_momentum(total, left, zero), right, plus);
        t = t_wedge_add(left, right, t);
    }
    *contact = t;
    return j_axpy(n_from(R(-1.0)), minus, plus);
}

/* m in the colour order of the arrays, all momenta outgoing */
FN number gluon_amplitude(const vector4 momentum[GLUONS], const current polarization[GLUONS])
{
    current J[SEGMENTS];
    tensor F[SEGMENTS], contact;
    GLUON_LOOP
    for (int j = 0; j < LEGS; ++j) {
        J[SEGMENT(j, j)] = polarization[j];
        F[SEGMENT(j, j)] = t_add_derivative(momentum[j], polarization[j], t_zero());
        vector4 total = momentum[j];
        GLUON_LOOP
        for (int i = j - 1; i >= (j == LEGS - 1); --i) {
            total = v_add(total, momentum[i]);
            current sum = segment_current(J, F, total, i, j, &contact);
            real square = i == j - 1 ? v_pair_square(momentum[i], momentum[j]) : v_dot(total, total);
            sum = j_scale(sum, R(1.0) / square);
            J[SEGMENT(i, j)] = sum;
            F[SEGMENT(i, j)] = t_add_derivative(total, sum, contact);
        }
    }
    vector4 total = v_scale(momentum[LEGS], R(-1.0));
    return j_dot(segment_current(J, F, total, 0, LEGS - 1, &contact), polarization[LEGS]);
}

#endif

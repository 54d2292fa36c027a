/* The gluon recursion with tensors in place of four-gluon vertices, O(n^3) (Giele, Stavenga, Winter,
 * eqs. 3, 4); included by gluons.h.
 *
 * The four-gluon vertex is {J1, J2, J3} = T(2,3) J1 - T(1,2) J3 with the antisymmetric tensor
 * T(1,2)^mn = J1^m J2^n - J2^m J1^n. With the derivative terms of the three-gluon vertex it is the
 * segment's field strength, F = J P - P J + T in the same notation. For conserved currents
 *
 *   P^2 J(i..j) = sum_k { F(k+1..j) J1 + (P.J1) J2 - F(i..k) J2 - (P.J2) J1 },
 *   T(i..j) = sum_k { J1 J2 - J2 J1 },  J1 = J(i..k), J2 = J(k+1..j). */
#ifndef TESSERA_AMPLITUDE_RECURSION_TENSOR_H
#define TESSERA_AMPLITUDE_RECURSION_TENSOR_H

#include "amplitude/tensor.h"

/* A segment keeps F. */
typedef tensor segment_partner;
#define PARTNER_NUMBERS 6

#include "amplitude/segments.h"

/* P^2 J(i..j) for the momentum P of the segment, and its tensor T. */
FN current segment_current(const segments *s, vector4 momentum, int i, int j, segment_partner *T)
{
    current plus = j_zero(), minus = j_zero();
    number zero = n_from(R(0.0));
    tensor t = t_zero();
    GLUON_LOOP
    for (int k = i; k < j; ++k) {
        current left = segment_fetch(s, i, k), right = segment_fetch(s, k + 1, j);
        minus = t_contract(partner_fetch(s, k + 1, j), left, minus);
        minus = j_axpy(j_dot_momentum(momentum, right, zero), left, minus);
        plus = t_contract(partner_fetch(s, i, k), right, plus);
        plus = j_axpy(j_dot_momentum(momentum, left, zero), right, plus);
        t = t_wedge_add(left, right, t);
    }
    *T = t;
    return j_axpy(n_from(R(-1.0)), minus, plus);
}

/* F of a gluon alone. */
FN segment_partner partner_first(vector4 momentum, current polarization)
{
    return t_add_derivative(momentum, polarization, t_zero());
}

/* F from T and the current with its propagator. */
FN segment_partner partner_finish(vector4 momentum, current J, segment_partner T)
{
    return t_add_derivative(momentum, J, T);
}

#endif

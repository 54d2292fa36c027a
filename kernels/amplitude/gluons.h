/* Colour-ordered tree amplitudes of n = GLUONS gluons by the Berends-Giele recursion.
 *
 * F. A. Berends, W. T. Giele, Nucl. Phys. B 306 (1988) 759, in the form of W. T. Giele, G. Stavenga,
 * J. Winter, Eur. Phys. J. C 71 (2011) 1703 (arXiv:1002.3446), eqs. 1, 2 and 6. The current of the
 * neighbouring gluons i..j, all outgoing, is the sum over the ways to part them in two and in three,
 *
 *   P^2 J(i..j) = sum_k [J(i..k), J(k+1..j)] + sum_{k<l} {J(i..k), J(k+1..l), J(l+1..j)},
 *   [J1, J2] = 2 (P2.J1) J2 - 2 (P1.J2) J1 + (P1 - P2) (J1.J2),
 *   {J1, J2, J3} = 2 (J1.J3) J2 - (J1.J2) J3 - (J2.J3) J1,
 *
 * from J(i) = e_i, and the amplitude is m(1..n) = P^2 J(1..n-1) . e_n, without the last propagator. With
 * generators normalised to tr T^a T^b = delta^ab it is 2^((n-2)/2) times the colour-ordered amplitude of
 * Parke and Taylor (phases aside). src/families/colour_factor.h turns its square into |M|^2.
 *
 * Momenta must sum to zero and polarisations be orthogonal to them: currents are then conserved,
 * P.J = 0, which both forms of the recursion use. Energies in a unit near their size keep every
 * intermediate number in single precision up to n = 16. */
#ifndef TESSERA_AMPLITUDE_GLUONS_H
#define TESSERA_AMPLITUDE_GLUONS_H

#include "amplitude/current.h"
#include "amplitude/threads.h"

/* 4: with four-gluon vertices, O(n^4); 3: with tensors in their place, O(n^3). They need 24 C(n,3) + 8 C(n,4)
 * and 52 C(n,3) fused operations, which cross at n = 17; threads.h says which is taken where. */
#ifndef GLUON_RECURSION
#define GLUON_RECURSION GLUON_RECURSION_AUTO(GLUONS, GLUON_POLARIZATION)
#endif

#if GLUON_RECURSION == 4
#include "amplitude/recursion_vertices.h"
#else
#include "amplitude/recursion_tensor.h"
#endif

/* J(i..j) with its propagator, from all shorter segments; momentum is the segment's. */
FN void segment_make(segments *s, vector4 momentum, int i, int j)
{
    segment_partner partner;
    current sum = segment_current(s, momentum, i, j, &partner);
    real square = i == j - 1 ? v_pair_square(segment_momentum(s, i), segment_momentum(s, j))
                             : v_dot(momentum, momentum);
    sum = j_scale(sum, R(1.0) / square);
    segment_put(s, i, j, sum, partner_finish(momentum, sum, partner));
}

/* m from all currents: the last one meets the last gluon, whose momentum p is minus the sum of all others.
 * With p / E in place of its polarisation the amplitude is zero, by the Ward identity, but for rounding.
 * What remains is left in *ward, for next to nothing. */
FN number segment_amplitude(const segments *s, current polarization, number *ward)
{
    segment_partner unused;
    vector4 momentum = v_scale(segment_momentum(s, LEGS), R(-1.0));
    current last = segment_current(s, momentum, 0, LEGS - 1, &unused);
    *ward = n_scale(j_dot_momentum(momentum, last, n_from(R(0.0))), R(1.0) / momentum.e);
    return j_dot(last, polarization);
}

#if GLUON_TEAM == 1
/* The currents that end with gluon j: all that the amplitude needs. */
FN void gluon_column(segments *s, const vector4 momentum[GLUONS], const current polarization[GLUONS], int j)
{
    vector4 total = momentum[j];
    segment_put(s, j, j, polarization[j], partner_first(momentum[j], polarization[j]));
    GLUON_LOOP
    for (int i = j - 1; i >= (j == LEGS - 1); --i) {
        total = v_add(total, momentum[i]);
        segment_make(s, total, i, j);
    }
}

/* m in the colour order of the arrays, all momenta outgoing, and its Ward identity */
FN number gluon_amplitude_ward(const vector4 momentum[GLUONS], const current polarization[GLUONS],
                               number *ward)
{
    segments s;
    s.momentum = momentum;
#if GLUON_UNROLLED
    /* By hand: compilers give the loop up from n = 12 on, and take long before. */
    /* clang-format off */
#define COLUMN(j) if (j < LEGS) gluon_column(&s, momentum, polarization, j)
    COLUMN(0); COLUMN(1); COLUMN(2); COLUMN(3); COLUMN(4); COLUMN(5); COLUMN(6); COLUMN(7);
    COLUMN(8); COLUMN(9); COLUMN(10); COLUMN(11); COLUMN(12); COLUMN(13); COLUMN(14);
    /* clang-format on */
#undef COLUMN
#else
    for (int j = 0; j < LEGS; ++j)
        gluon_column(&s, momentum, polarization, j);
#endif
    return segment_amplitude(&s, polarization[LEGS], ward);
}

FN number gluon_amplitude(const vector4 momentum[GLUONS], const current polarization[GLUONS])
{
    number unused;
    return gluon_amplitude_ward(momentum, polarization, &unused);
}

/* |scale m|^2 in the colour order of the arrays, all momenta outgoing. The scale comes before the square,
 * which would leave the range of single precision where m does not. It grows up to 10^28 for n = 16 with jets
 * of 20 GeV beside two of nearly 7 TeV (tests/kernels/test_gluons_range.c). */
FN real gluon_amplitude_scaled_squared(const vector4 momentum[GLUONS], const current polarization[GLUONS],
                                       real scale)
{
    return n_norm(n_scale(gluon_amplitude(momentum, polarization), scale));
}

/* |m|^2, where it is known to be in range. */
FN real gluon_amplitude_squared(const vector4 momentum[GLUONS], const current polarization[GLUONS])
{
    return gluon_amplitude_scaled_squared(momentum, polarization, R(1.0));
}

#else
/* Gluon i of the colour order, given by any thread of the team. */
FN void gluon_put(segments *s, int i, vector4 momentum, current polarization)
{
    momentum_put(s, i, momentum);
    segment_put(s, i == LEGS ? 0 : i, i == LEGS ? LEGS - 1 : i, polarization,
                partner_first(momentum, polarization));
}

/* m, on all threads of a team together: segments of one length after the other, a thread those with the ends
 * that are its own. The numbers are those of rank 0. */
FN number gluon_team_amplitude(segments *s, number *ward)
{
    enum { OWN = (LEGS + GLUON_TEAM - 1) / GLUON_TEAM };
    vector4 total[OWN];
    gpu_team_barrier();
    UNROLL
    for (int k = 0; k < OWN; ++k) {
        int j = LEGS - 1 - (k * GLUON_TEAM + s->rank);
        total[k] = segment_momentum(s, j < 0 ? 0 : j);
    }
    current polarization = segment_fetch(s, 0, LEGS - 1);
    for (int length = 2; length < LEGS; ++length) {
        UNROLL
        for (int k = 0; k < OWN; ++k) {
            int j = LEGS - 1 - (k * GLUON_TEAM + s->rank), i = j - length + 1;
            if (i >= 0) {
                total[k] = v_add(total[k], segment_momentum(s, i));
                segment_make(s, total[k], i, j);
            }
        }
        gpu_team_barrier();
    }
    number m = segment_amplitude(s, polarization, ward);
    gpu_team_barrier();
    return m;
}
#endif

#endif

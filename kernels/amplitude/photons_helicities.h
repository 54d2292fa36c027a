/* q q~ -> photons, the sum over all helicities. A set's current J (photons_subsets.h) differs by the
 * helicities of its own photons alone, so that all sets together have 3^n of them. Those with half of the
 * photons are enough: with the antiquark's currents, the sums over all orders that end with the photons of a
 * set,
 *
 *   K({}) = out,  K(S) = - sum_(i in S) K(S without i) e~_i (q0 - q.sigma) / q^2,  q = sum_(i in S) k_i - p~,
 *
 * a configuration has m = sum_S K(all others) J(S) over the sets S of half of the photons. One of the two
 * currents is without its propagator.
 *
 * The currents that meet are made for one set at a time, and only those with fewer photons are kept. A GPU's
 * thread has little memory of its own. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_HELICITIES_H
#define TESSERA_AMPLITUDE_PHOTONS_HELICITIES_H

#include "amplitude/photons_subsets.h"

/* How many photons J and K have where they meet, and how many choices of helicities those have. */
#define PHOTONS_BEFORE (PHOTONS / 2)
#define PHOTONS_BEHIND (PHOTONS - PHOTONS_BEFORE)
#define CHOICES_BEFORE (1 << PHOTONS_BEFORE)
#define CHOICES_BEHIND (1 << PHOTONS_BEHIND)

/* How many currents have up to m photons, for m up to 3: sum_l C(n,l) 2^l. */
#define PHOTON_CURRENTS(m)                                                           \
    (1 + ((m) > 0 ? 2 * PHOTONS : 0) + ((m) > 1 ? 2 * PHOTONS * (PHOTONS - 1) : 0) + \
     ((m) > 2 ? 4 * PHOTONS * (PHOTONS - 1) * (PHOTONS - 2) / 3 : 0))

/* Loops over the currents of a set are written out on a GPU, which then has them in registers. */
#if defined(GPU) && !GPU_ON_CPU
#define PHOTON_LOOP UNROLL
#else
#define PHOTON_LOOP
#endif

FN int photon_count(int set)
{
    int count = 0;
    for (; set; set &= set - 1)
        ++count;
    return count;
}

/* Where the currents of each set begin, those of sets with fewer photons first. They go by the number whose
 * bits are the helicities of the set's own photons, from the lowest one on. */
FN void photon_places(int place[PHOTON_SETS])
{
    int next = 0;
    for (int count = 0; count < PHOTONS_BEHIND; ++count)
        for (int set = 0; set < PHOTON_SETS; ++set)
            if (photon_count(set) == count) {
                place[set] = next;
                next += 1 << count;
            }
}

/* Which end of the line a current is of: J or K. */
#define END_QUARK 0
#define END_ANTIQUARK 1

/* sum_(i in set) e~_i J(set without i), or the same of K, for all helicities of the `count` photons. */
FN void photon_end_sums(const photon_line *line, const int place[PHOTON_SETS], int end,
                        const weyl_spinor current[], int set, int count, weyl_spinor sums[])
{
    int left = set;
    PHOTON_LOOP
    for (int h = 0; h < 1 << count; ++h)
        sums[h] = weyl_zero();
    PHOTON_LOOP
    for (int j = 0; j < count; ++j) {
        const int i = photon_lowest(left);
        const weyl_spinor *rest = current + place[set ^ (1 << i)];
        slashed minus = line->polarization[i][0], plus = line->polarization[i][1];
        if (end == END_ANTIQUARK) {
            minus = slash_transpose(minus);
            plus = slash_transpose(plus);
        }
        /* The others' helicities, and that of photon i, the j-th of the set, in between. */
        PHOTON_LOOP
        for (int others = 0; others < 1 << (count - 1); ++others) {
            const int h = 2 * others - (others & ((1 << j) - 1));
            sums[h] = weyl_from_upper_add(minus, rest[others], sums[h]);
            sums[h | 1 << j] = weyl_from_upper_add(plus, rest[others], sums[h | 1 << j]);
        }
        left &= left - 1;
    }
}

/* -(q0 - q.sigma) / q^2 of a set, as the vector v of v0 + v.sigma that a column, or a row, is multiplied by.
 */
FN vector4 photon_end_propagator(const photon_line *line, int end, int set, int count)
{
    const int antiquark = end == END_ANTIQUARK, lowest = photon_lowest(set);
    vector4 q = antiquark ? v_scale(line->antiquark, R(-1.0)) : line->quark;
    for (int i = PHOTONS - 1; i >= 0; --i)
        if ((set >> i) & 1)
            q = antiquark ? v_add(q, line->photon[i]) : v_subtract(q, line->photon[i]);
    vector4 v = {q.e, -q.x, antiquark ? q.y : -q.y, -q.z};
    if (count > 1)
        return v_scale(v, photon_inverse(q));
    return v_scale(v, antiquark ? line->last[lowest] : line->first[lowest]);
}

/* The currents of a set from its sums, in their place. */
FN void photon_end_propagate(const photon_line *line, int end, int set, int count, weyl_spinor sums[])
{
    vector4 propagator = photon_end_propagator(line, end, set, count);
    PHOTON_LOOP
    for (int h = 0; h < 1 << count; ++h)
        sums[h] = weyl_from_upper_momentum(propagator, sums[h]);
}

/* All currents with up to `most` photons. */
FN void photon_end_make(const photon_line *line, const int place[PHOTON_SETS], int end, int most,
                        weyl_spinor current[])
{
    current[0] = end == END_ANTIQUARK ? line->out : line->in;
    PHOTON_LOOP
    for (int count = 1; count <= most; ++count)
        for (int set = 1; set < PHOTON_SETS; ++set)
            if (photon_count(set) == count) {
                weyl_spinor made[CHOICES_BEHIND];
                photon_end_sums(line, place, end, current, set, count, made);
                photon_end_propagate(line, end, set, count, made);
                PHOTON_LOOP
                for (int h = 0; h < 1 << count; ++h)
                    current[place[set] + h] = made[h];
            }
}

/* Adds the orders that begin with the photons of a set to the amplitudes of all helicities. */
FN void photon_ends_meet(const photon_line *line, const int place[PHOTON_SETS], const weyl_spinor quark[],
                         const weyl_spinor antiquark[], int set, complex_number m[PHOTON_SETS])
{
    const int others = (PHOTON_SETS - 1) ^ set;
    weyl_spinor before[CHOICES_BEFORE], behind[CHOICES_BEHIND];
    photon_end_sums(line, place, END_QUARK, quark, set, PHOTONS_BEFORE, before);
    photon_end_propagate(line, END_QUARK, set, PHOTONS_BEFORE, before);
    photon_end_sums(line, place, END_ANTIQUARK, antiquark, others, PHOTONS_BEHIND, behind);
    /* The parts of a set in ascending order: its photons with helicity +1. */
    int first = 0, last = 0;
    PHOTON_LOOP
    for (int h = 0; h < CHOICES_BEFORE; ++h) {
        PHOTON_LOOP
        for (int k = 0; k < CHOICES_BEHIND; ++k) {
            m[first | last] = c_add(m[first | last], weyl_dot(behind[k], before[h]));
            last = (last - others) & others;
        }
        first = (first - set) & set;
    }
}

/* The sum of |m|^2 over all helicities, those of the quark included. */
FN real photons_squared(const photon_line *line)
{
    int place[PHOTON_SETS];
    weyl_spinor quark[PHOTON_CURRENTS(PHOTONS_BEFORE - 1)], antiquark[PHOTON_CURRENTS(PHOTONS_BEHIND - 1)];
    complex_number m[PHOTON_SETS];
    real sum = R(0.0);
    photon_places(place);
    photon_end_make(line, place, END_QUARK, PHOTONS_BEFORE - 1, quark);
    photon_end_make(line, place, END_ANTIQUARK, PHOTONS_BEHIND - 1, antiquark);
    for (int h = 0; h < PHOTON_SETS; ++h)
        m[h] = c_set(R(0.0), R(0.0));
    for (int set = 0; set < PHOTON_SETS; ++set)
        if (photon_count(set) == PHOTONS_BEFORE)
            photon_ends_meet(line, place, quark, antiquark, set, m);
    /* Where all are equal, first and last, m is zero. */
    for (int h = 1; h < PHOTON_SETS - 1; ++h)
        sum = sum + c_norm(m[h]);
    return sum + sum;
}

#endif

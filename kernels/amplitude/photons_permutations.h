/* q q~ -> photons as a sum over permutations of one diagram: n! lines, each made anew.
 *
 * K. Hagiwara et al., Eur. Phys. J. C 66 (2010) 477, section 4: the form in which a GPU's program stays
 * short. The permutations are the same for all events, so that no lane takes another branch. A turn of the
 * loop may hold the diagrams that differ by the order of the last photons alone: what they have in common is
 * then the compiler's to find. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_PERMUTATIONS_H
#define TESSERA_AMPLITUDE_PHOTONS_PERMUTATIONS_H

#include "amplitude/photons_line.h"
#include "permutations.h"

/* How many photons at the end of the line have their orders written out: 1 to 3, and so 1, 2 or 6 diagrams.
 */
#ifndef PHOTONS_UNROLLED
#define PHOTONS_UNROLLED 1
#endif
#define PHOTONS_TURN (PHOTONS_UNROLLED == 3 ? 6 : PHOTONS_UNROLLED)

/* The diagram whose photons are emitted in this order. */
FN complex_number photons_diagram(const photon_line *line, uint32 helicities, const int order[PHOTONS])
{
    vector4 q = line->quark;
    weyl_spinor s = line->in;
    for (int i = 0; i < PHOTONS - 1; ++i) {
        int k = order[i];
        q = v_subtract(q, line->photon[k]);
        real inverse = i == 0             ? line->first[k]
                       : i == PHOTONS - 2 ? line->last[order[PHOTONS - 1]]
                                          : photon_inverse(q);
        s = photon_emit_in(s, photon_polarization(line, helicities, k), q, inverse);
    }
    slashed last = photon_polarization(line, helicities, order[PHOTONS - 1]);
    return weyl_dot(line->out, weyl_from_upper(last, s));
}

/* The sum over all orders of the last PHOTONS_UNROLLED photons, which come in ascending order and leave in
 * descending: the last of these orders. */
FN complex_number photons_turn(const photon_line *line, uint32 helicities, int order[PHOTONS])
{
#if PHOTONS_UNROLLED == 1
    return photons_diagram(line, helicities, order);
#else
    const int kept = PHOTONS - PHOTONS_UNROLLED;
    complex_number sum = c_set(R(0.0), R(0.0));
    int arranged[PHOTONS];
    for (int i = 0; i < kept; ++i)
        arranged[i] = order[i];
    UNROLL
    for (int turn = 0; turn < PHOTONS_TURN; ++turn) {
        int places[PHOTONS_UNROLLED];
        permutation_from_number(turn, places, PHOTONS_UNROLLED, PHOTONS_UNROLLED);
        UNROLL
        for (int i = 0; i < PHOTONS_UNROLLED; ++i)
            arranged[kept + i] = order[kept + places[i]];
        sum = c_add(sum, photons_diagram(line, helicities, arranged));
    }
    for (int i = kept; i < PHOTONS; ++i)
        order[i] = arranged[i];
    return sum;
#endif
}

FN complex_number photons_by_permutations(const photon_line *line, uint32 helicities)
{
    complex_number sum = c_set(R(0.0), R(0.0));
    int order[PHOTONS];
    permutation_first(order, PHOTONS);
    do
        sum = c_add(sum, photons_turn(line, helicities, order));
    while (permutation_next(order, PHOTONS));
    return sum;
}

#endif

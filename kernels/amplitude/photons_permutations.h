/* q q~ -> photons as a sum over permutations of one diagram: n! lines, each made anew.
 *
 * K. Hagiwara et al., Eur. Phys. J. C 66 (2010) 477, section 4: the form in which a GPU's program stays
 * short. The permutations are the same for all events, so that no lane takes another branch. A turn of the
 * loop may hold the diagrams that differ by the order of the last photons alone, whose lines begin alike. */
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

/* The quark's line at momentum q, having emitted the photons order[from] to order[to - 1] more. */
FN weyl_spinor photons_emit(const photon_line *line, uint32 helicities, const int order[PHOTONS], int from,
                            int to, weyl_spinor s, vector4 *q)
{
    for (int i = from; i < to; ++i) {
        int k = order[i];
        *q = v_subtract(*q, line->photon[k]);
        real inverse = i == 0             ? line->first[k]
                       : i == PHOTONS - 2 ? line->last[order[PHOTONS - 1]]
                                          : photon_inverse(*q);
        s = photon_emit_in(s, photon_polarization(line, helicities, k), *q, inverse);
    }
    return s;
}

/* The sum over all orders of the last PHOTONS_UNROLLED photons, which come in ascending order and leave in
 * descending: the last of these orders. */
FN complex_number photons_turn(const photon_line *line, uint32 helicities, int order[PHOTONS])
{
    const int kept = PHOTONS - PHOTONS_UNROLLED;
    complex_number sum = c_set(R(0.0), R(0.0));
    vector4 q = line->quark;
    weyl_spinor s = photons_emit(line, helicities, order, 0, kept, line->in, &q);
    int last[PHOTONS_UNROLLED];
    for (int i = 0; i < PHOTONS_UNROLLED; ++i)
        last[i] = order[kept + i];
    UNROLL
    for (int turn = 0; turn < PHOTONS_TURN; ++turn) {
        int places[PHOTONS_UNROLLED];
        vector4 at = q;
        permutation_from_number(turn, places, PHOTONS_UNROLLED, PHOTONS_UNROLLED);
        for (int i = 0; i < PHOTONS_UNROLLED; ++i)
            order[kept + i] = last[places[i]];
        weyl_spinor end = photons_emit(line, helicities, order, kept, PHOTONS - 1, s, &at);
        slashed polarization = photon_polarization(line, helicities, order[PHOTONS - 1]);
        sum = c_add(sum, weyl_dot(line->out, weyl_from_upper(polarization, end)));
    }
    return sum;
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

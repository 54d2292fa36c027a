/* q q~ -> photons as a sum over permutations of one diagram: n! lines, each made anew.
 *
 * K. Hagiwara et al., Eur. Phys. J. C 66 (2010) 477, section 4: the form in which a GPU's program stays
 * short. The permutations are the same for all events, so that no lane takes another branch. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_PERMUTATIONS_H
#define TESSERA_AMPLITUDE_PHOTONS_PERMUTATIONS_H

#include "amplitude/photons_line.h"

FN void permutation_first(int order[PHOTONS])
{
    for (int i = 0; i < PHOTONS; ++i)
        order[i] = i;
}

/* The next one in lexicographic order; 0 behind the last. */
FN int permutation_next(int order[PHOTONS])
{
    int i = PHOTONS - 2, j = PHOTONS - 1;
    while (i >= 0 && order[i] > order[i + 1])
        --i;
    if (i < 0)
        return 0;
    while (order[j] < order[i])
        --j;
    int swapped = order[i];
    order[i] = order[j];
    order[j] = swapped;
    for (int a = i + 1, b = PHOTONS - 1; a < b; ++a, --b) {
        swapped = order[a];
        order[a] = order[b];
        order[b] = swapped;
    }
    return 1;
}

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

FN complex_number photons_by_permutations(const photon_line *line, uint32 helicities)
{
    complex_number sum = c_set(R(0.0), R(0.0));
    int order[PHOTONS];
    permutation_first(order);
    do
        sum = c_add(sum, photons_diagram(line, helicities, order));
    while (permutation_next(order));
    return sum;
}

#endif

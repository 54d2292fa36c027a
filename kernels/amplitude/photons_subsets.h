/* q q~ -> photons by a recursion over sets of photons, in 2^n steps in place of n!: a set's current is the
 * sum of all orders in which the quark's line may have emitted it,
 *
 *   J({}) = in,  J(S) = -(q0 - q.sigma) / q^2 sum_(i in S) e~_i J(S without i),  q = p - sum_(i in S) k_i,
 *
 * and m = out sum_i e~_i J(all without i). A set is the number whose bits are its photons. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_SUBSETS_H
#define TESSERA_AMPLITUDE_PHOTONS_SUBSETS_H

#include "amplitude/photons_line.h"

#define PHOTON_SETS (1 << PHOTONS)

/* The currents of one choice of helicities, and what all share: the momenta and -1 / q^2. */
typedef struct photon_subsets {
    weyl_spinor current[PHOTON_SETS];
    vector4 momentum[PHOTON_SETS];
    real inverse[PHOTON_SETS];
} photon_subsets;

/* The lowest photon of a set that has one. */
FN int photon_lowest(int set)
{
    int i = 0;
    while (!((set >> i) & 1))
        ++i;
    return i;
}

/* Momenta and propagators. Where one photon is emitted, or one is left, they come from a product of two
 * external momenta, which keeps its digits. */
FN void photon_subsets_make(const photon_line *line, photon_subsets *sets)
{
    const int all = PHOTON_SETS - 1;
    sets->momentum[0] = line->quark;
    sets->current[0] = line->in;
    for (int set = 1; set < all; ++set) {
        int i = photon_lowest(set), rest = set & (set - 1), left = all ^ set;
        vector4 q = v_subtract(sets->momentum[rest], line->photon[i]);
        sets->momentum[set] = q;
        if (rest == 0)
            sets->inverse[set] = line->first[i];
        else if ((left & (left - 1)) == 0)
            sets->inverse[set] = line->last[photon_lowest(left)];
        else
            sets->inverse[set] = photon_inverse(q);
    }
}

/* sum_i e~_i J(set without i) */
FN weyl_spinor photon_subset_sum(const photon_line *line, uint32 helicities, const photon_subsets *sets,
                                 int set)
{
    weyl_spinor sum = weyl_zero();
    for (int i = 0; i < PHOTONS; ++i)
        if ((set >> i) & 1)
            sum = weyl_from_upper_add(photon_polarization(line, helicities, i), sets->current[set ^ (1 << i)],
                                      sum);
    return sum;
}

/* m, where the currents of all sets below `first` are those of these helicities already. */
FN complex_number photon_subsets_amplitude(const photon_line *line, uint32 helicities, photon_subsets *sets,
                                           int first)
{
    for (int set = first; set < PHOTON_SETS - 1; ++set) {
        weyl_spinor sum = photon_subset_sum(line, helicities, sets, set);
        sets->current[set] = weyl_scale(weyl_from_lower_momentum(sets->momentum[set], sum),
                                        sets->inverse[set]);
    }
    return weyl_dot(line->out, photon_subset_sum(line, helicities, sets, PHOTON_SETS - 1));
}

FN complex_number photons_by_subsets(const photon_line *line, uint32 helicities)
{
    photon_subsets sets;
    photon_subsets_make(line, &sets);
    return photon_subsets_amplitude(line, helicities, &sets, 1);
}

#endif

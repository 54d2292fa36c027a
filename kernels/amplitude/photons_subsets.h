/* q q~ -> photons by a recursion over sets of photons, in 2^n steps in place of n! steps. A set's current
 * is the sum of all orders in which the quark's line may have emitted it,
 *
 *   J({}) = in,  J(S) = -(q0 - q.sigma) / q^2 sum_(i in S) e~_i J(S without i),  q = p - sum_(i in S) k_i,
 *
 * and m = out sum_i e~_i J(all without i). A set is the number whose bits are its photons.
 *
 * Sets come in ascending order, so that those without one photon are there before those with it. Sets that
 * differ by their lowest photons alone are neighbours. Their momenta and currents stay in registers until
 * all are made, and what a set needs of others is read once for all. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_SUBSETS_H
#define TESSERA_AMPLITUDE_PHOTONS_SUBSETS_H

#include "amplitude/photons_line.h"

#define PHOTON_SETS (1 << PHOTONS)

/* How many photons are the lowest ones: with four, a GPU's thread has too few registers. */
#define PHOTONS_LOW (PHOTONS > 2 ? 3 : 2)
#define PHOTON_NEIGHBOURS (1 << PHOTONS_LOW)

/* The lowest photon of a set that has one. */
FN int photon_lowest(int set)
{
    int i = 0;
    while (!((set >> i) & 1))
        ++i;
    return i;
}

/* -1 / q^2 behind a set. Where one photon is emitted, or one is left, it comes from a product of two external
 * momenta, which keeps its digits. */
FN real photon_set_inverse(const photon_line *line, int set, vector4 q)
{
    const int left = (PHOTON_SETS - 1) ^ set;
    if ((set & (set - 1)) == 0)
        return line->first[photon_lowest(set)];
    if ((left & (left - 1)) == 0)
        return line->last[photon_lowest(left)];
    return photon_inverse(q);
}

/* Of neighbours whose other photons are `high`, the sums of e~_i J(set without i) over these; the momentum of
 * the first of them. */
FN vector4 photon_high_sums(const photon_line *line, uint32 helicities, const weyl_spinor current[], int high,
                            weyl_spinor sums[PHOTON_NEIGHBOURS])
{
    vector4 q = line->quark;
    UNROLL
    for (int low = 0; low < PHOTON_NEIGHBOURS; ++low)
        sums[low] = weyl_zero();
    for (int i = PHOTONS - 1; i >= PHOTONS_LOW; --i)
        if ((high >> i) & 1) {
            const weyl_spinor *rest = current + (high ^ (1 << i));
            slashed polarization = photon_polarization(line, helicities, i);
            q = v_subtract(q, line->photon[i]);
            UNROLL
            for (int low = 0; low < PHOTON_NEIGHBOURS; ++low)
                sums[low] = weyl_from_upper_add(polarization, rest[low], sums[low]);
        }
    return q;
}

/* The current of a set from the sum over its photons; all of them together have none. */
FN weyl_spinor photon_set_current(const photon_line *line, int set, vector4 q, weyl_spinor sum)
{
    if (set == 0)
        return line->in;
    if (set == PHOTON_SETS - 1)
        return sum;
    return weyl_scale(weyl_from_lower_momentum(q, sum), photon_set_inverse(line, set, q));
}

FN complex_number photons_by_subsets(const photon_line *line, uint32 helicities)
{
    weyl_spinor current[PHOTON_SETS], here[PHOTON_NEIGHBOURS];
    vector4 q[PHOTON_NEIGHBOURS];
    for (int high = 0; high < PHOTON_SETS; high += PHOTON_NEIGHBOURS) {
        q[0] = photon_high_sums(line, helicities, current, high, here);
        UNROLL
        for (int low = 0; low < PHOTON_NEIGHBOURS; ++low) {
            UNROLL
            for (int i = PHOTONS_LOW - 1; i >= 0; --i)
                if ((low >> i) & 1) {
                    const int rest = low ^ (1 << i);
                    q[low] = v_subtract(q[rest], line->photon[i]);
                    here[low] = weyl_from_upper_add(photon_polarization(line, helicities, i), here[rest],
                                                    here[low]);
                }
            here[low] = photon_set_current(line, high | low, q[low], here[low]);
            current[high | low] = here[low];
        }
    }
    return weyl_dot(line->out, here[PHOTON_NEIGHBOURS - 1]);
}

#endif

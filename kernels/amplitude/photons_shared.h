/* q q~ -> photons by the list of diagrams that share off-shell waves. Its n! vertices join waves of the
 * quark's line with half of the other photons and waves of the antiquark's with the rest. Each wave is made
 * once. Waves with m photons are numbered by these, in the order in which they were emitted as seen from the
 * end of the line (permutations.h). */
#ifndef TESSERA_AMPLITUDE_PHOTONS_SHARED_H
#define TESSERA_AMPLITUDE_PHOTONS_SHARED_H

#include "amplitude/photons_permutations.h"

#define PHOTONS_IN ((PHOTONS - 1) / 2)
#define PHOTONS_OUT (PHOTONS - 1 - PHOTONS_IN)

/* n! for n from 2 to 8 */
#define PHOTON_ORDERS                                                                                    \
    (2 * (PHOTONS > 2 ? 3 : 1) * (PHOTONS > 3 ? 4 : 1) * (PHOTONS > 4 ? 5 : 1) * (PHOTONS > 5 ? 6 : 1) * \
     (PHOTONS > 6 ? 7 : 1) * (PHOTONS > 7 ? 8 : 1))

/* n (n-1) ... (n-m+1) for m up to 4 */
#define PHOTON_WAVES(m)                                                                    \
    (((m) > 0 ? PHOTONS : 1) * ((m) > 1 ? PHOTONS - 1 : 1) * ((m) > 2 ? PHOTONS - 2 : 1) * \
     ((m) > 3 ? PHOTONS - 3 : 1))

/* A wave with m photons from that with one less. */
FN weyl_spinor photon_wave_in(const photon_line *line, uint32 helicities, weyl_spinor s, const int *photons,
                              int m)
{
    vector4 q = line->quark;
    int k = photons[m - 1];
    for (int j = 0; j < m; ++j)
        q = v_subtract(q, line->photon[photons[j]]);
    return photon_emit_in(s, photon_polarization(line, helicities, k), q,
                          m == 1 ? line->first[k] : photon_inverse(q));
}

FN weyl_spinor photon_wave_out(const photon_line *line, uint32 helicities, weyl_spinor s, const int *photons,
                               int m)
{
    vector4 q = v_scale(line->antiquark, R(-1.0));
    int k = photons[m - 1];
    for (int j = 0; j < m; ++j)
        q = v_add(q, line->photon[photons[j]]);
    return photon_emit_out(s, photon_polarization(line, helicities, k), q,
                           m == 1 ? line->last[k] : photon_inverse(q));
}

/* All waves with PHOTONS_IN, PHOTONS_OUT photons. Those with m take the places of those with m - 1, the
 * highest number first: none that is still wanted lies there. */
FN void photon_waves_in(const photon_line *line, uint32 helicities, weyl_spinor waves[])
{
    int photons[PHOTONS];
    waves[0] = line->in;
    for (int m = 1, count = PHOTONS; m <= PHOTONS_IN; count *= PHOTONS - m, ++m)
        for (int i = count - 1; i >= 0; --i) {
            permutation_from_number(i, photons, m, PHOTONS);
            waves[i] = photon_wave_in(line, helicities, waves[i / (PHOTONS - m + 1)], photons, m);
        }
}

FN void photon_waves_out(const photon_line *line, uint32 helicities, weyl_spinor waves[])
{
    int photons[PHOTONS];
    waves[0] = line->out;
    for (int m = 1, count = PHOTONS; m <= PHOTONS_OUT; count *= PHOTONS - m, ++m)
        for (int i = count - 1; i >= 0; --i) {
            permutation_from_number(i, photons, m, PHOTONS);
            waves[i] = photon_wave_out(line, helicities, waves[i / (PHOTONS - m + 1)], photons, m);
        }
}

/* The sum over `count` of the n! orders, from that number on. */
FN complex_number photons_shared_orders(const photon_line *line, uint32 helicities, int first, int count)
{
    weyl_spinor in[PHOTON_WAVES(PHOTONS_IN)], out[PHOTON_WAVES(PHOTONS_OUT)];
    complex_number sum = c_set(R(0.0), R(0.0));
    int order[PHOTONS];
    photon_waves_in(line, helicities, in);
    photon_waves_out(line, helicities, out);
    permutation_from_number(first, order, PHOTONS, PHOTONS);
    for (int i = 0; i < count; ++i) {
        weyl_spinor before = in[permutation_number(order, 1, PHOTONS_IN, PHOTONS)];
        weyl_spinor behind = out[permutation_number(order + PHOTONS - 1, -1, PHOTONS_OUT, PHOTONS)];
        slashed between = photon_polarization(line, helicities, order[PHOTONS_IN]);
        sum = c_add(sum, weyl_dot(behind, weyl_from_upper(between, before)));
        permutation_next(order, PHOTONS);
    }
    return sum;
}

FN complex_number photons_by_shared_waves(const photon_line *line, uint32 helicities)
{
    return photons_shared_orders(line, helicities, 0, PHOTON_ORDERS);
}

#endif

/* The quark line of q q~ -> PHOTONS photons: what its amplitude is made of, in every form (photons.h).
 *
 * A massless line conserves chirality. For the left-handed quark and the right-handed antiquark that meets
 * it, half of the components of HELAS spinors are zero. With the vector e~ = e0 + e.sigma of a photon a
 * diagram is
 *
 *   out e~_n [-(q0 - q.sigma) / q^2]_(n-1) e~_(n-1) ... [-(q0 - q.sigma) / q^2]_1 e~_1 in,
 *
 * q_i the quark's momentum less those of the first i photons: iovxxx and fvixx0 (helas_fermion_vector.h)
 * without what is zero. The other chirality follows by parity: m(all helicities flipped) = m* up to a sign.
 * Charges are left out: |M|^2 = (e Q)^(2n) |m|^2.
 *
 * The quark's and the antiquark's momenta are physical, incoming; the photons' are outgoing. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_LINE_H
#define TESSERA_AMPLITUDE_PHOTONS_LINE_H

#include "amplitude/helas_bosons.h"
#include "amplitude/helas_fermions.h"

/* The number of photons: 2 to 8. */
#ifndef PHOTONS
#define PHOTONS 2
#endif

/* 1 where a photon may go along the z axis, as none does that has a transverse momentum. */
#ifndef PHOTON_ANYWHERE
#define PHOTON_ANYWHERE 0
#endif

/* The polarisations [0] and [1] of a photon have helicity -1 and +1. `first` and `last` are 1 / 2 p.k with
 * the quark and the antiquark: -1 / q^2 where a photon is the first or the last one of the line. */
typedef struct photon_line {
    weyl_spinor in, out;
    vector4 quark, antiquark, photon[PHOTONS];
    slashed polarization[PHOTONS][2];
    real first[PHOTONS], last[PHOTONS];
} photon_line;

FN slashed photon_slashed(vector4 photon, real helicity)
{
#if PHOTON_ANYWHERE
    return slash(vxxxxx(photon, R(0.0), helicity, R(1.0)).v);
#else
    return slash(vxxxx0(photon, helicity, R(1.0)).v);
#endif
}

/* The line without its polarisations. */
FN void photon_line_momenta(vector4 quark, vector4 antiquark, const vector4 photon[PHOTONS],
                            photon_line *line)
{
    line->in = ixxxxx(quark, R(0.0), R(-1.0), R(1.0)).upper;
    line->out = oxxxxx(antiquark, R(0.0), R(1.0), R(-1.0)).lower;
    line->quark = quark;
    line->antiquark = antiquark;
    for (int i = 0; i < PHOTONS; ++i) {
        line->photon[i] = photon[i];
        line->first[i] = R(1.0) / v_pair_square(quark, photon[i]);
        line->last[i] = R(1.0) / v_pair_square(antiquark, photon[i]);
    }
}

FN void photon_line_make(vector4 quark, vector4 antiquark, const vector4 photon[PHOTONS], photon_line *line)
{
    photon_line_momenta(quark, antiquark, photon, line);
    for (int i = 0; i < PHOTONS; ++i) {
        line->polarization[i][0] = photon_slashed(photon[i], R(-1.0));
        line->polarization[i][1] = photon_slashed(photon[i], R(1.0));
    }
}

/* The line with one choice of helicities, each lane's own: bit i of `up` is 1 where photon i has +1. It goes
 * by the number 0. */
FN void photon_line_choose(vector4 quark, vector4 antiquark, const vector4 photon[PHOTONS], word up,
                           photon_line *line)
{
    photon_line_momenta(quark, antiquark, photon, line);
    for (int i = 0; i < PHOTONS; ++i) {
        mask plus = w_less(w_set(0), up & w_set((uint32)1 << i));
        line->polarization[i][0] = photon_slashed(photon[i], r_select(plus, R(1.0), R(-1.0)));
    }
}

/* The polarisation of photon i; bit i of the helicities is 1 for +1. */
FN slashed photon_polarization(const photon_line *line, uint32 helicities, int i)
{
    return line->polarization[i][(helicities >> i) & 1];
}

/* The quark's line, having emitted a photon: `inverse` is -1 / q^2. */
FN weyl_spinor photon_emit_in(weyl_spinor s, slashed e, vector4 q, real inverse)
{
    return weyl_scale(weyl_from_lower_momentum(q, weyl_from_upper(e, s)), inverse);
}

/* The antiquark's line, before it emits a photon. */
FN weyl_spinor photon_emit_out(weyl_spinor s, slashed e, vector4 q, real inverse)
{
    return weyl_scale(weyl_from_upper_momentum(row_momentum(q), weyl_from_upper(slash_transpose(e), s)),
                      inverse);
}

/* -1 / q^2 */
FN real photon_inverse(vector4 q) { return R(-1.0) / v_dot(q, q); }

#endif

/* e- e+ -> mu- mu+ by a photon, both without masses, from three HELAS functions. The cross section in pb is
 * an integral over the cosine of the muon's angle; a second one has the muons of one helicity alone. */
#include "amplitude/helas.h"

INTEGRAND(x, f)
{
    real energy = parameter(energy) * R(0.5), none = R(0.0);
    real cosine = x[0], sine = r_sqrt(R(1.0) - cosine * cosine);
    vector4 electron = {energy, none, none, energy}, positron = {energy, none, none, -energy};
    vector4 muon = {energy, energy * sine, none, energy * cosine},
            antimuon = {energy, -muon.x, none, -muon.z};
    complex_number e = c_set(r_sqrt(R(12.566370614359172) * parameter(alpha)), none); /* e^2 = 4 pi alpha */
    helas_coupling charge = {e, e};
    real sum[2] = {none, none};
    for (int h = 0; h < 4; ++h) {
        real beam = h & 1 ? R(1.0) : R(-1.0), final = h & 2 ? R(1.0) : R(-1.0);
        helas_vector photon = jioxx0(ixxxx1(electron, beam, R(1.0)), oxxxx2(positron, -beam, R(-1.0)),
                                     charge);
        complex_number m = iovxxx(ixxxx0(antimuon, -final, R(-1.0)), oxxxx0(muon, final, R(1.0)), photon,
                                  charge);
        sum[h >> 1] = sum[h >> 1] + c_norm(m);
    }
    /* d sigma / d cos = (average over 4 spins of |M|^2) / (32 pi s); the number is (hbar c)^2 / (128 pi) */
    real unit = R(968307.0594958351) / (R(4.0) * energy * energy);
    f[0] = (sum[0] + sum[1]) * unit;
    f[1] = sum[1] * unit;
}

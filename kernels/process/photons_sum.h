/* The squared amplitude of a fermion and its antiparticle to PHOTONS photons at given momenta, without
 * charges (amplitude/photons_line.h): one item is one point. PHOTONS_HELICITIES 0 is the sum over all
 * helicities, 1 the one configuration asked for. The fermion is particle PHOTONS_FERMION, 0 or 1. */
#ifndef TESSERA_PROCESS_PHOTONS_SUM_H
#define TESSERA_PROCESS_PHOTONS_SUM_H

#include "amplitude/photons.h"
#include "map.h"

#ifndef PHOTONS_HELICITIES
#define PHOTONS_HELICITIES 0
#endif
#ifndef PHOTONS_FERMION
#define PHOTONS_FERMION 0
#endif
#define PHOTONS_ANTIFERMION (1 - PHOTONS_FERMION)

FN vector4 photons_sum_momentum(GLOBAL const scalar *momenta, int i, real sign)
{
    GLOBAL const scalar *p = momenta + 4 * i;
    vector4 q = {r_set(p[0]), r_set(p[1]), r_set(p[2]), r_set(p[3])};
    return v_scale(q, sign);
}

/* |m|^2 of one configuration, all helicities as of outgoing particles. A massless line wants those of its
 * ends unlike; where the fermion is right-handed, all are flipped. */
FN real photons_configuration(const photon_line *line, GLOBAL const scalar *helicities)
{
    const int right = helicities[PHOTONS_FERMION] < 0;
    uint32 up = 0;
    for (int i = 0; i < PHOTONS; ++i)
        up |= (uint32)((helicities[i + 2] > 0) != right) << i;
    const int vanishes = (helicities[PHOTONS_ANTIFERMION] < 0) == right;
    return vanishes ? R(0.0) : c_norm(photons_by_subsets(line, up));
}

/* Momenta [points][PHOTONS + 2][4], outgoing; helicities [PHOTONS + 2]; the sum of each point. */
MAP(photons_sum_map, GLOBAL const scalar *, momenta, GLOBAL const scalar *, helicities, GLOBAL scalar *, sums,
    GLOBAL const uint64 *, range)
{
    vector4 photon[PHOTONS];
    photon_line line;
    (void)helicities;
    (void)range;
    momenta += (PHOTONS + 2) * 4 * item;
    for (int i = 0; i < PHOTONS; ++i)
        photon[i] = photons_sum_momentum(momenta, i + 2, R(1.0));
    photon_line_make(photons_sum_momentum(momenta, PHOTONS_FERMION, R(-1.0)),
                     photons_sum_momentum(momenta, PHOTONS_ANTIFERMION, R(-1.0)), photon, &line);
#if PHOTONS_HELICITIES
    sums[item] = r_first(photons_configuration(&line, helicities));
#else
    sums[item] = r_first(photons_squared(&line));
#endif
}

#endif

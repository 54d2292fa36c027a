/* The scale of merging of an event: how near its partons are to one another, or to the beams. Events below a
 * value of it are left to a shower.
 *
 * MERGING_KT:        the smallest pT of a parton, or min(pT_i, pT_k) Delta R_ik / D of two, as Pythia's
 *                    Merging:doKTMerging and MadGraph's ktdurham have it.
 * MERGING_KT_BEAMS:  sqrt(2 min(E_i^2, E_k^2) (1 - cos theta_ik)), Durham's, where no beam has colour.
 * MERGING_CONES:     the smallest pT, or that of min(pT_i^2, pT_k^2) 2 (cosh(Delta eta) - cos(Delta phi)), of
 *                    all pairs, as who matches jets clusters them.
 * MERGING_PT_LUND:   the smallest pT that Pythia's shower would give a parton as an emission, from either
 *                    beam or from another parton, whichever third one recoils (Merging:doPTLundMerging;
 *                    Lonnblad, Prestel, JHEP 03 (2012) 019). Two partons alone have their pT.
 *
 * All partons of merging are massless. None of the measures tells an event from its mirror image. */
#ifndef TESSERA_OBSERVABLE_MERGING_H
#define TESSERA_OBSERVABLE_MERGING_H

#include "observable/merging_kt.h"
#include "observable/merging_layout.h"
#include "observable/particles.h"

/* A parton counts whose bit is set. */
#ifndef MERGING_SET
#define MERGING_SET 3
#define MERGING_MEASURE MERGING_PT_LUND
#endif

/* Twice the product of the momenta of two massless particles, times the smaller over the larger of two sizes.
 */
FN real merging_pair(const particle_set *set, int i, int k, real a, real b)
{
    return particles_mass2(set, i, k) * (r_min(a, b) / r_max(a, b));
}

/* The square of what two partons are apart, of all measures but Lund's; `inverse_d2`: 1 / D^2. */
FN real merging_apart(const particle_set *set, int i, int k, scalar inverse_d2)
{
    if (MERGING_MEASURE == MERGING_KT_BEAMS)
        return merging_pair(set, i, k, set->momentum[i].e, set->momentum[k].e);
    if (MERGING_MEASURE == MERGING_CONES)
        return merging_pair(set, i, k, set->pt[i], set->pt[k]);
    return merging_kt2_pair(set->pt[i], set->pt[k], set->eta[i] - set->eta[k], set->phi[i] - set->phi[k],
                            inverse_d2);
}

/* The least square of pT and of what pairs are apart. */
FN real merging_kt2(const particle_set *set, scalar inverse_d2)
{
    real least = R(1e30);
    for (int i = 0; i < FINAL; ++i) {
        if (!(MERGING_SET >> i & 1))
            continue;
        if (MERGING_MEASURE != MERGING_KT_BEAMS)
            least = r_min(least, set->pt[i] * set->pt[i]);
        for (int k = 0; k < i; ++k)
            if (MERGING_SET >> k & 1)
                least = r_min(least, merging_apart(set, i, k, inverse_d2));
    }
    return least;
}

/* Twice the products of each parton's momentum with those of both partons that come in, and s-hat. */
typedef struct merging_beams {
    real with[2][FINAL], s;
} merging_beams;

FN void merging_find_beams(const particle_set *set, merging_beams *beams)
{
    real sum[2] = {R(0.0), R(0.0)};
    for (int i = 0; i < FINAL; ++i) {
        sum[0] = sum[0] + (set->momentum[i].e + set->momentum[i].z);
        sum[1] = sum[1] + (set->momentum[i].e - set->momentum[i].z);
    }
    for (int i = 0; i < FINAL; ++i) {
        beams->with[0][i] = sum[0] * particle_behind(set->momentum[i], set->pt[i], R(1.0));
        beams->with[1][i] = sum[1] * particle_behind(set->momentum[i], set->pt[i], R(-1.0));
    }
    beams->s = sum[0] * sum[1];
}

/* z (1 - z) Q^2 of two partons of mass^2 Q^2 that share z and 1 - z as a and b. */
FN real merging_shared(real q2, real a, real b)
{
    const real z = a / (a + b);
    return z * (b / (a + b)) * q2;
}

/* Two partons from one, where one that comes in recoils. It gives up what leaves it less than nothing where
 * its product with both is below twice Q^2: then there is no such emission. */
FN real merging_beside_beam(const real *with, int i, int k, real q2)
{
    const real both = with[i] + with[k], left = both - (q2 + q2), most = R(1e30);
    const real scale = left / both;
    const real pt2 = merging_shared(q2, r_fma(scale, with[i], q2), r_fma(scale, with[k], q2));
    return r_select(left < R(0.0), most, pt2);
}

/* The least square of Lund's pT of two partons as one that splits, whatever recoils. */
FN real merging_split(const particle_set *set, const merging_beams *beams, int i, int k)
{
    const real q2 = particles_mass2(set, i, k);
    real least = r_min(merging_beside_beam(beams->with[0], i, k, q2),
                       merging_beside_beam(beams->with[1], i, k, q2));
    for (int other = 0; other < FINAL; ++other)
        if (other != i && other != k && (MERGING_SET >> other & 1))
            least = r_min(least, merging_shared(q2, q2 + particles_mass2(set, i, other),
                                                q2 + particles_mass2(set, k, other)));
    return least;
}

FN real merging_pt_lund2(const particle_set *set)
{
#if FINAL == 2 && MERGING_SET == 3
    return r_min(set->pt[0] * set->pt[0], set->pt[1] * set->pt[1]);
#else
    merging_beams beams;
    real least = R(1e30);
    merging_find_beams(set, &beams);
    for (int i = 0; i < FINAL; ++i) {
        if (!(MERGING_SET >> i & 1))
            continue;
        const real a = beams.with[0][i], b = beams.with[1][i];
        least = r_min(least, r_min(a, b) * ((a + b) / beams.s));
        for (int k = 0; k < i; ++k)
            if (MERGING_SET >> k & 1)
                least = r_min(least, merging_split(set, &beams, i, k));
    }
    return least;
#endif
}

/* The square of the event's scale of merging. */
FN real merging_scale2(const particle_set *set, scalar inverse_d2)
{
    return MERGING_MEASURE == MERGING_PT_LUND ? merging_pt_lund2(set) : merging_kt2(set, inverse_d2);
}

/* The lanes whose scale is not below the cut; `cuts`: [MERGING_NUMBERS]. Those where it is no number go on,
 * to be counted as what they are. */
FN mask merging_pass(const particle_set *set, CONSTANT scalar *cuts)
{
    return m_not(merging_scale2(set, cuts[MERGING_INVERSE_D2]) < r_set(cuts[MERGING_LEAST2]));
}

#endif

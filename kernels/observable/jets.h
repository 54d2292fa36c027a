/* Massless final particles, of which every one is a jet or a photon, from momenta in the partons' rest frame,
 * and the cuts on them. What is measured of them is a set of particles as any other (particles.h).
 *
 * Momenta come in any unit. The laboratory moves along z with the rapidity y = 1/2 log(x1/x2) against it.
 * That leaves pT, phi and differences of pseudorapidity as they are, and adds y to each pseudorapidity. With
 * E + |pz| nothing cancels: for pz > 0 eta = 1/2 log((E + pz) / (E - pz)) = log((E + pz) / pT), and the same
 * with the other sign for pz < 0.
 *
 * Which cuts there are is known to the compiler (CUT_PT, CUT_ETA, CUT_DR: 0 or 1), their values are not. */
#ifndef TESSERA_OBSERVABLE_JETS_H
#define TESSERA_OBSERVABLE_JETS_H

#include "observable/particles.h"

#ifndef CUT_PT
#define CUT_PT 1
#endif
#ifndef CUT_ETA
#define CUT_ETA 1
#endif
#ifndef CUT_DR
#define CUT_DR 1
#endif

typedef struct jet_cuts {
    real pt_min;        /* in the unit of the momenta */
    scalar exp_eta_max; /* exp of the largest |eta| */
    scalar dr_min;      /* smallest sqrt((eta_i - eta_j)^2 + (phi_i - phi_j)^2) of a pair */
} jet_cuts;

FN void jets_pt(const vector4 p[FINAL], particle_set *set)
{
    for (int i = 0; i < FINAL; ++i)
        set->pt[i] = v_pt(p[i]);
}

/* The angles; pt must be there. */
FN void jets_angles(const vector4 p[FINAL], real rapidity, particle_set *set)
{
    for (int i = 0; i < FINAL; ++i) {
        real size = r_log((p[i].e + r_abs(p[i].z)) / set->pt[i]);
        set->eta[i] = r_select(p[i].z < R(0.0), -size, size) + rapidity;
        set->phi[i] = r_atan2(p[i].y, p[i].x);
    }
}

/* The lanes whose jets do not fail a cut. Where a momentum is not a number none is failed, so that the event
 * goes on to be counted as what it is. pt is filled; the angles are where CUT_DR and any lane passes the
 * others. */
FN mask jets_pass(const vector4 p[FINAL], real rapidity, jet_cuts cuts, particle_set *set)
{
    mask pass = m_all();
    jets_pt(p, set);
#if CUT_PT
    for (int i = 0; i < FINAL; ++i)
        pass = m_and(pass, m_not(set->pt[i] <= cuts.pt_min));
#endif
#if CUT_ETA
    /* |eta| < eta_max without a logarithm: exp(+-eta) = (E + |pz|) exp(+-y) / pT for pz of either sign */
    real boost = r_exp(rapidity);
    real back = R(1.0) / boost;
    real bound = r_set(cuts.exp_eta_max);
    for (int i = 0; i < FINAL; ++i) {
        real along = (p[i].e + r_abs(p[i].z)) * r_select(p[i].z < R(0.0), back, boost);
        mask outside = m_or(along >= set->pt[i] * bound, set->pt[i] >= along * bound);
        pass = m_and(pass, m_not(outside));
    }
#endif
#if CUT_DR
    if (!r_any(pass))
        return pass;
    jets_angles(p, rapidity, set);
    pass = m_and(pass, m_not(particles_closest(set, PARTICLES_ALL) <= r_set(cuts.dr_min * cuts.dr_min)));
#endif
    (void)rapidity;
    (void)cuts;
    return pass;
}

/* Puts what is measured of them in the order of falling pT. Momenta, if there are any, stay where they are.
 */
FN void jets_order(particle_set *set)
{
    real rows[3 * FINAL];
    for (int i = 0; i < FINAL; ++i) {
        rows[i] = set->pt[i];
        rows[FINAL + i] = set->eta[i];
        rows[2 * FINAL + i] = set->phi[i];
    }
    particles_sort(rows, FINAL, 3);
    for (int i = 0; i < FINAL; ++i) {
        set->pt[i] = rows[i];
        set->eta[i] = rows[FINAL + i];
        set->phi[i] = rows[2 * FINAL + i];
    }
}

#endif

/* Jets of a hadron collision at leading order: every final parton is one.
 *
 * Momenta come in the partons' centre-of-mass frame, in any unit. The laboratory moves along z with the
 * rapidity y = 1/2 log(x1/x2) against it. That leaves pT, phi and differences of pseudorapidity as they are,
 * and adds y to each pseudorapidity. With E + |pz| nothing cancels: for pz > 0 eta = 1/2 log((E + pz) / (E -
 * pz)) = log((E + pz) / pT), and the same with the other sign for pz < 0.
 *
 * Which cuts there are is known to the compiler (CUT_PT, CUT_ETA, CUT_DR: 0 or 1), their values are not. */
#ifndef TESSERA_OBSERVABLE_JETS_H
#define TESSERA_OBSERVABLE_JETS_H

#include "functions.h"
#include "lorentz.h"
#include "observable/distance.h"

#ifndef JETS
#ifdef FINAL
#define JETS FINAL
#else
#define JETS 4
#endif
#endif
#ifndef CUT_PT
#define CUT_PT 1
#endif
#ifndef CUT_ETA
#define CUT_ETA 1
#endif
#ifndef CUT_DR
#define CUT_DR 1
#endif

typedef struct jet_set {
    real pt[JETS];
    real eta[JETS]; /* in the laboratory */
    real phi[JETS]; /* in (-pi, pi] */
} jet_set;

typedef struct jet_cuts {
    real pt_min;        /* in the unit of the momenta */
    scalar exp_eta_max; /* exp of the largest |eta| */
    scalar dr_min;      /* smallest sqrt((eta_i - eta_j)^2 + (phi_i - phi_j)^2) of a pair */
} jet_cuts;

FN void jets_pt(const vector4 p[JETS], jet_set *jets)
{
    for (int i = 0; i < JETS; ++i)
        jets->pt[i] = v_pt(p[i]);
}

/* The angles; pt must be there. */
FN void jets_angles(const vector4 p[JETS], real rapidity, jet_set *jets)
{
    for (int i = 0; i < JETS; ++i) {
        real size = r_log((p[i].e + r_abs(p[i].z)) / jets->pt[i]);
        jets->eta[i] = r_select(p[i].z < R(0.0), -size, size) + rapidity;
        jets->phi[i] = r_atan2(p[i].y, p[i].x);
    }
}

/* The smallest Delta R^2 of a pair. */
FN real jets_closest(const jet_set *jets)
{
    real closest = R(1e30);
    for (int i = 1; i < JETS; ++i)
        for (int j = 0; j < i; ++j)
            closest = r_min(distance2(jets->eta[i] - jets->eta[j], jets->phi[i] - jets->phi[j]), closest);
    return closest;
}

/* The lanes whose jets do not fail a cut. Where a momentum is not a number none is failed, so that the event
 * goes on to be counted as what it is. pt is filled; the angles are where CUT_DR and any lane passes the
 * others. */
FN mask jets_pass(const vector4 p[JETS], real rapidity, jet_cuts cuts, jet_set *jets)
{
    mask pass = m_all();
    jets_pt(p, jets);
#if CUT_PT
    for (int i = 0; i < JETS; ++i)
        pass = m_and(pass, m_not(jets->pt[i] <= cuts.pt_min));
#endif
#if CUT_ETA
    /* |eta| < eta_max without a logarithm: exp(+-eta) = (E + |pz|) exp(+-y) / pT for pz of either sign */
    real boost = r_exp(rapidity);
    real back = R(1.0) / boost;
    real bound = r_set(cuts.exp_eta_max);
    for (int i = 0; i < JETS; ++i) {
        real along = (p[i].e + r_abs(p[i].z)) * r_select(p[i].z < R(0.0), back, boost);
        mask outside = m_or(along >= jets->pt[i] * bound, jets->pt[i] >= along * bound);
        pass = m_and(pass, m_not(outside));
    }
#endif
#if CUT_DR
    if (!r_any(pass))
        return pass;
    jets_angles(p, rapidity, jets);
    pass = m_and(pass, m_not(jets_closest(jets) <= r_set(cuts.dr_min * cuts.dr_min)));
#endif
    (void)rapidity;
    (void)cuts;
    return pass;
}

/* The scalar sum of the transverse momenta. */
FN real jets_ht(const jet_set *jets)
{
    real sum = jets->pt[0];
    for (int i = 1; i < JETS; ++i)
        sum = sum + jets->pt[i];
    return sum;
}

/* The smallest Delta R of a pair. */
FN real jets_rmin(const jet_set *jets) { return r_sqrt(jets_closest(jets)); }

/* Orders the jets by falling pT: odd-even transposition, the same exchanges whatever the values. */
FN void jets_order(jet_set *jets)
{
    for (int round = 0; round < JETS; ++round)
        for (int i = round & 1; i + 1 < JETS; i += 2) {
            mask swap = jets->pt[i] < jets->pt[i + 1];
            real pt = jets->pt[i], eta = jets->eta[i], phi = jets->phi[i];
            jets->pt[i] = r_select(swap, jets->pt[i + 1], pt);
            jets->eta[i] = r_select(swap, jets->eta[i + 1], eta);
            jets->phi[i] = r_select(swap, jets->phi[i + 1], phi);
            jets->pt[i + 1] = r_select(swap, pt, jets->pt[i + 1]);
            jets->eta[i + 1] = r_select(swap, eta, jets->eta[i + 1]);
            jets->phi[i + 1] = r_select(swap, phi, jets->phi[i + 1]);
        }
}

#endif

/* Jets of an event that showered out of two beams, by sequential recombination (M. Cacciari, G. P. Salam, G.
 * Soyez, JHEP 04 (2008) 063):
 *
 *   d_ij = min(pT_i^2p, pT_j^2p) (dy^2 + dphi^2) / R^2,   d_iB = pT_i^2p,
 *
 * p = -1 (anti-kt), 0 (Cambridge-Aachen), 1 (kt). The pair of the smallest d becomes one of the sum of its
 * momenta; what is nearer to the beams is a jet. The partons that take part are those that are seen
 * (hadron_partons.h).
 *
 * Of the kt algorithm each step has a scale (S. Catani et al., Nucl. Phys. B 406 (1993) 187). d_n,n+1 is the
 * distance at which n + 1 pieces become n, by a pair or by one that the beams take. Needs `parameters`. */
#ifndef TESSERA_OBSERVABLE_HADRON_JETS_H
#define TESSERA_OBSERVABLE_HADRON_JETS_H

#include "functions.h"
#include "observable/distance.h"
#include "observable/hadron_partons.h"
#include "observable/histogram_bin.h"

/* The hardest jets, which are kept. */
#ifndef HADRON_JETS
#define HADRON_JETS 4
#endif
/* Scales of the kt algorithm: d01 to d34. */
enum { JET_SCALES = 4 };

typedef struct hadron_jets {
    real count, ht;                         /* of all jets that count: how many, sum of their pT */
    real pt[HADRON_JETS], eta[HADRON_JETS]; /* by falling pT; HISTOGRAM_NONE where there are fewer */
} hadron_jets;

/* What is still to be combined. */
typedef struct jet_pieces {
    vector4 p[MOST_PARTONS];
    real y[MOST_PARTONS], phi[MOST_PARTONS];
    real weight[MOST_PARTONS]; /* pT^2p; below 0: no piece any more */
} jet_pieces;

FN void jet_put(scalar power, jet_pieces *pieces, int i, mask m, vector4 q)
{
    const real pt2 = r_fma(q.x, q.x, q.y * q.y), none = R(0.0), one = R(1.0);
    const real mass2 = r_max(r_fma(q.e - q.z, q.e + q.z, -pt2), none);
    const real along = q.e + r_abs(q.z);
    const real size = R(-0.5) * r_log(r_max((pt2 + mass2) / (along * along), r_set(SMALLEST_NORMAL)));
    const real y = r_select(q.z < none, -size, size);
    const real weight = power < S(0.0)   ? one / r_max(pt2, r_set(SMALLEST_NORMAL))
                        : power > S(0.0) ? pt2
                                         : one;
    pieces->p[i] = v_select(m, q, pieces->p[i]);
    pieces->y[i] = r_select(m, y, pieces->y[i]);
    pieces->phi[i] = r_select(m, r_atan2(q.y, q.x), pieces->phi[i]);
    pieces->weight[i] = r_select(m, weight, pieces->weight[i]);
}

/* The final partons of events in LANES neighbouring slots; how many places the longest takes. */
FN int jets_begin(scalar power, event_list events, uint32 slot, jet_pieces *pieces)
{
    const real count = event_fetch(events, EVENT_PARTONS, slot), none = R(0.0);
    const vector4 nothing = {R(1.0), none, none, none};
    const int most = (int)r_most(count);
    for (int i = 0; i + 2 < most; ++i) {
        pieces->p[i] = nothing;
        pieces->y[i] = pieces->phi[i] = none;
        pieces->weight[i] = R(-1.0);
        jet_put(power, pieces, i, hadron_parton_seen(events, i, slot), event_laboratory(events, i + 2, slot));
    }
    return most - 2;
}

/* The smallest distance of all: between `first` and `second`, or of `first` to the beams (second -1). */
typedef struct jet_pair {
    real first, second, distance;
} jet_pair;

FN jet_pair jets_closest_pair(const jet_pieces *pieces, int most, real inverse_radius2)
{
    jet_pair pair = {R(-1.0), R(-1.0), R(1e37)};
    const real none = R(0.0);
    for (int i = 0; i < most; ++i) {
        const real own = pieces->weight[i];
        const mask there = own >= none, nearer = m_and(there, own < pair.distance);
        if (!r_any(there))
            continue;
        pair.first = r_select(nearer, r_set((scalar)i), pair.first);
        pair.second = r_select(nearer, R(-1.0), pair.second);
        pair.distance = r_select(nearer, own, pair.distance);
        for (int k = 0; k < i; ++k) {
            const real other = pieces->weight[k];
            const real distance = r_min(own, other) * inverse_radius2 *
                                  distance2(pieces->y[i] - pieces->y[k], pieces->phi[i] - pieces->phi[k]);
            const mask closer = m_and(m_and(there, other >= none), distance < pair.distance);
            pair.first = r_select(closer, r_set((scalar)i), pair.first);
            pair.second = r_select(closer, r_set((scalar)k), pair.second);
            pair.distance = r_select(closer, distance, pair.distance);
        }
    }
    return pair;
}

/* Takes a jet into those that count, by its pT. */
FN void jets_add(CONSTANT parameters *p, hadron_jets *jets, mask m, vector4 q)
{
    const real pt2 = r_fma(q.x, q.x, q.y * q.y);
    real pt = r_sqrt(pt2);
    const real slope = r_abs(q.z) / pt, none = R(0.0);
    const real size = r_log(slope + r_sqrt(r_fma(slope, slope, R(1.0))));
    real eta = r_select(q.z < none, -size, size);
    m = m_and(m, m_and(pt2 >= r_set(p->jet_pt2_min), size <= r_set(p->jet_eta_max)));
    if (!r_any(m))
        return;
    jets->count = jets->count + r_select(m, R(1.0), none);
    jets->ht = jets->ht + r_select(m, pt, none);
    pt = r_select(m, pt, r_set(HISTOGRAM_NONE));
    for (int i = 0; i < HADRON_JETS; ++i) {
        const mask above = pt > jets->pt[i];
        const real lower = r_select(above, jets->pt[i], pt), lower_eta = r_select(above, jets->eta[i], eta);
        jets->pt[i] = r_select(above, pt, jets->pt[i]);
        jets->eta[i] = r_select(above, eta, jets->eta[i]);
        pt = lower;
        eta = lower_eta;
    }
}

/* One step: the lanes that still have pieces, and those of them where a pair became one. */
typedef struct jet_step {
    mask there, merges;
    real distance;
    vector4 first; /* what the beams take where no pair became one */
} jet_step;

FN jet_step jets_step(scalar power, jet_pieces *pieces, int most, real inverse_radius2)
{
    const jet_pair pair = jets_closest_pair(pieces, most, inverse_radius2);
    const real none = R(0.0);
    const vector4 nothing = {none, none, none, none};
    vector4 second = nothing;
    jet_step step;
    step.there = pair.first >= none;
    step.merges = m_and(step.there, pair.second >= none);
    step.distance = pair.distance;
    step.first = nothing;
    for (int i = 0; i < most; ++i) {
        const real place = r_set((scalar)i);
        step.first = v_select(pair.first == place, pieces->p[i], step.first);
        second = v_select(pair.second == place, pieces->p[i], second);
        pieces->weight[i] = r_select(m_and(step.there, pair.first == place), R(-1.0), pieces->weight[i]);
    }
    if (!r_any(step.merges))
        return step;
    const vector4 sum = v_add(step.first, second);
    for (int i = 0; i < most; ++i) {
        const mask here = m_and(step.merges, pair.second == r_set((scalar)i));
        if (r_any(here))
            jet_put(power, pieces, i, here, sum);
    }
    return step;
}

/* The jets of events in LANES neighbouring slots. */
FN void hadron_jets_find(CONSTANT parameters *p, event_list events, uint32 slot, hadron_jets *jets)
{
    jet_pieces pieces;
    const int most = jets_begin(p->jet_power, events, slot, &pieces);
    const real inverse = r_set(1 / p->jet_radius2);
    jets->count = jets->ht = R(0.0);
    for (int i = 0; i < HADRON_JETS; ++i)
        jets->pt[i] = jets->eta[i] = r_set(HISTOGRAM_NONE);
    for (int i = 0; i < most; ++i) {
        const jet_step step = jets_step(p->jet_power, &pieces, most, inverse);
        if (!r_any(step.there))
            return;
        jets_add(p, jets, m_and(step.there, m_not(step.merges)), step.first);
    }
}

/* d01 to d34 of the kt algorithm with the radius of the jets, GeV^2; HISTOGRAM_NONE where there are fewer
 * partons.
 */
FN void hadron_jets_scales(CONSTANT parameters *p, event_list events, uint32 slot, real scales[JET_SCALES])
{
    jet_pieces pieces;
    const scalar power = S(1.0);
    const int most = jets_begin(power, events, slot, &pieces);
    const real inverse = r_set(1 / p->jet_radius2), one = R(1.0), none = R(0.0);
    real left = none;
    for (int i = 0; i < JET_SCALES; ++i)
        scales[i] = r_set(HISTOGRAM_NONE);
    for (int i = 0; i < most; ++i)
        left = left + r_select(pieces.weight[i] >= none, one, none);
    for (int i = 0; i < most; ++i) {
        const jet_step step = jets_step(power, &pieces, most, inverse);
        if (!r_any(step.there))
            return;
        left = left - one;
        for (int k = 0; k < JET_SCALES; ++k)
            scales[k] = r_select(m_and(step.there, left == r_set((scalar)k)), step.distance, scales[k]);
    }
}

#endif

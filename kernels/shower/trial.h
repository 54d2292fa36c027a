/* One trial of the veto algorithm: the next emission that the bound proposes, accepted or not.
 *
 * Let C be the integral of the bounds of all splittings of all dipoles over z, which does not depend on t.
 * With alpha_s bounded by f / A(t), A linear in ln t, the density of proposals is C f / (2 pi A) d ln t.
 * The next one lies at A' = A u^(2 pi slope / (f C)). One draw for all and a choice of the splitting in
 * proportion to its part of C is as the highest of one each (M. H. Seymour, S. Sule, SciPost Phys.
 * Codebases 33, section 2.3). Needs `parameters`. */
#ifndef TESSERA_SHOWER_TRIAL_H
#define TESSERA_SHOWER_TRIAL_H

#include "shower/alpha_s.h"
#include "shower/emission.h"
#include "shower/merging_layout.h"
#include "shower/vary.h"

/* Draws of a trial: t and z; splitting and acceptance; the azimuth of what is accepted. */
enum { DRAW_SCALE, DRAW_SPLITTING, DRAW_AZIMUTH, DRAWS_OF_TRIAL };

/* An event a lane, showering. */
typedef struct shower_lanes {
    index slot;
    event_number event;
    word trial;     /* number of the trial */
    real inverse;   /* A at the present scale */
    real weight;    /* C */
    real dipoles;   /* how many there are */
    emission found; /* what is to be carried out */
#if SHOWER_BEAMS
    real edge;    /* A down to which the bounds of ratios of densities hold */
    real exact;   /* EVENT_EXACT */
    real least;   /* the part of its bound that the ratio of densities of what is found has to be above */
    real turning; /* the beam whose heavy quark has to become a gluon, or NOWHERE */
    mask crosses; /* the lanes that have come to that edge, and look their bounds up again */
#endif
#if SHOWER_VARIATIONS > 0
    word ghost; /* number of the trial that never emits (vary.h) */
#endif
#if SHOWER_MERGES
    real floor;       /* A down to which the present state showers */
    real trial_state; /* 1: that is one before the last of its history, */
    real first;       /* or else its first emission is to come (merging.h) */
#endif
} shower_lanes;

/* What the lanes in m have to know of their events. */
FN void lanes_weigh(CONSTANT parameters *p, event_list events, mask m, shower_lanes *lanes)
{
    index slot = lanes->slot;
    real dipoles = event_get(events, EVENT_DIPOLES, slot);
    lanes->dipoles = r_select(m, dipoles, lanes->dipoles);
    lanes->weight = r_select(m, dipoles_weight(events, m, slot, dipoles), lanes->weight);
#if SHOWER_BEAMS
    const real edge = coupling_bound_inverse(p, event_get(events, EVENT_EDGE, slot));
    lanes->edge = r_select(m, edge, lanes->edge);
    lanes->turning = r_select(m, event_get(events, EVENT_TURNING, slot), lanes->turning);
    lanes->exact = r_select(m, event_get(events, EVENT_EXACT, slot), lanes->exact);
#else
    (void)p;
#endif
}

/* Finds the dipole above which the part `rest` of the sum of weights lies; leaves in `rest` what is above its
 * own. */
FN mask trial_dipole(event_list events, mask m, const shower_lanes *lanes, index *dipole, real *rest)
{
    mask found = m_none();
    *dipole = i_set(0);
    for (int i = 0; r_any(m_and(m_and(m, m_not(found)), r_set((scalar)i) < lanes->dipoles)); ++i) {
        real weight = event_get(events, EVENT_DIPOLE + DIPOLE_ROWS * i + DIPOLE_WEIGHT, lanes->slot);
        mask open = m_and(m_not(found), r_set((scalar)i) < lanes->dipoles),
             here = m_and(open, *rest < weight);
        *dipole = i_select(here, i_set(i), *dipole);
        *rest = r_select(m_and(open, m_not(here)), *rest - weight, *rest);
        found = m_or(found, here);
    }
    return m_and(found, m);
}

/* What splits, and how: all of the emission but its point and t. *end receives the end that splits. Which
 * quark comes in for a gluon, is yet to be found: `way` is its share of them all (beams_entering). */
FN mask trial_splitting(CONSTANT parameters *p, event_list events, mask m, const shower_lanes *lanes, real u,
                        real u_share, emission *found, splitting_end *end)
{
    real rest = u * lanes->weight;
    mask there = trial_dipole(events, m, lanes, &found->dipole, &rest);
    index dipole = event_dipole(events, lanes->slot, found->dipole);
    index left = event_parton(events, lanes->slot, event_get_place(events, DIPOLE_LEFT, m, dipole));
    index right = event_parton(events, lanes->slot, event_get_place(events, DIPOLE_RIGHT, m, dipole));
    found->square = event_get(events, DIPOLE_SQUARE, dipole);
    const real first = event_get(events, DIPOLE_FIRST, dipole);
    const mask from_right = m_not(rest < first);
    *end = dipole_end_of(p, events, lanes->slot, dipole, from_right, i_select(from_right, right, left),
                         i_select(from_right, left, right), found->square);
    const splitting_choice choice = splitting_choose(end, r_select(from_right, rest - first, rest));
    found->from_right = from_right;
    found->splitting = choice.splitting;
    found->way = choice.way;
    found->at.share = splitting_share(choice.splitting, end->range, u_share);
#if SHOWER_BEAMS
    const mask enters = choice.splitting == r_set((scalar)SPLITTING_beam_quark_enters);
    found->way = r_select(enters, choice.inside, choice.way);
#endif
    return m_and(there, choice.made);
}

#if SHOWER_BEAMS
/* An end that was chosen, as far as densities have to know of it. */
typedef struct trial_end {
    end_bounds bounds;
    real pdg;      /* of the parton that emits */
    real beam_pdg; /* and of the one whose density has a part: the emitter, or else its spectator */
    real eta;      /* momentum fraction of that one */
    real mu;       /* of the spectator (beam_least_of) */
} trial_end;

/* mu of a spectator, of which m^2 / s is `massive`. */
FN real spectator_mu(mask beside, real massive)
{
    const real one = R(1.0);
    return r_select(beside, one, massive);
}

FN trial_end trial_end_of(CONSTANT parameters *p, event_list events, mask m, index slot,
                          const emission *found)
{
    trial_end end;
    const index dipole = event_dipole(events, slot, i_select(m, found->dipole, i_set(0)));
    const real left = event_get(events, DIPOLE_LEFT, dipole), right = event_get(events, DIPOLE_RIGHT, dipole);
    const real none = R(0.0);
    const real own = r_select(m, r_select(found->from_right, right, left), none);
    const real other = r_select(m, r_select(found->from_right, left, right), none);
    end.bounds = end_bounds_of(events, slot, own, other);
    const index emitter = event_parton(events, slot, r_floor_index(own));
    const index spectator = event_parton(events, slot, r_floor_index(other));
    const index beam = i_select(end.bounds.incoming, emitter, spectator);
    end.pdg = event_get(events, PARTON_PDG, emitter);
    end.beam_pdg = event_get(events, PARTON_PDG, beam);
    end.eta = beam_eta(p, events, slot, end.bounds.second, event_get(events, PARTON_E, beam));
    end.mu = spectator_mu(end.bounds.beside, emission_massive(events, spectator, found));
    return end;
}

/* The densities of an emission. */
typedef struct trial_partons {
    mask inside;            /* where there is room for it */
    index before, after;    /* places of both in the table */
    real x_before, x_after; /* momentum fractions */
} trial_partons;

/* The ratio of densities of an emission over its bound, in the lanes of m; what comes in becomes known. In
 * the lanes of `turning` the density of the quark may be next to nothing, and decides nothing. There that of
 * the gluon is over its own where x' is least, and the bound is that of a gluon that stays. */
FN real trial_densities(CONSTANT parameters *p, GLOBAL const scalar *tables, mask m, mask turning, real log_t,
                        const trial_end *emitter, emission *found, trial_partons *q)
{
    const real sign = beam_sign(p, emitter->bounds.second), gluon = r_set(PDG_GLUON), eta = emitter->eta;
    const mask attaches = m_and(m, splitting_has(found->splitting, EFFECT_ATTACH));
    const mask enters = m_and(m, found->splitting == r_set((scalar)SPLITTING_beam_quark_enters));
    real bound = r_select(attaches, emitter->bounds.turn, emitter->bounds.keep), after = emitter->beam_pdg;
    if (r_any(enters)) {
        real own;
        const real quark = beams_entering(p, tables, eta, sign, log_t, found->way, &own);
        bound = r_select(enters, own, bound);
        after = r_select(enters, quark, after);
        found->way = r_select(enters, quark, found->way);
    }
    found->way = r_select(attaches, emitter->beam_pdg, found->way);
    after = r_select(attaches, gluon, after);
    real least = eta;
    if (r_any(turning)) {
        least = r_select(turning, beam_least_of(eta, found->t / found->square, emitter->mu), eta);
        bound = r_select(turning, bounds_gluon_stays(p, tables, least, log_t), bound);
    }
    const real one = R(1.0), none = R(0.0), middle = R(0.5);
    const mask inside = m_and(m, found->at.x > eta);
    const real x = r_select(inside, eta / found->at.x, middle), x_before = r_select(inside, least, middle);
    const mask own = m_and(inside, m_not(turning));
    const index slot_before = beam_slot(r_select(own, emitter->beam_pdg, gluon), sign);
    const index slot_after = beam_slot(r_select(inside, after, gluon), sign);
    q->inside = inside;
    q->before = slot_before;
    q->after = slot_after;
    q->x_before = x_before;
    q->x_after = x;
    const real before = beam_density(p, tables, slot_before, x_before, log_t);
    const real ratio = beam_density(p, tables, slot_after, x, log_t) / r_select(before > none, before, one);
    /* Near x = 1, where there are no gluons either, a quark becomes one by the splitting functions alone. */
    return r_select(m_and(inside, before > none), ratio / bound, r_select(m_and(inside, turning), one, none));
}

/* Trials of an event after which it has no way on. Behind TRIALS_MANY a heavy quark that has to become a
 * gluon does so by the splitting functions alone. Nearly all events have less than half as many. Others have
 * such a quark with nearly all of the proton's momentum, and next to no weight. Densities of gluons end
 * there, and no trial might have any. */
enum { TRIALS_MOST = 1 << 16, TRIALS_MANY = 1 << 10 };

/* The ratio of densities of a trial over its bound, and that of the matrix element over the splitting
 * functions, in the lanes of m. */
FN real trial_ratio(CONSTANT parameters *p, GLOBAL const scalar *tables, mask m, mask turning,
                    event_list events, const shower_lanes *lanes, real log_t, emission *found,
                    trial_partons *q)
{
    const trial_end emitter = trial_end_of(p, events, m, lanes->slot, found);
    real ratio = trial_densities(p, tables, m, turning, log_t, &emitter, found, q);
    const mask alone = m_and(m_and(turning, q->inside), w_less(w_set(TRIALS_MANY), lanes->trial));
    ratio = r_select(alone, R(1.0), ratio);
    const mask exact = m_and(m, lanes->exact > R(0.0));
    if (r_any(exact)) {
        const mask turns = m_not(splitting_has(found->splitting, EFFECT_INSERT));
        const mask gluon = emitter.pdg == r_set(PDG_GLUON);
        const real one = R(1.0);
        /* Bounds of the others have the most that this may be (beams_measure). */
        const real most = r_select(turning, r_set(EXACT_MOST), one);
        ratio = r_select(exact, ratio * beams_exact(&found->at, turns, gluon) / most, ratio);
    }
    return ratio;
}

/* Lanes that have come to the edge of their bounds stand there and look theirs up again. */
FN void trial_cross(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                    shower_lanes *lanes)
{
    const mask m = lanes->crosses;
    lanes->trial = w_select(m, lanes->trial + w_set(1), lanes->trial);
    lanes->inverse = r_select(m, lanes->edge, lanes->inverse);
    const real log_t = coupling_bound_log_t(p, lanes->inverse);
    dipoles_weigh_beams(events, bounds_measure(p, tables, events, m, lanes->slot, log_t), lanes->slot);
    lanes_weigh(p, events, m, lanes);
    lanes->crosses = m_none();
}
#endif

#if SHOWER_BEAMS
/* How far below the largest t of its dipole a quark becomes a gluon that has to. */
#define TURN_WITHIN S(0.25)

/* A heavy quark that has to become a gluon does so at this t. Where its dipole has little room or none there,
 * it does below the largest t that has room. */
FN void trial_turn(mask m, real u_share, emission *found, const splitting_end *end)
{
#if SHOWER_MASSES
    const real mu = spectator_mu(end->beside, end->other);
#else
    const real mu = spectator_mu(end->beside, R(0.0));
#endif
    const real most = beam_room_of(found->square, end->eta, mu) * r_set(TURN_WITHIN);
    found->t = r_select(m, r_min(found->t, most), found->t);
    const share_range range = beam_range_of(found->square, end->eta, end->beside, found->t);
    const momentum_share share = beam_gluon_enters_inverse(range, u_share);
    found->at.share = share_select(m, share, found->at.share);
}
#endif

/* A trial of the lanes in m at A = next: what it is, and which part of its bounds it has, densities apart.
 * `turning`: those in which it happens at this t in any case. Returns the lanes in which it may happen. */
FN mask trial_propose(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                      const shower_lanes *lanes, real next, mask turning, real u, real u_share,
                      emission *found, splitting_end *end, real *part)
{
    const real log_t = coupling_bound_log_t(p, next);
    const mask there = trial_splitting(p, events, m, lanes, u, u_share, found, end);
    found->t = r_exp(log_t);
#if SHOWER_BEAMS
    if (r_any(turning))
        trial_turn(turning, u_share, found, end);
#if SHOWER_MASSES
    const real mass = emission_mass(p, found->splitting, found->way);
    found->at = splitting_point_quarks(end, found->at.share, found->t / found->square,
                                       mass * mass / found->square);
#else
    found->at = splitting_point_at(end, found->at.share, found->t / found->square);
#endif
#else
    found->at = splitting_point_of(found->at.share,
                                   found->t / (found->square * found->at.share.z * found->at.share.rest));
#endif
    *part = shower_alpha_s(p, tables, log_t) * next / r_set(p->bound_factor) *
            splitting_acceptance(found->splitting, &found->at);
#if SHOWER_BEAMS
    *part = r_select(turning, splitting_acceptance(found->splitting, &found->at), *part);
#else
    (void)turning;
#endif
    return m_and(there, found->at.y < R(1.0));
}

#if SHOWER_VARIATIONS > 0
/* What a trial means for variations, in the lanes of m. `weighed`: those whose densities are in q and
 * `ratio`. */
FN void trial_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                   const shower_lanes *lanes, real log_t, real part, real ratio, mask weighed,
                   const trial_partons *q, mask accepted)
{
    varied_partons partons;
    partons.touches = m_and(weighed, q->inside);
    partons.before = q->before;
    partons.after = q->after;
    partons.log_before = r_log(q->x_before);
    partons.log_after = r_log(q->x_after);
    shower_vary(p, tables, events, m, lanes->slot, log_t, r_select(weighed, part * ratio, part), accepted,
                &partons);
}

FN trial_partons trial_no_partons(void)
{
    const trial_partons none = {m_none(), i_set(0), i_set(0), R(0.5), R(0.5)};
    return none;
}

/* Trials that never emit (vary.h), of the lanes in m from where they are down to A = least. */
FN_APART void shower_ghosts(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                            shower_lanes *lanes, real least)
{
    const scalar decay = S(6.2831853071795865) * p->bound_slope / p->bound_factor;
    real at = lanes->inverse;
    while (r_any(m)) {
        real scale[2], choice[2], part, ratio = R(1.0);
        const word draw = lanes->ghost * w_set(2);
        emission found;
        splitting_end end;
        trial_partons q = trial_no_partons();
        uniform_pair_at(lanes->event, STREAM_GHOSTS, draw, scale);
        uniform_pair_at(lanes->event, STREAM_GHOSTS, draw + w_set(1), choice);
        lanes->ghost = w_select(m, lanes->ghost + w_set(1), lanes->ghost);
        at = r_select(m, at * r_exp(r_log(scale[0]) * (r_set(decay) / lanes->weight)), at);
        m = m_and(m, at > least);
        if (!r_any(m))
            return;
        const mask there = trial_propose(p, tables, events, m, lanes, at, m_none(), choice[0], scale[1],
                                         &found, &end, &part);
        const mask touches = m_and(there, m_or(end.incoming, end.beside));
        const real log_t = coupling_bound_log_t(p, at);
        if (r_any(touches))
            ratio = trial_ratio(p, tables, touches, m_none(), events, lanes, log_t, &found, &q);
        trial_vary(p, tables, events, there, lanes, log_t, part, ratio, touches, &q, m_none());
    }
}
#endif

/* A down to which an event showers in its present state. */
FN real lanes_floor(CONSTANT parameters *p, const shower_lanes *lanes)
{
#if SHOWER_MERGES
    (void)p;
    return lanes->floor;
#else
    (void)lanes;
    return r_set(p->bound_inverse);
#endif
}

#if SHOWER_BEAMS
/* Lanes in which a heavy quark has to become a gluon, unless that was tried too often. There the next trial
 * is at the same t and crosses no edge (shower_next). It proposes that the quark becomes a gluon
 * (trial_turn). Of densities the gluon's alone decides (trial_densities), and variations have no part. */
FN mask lanes_turning(const shower_lanes *lanes, word trial)
{
    return m_and(lanes->turning >= R(0.0), w_less(trial, w_set(TRIALS_MOST)));
}

FN void shower_exceed(event_list events, mask m, index slot)
{
    if (r_any(m))
        event_put(events, EVENT_EXCEEDED, m, slot, event_get(events, EVENT_EXCEEDED, slot) + R(1.0));
}

/* The lanes in m have found emissions that touch a beam: those whose ratio of densities is enough for them.
 */
FN mask shower_weigh(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                     shower_lanes *lanes)
{
    trial_partons q;
    const mask turning = m_and(m, lanes_turning(lanes, lanes->trial - w_set(1)));
    const real log_t = coupling_bound_log_t(p, lanes->inverse);
    emission found = lanes->found;
    const real ratio = trial_ratio(p, tables, m, turning, events, lanes, log_t, &found, &q);
    lanes->found.way = r_select(m, found.way, lanes->found.way);
    shower_exceed(events, m_and(m, ratio > R(1.0)), lanes->slot);
    return m_and(m, ratio > lanes->least);
}
#endif

/* Where the lanes in m have their next trial, as A. Lanes that come to an edge of their bounds cross it
 * first, and are no longer in m. */
FN real shower_next(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask *m,
                    shower_lanes *lanes, real u)
{
    const scalar decay = S(6.2831853071795865) * p->bound_slope / p->bound_factor;
    real next = lanes->inverse * r_exp(r_log(u) * (r_set(decay) / lanes->weight));
#if SHOWER_BEAMS
    /* A heavy quark that has to become a gluon tries again where it is. */
    const mask weighs = lanes->weight > R(0.0), turns = lanes->turning >= R(0.0);
    const real floor = lanes_floor(p, lanes);
    next = r_select(weighs, r_select(lanes_turning(lanes, lanes->trial), lanes->inverse, next), R(0.0));
#if SHOWER_VARIATIONS > 0
    shower_ghosts(p, tables, events, m_and(*m, m_and(weighs, m_not(turns))), lanes,
                  r_max(next, r_max(lanes->edge, floor)));
#endif
    const mask crosses = m_and(m_and(*m, m_not(turns)), m_and(next <= lanes->edge, lanes->edge > floor));
    lanes->crosses = m_or(lanes->crosses, crosses);
    *m = m_and(*m, m_not(crosses));
#else
    (void)m;
#endif
    (void)tables, (void)events;
    return next;
}

#if SHOWER_VARIATIONS > 0
/* A trial of the lanes in m that are not `accepted` changes weights of variations too. So densities are
 * looked up at once, of all that touch a beam (`outside`). Returns the lanes that emit; `least` as in the
 * lanes. */
FN mask shower_find(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                    mask outside, mask turning, const shower_lanes *lanes, real part, real least,
                    mask accepted, emission *found)
{
    const real log_t = coupling_bound_log_t(p, lanes->inverse);
    const mask weighed = m_and(m, outside);
    trial_partons q = trial_no_partons();
    real ratio = R(1.0);
    if (r_any(weighed)) {
        ratio = trial_ratio(p, tables, weighed, m_and(weighed, turning), events, lanes, log_t, found, &q);
        shower_exceed(events, m_and(m_and(accepted, outside), ratio > R(1.0)), lanes->slot);
        accepted = m_and(accepted, m_or(m_not(outside), ratio > least));
    }
    trial_vary(p, tables, events, m_and(m, m_not(turning)), lanes, log_t, part, ratio, weighed, &q, accepted);
    return accepted;
}
#endif

/* One trial of the lanes in m. `ended`: the lanes that have come below the cutoff, or where their state ends.
 * Between hadrons lanes may come to the edge of their bounds instead (lanes->crosses, trial_cross), or have
 * found what depends on densities (`weighing`, shower_weigh). Returns the lanes that emit. */
FN mask shower_try(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events, mask m,
                   shower_lanes *lanes, mask *ended, mask *weighing)
{
    real scale[2], choice[2], part;
    word draw = lanes->trial * (uint32)DRAWS_OF_TRIAL;
    uniform_pair_at(lanes->event, STREAM_SHOWER, draw + w_set(DRAW_SCALE), scale);
    uniform_pair_at(lanes->event, STREAM_SHOWER, draw + w_set(DRAW_SPLITTING), choice);
    const real next = shower_next(p, tables, events, &m, lanes, scale[0]);
    const mask above = m_and(m, m_and(next > lanes_floor(p, lanes), lanes->weight > R(0.0)));
    mask turning = m_none();
#if SHOWER_BEAMS
    turning = lanes_turning(lanes, lanes->trial);
#endif
    *ended = m_and(m, m_not(above));
    lanes->inverse = r_select(above, next, lanes->inverse);
    lanes->trial = w_select(above, lanes->trial + w_set(1), lanes->trial);

    emission found;
    splitting_end end;
    const mask there = trial_propose(p, tables, events, above, lanes, next, turning, choice[0], scale[1],
                                     &found, &end, &part);
    mask accepted = m_and(there, choice[1] < part);
    *weighing = m_none();
#if SHOWER_BEAMS
    const mask outside = m_or(end.incoming, end.beside);
    const real least = choice[1] / part;
#if SHOWER_VARIATIONS > 0
    accepted = shower_find(p, tables, events, there, outside, turning, lanes, part, least, accepted, &found);
#else
    *weighing = m_and(accepted, outside);
    lanes->least = r_select(*weighing, least, lanes->least);
    lanes->found = emission_select(*weighing, found, lanes->found);
    accepted = m_and(accepted, m_not(outside));
#endif
#endif
    lanes->found = emission_select(accepted, found, lanes->found);
    return accepted;
}

#endif

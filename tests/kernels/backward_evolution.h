/* Partons that evolve backward from high t to low, with the splitting functions of the DGLAP equation, for
 * tests. Ratios of densities, their bounds and thresholds are those of a shower; there are no other partons.
 */
#ifndef TEST_BACKWARD_EVOLUTION_H
#define TEST_BACKWARD_EVOLUTION_H

#include "beam_shower.h"
#include "even_densities.h"

#define EVOLUTION_TEXT_OF(number) #number
#define EVOLUTION_TEXT(number) EVOLUTION_TEXT_OF(number)

static const char evolution_head[] = "#include \"shower/trial.h\"\n#define EVOLUTION_LEAST S(" EVOLUTION_TEXT(
    EVOLUTION_LEAST) ")\n";

/* `in`: PDG codes and momentum fractions of the elements; `out`: those below. At `beam_start` of the tables
 * stand ln t of both ends, and the number of the batch. A gluon has two neighbours, and splits twice as
 * often as one end of a dipole. */
static const char evolution_kernel[] = KERNEL_TEXT(
    typedef struct evolution {
        real pdg;
        real eta;
        real log_t;
        word trial;
        event_number event;
    } evolution;

    FN share_range evolution_range(real eta) {
        const real one = R(1.0), none = R(0.0), least = r_set(EVOLUTION_LEAST);
        share_range range;
        range.low = eta;
        range.high = one - least;
        range.rest = one - eta;
        range.width = range.high - range.low;
        range.open = range.width > none;
        range.log_ratio = r_select(range.open, r_log(range.rest / least), none);
        range.log_low = r_select(range.open, r_log(range.high / range.low), none);
        range.root = r_select(range.open, r_sqrt(range.rest) - r_sqrt(least), none);
        return range;
    }

    /* The point of a splitting where all is parallel. */
    FN splitting_point evolution_point(momentum_share share) {
        splitting_point at = splitting_point_of(share, R(0.0));
        at.x = share.z;
        at.rest_x = share.rest;
        at.hard = at.rest_x / at.x;
        at.pole = R(1.0) / at.rest_x;
        at.jacobian = R(1.0);
        return at;
    }

    /* The lanes that take a step, downwards or into another parton; returns those that are not done. */
    FN mask evolution_step(CONSTANT parameters * p, GLOBAL const scalar *tables, real log_end, mask busy,
                           evolution *e) {
        const real one = R(1.0), none = R(0.0), two = R(2.0);
        const mask gluon = e->pdg == r_set(PDG_GLUON);
        const bounds_place place = bounds_locate(p, tables + (int)p->beam_bounds, e->pdg, e->eta, e->log_t);
        real keep, turn, scale[2], choice[2], own;
        bounds_of(tables + (int)p->beam_bounds, &place, beam_slot(e->pdg, one), &keep, &turn);
        const mask forced = m_and(place.below, beam_mass2(p, e->pdg) > none);
        const share_range range = evolution_range(e->eta);
        real kept = keep *
                    r_select(gluon, two * beam_gluon_gluon_integral(range), beam_quark_gluon_integral(range));
        const real turned = turn * r_select(gluon, two * beam_quark_enters_integral(range),
                                            beam_gluon_enters_integral(range));
        kept = r_select(forced, none, kept);
        const real weight = r_max(kept + turned, r_set(SMALLEST_NORMAL));
        const word draw = e->trial * 2u;
        uniform_pair_at(e->event, STREAM_SHOWER, draw, scale);
        uniform_pair_at(e->event, STREAM_SHOWER, draw + w_set(1), choice);
        e->trial = e->trial + w_set(1);
        const real from = coupling_bound_inverse(p, e->log_t);
        const real edge = r_max(place.edge, log_end), to = coupling_bound_inverse(p, edge);
        const scalar decay = S(6.2831853071795865) * p->bound_slope / p->bound_factor;
        const real next = r_select(forced, from, from * r_exp(r_log(scale[0]) * (r_set(decay) / weight)));
        const mask crosses = m_and(m_not(forced), next <= to), tries = m_and(busy, m_not(crosses));
        const real log_t = r_select(crosses, edge, coupling_bound_log_t(p, next));
        const mask turns = choice[0] * weight >= kept;
        const real part = r_select(turns, (choice[0] * weight - kept) / turned, choice[0] * weight / kept);
        const real splitting = r_select(turns,
                                        r_select(gluon, r_set((scalar)SPLITTING_beam_quark_enters),
                                                 r_set((scalar)SPLITTING_beam_gluon_enters)),
                                        r_select(gluon, r_set((scalar)SPLITTING_beam_gluon_gluon),
                                                 r_set((scalar)SPLITTING_beam_quark_gluon)));
        const splitting_point at = evolution_point(splitting_share(splitting, range, scale[1]));
        const real entering = beams_entering(p, tables, e->eta, one, log_t, part, &own);
        const real after = r_select(turns, r_select(gluon, entering, r_set(PDG_GLUON)), e->pdg);
        const real bound = r_select(turns, r_select(gluon, own, turn), keep);
        const mask inside = m_and(tries, at.x > e->eta);
        const real x = r_select(inside, e->eta / at.x, r_set(S(0.5)));
        const real before = beam_density(p, tables, beam_slot(e->pdg, one), e->eta, log_t);
        const real ratio = beam_density(p, tables, beam_slot(after, one), x, log_t) / before / bound;
        const real coupling = r_select(forced, one,
                                       shower_alpha_s(p, tables, log_t) * next / r_set(p->bound_factor));
        const mask made = m_and(inside, choice[1] < coupling * ratio * splitting_acceptance(splitting, &at));
        e->pdg = r_select(made, after, e->pdg);
        e->eta = r_select(made, x, e->eta);
        e->log_t = r_select(busy, log_t, e->log_t);
        return m_and(m_and(busy, w_less(e->trial, w_set(20000u))), e->log_t > log_end);
    }

    MAP(evolve, CONSTANT parameters *, p, GLOBAL const scalar *, tables, GLOBAL const scalar *, in,
        GLOBAL scalar *, out) {
        evolution e;
        GLOBAL const scalar *own = tables + (int)p->beam_start;
        e.pdg = r_fetch(in + AT(0));
        e.eta = r_fetch(in + AT(1));
        e.log_t = r_set(own[0]);
        e.trial = w_set(0);
        e.event.low = w_lane() + w_set((uint32)ELEMENT);
        e.event.high = w_set((uint32)own[2]);
        e.event.seed_low = 1u;
        e.event.seed_high = 0u;
        mask busy = m_all();
        while (r_any(busy))
            busy = evolution_step(p, tables, r_set(own[1]), busy, &e);
        r_store(out + AT(0), e.pdg);
        r_store(out + AT(1), e.eta);
    });

#endif

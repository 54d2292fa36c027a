/* The hard event of every process, stage by stage, written once:
 *
 *   sample -> cuts -> scales -> luminosity -> |M|^2 -> weight -> variations -> observables -> record
 *
 *   weight = phase space x flux x luminosity x (alpha_s / reference)^COUPLING_POWER x |M|^2.
 *
 * What is constant stands in the unit of the integral. A process includes constants.h, which has what its
 * compile-time constants are where it says nothing, and defines `parameters`, which begin with
 * PROCESS_PARAMETERS (process_layout.h). Then come its kinematics, scales.h, the provider of the matrix
 * element, and this, which makes an integrand of them (integrand.h). Where events shower showered.h is
 * behind.
 *
 * Kinematics are kinematics.h (any masses, phase space by diagrams), massless.h (RAMBO, ladders) or a
 * process's own (quark_pairs.h). They define DIMENSIONS, STATE, a type hard_point, and
 *
 *   hard_sample()      phase space: the state, a point for the cuts, the lanes within the beams' energy
 *   hard_pass()        those of some lanes that pass the cuts
 *   hard_mirrored()    whether the first leg comes from the second beam
 *   hard_weight()      phase space and flux
 *   hard_log_x()       logarithms of the momentum fractions from both beams
 *   hard_unit()        GeV of a unit of momenta
 *   hard_momentum()    of a final particle, in the partons' rest frame; its hard_mass()
 *   hard_laboratory()  that momentum where the beams meet, which moves by hard_boost()
 *   hard_particles()   all of them measured, as far as scales and cuts look at them
 *   hard_angles()      what histograms see besides
 *   hard_order()       pT and pseudorapidity of the jets by falling pT
 *   hard_beam()        the momentum of what comes out of a beam, GeV, in the laboratory
 *   hard_log_mass2()   the logarithm of s-hat in GeV^2, for scales; hard_incoming(): momenta that come in
 *
 * A provider defines
 *
 *   process_luminosity()   a weight times the sum over subprocesses of densities and what else differs there
 *   process_squared()      |M|^2; alpha_s, over the reference, has a part in it where it has several powers
 *   process_choose()       one of the subprocesses, as often as its part in the luminosity is
 *   process_partons()      the places of its densities in their table, where there are VARIATIONS
 *   process_draw()         its PDG codes, colour lines and helicities, for a record */
#ifndef TESSERA_PROCESS_HARD_PROCESS_H
#define TESSERA_PROCESS_HARD_PROCESS_H

#include "process/hard_event.h"

FN hard_event hard_event_of(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                            event_state state)
{
    const hard_event event = {p, tables, number, state, hard_mirrored(p, number)};
    return event;
}

FN_SHARED mask integrand_sample(CONSTANT parameters *p, const real x[DIMENSIONS], real state[STATE])
{
    hard_point point;
    const mask inside = hard_sample(p, x, state, &point);
    return hard_pass(p, &point, inside);
}

#if CUTS_WEIGHED
/* The lanes that pass cuts which are looked at where an event is weighed. Those are the card's expression,
 * once more, as it is known now whether the event is mirrored, and that of merging on the event's history. */
FN mask hard_passes(const hard_event *e, const particle_set *set, const hard_scales *scales)
{
    mask passes = m_all();
    (void)set;
    (void)scales;
#ifdef CUT_EXPRESSION
    passes = cuts_expression(e->p, set);
#endif
#if MERGING_VERTICES
    passes = m_and(passes, m_not(scales->history.least2 < r_set(e->p->merging[MERGING_LEAST2])));
#endif
    return passes;
}
#endif

/* A weight but for |M|^2, and alpha_s over the reference. */
FN real hard_factor(const hard_event *e, real fill[FILL_SLOTS], real *alpha_s)
{
    hard_scales scales = scales_fixed();
    (void)fill;
#if (FILLS > 0 && !SHOWER) || SCALES_DYNAMIC || SCALE_EXPRESSIONS || CUTS_WEIGHED || ENHANCED
    particle_set set;
    hard_particles(e, &set);
    scales = scales_of(e, &set);
#endif
    real weight = process_luminosity(e, scales.log_f2, hard_weight(e));
    *alpha_s = scales_coupling(e, &scales);
    weight = scales_power(weight, *alpha_s);
#if SCALE_EXPRESSIONS
    /* An event without a scale is no number, and is counted as that. */
    const real one = R(1.0), zero = R(0.0);
    weight = weight / r_select(scales.none, zero, one);
#endif
#if ENHANCED
    weight = weight * cuts_enhancement(e->p, &set);
#endif
#if CUTS_WEIGHED
    const mask passes = hard_passes(e, &set, &scales);
    const real none = R(0.0);
    weight = r_select(passes, weight, none);
#endif
#if FILLS > 0 && !SHOWER
    const real unit = hard_unit(e); /* a histogram's, as `set` and jets by falling pT */
    (void)unit;
    hard_angles(e, &set);
#if ORDERED_JETS
    real jet_pt[JET_COUNT], jet_eta[JET_COUNT];
    hard_order(&set, jet_pt, jet_eta);
#endif
    OBSERVE
#if CUTS_WEIGHED
    hard_fill_where(passes, fill);
#endif
#endif
    return weight;
}

FN_SHARED real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                                event_state state, event_team team, real fill[FILL_SLOTS], mask *doubtful)
{
    const hard_event e = hard_event_of(p, tables, number, state);
    real alpha_s;
    const real factor = hard_factor(&e, fill, &alpha_s);
    const real square = process_squared(&e, alpha_s, team, doubtful);
    return WEIGHS_SQUARED ? square : factor * square;
}

#if SQUARES_APART
FN real integrand_factor(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                         event_state state, real fill[FILL_SLOTS])
{
    const hard_event e = hard_event_of(p, tables, number, state);
    real alpha_s;
    return hard_factor(&e, fill, &alpha_s);
}
#endif

#if VARIATIONS > 0
#include "process/variations.h"

FN_SHARED void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                              event_state state, real factor[VARIATIONS])
{
    const hard_event e = hard_event_of(p, tables, number, state);
#if VARIED > 0
    variations_vary(&e, factor);
#endif
#if ENHANCED
    particle_set set;
    hard_particles(&e, &set);
    factor[VARIED] = R(1.0) / cuts_enhancement(p, &set);
    for (int k = 0; k < VARIED; ++k)
        factor[k] = factor[k] * factor[VARIED];
#endif
}
#endif

#define INCOMING_RECORDED (RECORDS_BEAMS ? 2 : 0)
#define RECORDED (INCOMING_RECORDED + FINAL)

/* Where the first leg comes from the second beam, what comes in changes places: a record has it by beams. */
FN void hard_by_beams(const hard_event *e, real leg[2])
{
    const real first = leg[0], second = leg[1];
    leg[0] = r_select(e->mirrored, second, first);
    leg[1] = r_select(e->mirrored, first, second);
}

/* Puts a leg into a record. */
FN void hard_put(record_list records, uint32 slot, int leg, const hard_legs *legs, vector4 momentum,
                 real mass, real scale)
{
    record_particle particle = record_massless(momentum, legs->pdg[leg], legs->colour[leg],
                                               legs->anticolour[leg]);
    particle.helicity = legs->helicity[leg];
    particle.mass = mass;
    particle.scale = scale;
    record_put(records, slot, leg - 2 + INCOMING_RECORDED, INCOMING_RECORDED, particle);
}

FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number number,
                         event_state state, record_list records, uint32 slot)
{
    const hard_event e = hard_event_of(p, tables, number, state);
    const real unit = hard_unit(&e), boost = hard_boost(&e), none = R(0.0);
    hard_legs legs;
    const hard_scales scales = scales_of_event(&e);
    const hard_choice choice = process_choose(&e, scales.log_f2);
    real scale = none;
#if SCALE_CLUSTERS
    const real all = r_set(p->root_s) * unit; /* of what clustering leaves alone */
    scale = all;
#endif
    process_draw(&e, choice, scales_coupling(&e, &scales), &legs);
    hard_by_beams(&e, legs.pdg);
    hard_by_beams(&e, legs.colour);
    hard_by_beams(&e, legs.anticolour);
    hard_by_beams(&e, legs.helicity);
    record_begin(records, slot, RECORDED);
#if RECORDS_BEAMS
    for (int beam = 0; beam < 2; ++beam)
        hard_put(records, slot, beam, &legs, hard_beam(&e, beam), none, scale);
#endif
    for (int i = 0; i < FINAL; ++i) {
#if SCALE_CLUSTERS
        scale = r_select(scales.history.kt2[i] > none, r_sqrt(scales.history.kt2[i]) * unit, all);
#endif
        hard_put(records, slot, 2 + i, &legs, v_scale(hard_laboratory(&e, boost, i), unit),
                 hard_mass(&e, i) * unit, scale);
    }
    record_store(records, RECORD_SUBPROCESS, slot, choice.number);
    scales_record(&e, &scales, records, slot);
}

#endif

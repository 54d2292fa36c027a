/* What is seen of events that have showered, and by what merging multiplies their weights. Out of two beams
 * (SHOWER_BEAMS) a shower begins with the event's record; what does not begins by itself. Included by a
 * process whose events shower, behind hard_process.h. */
#ifndef TESSERA_PROCESS_SHOWERED_H
#define TESSERA_PROCESS_SHOWERED_H

#include "shower/merging_layout.h"

#ifdef OBSERVE_DURHAM
#include "observable/durham.h"
#endif
#ifdef OBSERVE_SHAPES
#include "observable/event_shapes.h"
#endif
#if SHOWER_BEAMS
#include "observable/hadron_jets.h"
#include "observable/hadron_shapes.h"
#include "shower/begin.h"

FN_SHARED void integrand_begin(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                               event_state state, event_list events, uint32 slot)
{
    const record_list records = begin_record(events);
    const uint32 record_slot = event_place(slot);
    integrand_record(p, tables, event, state, records, record_slot);
    real start = R(0.0);
#if defined(CUT_EXPRESSION) || defined(SHOWER_START_EXPRESSION)
    const hard_event e = hard_event_of(p, tables, event, state);
    particle_set set;
    hard_particles(&e, &set);
#endif
#ifdef SHOWER_START_EXPRESSION
    mask none = m_none(); /* Events without a scale are no numbers: their weights say so. */
    start = scales_start(&e, &set, &none);
#endif
    shower_begin_record(p, tables, records, record_slot, event, start, events, slot);
#ifdef CUT_EXPRESSION
    const real one = R(1.0), zero = R(0.0);
    const real cut = r_select(cuts_expression(p, &set), zero, one);
    event_store(events, EVENT_CUT, slot, r_max(cut, event_fetch(events, EVENT_CUT, slot)));
#endif
#if CONFIGURATIONS > 1
    shower_begin_subtraction(events, slot);
#endif
}

/* How many of the partons that come in are gluons. */
FN real shower_gluons_in(event_list events, uint32 slot)
{
    const real one = R(1.0), none = R(0.0);
    real gluons = none;
    for (int i = 0; i < 2; ++i)
        gluons = gluons + r_select(event_fetch(events, EVENT_PARTON + PARTON_ROWS * i + PARTON_PDG, slot) ==
                                       r_set(PDG_GLUON),
                                   one, none);
    return gluons;
}
#endif

#if EVOLVES
/* How many partons there are more than in the beginning. */
FN real shower_emissions(event_list events, uint32 slot)
{
    return event_fetch(events, EVENT_PARTONS, slot) -
           r_set((scalar)(2 * SHOWER_BEAMS + FINAL - MERGING_JETS));
}

FN void integrand_observe(CONSTANT parameters *p, event_list events, uint32 slot, real fill[FILL_SLOTS])
{
    (void)p;
    (void)fill;
#if SHOWER_BEAMS
    const real unit = r_set(p->unit), inverse = R(1.0) / unit;
    mask passes = event_fetch(events, EVENT_CUT, slot) == R(0.0);
    particle_set set;
    for (int i = 0; i < FINAL; ++i)
        set.momentum[i] = v_scale(event_laboratory(events, 2 + i, slot), inverse);
    particles_measure(&set);
#endif
#ifdef OBSERVE_JETS
    hadron_jets jets;
    hadron_jets_find(p, events, slot, &jets);
#endif
#ifdef OBSERVE_JET_SCALES
    real jet_scales[JET_SCALES];
    hadron_jets_scales(p, events, slot, jet_scales);
#endif
#ifdef OBSERVE_HADRON_SHAPES
    hadron_shapes shapes;
    hadron_shapes_find(p, events, slot, &shapes);
#endif
#ifdef OBSERVE_DURHAM
    real rates[DURHAM_RATES];
    durham_rates(events, slot, rates);
#endif
#ifdef OBSERVE_SHAPES
    event_shape_values lepton_shapes;
    event_shapes(events, slot, &lepton_shapes);
#endif
#if CUTS_AFTER_SHOWER
    mask after;
    CUT_AFTER_SHOWER(after)
    passes = m_and(passes, after);
    event_store(events, EVENT_CUT, slot, r_select(passes, R(0.0), R(1.0)));
#endif
#if FILLS > 0
    OBSERVE
#if SHOWER_BEAMS
    hard_fill_where(passes, fill);
#endif
#else
    (void)events;
    (void)slot;
#endif
}

#if REWEIGHTS
/* What cuts behind the shower or a veto of merging take away has no weight. Merging has factors besides. */
FN real integrand_reweight(CONSTANT parameters *p, event_list events, uint32 slot)
{
    const real none = R(0.0);
    (void)p;
#if SHOWER_MERGES
    const real factor = event_fetch(events, EVENT_FACTOR, slot);
#else
    const real factor = R(1.0);
#endif
    return r_select(event_fetch(events, EVENT_CUT, slot) > none, none, factor);
}
#endif
#endif

#endif

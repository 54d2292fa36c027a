/* An event that grows: partons and the dipoles between them, as rows of numbers.
 *
 * Row r of the event in slot s lies at rows[r * capacity + s]. Neighbouring slots are neighbours in memory,
 * so that LANES of them are one vector (event_fetch, event_store). Only on a GPU, where partons come in, it
 * lies at rows[s * EVENT_ROWS + r]. What a thread reads is near each other then, at distances that compilers
 * know. (Quark pairs of leptons shower too little to repay what observables lose.) EVENTS_BY_ROWS 1 lays it
 * out as elsewhere, for a host that reads rows.
 *
 * Each lane may also look up rows from a place of its own (event_get, event_put). That is where the first row
 * of its event lies, which an `index slot` says, or of a parton or a dipole. Colour is at leading order. A
 * dipole joins the parton that has a colour line (`left`) to the one that has it as anticolour (`right`). A
 * parton is the left end of one dipole at most and the right end of one at most. Whole numbers (counts, PDG
 * codes, colour lines, places in these lists) are kept as scalars. */
#ifndef TESSERA_SHOWER_EVENT_H
#define TESSERA_SHOWER_EVENT_H

#include "lorentz.h"
#include "random.h"
#include "shower/event_layout.h"

#ifndef MOST_PARTONS
#define MOST_PARTONS 32
#endif
/* 1: the first two partons of an event come in. */
#ifndef SHOWER_BEAMS
#define SHOWER_BEAMS 0
#endif
/* The place of the first final one. */
enum { FIRST_FINAL = SHOWER_BEAMS ? 2 : 0 };

enum { EVENT_DIPOLE = EVENT_PARTON + MOST_PARTONS * PARTON_ROWS, EVENT_ROWS = EVENT_ROWS_FOR(MOST_PARTONS) };
#define NOWHERE S(-1.0)
#define PDG_GLUON S(21.0)

/* Events in memory, and their numbers: that of slot s is first + offsets[s]. */
typedef struct event_list {
    GLOBAL scalar *rows;
    uint32 capacity;
    uint64 first, seed;
    GLOBAL const uint32 *offsets;
} event_list;

/* A further configuration of all events (integrand.h), in the same slots. It lies behind the first. */
FN event_list event_configuration(event_list events, int configuration)
{
    events.rows = events.rows + (uint64)EVENT_ROWS * (uint64)configuration * events.capacity;
    return events;
}

#ifndef EVENTS_BY_ROWS
#define EVENTS_BY_ROWS 0
#endif
/* From one row to the next, and from one slot to the next. */
#if defined(GPU) && SHOWER_BEAMS && !EVENTS_BY_ROWS
#define EVENT_STRIDE(events) ((void)(events).capacity, 1)
#define EVENT_SPAN EVENT_ROWS
#else
#define EVENT_STRIDE(events) (events).capacity
#define EVENT_SPAN 1
#endif

/* Where the first row of an event lies, by its slot: of one, of LANES neighbours, of each lane's own. */
FN uint32 event_place(uint32 slot) { return slot * (uint32)EVENT_SPAN; }
FN index event_places(uint32 slot) { return w_index(w_lane() + w_set(event_place(slot))); }
FN index event_own(word slot) { return w_index(slot * (uint32)EVENT_SPAN); }

/* A row of LANES neighbouring slots. */
FN real event_fetch(event_list events, int row, uint32 slot)
{
    return r_fetch(events.rows + (uint64)row * EVENT_STRIDE(events) + event_place(slot));
}

FN void event_store(event_list events, int row, uint32 slot, real value)
{
    r_store(events.rows + (uint64)row * EVENT_STRIDE(events) + event_place(slot), value);
}

FN vector4 event_momentum(event_list events, int parton, uint32 slot)
{
    const int row = EVENT_PARTON + PARTON_ROWS * parton;
    vector4 p = {event_fetch(events, row + PARTON_E, slot), event_fetch(events, row + PARTON_X, slot),
                 event_fetch(events, row + PARTON_Y, slot), event_fetch(events, row + PARTON_Z, slot)};
    return p;
}

/* Where the first row of a parton and of a dipole of each lane's own event lies. */
FN index event_parton(event_list events, index slot, index parton)
{
    return (i_set(EVENT_PARTON) + parton * i_set(PARTON_ROWS)) * i_set((int)EVENT_STRIDE(events)) + slot;
}

FN index event_dipole(event_list events, index slot, index dipole)
{
    return (i_set(EVENT_DIPOLE) + dipole * i_set(DIPOLE_ROWS)) * i_set((int)EVENT_STRIDE(events)) + slot;
}

FN real event_get(event_list events, int row, index place)
{
    return r_load(events.rows + (uint64)row * EVENT_STRIDE(events), place);
}

FN void event_put(event_list events, int row, mask m, index place, real value)
{
    r_scatter(m, events.rows + (uint64)row * EVENT_STRIDE(events), place, value);
}

FN vector4 event_get_momentum(event_list events, index parton)
{
    vector4 p = {event_get(events, PARTON_E, parton), event_get(events, PARTON_X, parton),
                 event_get(events, PARTON_Y, parton), event_get(events, PARTON_Z, parton)};
    return p;
}

FN void event_put_momentum(event_list events, mask m, index parton, vector4 p)
{
    event_put(events, PARTON_E, m, parton, p.e);
    event_put(events, PARTON_X, m, parton, p.x);
    event_put(events, PARTON_Y, m, parton, p.y);
    event_put(events, PARTON_Z, m, parton, p.z);
}

/* A place in a list that a row holds; 0 in lanes that are not asked for, where the row may have no meaning.
 */
FN index event_get_place(event_list events, int row, mask m, index place)
{
    return r_floor_index(r_select(m, event_get(events, row, place), R(0.0)));
}

/* Begins LANES neighbouring events without a parton, that shower from ln t = log_scale downwards. The first
 * dipole may be looked at even where there is none. */
FN void event_begin(event_list events, uint32 slot, real log_scale)
{
    for (int row = 0; row < EVENT_PARTON; ++row)
        event_store(events, row, slot, R(0.0));
    for (int k = 0; k < SHOWER_VARIATIONS; ++k)
        event_store(events, EVENT_VARY + k, slot, R(1.0));
    for (int row = 0; row < DIPOLE_ROWS; ++row)
        event_store(events, EVENT_DIPOLE + row, slot, R(0.0));
    event_store(events, EVENT_SCALE, slot, log_scale);
    event_store(events, EVENT_FACTOR, slot, R(1.0));
}

/* Writes rows from `begin` to `end` of LANES neighbouring events of another list, whose slots are as many. */
FN void event_copy(event_list from, event_list to, int begin, int end, uint32 slot)
{
    for (int row = begin; row < end; ++row)
        event_store(to, row, slot, event_fetch(from, row, slot));
}

/* Puts a parton without mass of each of them at a place of their lists. */
FN void event_set_parton(event_list events, uint32 slot, int place, vector4 p, real pdg, real colour,
                         real anticolour)
{
    const int row = EVENT_PARTON + PARTON_ROWS * place;
    event_store(events, row + PARTON_E, slot, p.e);
    event_store(events, row + PARTON_X, slot, p.x);
    event_store(events, row + PARTON_Y, slot, p.y);
    event_store(events, row + PARTON_Z, slot, p.z);
    event_store(events, row + PARTON_PDG, slot, pdg);
    event_store(events, row + PARTON_COLOUR, slot, colour);
    event_store(events, row + PARTON_ANTICOLOUR, slot, anticolour);
    event_store(events, row + PARTON_RIGHT, slot, r_set(NOWHERE));
    event_store(events, row + PARTON_LEFT, slot, r_set(NOWHERE));
    event_store(events, row + PARTON_MASS, slot, R(0.0));
    event_store(events, EVENT_PARTONS, slot,
                r_max(event_fetch(events, EVENT_PARTONS, slot), r_set((scalar)(place + 1))));
    event_store(events, EVENT_COLOURS, slot,
                r_max(event_fetch(events, EVENT_COLOURS, slot), r_max(colour, anticolour)));
}

/* Joins two of their partons by a dipole. */
FN void event_join(event_list events, uint32 slot, int dipole, int left, int right)
{
    const int row = EVENT_DIPOLE + DIPOLE_ROWS * dipole;
    event_store(events, row + DIPOLE_LEFT, slot, r_set((scalar)left));
    event_store(events, row + DIPOLE_RIGHT, slot, r_set((scalar)right));
    event_store(events, EVENT_PARTON + PARTON_ROWS * left + PARTON_RIGHT, slot, r_set((scalar)dipole));
    event_store(events, EVENT_PARTON + PARTON_ROWS * right + PARTON_LEFT, slot, r_set((scalar)dipole));
    event_store(events, EVENT_DIPOLES, slot, r_set((scalar)(dipole + 1)));
}

/* A dipole for each colour line of the first `count` partons of the lanes in m, which have none yet. */
FN void event_join_lines(event_list events, mask m, index slot, const real *colour, const real *anticolour,
                         int count)
{
    real dipoles = R(0.0);
    for (int left = 0; left < count; ++left)
        for (int right = 0; right < count; ++right) {
            const mask joins = m_and(m, m_and(colour[left] > R(0.0), colour[left] == anticolour[right]));
            if (left == right || !r_any(joins))
                continue;
            const index place = event_dipole(events, slot, r_floor_index(dipoles));
            event_put(events, DIPOLE_LEFT, joins, place, r_set((scalar)left));
            event_put(events, DIPOLE_RIGHT, joins, place, r_set((scalar)right));
            event_put(events, PARTON_RIGHT, joins, event_parton(events, slot, i_set(left)), dipoles);
            event_put(events, PARTON_LEFT, joins, event_parton(events, slot, i_set(right)), dipoles);
            dipoles = dipoles + r_select(joins, R(1.0), R(0.0));
        }
    event_put(events, EVENT_DIPOLES, m, slot, dipoles);
}

#endif

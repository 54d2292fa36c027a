/* Events of an integrand one by one: their weights (weights.h), and records of them for files. Included
 * behind the integrand, with grids of one sub-cube an axis: event number n is the n-th of such an iteration
 * (pipeline.h). Channels that differ by their parameters and grids alone share the program.
 *
 * Buffers: the parameters of each channel; all grids, and the tables behind them; the request (request.h);
 * LIST_ROWS rows of numbers of each slot. Of these those of the record come first. Where events shower, all
 * do, and the record has the partons that leave the shower. With EVENTS_FILL 1 the values that go to
 * histograms are the last rows of the record. */
#ifndef TESSERA_EVENT_LIST_H
#define TESSERA_EVENT_LIST_H

#include "event/record.h"
#include "event/request.h"
#include "map.h"
#include "pipeline.h"

#ifndef SHOWER
#define SHOWER 0
#endif
#if SHOWER
#include "shower/shower.h"
enum {
    LIST_PARTICLES = MOST_PARTONS,
    LIST_VARY = CONFIGURATIONS * RECORD_ROWS_FOR(MOST_PARTONS),
    LIST_RECORD = LIST_VARY + VARIATIONS,
    LIST_SHOWER = LIST_RECORD,
    LIST_STATE = LIST_SHOWER + CONFIGURATIONS * EVENT_ROWS
};
#else
#ifndef EVENTS_FILL
#define EVENTS_FILL 0
#endif
/* The factors of variations stand behind the particles of all configurations, and values of histograms behind
 * these. */
enum {
    LIST_PARTICLES = RECORDED,
    LIST_VARY = CONFIGURATIONS * RECORD_ROWS_FOR(RECORDED),
    LIST_FILL = LIST_VARY + VARIATIONS,
    LIST_RECORD = LIST_FILL + (EVENTS_FILL ? FILLS : 0),
    LIST_STATE = LIST_RECORD
};
#endif
enum { LIST_ROWS = LIST_STATE + STATE };

/* Events of an item: a GPU has more threads than there are events. Lanes take turns where events shower. */
#ifdef GPU
enum { LIST_EVENTS = 1 };
#elif SHOWER
enum { LIST_EVENTS = LIST_ITEM };
#else
enum { LIST_EVENTS = LANES };
#endif

#include "event/weights.h"

#if SHOWER
/* The slots of the request as events that shower, all of one channel. */
FN event_list list_showers(GLOBAL const uint32 *request, GLOBAL scalar *rows)
{
    const uint32 slots = request[LIST_SLOTS];
    event_list events = {rows + (uint64)LIST_SHOWER * slots, slots, request_number(request + LIST_FIRST_LOW),
                         request_number(request + LIST_SEED_LOW), request + LIST_TAKEN + slots / LIST_EVENTS};
    return events;
}

/* By what a shower multiplies the weight of variation k. */
FN real list_varied(event_list events, int k, uint32 slot)
{
#if SHOWER_VARIATIONS > 0
    return shower_varied(events, k, slot);
#else
    (void)events;
    (void)k;
    (void)slot;
    return R(1.0);
#endif
}

#if SHOWER_BEAMS
/* The record of what left the shower: both partons that come in, then all others, whose mothers they are.
 * Colours of what comes in are again those with which it does. */
FN void list_record_partons(CONSTANT parameters *p, event_list events, record_list records, uint32 slot)
{
    const real partons = event_fetch(events, EVENT_PARTONS, slot);
    record_store(records, RECORD_PARTICLES, slot, partons);
    record_store(records, RECORD_SCALE, slot, r_sqrt(r_set(p->cutoff)));
    record_store(records, RECORD_LIMITED, slot, event_fetch(events, EVENT_LIMITED, slot));
    vector4 incoming[2];
    event_incoming(events, partons, slot, incoming);
    for (int i = 0; i < MOST_PARTONS && r_any(partons > r_set((scalar)i)); ++i) {
        const int row = EVENT_PARTON + PARTON_ROWS * i, in = i < 2;
        record_particle particle = record_massless(
            in ? incoming[i] : event_laboratory(events, i, slot), event_fetch(events, row + PARTON_PDG, slot),
            event_fetch(events, row + (in ? PARTON_ANTICOLOUR : PARTON_COLOUR), slot),
            event_fetch(events, row + (in ? PARTON_COLOUR : PARTON_ANTICOLOUR), slot));
        particle.mass = event_fetch(events, row + PARTON_MASS, slot);
        record_put(records, slot, i, 2, particle);
    }
}
#else
/* The record of what left the shower: both beams are the mothers of all. */
FN void list_record_partons(CONSTANT parameters *p, event_list events, record_list records, uint32 slot)
{
    (void)p;
    real partons = event_fetch(events, EVENT_PARTONS, slot);
    record_store(records, RECORD_PARTICLES, slot, partons);
    record_store(records, RECORD_LIMITED, slot, event_fetch(events, EVENT_LIMITED, slot));
    for (int i = 0; i < MOST_PARTONS && r_any(partons > r_set((scalar)i)); ++i) {
        const int row = EVENT_PARTON + PARTON_ROWS * i;
        record_put(records, slot, i, 0,
                   record_massless(event_momentum(events, i, slot),
                                   event_fetch(events, row + PARTON_PDG, slot),
                                   event_fetch(events, row + PARTON_COLOUR, slot),
                                   event_fetch(events, row + PARTON_ANTICOLOUR, slot)));
    }
}
#endif
#endif

#if REWEIGHTS
/* By what the weight of each configuration is multiplied. An event of which nothing is left has no particles.
 */
FN void list_reweight(CONSTANT parameters *p, event_list events, record_list records, uint32 slot)
{
    const real none = R(0.0);
    real size = none;
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        const event_list own = event_configuration(events, c);
        const record_list record = record_configuration(records, c, LIST_PARTICLES);
        real fill[FILL_SLOTS];
        integrand_observe(p, own, slot, fill);
        const real factor = integrand_reweight(p, own, slot);
        size = size + r_abs(factor);
        record_store(record, RECORD_WEIGHT, slot, factor);
        record_store(record, RECORD_NEXT, slot,
                     r_set((scalar)(c + 1 < CONFIGURATIONS ? RECORD_ROWS_FOR(LIST_PARTICLES) : 0)));
    }
    record_store(records, RECORD_PARTICLES, slot,
                 r_select(size == none, none, event_fetch(events, EVENT_PARTONS, slot)));
}
#endif

/* The records of LANES neighbouring events, or the beginning of their showers. */
FN void list_record(CONSTANT parameters *numbers, GLOBAL const scalar *tables, event_number event,
                    event_state state, record_list records, GLOBAL const uint32 *request, GLOBAL scalar *rows,
                    uint32 slot)
{
#if SHOWER
    const event_list events = list_showers(request, rows);
    integrand_begin(numbers, tables, event, state, events, slot);
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        const record_list record = record_configuration(records, c, LIST_PARTICLES);
        record_begin(record, slot, 0);
#if SHOWER_BEAMS
        record_store(record, RECORD_SCALE_R, slot, event_fetch(events, EVENT_SCALE_R, slot));
        record_store(record, RECORD_ALPHA_S, slot, event_fetch(events, EVENT_ALPHA_S, slot));
        record_store(record, RECORD_SUBPROCESS, slot, event_fetch(events, EVENT_SUBPROCESS, slot));
#endif
    }
#else
    (void)request;
    (void)rows;
    integrand_record(numbers, tables, event, state, records, slot);
#endif
}

#if CONFIGURATIONS > 1 && !SHOWER
/* What each configuration has of the size of its event, and where the next one's record begins. */
FN void list_configurations(const real fill[FILL_SLOTS], record_list records, uint32 slot)
{
    const real size = pipeline_size(fill);
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        const record_list own = record_configuration(records, c, RECORDED);
        const real weight = fill[FILL_WEIGHT(c)];
        record_store(own, RECORD_WEIGHT, slot, r_select(weight == R(0.0), R(0.0), weight / size));
        record_store(own, RECORD_NEXT, slot,
                     r_set((scalar)(c + 1 < CONFIGURATIONS ? RECORD_ROWS_FOR(RECORDED) : 0)));
    }
}
#endif

/* The run that an item is of. */
FN GLOBAL const uint32 *list_run(GLOBAL const uint32 *request, uint32 slot)
{
    const uint32 slots = request[LIST_SLOTS], items = slots / LIST_EVENTS;
    return request + LIST_TAKEN + items + slots + RUN_WORDS * (slot / LIST_EVENTS);
}

/* Samples LANES neighbouring events again, and makes their records or begins their showers. */
FN void list_sample(CONSTANT parameters *channels, GLOBAL const scalar *grid, GLOBAL const uint32 *request,
                    GLOBAL scalar *rows, uint32 slot)
{
    const uint32 slots = request[LIST_SLOTS];
    GLOBAL const uint32 *run = list_run(request, slot);
    CONSTANT parameters *numbers = channels + run[RUN_CHANNEL];
    GLOBAL const scalar *tables = grid + request[LIST_TABLES];
    const record_list records = {rows, slots};
    const event_state stored = {rows + (uint64)LIST_STATE * slots + slot, slots};
    const word offset = w_load(request + LIST_TAKEN + slots / LIST_EVENTS, w_index(w_lane() + w_set(slot)));
    const event_number event = weights_event(request, run, offset);
    real state[STATE], jacobian;
    weights_sample(numbers, grid + run[RUN_GRID], event, state, &jacobian);
    for (int i = 0; i < STATE; ++i)
        record_store(records, LIST_STATE + i, slot, state[i]);
    list_record(numbers, tables, event, stored, records, request, rows, slot);
    record_store(records, RECORD_VARIED, slot, r_set((scalar)LIST_VARY));
#if VARIATIONS > 0
    real factor[VARIATIONS];
    integrand_vary(numbers, tables, event, stored, factor);
    for (int k = 0; k < VARIATIONS; ++k)
        record_store(records, LIST_VARY + k, slot, factor[k]);
#endif
#if !SHOWER && (EVENTS_FILL || CONFIGURATIONS > 1)
    const event_team alone = {0, 0};
    real fill[FILL_SLOTS];
    mask doubtful;
    integrand_weight(numbers, tables, event, stored, alone, fill, &doubtful);
    for (int i = LIST_FILL; i < LIST_RECORD; ++i)
        record_store(records, i, slot, fill[i - LIST_FILL]);
#if CONFIGURATIONS > 1
    list_configurations(fill, records, slot);
#endif
#endif
}

MAP(list_events, CONSTANT parameters *, channels, GLOBAL const scalar *, grid, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    const uint32 begin = (uint32)item * LIST_EVENTS;
    for (uint32 slot = begin; slot < begin + LIST_EVENTS; slot += LANES)
        list_sample(channels, grid, request, rows, slot);
#if SHOWER
    CONSTANT parameters *numbers = channels + list_run(request, begin)[RUN_CHANNEL];
    const record_list records = {rows, request[LIST_SLOTS]};
    const event_list events = list_showers(request, rows);
    GLOBAL uint32 *taken = request + LIST_TAKEN + item;
    for (int c = 0; c < CONFIGURATIONS; ++c) {
        *taken = begin;
        shower_run(numbers, grid + request[LIST_TABLES], event_configuration(events, c), taken,
                   begin + LIST_EVENTS);
    }
    for (uint32 slot = begin; slot < begin + LIST_EVENTS; slot += LANES) {
        for (int c = 0; c < CONFIGURATIONS; ++c)
            list_record_partons(numbers, event_configuration(events, c),
                                record_configuration(records, c, LIST_PARTICLES), slot);
        for (int k = 0; k < SHOWER_VARIATIONS; ++k)
            record_store(records, LIST_VARY + k, slot,
                         r_fetch(rows + (uint64)(LIST_VARY + k) * request[LIST_SLOTS] + slot) *
                             list_varied(events, k, slot));
#if REWEIGHTS
        list_reweight(numbers, events, records, slot);
#endif
    }
#endif
}

/* For the host: LIST_ROWS, how many of them are the record's, LIST_EVENTS, and how many rows the record has
 * behind its particles. Then WEIGHTS_ROWS, whether events shower, how many particles a record has at most,
 * and how many configurations an event. Last the groups of list_square: threads, bytes and events, or 0. */
MAP(list_facts, CONSTANT parameters *, numbers, GLOBAL const scalar *, grid, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    (void)numbers;
    (void)grid;
    (void)request;
    if (item > 0)
        return;
    rows[0] = (scalar)LIST_ROWS;
    rows[1] = (scalar)LIST_RECORD;
    rows[2] = (scalar)LIST_EVENTS;
    rows[3] = (scalar)(LIST_RECORD - LIST_VARY);
    rows[4] = (scalar)WEIGHTS_ROWS;
    rows[5] = (scalar)SHOWER;
    rows[6] = (scalar)LIST_PARTICLES;
    rows[7] = (scalar)CONFIGURATIONS;
#if SQUARES_APART
    rows[8] = (scalar)SQUARE_GROUP;
    rows[9] = (scalar)SQUARE_BYTES;
    rows[10] = (scalar)SQUARE_EVENTS;
#else
    rows[8] = rows[9] = rows[10] = 0;
#endif
}

#endif

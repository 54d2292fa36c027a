/* The shower with a launch for each cycle, for measuring beside shower_run (`tessera bench shower`). Every
 * event of a queue makes one trial, as in the published program. What goes on is appended to the next
 * queue. Whether the host hands that over for the next cycle (survivors packed) or the first one again
 * (lock step) is the only difference. Between cycles an event's state lies in memory. Included behind a
 * process that showers. */

#include "study/shower_list.h"
#include "study/shower_steps_layout.h"

/* Rows behind those of shower_list.h: A (trial.h), and whether the shower goes on. */
enum { STEP_INVERSE = LIST_ROWS, STEP_ALIVE };

/* The list at work, or the other one. */
FN GLOBAL uint32 *steps_list(GLOBAL uint32 *request, uint32 side)
{
    const uint32 slots = request[LIST_SLOTS];
    return request + LIST_TAKEN + slots / LIST_ITEM + slots * (1 + side);
}

/* How many numbers the tables of the shower have. */
#ifndef STEP_TABLES
#define STEP_TABLES 1
#endif

/* The tables of the shower, behind the rows: buffers are few. */
FN GLOBAL scalar *steps_tables(event_list events)
{
    return events.rows + (uint64)STEP_ROWS_FOR(MOST_PARTONS) * events.capacity;
}

/* Makes the events of LANES neighbouring slots, that have not begun to shower. */
MAP(steps_begin, CONSTANT parameters *, numbers, GLOBAL const scalar *, grid, GLOBAL const uint32 *, request,
    GLOBAL scalar *, rows)
{
    event_list events = list_of(request, rows);
    const uint32 slot = (uint32)item * LANES;
    GLOBAL const scalar *tables = grid + request[LIST_TABLES];
    list_sample(numbers, grid, tables, events, slot);
    for (uint64 i = item; i < STEP_TABLES; i += request[LIST_SLOTS] / LANES)
        steps_tables(events)[i] = tables[i];
    r_store(list_row(events, STEP_INVERSE) + slot,
            coupling_bound_inverse(numbers, event_fetch(events, EVENT_SCALE, slot)));
    r_store(list_row(events, STEP_ALIVE) + slot, R(1.0));
}

/* The rest of the shower of all events, each lane taking the next one as soon as its own is done. `queue`
 * begins at zero. */
MAP(steps_all, CONSTANT parameters *, numbers, GLOBAL uint32 *, queue, GLOBAL const uint32 *, request,
    GLOBAL scalar *, rows)
{
    (void)item;
    const event_list events = list_of(request, rows);
    shower_run(numbers, steps_tables(events), events, queue, request[LIST_SLOTS]);
}

/* One trial of LANES events of the queue. */
MAP(steps_cycle, CONSTANT parameters *, numbers, GLOBAL uint32 *, queue, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    event_list events = list_of(request, rows);
    GLOBAL const scalar *tables = steps_tables(events);
    word place = w_lane() + w_set((uint32)item * LANES);
    mask present = w_less(place, w_set(queue[QUEUE_LENGTH])), ended;
    shower_lanes lanes;
    shower_begin_lanes(events, &lanes);
    const word slot = w_load(steps_list(request, queue[QUEUE_SIDE]),
                             w_index(w_select(present, place, w_set(0))));
    mask alive = m_and(present, r_load(list_row(events, STEP_ALIVE), w_index(slot)) > R(0.0));
    if (!r_any(alive))
        return;
    shower_load(numbers, events, m_all(), slot, &lanes);
    lanes.trial = i_word(r_floor_index(event_get(events, EVENT_TRIALS, lanes.slot)));
    lanes.inverse = r_load(list_row(events, STEP_INVERSE), w_index(slot));
    mask weighing; /* nothing comes in here that had densities */
    mask emits = shower_try(numbers, tables, events, alive, &lanes, &ended, &weighing);
    if (r_any(emits))
        ended = m_or(ended, shower_emit(numbers, tables, events, emits, &lanes));
    event_put(events, EVENT_TRIALS, alive, lanes.slot, r_from_index(w_index(lanes.trial)));
    r_scatter(alive, list_row(events, STEP_INVERSE), w_index(slot), lanes.inverse);
    r_scatter(ended, list_row(events, STEP_ALIVE), w_index(slot), R(0.0));
    mask on = m_and(alive, m_not(ended));
    word next = w_take(on, queue + QUEUE_NEXT);
    w_scatter(on, steps_list(request, 1 - queue[QUEUE_SIDE]), w_index(next), slot);
}

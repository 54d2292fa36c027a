/* Events of an integrand that showers, one by one, as the shower leaves them: for studies and tests
 * (event/list.h makes records). Put behind the integrand, with a grid of one sub-cube an axis: event number n
 * is the n-th of such an iteration (pipeline.h).
 *
 * Buffers: the parameters; the grid; the request (event/request.h); LIST_ROWS rows of numbers of each
 * slot. They are those of event.h, then a row of weights with the grid's Jacobian. */

#include "map.h"
#include "pipeline.h"
#include "shower/shower.h"
#include "study/shower_list_layout.h"

/* An event's state lies where its last dipoles will be, if there ever are so many. */
enum { LIST_STATE = EVENT_ROWS - STATE, LIST_WEIGHT = EVENT_ROWS, LIST_ROWS = LIST_ROWS_FOR(MOST_PARTONS) };

/* A row behind those of the events. */
FN GLOBAL scalar *list_row(event_list events, int row) { return events.rows + (uint64)row * events.capacity; }

/* The state and the weight of LANES neighbouring events. */
FN void list_sample(CONSTANT parameters *numbers, GLOBAL const scalar *grid, GLOBAL const scalar *tables,
                    event_list events, uint32 slot)
{
    const scalar digits[DIMENSIONS] = {0};
    real x[DIMENSIONS], state[STATE], jacobian, fill[FILL_SLOTS];
    index bin[DIMENSIONS];
    mask doubtful;
    event_team alone = {0, 0};
    event_number event = pipeline_event(events.first, w_lane() + w_set(slot), events.seed);
    pipeline_point(grid, event, digits, 1, R(0.0), x, bin, &jacobian);
    mask passes = integrand_sample(numbers, x, state);
    for (int i = 0; i < STATE; ++i)
        event_store(events, LIST_STATE + i, slot, state[i]);
    event_state stored = {events.rows + (uint64)LIST_STATE * EVENT_STRIDE(events) + event_place(slot),
                          EVENT_STRIDE(events)};
    real weight = integrand_weight(numbers, tables, event, stored, alone, fill, &doubtful) * jacobian;
    r_store(list_row(events, LIST_WEIGHT) + slot, r_select(passes, weight, R(0.0)));
    integrand_begin(numbers, tables, event, stored, events, slot);
}

/* The events that a request asks for. */
FN event_list list_of(GLOBAL const uint32 *request, GLOBAL scalar *rows)
{
    const uint32 slots = request[LIST_SLOTS];
    event_list events = {rows, slots, (uint64)request[LIST_FIRST_HIGH] << 32 | request[LIST_FIRST_LOW],
                         (uint64)request[LIST_SEED_HIGH] << 32 | request[LIST_SEED_LOW],
                         request + LIST_TAKEN + slots / LIST_ITEM};
    return events;
}

MAP(list_events, CONSTANT parameters *, numbers, GLOBAL const scalar *, grid, GLOBAL uint32 *, request,
    GLOBAL scalar *, rows)
{
    const uint32 begin = (uint32)item * LIST_ITEM;
    GLOBAL uint32 *taken = request + LIST_TAKEN + item;
    event_list events = list_of(request, rows);
    GLOBAL const scalar *tables = grid + request[LIST_TABLES];
    for (uint32 slot = begin; slot < begin + LIST_ITEM; slot += LANES)
        list_sample(numbers, grid, tables, events, slot);
    *taken = begin;
    shower_run(numbers, tables, events, taken, begin + LIST_ITEM);
}

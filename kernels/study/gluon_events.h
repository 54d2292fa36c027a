/* Events of the n-gluon process to be kept: an item is LANES of them. Buffers: the parameters, the states
 * [STATE][EVENTS] (gluon_jets.h), and of each event 1 where it passes the cuts, 0 where it fails them. */

#include "map.h"
#include "process/gluon_jets.h"

#ifndef EVENTS
#define EVENTS LANES
#define EVENTS_SEED 1
#endif

MAP(gluon_events, CONSTANT parameters *, numbers, GLOBAL scalar *, states, GLOBAL scalar *, passes,
    GLOBAL scalar *, none)
{
    (void)none;
    uint64 first = item * LANES, seed = EVENTS_SEED;
    event_number event = {w_lane() + w_set((uint32)first), w_set((uint32)(first >> 32)), (uint32)seed,
                          (uint32)(seed >> 32)};
    real x[DIMENSIONS + 1], state[STATE];
    for (int axis = 0; axis < DIMENSIONS; axis += 2)
        uniform_pair(event, STREAM_SAMPLING, (uint32)axis / 2, x + axis);
    mask survives = integrand_sample(numbers, x, state);
    for (int i = 0; i < STATE; ++i)
        r_store(states + i * (uint64)EVENTS + first, state[i]);
    r_store(passes + first, r_select(survives, R(1.0), R(0.0)));
}

/* The shower of a list of events by the veto algorithm, an event a lane. A lane whose event is done takes the
 * next one of the list. Nothing of an event depends on which lane it is in, nor on what its neighbours do.
 *
 * An emission costs as much as several trials, and of a vector or a warp few lanes find one at a time. On a
 * CPU more events are at work than there are lanes, and those that need the same share a vector (pool_cpu.h).
 * On a GPU lanes that have an emission wait until SHOWER_WAITING of them can be served together. So do lanes
 * that look up densities, until they are SHOWER_WEIGHING, and bounds again, until they are SHOWER_CROSSING.
 * Lanes whose event is done wait until SHOWER_IDLE can take the next. Needs `parameters`. */
#ifndef TESSERA_SHOWER_SHOWER_H
#define TESSERA_SHOWER_SHOWER_H

#include "shower/lanes.h"

#ifndef GPU
#include "shower/pool_cpu.h"
#else

#ifndef SHOWER_WAITING
#define SHOWER_WAITING (WARP_LANES > 4 ? WARP_LANES / 2 : 1)
#endif
#ifndef SHOWER_WEIGHING
#define SHOWER_WEIGHING (WARP_LANES > 4 ? WARP_LANES / 4 : 1)
#endif
#ifndef SHOWER_CROSSING
#define SHOWER_CROSSING (WARP_LANES > 4 ? WARP_LANES / 4 : 1)
#endif
#ifndef SHOWER_IDLE
#define SHOWER_IDLE (WARP_LANES > 16 ? 8 : 1)
#endif

/* The lanes of `busy` that wait for no others. */
FN mask shower_free(const shower_lanes *lanes, mask busy, mask waiting)
{
    const mask free = m_and(busy, m_not(waiting));
#if SHOWER_BEAMS
    return m_and(free, m_not(lanes->crosses));
#else
    (void)lanes;
    return free;
#endif
}

/* Showers the events of the list from *taken up to count. Who else has the same `taken` shares them. */
FN_SHARED void shower_run(CONSTANT parameters *p, GLOBAL const scalar *tables, event_list events,
                          GLOBAL uint32 *taken, uint32 count)
{
    shower_lanes lanes;
    shower_begin_lanes(events, &lanes);
    mask busy = shower_take(p, events, m_all(), &lanes, taken, count), waiting = m_none(), idle = m_none();
    mask weighing = m_none();
    while (warp_any(busy)) {
        mask ended = m_none(), touches = m_none(),
             trying = shower_free(&lanes, busy, m_or(waiting, weighing));
        if (r_any(trying))
            waiting = m_or(waiting, shower_try(p, tables, events, trying, &lanes, &ended, &touches));
#if SHOWER_BEAMS
        weighing = m_or(weighing, touches);
        trying = shower_free(&lanes, m_and(busy, m_not(ended)), m_or(waiting, weighing));
        if (warp_count(weighing) >= SHOWER_WEIGHING || !warp_any(trying)) {
            if (r_any(weighing))
                waiting = m_or(waiting, shower_weigh(p, tables, events, weighing, &lanes));
            weighing = m_none();
        }
#endif
#if SHOWER_MERGES
        shower_merge(p, tables, events, &waiting, &ended, &lanes);
#endif
        busy = m_and(busy, m_not(ended));
        trying = shower_free(&lanes, busy, m_or(waiting, weighing));
        const int none_tries = !warp_any(trying);
#if SHOWER_BEAMS
        if (warp_count(lanes.crosses) >= SHOWER_CROSSING || none_tries)
            if (r_any(lanes.crosses))
                trial_cross(p, tables, events, &lanes);
#endif
        if (warp_count(waiting) >= SHOWER_WAITING || none_tries) {
            if (r_any(waiting))
                ended = m_or(ended, shower_emit(p, tables, events, waiting, &lanes));
            busy = m_and(busy, m_not(ended));
            waiting = m_none();
        }
        if (r_any(ended))
            shower_end(events, ended, &lanes);
        idle = m_or(idle, ended);
        if (warp_count(idle) >= SHOWER_IDLE || !warp_any(busy)) {
            if (r_any(idle))
                busy = m_or(busy, shower_take(p, events, idle, &lanes, taken, count));
            idle = m_none(); /* who got none has none to come */
        }
    }
}

#endif

#endif

/* What kernel and host agree on of merging by the shower (merging.h): plain C. */
#ifndef TESSERA_SHOWER_MERGING_LAYOUT_H
#define TESSERA_SHOWER_MERGING_LAYOUT_H

/* 1: events are merged by their own shower. */
#ifndef SHOWER_MERGES
#define SHOWER_MERGES 0
#endif
/* 1: what an event with jets adds is taken away again from events with fewer (merging.h). */
#ifndef MERGING_UNITARY
#define MERGING_UNITARY 0
#endif
/* Partons of merging that the events of a program have. */
#ifndef MERGING_JETS
#define MERGING_JETS 0
#endif

/* The table of cores has how many pairs of partons come in where there are no jets, then their PDG codes. */
enum { MERGING_CORES_COUNT, MERGING_CORES_HEAD };

/* Rows of a state of an event's history (history.h). In front stands ln t of the emission that made it. */
enum {
    HISTORY_SCALE,
    HISTORY_PARTON, /* then for each particle: */
    HISTORY_E = 0,
    HISTORY_X,
    HISTORY_Y,
    HISTORY_Z,
    HISTORY_PDG,
    HISTORY_COLOUR,
    HISTORY_ANTICOLOUR,
    HISTORY_PARTON_ROWS
};

/* Rows of a state of so many particles with those that come in, and of all states of an event. These are one
 * more than its partons of merging. */
#define HISTORY_ROWS_FOR(particles) (HISTORY_PARTON + (particles)*HISTORY_PARTON_ROWS)
#define MERGING_ROWS(jets, particles) (((jets) + 1) * HISTORY_ROWS_FOR(particles))

#endif

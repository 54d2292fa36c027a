/* What kernel and host agree on of merging by the shower (merging.h): plain C. */
#ifndef TESSERA_SHOWER_MERGING_LAYOUT_H
#define TESSERA_SHOWER_MERGING_LAYOUT_H

/* 1: events are merged by their own shower. */
#ifndef SHOWER_MERGES
#define SHOWER_MERGES 0
#endif

/* The table of cores has how many pairs of partons come in where there are no jets, then their PDG codes. */
enum { MERGING_CORES_COUNT, MERGING_CORES_HEAD };

/* Rows that the states of an event take, of so many partons of merging and so many particles with those that
 * come in. They lie behind the list of partons, one more of which a trial looks at (history.h). */
#define MERGING_ROWS(jets, recorded) (((jets) + 1) * (1 + 7 * (recorded)))

#endif

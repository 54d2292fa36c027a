/* What the host asks of kernels that list events: plain C for both. */
#ifndef TESSERA_EVENT_REQUEST_H
#define TESSERA_EVENT_REQUEST_H

/* Words of 32 bits: the number of the first event and the seed, low half
 * first. Behind them stands how many slots there are, a multiple of the events
 * of an item. Next come where the tables begin behind the grids, and how many
 * runs there are. Then come a word of each item for its own use, the offset of
 * each slot, and a run of each item. Of weights alone there are the runs. */
enum {
    LIST_FIRST_LOW,
    LIST_FIRST_HIGH,
    LIST_SEED_LOW,
    LIST_SEED_HIGH,
    LIST_SLOTS,
    LIST_TABLES,
    LIST_RUNS,
    LIST_TAKEN
};

/* Events of an item: on the CPU its lanes take turns with them. */
enum { LIST_ITEM = 64 };

/* A run of events of one channel: its place among the parameters, where its grid begins, the number that
 * offsets count from. Of weights alone also the first slot, how many events follow one another and, for the
 * device, how many of them pass the cuts. */
enum { RUN_CHANNEL, RUN_GRID, RUN_FIRST_LOW, RUN_FIRST_HIGH, RUN_BEGIN, RUN_COUNT, RUN_SURVIVORS, RUN_WORDS };

#endif

/* What the host asks of a kernel that lists events: plain C for both. */
#ifndef TESSERA_EVENT_REQUEST_H
#define TESSERA_EVENT_REQUEST_H

/* Words of 32 bits: the number of the first event and the seed, low half
 * first. Behind them stands how many slots there are, a multiple of the events
 * of an item. Next come where the tables begin behind the grids, where the
 * grid begins, and whether weights are enough. Then come a word of each item
 * for its own use, and the offset of each slot. */
enum {
    LIST_FIRST_LOW,
    LIST_FIRST_HIGH,
    LIST_SEED_LOW,
    LIST_SEED_HIGH,
    LIST_SLOTS,
    LIST_TABLES,
    LIST_GRID,
    LIST_WEIGHTS,
    LIST_TAKEN
};

/* Events of an item: on the CPU its lanes take turns with them. */
enum { LIST_ITEM = 64 };

#endif

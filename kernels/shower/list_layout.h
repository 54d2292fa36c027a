/* What the host tells the kernel of list.h, and how long its rows are: plain C for both. */
#ifndef TESSERA_SHOWER_LIST_LAYOUT_H
#define TESSERA_SHOWER_LIST_LAYOUT_H

#include "shower/event_layout.h"

/* Words of 32 bits: the number of the first event and the seed, low half first; how many slots there are, a
 * multiple of LIST_ITEM; then a word of each item for its own use; then the offset of each slot. */
enum { LIST_FIRST_LOW, LIST_FIRST_HIGH, LIST_SEED_LOW, LIST_SEED_HIGH, LIST_SLOTS, LIST_TAKEN };

/* Events of an item: on the CPU its lanes take turns with them. */
enum { LIST_ITEM = 64 };

/* Rows of an event with its weight behind them, for room for so many partons; and in steps.h. */
#define LIST_ROWS_FOR(partons) (EVENT_ROWS_FOR(partons) + 1)
#define STEP_ROWS_FOR(partons) (LIST_ROWS_FOR(partons) + 2)

/* For steps.h two lists of slots more stand behind the offsets, and the kernels get these words besides: how
 * many slots the list at work has, how many the other one has by now, which of the two is at work. */
enum { QUEUE_LENGTH, QUEUE_NEXT, QUEUE_SIDE, QUEUE_WORDS };

#endif

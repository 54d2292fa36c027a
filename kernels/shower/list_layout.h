/* What the host tells the kernel of list.h, and how long its rows are: plain C for both. */
#ifndef TESSERA_SHOWER_LIST_LAYOUT_H
#define TESSERA_SHOWER_LIST_LAYOUT_H

#include "event/request.h"
#include "shower/event_layout.h"

/* Rows of an event with its weight behind them, for room for so many partons; and in steps.h. */
#define LIST_ROWS_FOR(partons) (EVENT_ROWS_FOR(partons) + 1)
#define STEP_ROWS_FOR(partons) (LIST_ROWS_FOR(partons) + 2)

/* For steps.h two lists of slots more stand behind the offsets, and the kernels get these words besides: how
 * many slots the list at work has, how many the other one has by now, which of the two is at work. */
enum { QUEUE_LENGTH, QUEUE_NEXT, QUEUE_SIDE, QUEUE_WORDS };

#endif

/* What the host tells the kernel of shower_list.h, and how long its rows are: plain C for both. */
#ifndef TESSERA_STUDY_SHOWER_LIST_LAYOUT_H
#define TESSERA_STUDY_SHOWER_LIST_LAYOUT_H

#include "event/request.h"
#include "shower/event_layout.h"

/* Rows of an event with its weight behind them, for room for so many partons. */
#define LIST_ROWS_FOR(partons) (EVENT_ROWS_FOR(partons) + 1)

#endif

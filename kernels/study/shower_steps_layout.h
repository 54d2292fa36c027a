/* What the host tells the kernels of shower_steps.h beside what shower_list_layout.h has: plain C for both.
 */
#ifndef TESSERA_STUDY_SHOWER_STEPS_LAYOUT_H
#define TESSERA_STUDY_SHOWER_STEPS_LAYOUT_H

#include "study/shower_list_layout.h"

/* Rows of an event with its weight behind them and what it goes on with, for room for so many partons. */
#define STEP_ROWS_FOR(partons) (LIST_ROWS_FOR(partons) + 2)

/* Two lists of slots more stand behind the offsets, and the kernels get three words besides. They are how
 * many slots the list at work has, how many the other one has by now, and which is at work. */
enum { QUEUE_LENGTH, QUEUE_NEXT, QUEUE_SIDE, QUEUE_WORDS };

#endif

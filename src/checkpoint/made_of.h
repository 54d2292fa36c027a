/* What a result was made of. */
#ifndef TESSERA_CHECKPOINT_MADE_OF_H
#define TESSERA_CHECKPOINT_MADE_OF_H

#include "process/process.h"

#include <jansson.h>

/* Makes the card that gives each option with a part in the run, defaults and the process's own values too,
 * and no other. It runs to the same bits. */
ts_status made_of(ts_context *context, const ts_card *card, const struct process *process, ts_card **whole);

/* Refuses a folder that holds the result of another card than `whole`, with the first option that differs. A
 * result.json that says nothing of its card is another's. `but`: an option that may differ; NULL: none. */
ts_status made_of_same(ts_context *context, const ts_card *whole, const char *folder, const char *but);

/* Writes the first option in which the cards of two results differ, with both values: "cuts.jet.pt_min was
 * 20.0 and is 30.0". `but`: an option that may differ; NULL: none. Returns 0 where they are equal. */
int card_difference(const json_t *before, const json_t *now, const char *but, char *text, size_t bytes);

#endif

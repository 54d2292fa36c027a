/* Cards written down, and copied. */
#ifndef TESSERA_CORE_CARD_WRITE_H
#define TESSERA_CORE_CARD_WRITE_H

#include "core/card.h"
#include "core/context.h"

#include <jansson.h>

/* What a card gives, nested as in a card: {"cuts": {"jet": {"pt_min": 20.0}}}. NULL: not enough memory. */
json_t *card_json(const ts_card *card);

/* The text of a card that is JSON, without blanks and to be freed; the JSON goes. NULL: not enough memory. */
char *card_json_text(json_t *card);

/* Makes a card of its own with the same values. */
ts_status card_copy(ts_context *context, const ts_card *card, ts_card **copy);

#endif

/* Any file and any --set: a card is read or refused with a sentence. */
#include "input.h"
#include "tessera/card.h"

#include <stdlib.h>
#include <string.h>

static void refused_with_a_sentence(const ts_context *context, ts_status status)
{
    if (status != TS_OK && ts_context_error(context)[0] == 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    ts_card *card;
    if (ts_context_create(&context) != TS_OK || ts_card_create(context, &card) != TS_OK)
        abort();
    refused_with_a_sentence(context, ts_card_read(context, card, input_file(data, bytes)));

    char assignment[256];
    size_t length = bytes < sizeof assignment ? bytes : sizeof assignment - 1;
    memcpy(assignment, data, length);
    assignment[length] = 0;
    refused_with_a_sentence(context, ts_card_set(context, card, assignment));

    ts_card_destroy(&card);
    ts_context_destroy(&context);
    return 0;
}

#include "card_of.h"

#include "cli.h"

#include <stdio.h>

ts_card *card_of(ts_context *context, const struct arguments *arguments, int *exit_status)
{
    ts_card *card = NULL;
    ts_status status = ts_card_create(context, &card);
    if (status == TS_OK)
        status = ts_card_read(context, card, arguments_text(arguments, "CARD"));
    /* A card that cannot be opened is a wrong command line. */
    if (status == TS_ERROR_FILE)
        status = TS_ERROR_INPUT;
    size_t place = 0;
    const char *assignment;
    while (status == TS_OK && (assignment = arguments_next(arguments, "set", &place)))
        status = ts_card_set(context, card, assignment);
    const char *seed = arguments_text(arguments, "seed");
    if (status == TS_OK && seed) {
        char text[96];
        snprintf(text, sizeof text, "integration.seed=%s", seed);
        status = ts_card_set(context, card, text);
    }
    *exit_status = status == TS_OK ? EXIT_DONE : complain_of(context, status);
    if (status != TS_OK)
        ts_card_destroy(&card);
    return card;
}

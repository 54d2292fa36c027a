#include "card_of.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STDIN_BYTES_MOST = 1 << 20 };

/* Standard input to its end, allocated; NULL: it has complained. */
static char *stdin_text(size_t *bytes)
{
    char *text = malloc(STDIN_BYTES_MOST + 1);
    if (isatty(STDIN_FILENO))
        fputs("tessera: reading the card from the terminal; Ctrl-D ends it.\n", stderr);
    *bytes = text ? fread(text, 1, STDIN_BYTES_MOST + 1, stdin) : 0;
    if (text && !ferror(stdin) && *bytes <= STDIN_BYTES_MOST)
        return text;
    if (!text)
        complain(EXIT_WRONG, "There is not enough memory for a card.");
    else if (*bytes > STDIN_BYTES_MOST)
        complain(EXIT_WRONG, "The card on standard input has more than %d bytes.", STDIN_BYTES_MOST);
    else
        complain(EXIT_WRONG, "Standard input cannot be read.");
    free(text);
    return NULL;
}

ts_card *card_of(ts_context *context, const struct arguments *arguments, int *exit_status)
{
    ts_card *card = NULL;
    const char *path = arguments_text(arguments, "CARD");
    size_t bytes = 0;
    const int is_stdin = path && strcmp(path, "-") == 0;
    char *text = is_stdin ? stdin_text(&bytes) : NULL;
    if (is_stdin && !text) {
        *exit_status = EXIT_WRONG;
        return NULL;
    }
    ts_status status = ts_card_create(context, &card);
    if (status == TS_OK && path)
        status = text ? ts_card_read_text(context, card, CARD_OF_STDIN, text, bytes)
                      : ts_card_read(context, card, path);
    free(text);
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

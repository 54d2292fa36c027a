#include "cli.h"

#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STDIN_BYTES_MOST = 1 << 20 };

static ts_status read_stdin(ts_context *context, ts_card *card)
{
    char *text;
    if (isatty(STDIN_FILENO))
        fputs("tessera: reading the card from the terminal; Ctrl-D ends it.\n", stderr);
    ts_status status = ts_text_read(context, "-", STDIN_BYTES_MOST, &text);
    if (status == TS_OK)
        status = ts_card_read_text(context, card, CARD_OF_STDIN, text, strlen(text));
    free(text);
    return status;
}

/* A model's table in place of a card stands for a card with nothing but that model. */
static int is_table(const char *path)
{
    static const char ending[] = ".tsm";
    const size_t length = strlen(path), bytes = sizeof ending - 1;
    return length > bytes && !strcmp(path + length - bytes, ending);
}

static ts_status set_table(ts_context *context, ts_card *card, const char *path)
{
    char text[4200];
    snprintf(text, sizeof text, "model.name=%s", path);
    return ts_card_set(context, card, text);
}

ts_card *card_of(ts_context *context, const struct arguments *arguments, int *exit_status)
{
    ts_card *card = NULL;
    const char *named = arguments_text(arguments, "card");
    const char *path = named ? named : arguments_text(arguments, "CARD");
    if (path && is_folder(path)) {
        *exit_status = complain(
            EXIT_WRONG, "%s is a folder, not a card; of a UFO `tessera model import %s` makes a table.", path,
            path);
        return NULL;
    }
    ts_status status = ts_card_create(context, &card);
    if (status == TS_OK && path && is_table(path))
        status = set_table(context, card, path);
    else if (status == TS_OK && path)
        status = strcmp(path, "-") ? ts_card_read(context, card, path) : read_stdin(context, card);
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
    *exit_status = status == TS_OK ? EXIT_DONE : complain_of_input(context, status);
    if (status != TS_OK)
        ts_card_destroy(&card);
    return card;
}

/* tessera learn: grids that many runs of a card begin with. */
#include "arguments.h"
#include "cli.h"

#include "tessera/run.h"

#include <stdio.h>

static const struct argument learn_arguments[] = {
    {"CARD", ARGUMENT_NEEDED, NULL, "file", "the card; - is standard input"},
    {"out", ARGUMENT_TEXT, "DIR", "folder", "the folder for the grids; without it, grids"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "override one value of the card; may be repeated"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, all there are"},
    {"seed", ARGUMENT_COUNT, "S", NULL, "the seed of the random numbers, as integration.seed"},
    {"quiet", ARGUMENT_FLAG, NULL, NULL, "no progress and no messages but warnings and errors"},
};

const struct command_syntax learn_syntax = {
    "learn",
    "learn the grids that many runs of a card begin with",
    "Runs the warm-up of a card, and writes what it found into a folder: grids.json, and card.yaml. `tessera run CARD "
    "--grids DIR` begins with them, on any machine and any device, so that thousands of jobs need no warm-up of their "
    "own. Seed, events and integration.relative_error, events and max_events may be others there; any other change of the "
    "card is refused, with the difference. With the same seed a run has the bits of one that learned by itself. "
    "Examples: tessera learn card.yaml --out grids; tessera run card.yaml --grids grids --seed 7 --out job7.",
    learn_arguments,
    sizeof learn_arguments / sizeof learn_arguments[0],
    NULL,
};

int command_learn(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &learn_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open_with_ranks(arguments_has(&arguments, "quiet"), argc, argv,
                                                  &exit_status);
    if (!context)
        return exit_status;
    const char *out = arguments_text(&arguments, "out"), *folder = out ? out : "grids";
    ts_card *card = card_of(context, &arguments, &exit_status);
    if (card) {
        const int quiet = arguments_has(&arguments, "quiet") || !session_writes(context);
        struct progress_words words = {"events", " pb"};
        const ts_run_settings settings = {
            .size = sizeof(ts_run_settings),
            .device = arguments_text(&arguments, "device"),
            .threads = (int)arguments_count(&arguments, "threads", 0),
            .progress = quiet ? NULL : progress_show,
            .progress_data = &words,
        };
        const ts_status status = ts_learn(context, card, &settings, folder);
        progress_clear();
        exit_status = status == TS_OK ? EXIT_DONE : complain_of(context, status);
        if (status == TS_OK && session_writes(context))
            printf("%s/grids.json\n", clean(folder).text);
    }
    ts_card_destroy(&card);
    return session_close_with_ranks(&context, exit_status);
}

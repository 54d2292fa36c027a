/* tessera compile: programs made ahead of time, for packages. */
#include "arguments.h"
#include "card_of.h"
#include "cli.h"

#include "tessera/run.h"

static const struct argument compile_arguments[] = {
    {"CARD", ARGUMENT_NEEDED, NULL, "file", "the card whose program is compiled"},
    {"out", ARGUMENT_TEXT, "DIR", "folder", "where to; an installation looks in lib/tessera/programs"},
    {"level", ARGUMENT_TEXT, "LEVEL", "x86-64-v2 x86-64-v3 x86-64-v4",
     "the instruction level, as -march names it; without it, this machine's"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "override one value of the card; may be repeated"},
};

const struct command_syntax compile_syntax = {
    "compile",
    "compile the program of a card ahead of time",
    "Compiles the CPU's program of a card into a folder. An installation that holds it there runs the card "
    "without a compiler; the numbers of the card may vary.",
    compile_arguments,
    sizeof compile_arguments / sizeof compile_arguments[0],
    NULL,
};

int command_compile(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &compile_syntax, argc, argv, &exit_status))
        return exit_status;
    const char *folder = arguments_text(&arguments, "out");
    if (!folder)
        return complain(EXIT_WRONG, "compile expects --out DIR, the folder for the program.");
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    ts_card *card = card_of(context, &arguments, &exit_status);
    if (card) {
        const ts_status status = ts_compile(context, card, arguments_text(&arguments, "level"), folder);
        exit_status = status == TS_OK ? EXIT_DONE : complain_of(context, status);
    }
    ts_card_destroy(&card);
    session_close(&context);
    return exit_status;
}

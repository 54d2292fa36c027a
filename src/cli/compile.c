/* tessera compile: programs made ahead of time, of cards for packages, of integrands for machines without a
 * compiler. */
#include "arguments.h"
#include "cli.h"

#include "tessera/run.h"

static const struct argument compile_arguments[] = {
    {"CARD", ARGUMENT_OPTIONAL, NULL, "file", "the card whose program is compiled"},
    INTEGRAND_ARGUMENTS,
    {"precision", ARGUMENT_TEXT, "P", "single double",
     "of an integrand: single or double; without it, double"},
    {"bins", ARGUMENT_COUNT, "N", "2 4096",
     "of an integrand: bins of the grid on each axis; without it, by the dimensions"},
    {"out", ARGUMENT_TEXT, "PATH", "file",
     "of a card, the folder for the program (an installation looks in lib/tessera/programs); of an integrand, "
     "the file, for `tessera integrate --program`"},
    {"level", ARGUMENT_TEXT, "LEVEL", "x86-64-v2 x86-64-v3 x86-64-v4",
     "the instruction level, as -march names it; without it, this machine's"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "override one value of the card; may be repeated"},
};

const struct command_syntax compile_syntax = {
    "compile",
    "compile the program of a card or an integrand ahead of time",
    "Compiles the CPU's program of a card into a folder, or that of an integrand into a file. An installation "
    "that holds the former runs the card without a compiler, `tessera integrate --program` takes the latter. "
    "The numbers of a card, and limits and parameters of an integrand, may vary.",
    compile_arguments,
    sizeof compile_arguments / sizeof compile_arguments[0],
    NULL,
};

static int compile_card(ts_context *context, const struct arguments *arguments, const char *folder)
{
    int exit_status;
    ts_card *card = card_of(context, arguments, &exit_status);
    if (card) {
        const ts_status status = ts_compile(context, card, arguments_text(arguments, "level"), folder);
        exit_status = status == TS_OK ? EXIT_DONE : complain_of(context, status);
    }
    ts_card_destroy(&card);
    return exit_status;
}

static int compile_integrand(ts_context *context, const struct arguments *arguments, const char *path)
{
    int exit_status;
    ts_integrand *integrand = integrand_of(context, arguments, &exit_status);
    if (integrand) {
        const ts_status status = ts_integrand_compile(context, integrand,
                                                      arguments_text(arguments, "precision"),
                                                      (int)arguments_count(arguments, "bins", 0),
                                                      arguments_text(arguments, "level"), path);
        exit_status = status == TS_OK ? EXIT_DONE : complain_of(context, status);
    }
    ts_integrand_destroy(&integrand);
    return exit_status;
}

/* Options of the one mean nothing to the other. */
static int check(const struct arguments *arguments)
{
    static const char *const of_integrands[] = {"expr",  "source", "builtin", "dim",   "components", "lower",
                                                "upper", "param",  "array",   "table", "precision",  "bins"};
    const int is_card = arguments_has(arguments, "CARD");
    if (!arguments_has(arguments, "out"))
        return complain(EXIT_WRONG, "compile expects --out PATH, the %s for the program.",
                        is_card ? "folder" : "file");
    for (size_t i = 0; i < sizeof of_integrands / sizeof of_integrands[0] && is_card; ++i)
        if (arguments_has(arguments, of_integrands[i]))
            return complain(EXIT_WRONG, "--%s is for integrands, not for a card.", of_integrands[i]);
    if (!is_card && arguments_has(arguments, "set"))
        return complain(EXIT_WRONG, "--set is for cards, not for an integrand.");
    return EXIT_DONE;
}

int command_compile(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &compile_syntax, argc, argv, &exit_status))
        return exit_status;
    exit_status = check(&arguments);
    ts_context *context = exit_status == EXIT_DONE ? session_open(0) : NULL;
    if (!context)
        return exit_status == EXIT_DONE ? EXIT_FAILED : exit_status;
    const char *path = arguments_text(&arguments, "out");
    exit_status = arguments_has(&arguments, "CARD") ? compile_card(context, &arguments, path)
                                                    : compile_integrand(context, &arguments, path);
    session_close(&context);
    return exit_status;
}

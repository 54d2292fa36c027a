/* tessera reweight: new weights for the events of a file. */
#include "arguments.h"
#include "cli.h"

#include "tessera/reweight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument reweight_arguments[] = {
    {"FILE", ARGUMENT_NEEDED, NULL, "file",
     "a file of events: Les Houches (also .gz) or LHEH5, of any program"},
    {"card", ARGUMENT_TEXT, "CARD", "file",
     "the card that the events are of: process, model, orders, densities"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "what a new weight has in place of the card's value"},
    {"mur", ARGUMENT_LIST, "FACTOR", NULL, "a factor of each event's own scale of renormalization"},
    {"muf", ARGUMENT_LIST, "FACTOR", NULL, "a factor of each event's own scale of factorization"},
    {"name", ARGUMENT_LIST, "NAME", NULL,
     "the name of the new weight that the --set, --mur and --muf before it are for; where a --name stands first of all, "
     "each begins a weight"},
    {"polynomial", ARGUMENT_TEXT, "INPUTS", NULL,
     "coefficients of each event's weight as a polynomial of second degree in inputs of the model: ctg,cqq=0.5 with "
     "sizes that suit them"},
    {"out", ARGUMENT_TEXT, "FILE", "file",
     "the copy with the new weights; compressed where it ends with .gz"},
    {"helicities", ARGUMENT_TEXT, "WHICH", "summed file",
     "summed (without it), or file: those that the file has for each particle"},
    {"unknown", ARGUMENT_TEXT, "WHAT", "refuse zero",
     "events of processes that are not known: refuse (without it), or zero: they stay with weight 0"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"force", ARGUMENT_FLAG, NULL, NULL, "replace a file that --out names, and a checkpoint beside it"},
    {"resume", ARGUMENT_FLAG, NULL, NULL,
     "go on from the checkpoint beside the copy, where there is one, to the same bytes"},
    {"checkpoint", ARGUMENT_NUMBER, "SECONDS", NULL,
     "time between checkpoints, and whether one is left at an interruption: 60 without it, 0 for none"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the result as JSON"},
};

const struct command_syntax reweight_syntax = {
    "reweight",
    "give events of a file weights of other parameters, models, scales or densities",
    "Copies a file of events with one more weight for each set of options: the event's own weight times the ratio of "
    "squared matrix elements, densities and powers of alpha_s. Each event's process is found from its particles among "
    "those of the card's process, or, where the card has none, is what its particles say. --set X=1 --set Y=2 --name A "
    "--set X=3 --name B makes two weights. Weights, their effective number of events and the share of the largest are "
    "printed. Ctrl-C leaves no copy but a checkpoint, from which --resume goes on. Examples: tessera reweight events.lhe --card card.yaml --set model.m_t=173.5 --name "
    "mt --out new.lhe; tessera reweight events.lhe.gz --card card.yaml --mur 0.5 --muf 0.5 --name half --out new.lhe.gz.",
    reweight_arguments,
    sizeof reweight_arguments / sizeof reweight_arguments[0],
    NULL,
};

enum { NAME_BYTES = 256 };

/* The weights of a command line. */
struct choices {
    ts_reweight_choice *list;
    ts_card **cards;
    char (*names)[NAME_BYTES];
    size_t count;
    int open;    /* whether the last may get more options */
    int leading; /* whether names stand before the options of their weights */
};

static void choices_free(struct choices *choices)
{
    for (size_t i = 0; i < choices->count; i++)
        ts_card_destroy(&choices->cards[i]);
    free(choices->list);
    free(choices->cards);
    free(choices->names);
}

static int read_card(ts_context *context, const char *path, ts_card **card)
{
    ts_status status = ts_card_create(context, card);
    if (status == TS_OK)
        status = ts_card_read(context, *card, path);
    return status == TS_OK ? EXIT_DONE : complain_of_input(context, status);
}

/* Begins a weight with the card as it is. */
static int begin(ts_context *context, const char *path, struct choices *choices)
{
    const size_t i = choices->count;
    const int exit_status = read_card(context, path, &choices->cards[i]);
    choices->list[i] = (ts_reweight_choice){.name = choices->names[i], .card = choices->cards[i]};
    choices->count++;
    choices->open = 1;
    return exit_status;
}

/* A weight without a name is called by its options: "model.m_t=173+mur=0.5". */
static void extend_name(const struct choices *choices, const char *option, const char *value)
{
    char *name = choices->names[choices->count - 1];
    const size_t used = strlen(name);
    if (!choices->leading)
        snprintf(name + used, NAME_BYTES - used, "%s%s%s%s", used ? "+" : "", option, *option ? "=" : "",
                 value);
}

/* Takes one option of the weight that is open. */
static int take(ts_context *context, struct choices *choices, const char *option, const char *value)
{
    const size_t i = choices->count - 1;
    double *factor = !strcmp(option, "mur")   ? &choices->list[i].mur
                     : !strcmp(option, "muf") ? &choices->list[i].muf
                                              : NULL;
    if (!factor) {
        const ts_status status = ts_card_set(context, choices->cards[i], value);
        extend_name(choices, "", value);
        return status == TS_OK ? EXIT_DONE : complain_of_input(context, status);
    }
    extend_name(choices, option, value);
    if (number_of_text(value, factor) && *factor > 0 && *factor < 1e6)
        return EXIT_DONE;
    return complain(EXIT_WRONG, "--%s expects a number above 0 and below 1e6, not '%s'.", option,
                    shown(value).text);
}

/* Parts the options into weights: each --name closes one, or begins one where a --name is the first. */
static int read_choices(ts_context *context, const struct arguments *arguments, const char *path,
                        struct choices *choices)
{
    const size_t most = arguments->count + 1;
    int exit_status = EXIT_DONE, is_first = 1;
    *choices = (struct choices){.list = calloc(most, sizeof *choices->list),
                                .cards = calloc(most, sizeof(ts_card *)),
                                .names = calloc(most, sizeof *choices->names)};
    if (!choices->list || !choices->cards || !choices->names)
        return complain(EXIT_FAILED, "There is not enough memory.");
    for (size_t i = 0; i < arguments->count && exit_status == EXIT_DONE; i++) {
        const char *option = arguments->given[i].argument->name, *value = arguments->given[i].value;
        const int is_name = !strcmp(option, "name");
        if (!is_name && strcmp(option, "set") != 0 && strcmp(option, "mur") != 0 &&
            strcmp(option, "muf") != 0)
            continue;
        choices->leading = is_first ? is_name : choices->leading;
        is_first = 0;
        if (choices->leading ? is_name : !choices->open && !is_name)
            exit_status = begin(context, path, choices);
        if (exit_status == EXIT_DONE && !is_name)
            exit_status = take(context, choices, option, value);
        else if (exit_status == EXIT_DONE && (!choices->count || (!choices->leading && !choices->open)))
            exit_status = complain(EXIT_WRONG, "--name %s has no --set, --mur or --muf of its own before it.",
                                   shown(value).text);
        if (exit_status == EXIT_DONE && is_name) {
            if (strlen(value) >= NAME_BYTES)
                exit_status = complain(EXIT_WRONG, "--name expects up to %d bytes, not '%s'.", NAME_BYTES - 1,
                                       shown(value).text);
            snprintf(choices->names[choices->count - 1], NAME_BYTES, "%s", value);
            choices->open = choices->leading;
        }
    }
    return exit_status;
}

static void print_summary(const struct choices *choices, const ts_reweight_summary *summaries)
{
    for (size_t i = 0; i < choices->count; i++) {
        const ts_reweight_summary *s = &summaries[i];
        printf("weight         %s\n", clean(choices->names[i]).text);
        printf("cross section  %.6g +- %.2g pb, %.6g times the events' own\n", s->cross_section, s->error,
               s->ratio);
        printf(
            "ratio          spread %.3g of its mean, largest weight %.2g %%, heaviest hundredth %.3g %% of the "
            "sum\n",
            s->spread, 100 * s->largest, 100 * s->heaviest);
        printf("effective      %.6g of %llu events (%.6g before)\n", s->effective,
               (unsigned long long)s->events, s->effective_before);
        if (s->impossible)
            printf("impossible     %llu events, which the old card cannot make\n",
                   (unsigned long long)s->impossible);
        if (s->unknown)
            printf("unknown        %llu events, which have no matrix element\n",
                   (unsigned long long)s->unknown);
    }
}

static int print_summary_json(const struct choices *choices, const ts_reweight_summary *summaries,
                              const char *out)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < choices->count; i++) {
        const ts_reweight_summary *s = &summaries[i];
        json_array_append_new(
            rows, json_pack("{s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "name",
                            choices->names[i], "events", (json_int_t)s->events, "cross_section",
                            json_number_or_null(s->cross_section), "error", json_number_or_null(s->error),
                            "ratio", json_number_or_null(s->ratio), "spread", json_number_or_null(s->spread),
                            "effective_before", json_number_or_null(s->effective_before), "effective",
                            json_number_or_null(s->effective), "largest", json_number_or_null(s->largest),
                            "heaviest", json_number_or_null(s->heaviest), "impossible",
                            (json_int_t)s->impossible, "unknown", (json_int_t)s->unknown));
    }
    return print_json(json_pack("{s:s, s:o}", "file", out, "weights", rows));
}

static int reweight(ts_context *context, const struct arguments *arguments, const ts_card *card,
                    const struct choices *choices)
{
    const char *out = arguments_text(arguments, "out");
    ts_reweight_summary *summaries = calloc(choices->count + 1, sizeof *summaries);
    if (!summaries)
        return complain(EXIT_FAILED, "There is not enough memory.");
    static const double checkpoint_seconds = 60;
    ts_reweight_settings settings = {.size = sizeof settings,
                                     .card = card,
                                     .choices = choices->list,
                                     .choice_count = choices->count,
                                     .polynomial = arguments_text(arguments, "polynomial"),
                                     .replace = arguments_has(arguments, "force"),
                                     .resume = arguments_has(arguments, "resume"),
                                     .checkpoint_seconds = arguments_number(arguments, "checkpoint",
                                                                            checkpoint_seconds)};
    settings_of_events(arguments, &settings);
    const ts_status status = ts_reweight(context, arguments_text(arguments, "FILE"), out, &settings,
                                         summaries);
    int exit_status = EXIT_DONE;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    else if (arguments_has(arguments, "json"))
        exit_status = print_summary_json(choices, summaries, out);
    else
        print_summary(choices, summaries);
    if (status == TS_OK && !arguments_has(arguments, "json"))
        printf("written to     %s\n", clean(out).text);
    free(summaries);
    return exit_status;
}

/* 0 where the options make sense, before any work. */
static int check_options(const struct arguments *arguments)
{
    const char *helicities = arguments_text(arguments, "helicities");
    const char *unknown = arguments_text(arguments, "unknown"), *card = arguments_text(arguments, "card");
    if (!card || !strcmp(card, "-"))
        return complain(EXIT_WRONG, "reweight needs --card FILE: what the events are of.");
    if (!arguments_has(arguments, "out"))
        return complain(EXIT_WRONG, "reweight needs --out FILE: the copy with the new weights.");
    if (arguments_number(arguments, "checkpoint", 0) < 0)
        return complain(EXIT_WRONG, "--checkpoint: a time below 0 is none; 0 stands for no checkpoints.");
    if (helicities && strcmp(helicities, "summed") != 0 && strcmp(helicities, "file") != 0)
        return complain(EXIT_WRONG, "--helicities expects summed or file, not '%s'.", shown(helicities).text);
    if (unknown && strcmp(unknown, "refuse") != 0 && strcmp(unknown, "zero") != 0)
        return complain(EXIT_WRONG, "--unknown expects refuse or zero, not '%s'.", shown(unknown).text);
    return EXIT_DONE;
}

int command_reweight(int argc, char **argv)
{
    struct arguments arguments;
    struct choices choices = {.list = NULL};
    int exit_status;
    if (!arguments_parse(&arguments, &reweight_syntax, argc, argv, &exit_status))
        return exit_status;
    exit_status = check_options(&arguments);
    if (exit_status != EXIT_DONE)
        return exit_status;
    ts_context *context = session_open_with_ranks(0, argc, argv, &exit_status);
    if (!context)
        return exit_status;
    const char *path = arguments_text(&arguments, "card");
    ts_card *card = NULL;
    exit_status = read_card(context, path, &card);
    if (exit_status == EXIT_DONE)
        exit_status = read_choices(context, &arguments, path, &choices);
    if (exit_status == EXIT_DONE && !choices.count && !arguments_has(&arguments, "polynomial"))
        exit_status = complain(EXIT_WRONG,
                               "reweight needs a weight to make: --set, --mur, --muf or --polynomial.");
    if (exit_status == EXIT_DONE)
        exit_status = reweight(context, &arguments, card, &choices);
    choices_free(&choices);
    ts_card_destroy(&card);
    return session_close_with_ranks(&context, exit_status);
}

/* tessera decay: particles of a file of events decay. */
#include "arguments.h"
#include "cli.h"

#include "tessera/decay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument decay_arguments[] = {
    {"FILE", ARGUMENT_NEEDED, NULL, "file",
     "a file of events: Les Houches (also .gz) or LHEH5, of any program"},
    {"card", ARGUMENT_TEXT, "CARD", "file",
     "the card that the events are of: decay, model, orders, and process where it names one"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "a value in place of the card's"},
    {"decay", ARGUMENT_TEXT, "DECAYS", NULL,
     "the decays, in place of the card's: \"t > w+ b, t~ > w- b~, w+ > l+ vl\""},
    {"out", ARGUMENT_TEXT, "FILE", "file",
     "the copy in which particles have decayed; compressed where it ends with .gz"},
    {"spins", ARGUMENT_TEXT, "WHICH", "on off",
     "on (without it): correlations of spins by matrix elements; off: decays that are flat in phase space"},
    {"helicities", ARGUMENT_TEXT, "WHICH", "summed file",
     "of what does not decay: summed over (without it), or those that the file has"},
    {"spinup", ARGUMENT_TEXT, "WHICH", "single drawn",
     "SPINUP in the copy: single (without it), where one helicity alone contributes, and 9 elsewhere; or drawn for each "
     "event by the squared matrix elements of all choices"},
    {"window", ARGUMENT_NUMBER, "WIDTHS", "1 100",
     "how many widths a mass may be off its own; without it, 15"},
    {"seed", ARGUMENT_COUNT, "S", "1 9223372036854775807",
     "the seed of the random numbers; without it, the card's"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"force", ARGUMENT_FLAG, NULL, NULL, "replace a file that --out names, and a checkpoint beside it"},
    {"resume", ARGUMENT_FLAG, NULL, NULL,
     "go on from the checkpoint beside the copy, where there is one, to the same bytes"},
    {"checkpoint", ARGUMENT_NUMBER, "SECONDS", NULL,
     "time between checkpoints, and whether one is left at an interruption: 60 without it, 0 for none"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the result as JSON"},
};

const struct command_syntax decay_syntax = {
    "decay",
    "let particles of a file's events decay, with the correlations of their spins",
    "Copies a file of events in which top quarks, W, Z and Higgs bosons, or particles of any model, decay as the card's `decay` "
    "says. Momenta follow the squared matrix element of production and decays together. Masses of what decays follow Breit and "
    "Wigner within a window. Of several decays of a particle each event has one, by their widths. Weights and cross sections "
    "are multiplied with the branching ratios. Ctrl-C leaves no copy but a checkpoint, from which --resume goes on. Examples: tessera decay events.lhe --card card.yaml --out "
    "decayed.lhe; tessera decay events.lhe.gz --decay \"z > l+ l-\" --out decayed.lhe.gz.",
    decay_arguments,
    sizeof decay_arguments / sizeof decay_arguments[0],
    NULL,
};

/* The card with what the command line changes of it. */
static int make_card(ts_context *context, const struct arguments *arguments, ts_card **card)
{
    const char *path = arguments_text(arguments, "card"), *decays = arguments_text(arguments, "decay");
    const char *seed = arguments_text(arguments, "seed");
    char text[1200];
    ts_status status = ts_card_create(context, card);
    if (status == TS_OK && path)
        status = ts_card_read(context, *card, path);
    for (size_t i = 0; i < arguments->count && status == TS_OK; i++)
        if (!strcmp(arguments->given[i].argument->name, "set"))
            status = ts_card_set(context, *card, arguments->given[i].value);
    if (status == TS_OK && decays) {
        if (strchr(decays, '"') || strlen(decays) > 1000)
            return complain(EXIT_WRONG, "--decay expects decays such as \"t > w+ b\", not '%s'.",
                            shown(decays).text);
        snprintf(text, sizeof text, "decay=\"%s\"", decays);
        status = ts_card_set_as(context, *card, "--decay", text);
    }
    if (status == TS_OK && seed) {
        snprintf(text, sizeof text, "integration.seed=%s", seed);
        status = ts_card_set(context, *card, text);
    }
    return status == TS_OK ? EXIT_DONE : complain_of_input(context, status);
}

static void print_summary(const ts_decay_summary *summary, const char *out)
{
    printf("events         %llu, of which %llu have decays\n", (unsigned long long)summary->events,
           (unsigned long long)summary->decayed);
    printf("branching      %.6g +- %.2g\n", summary->branching, summary->branching_error);
    if (isfinite(summary->cross_section))
        printf("cross section  %.6g +- %.2g pb\n", summary->cross_section, summary->error);
    printf("trials         %.4g an event\n", summary->trials);
    printf("beyond         %llu events, up to %.4g times the largest that was scouted: %.2g %% are missing\n",
           (unsigned long long)summary->beyond, summary->worst, 100 * summary->missing);
    printf("written to     %s\n", clean(out).text);
}

static int print_summary_json(const ts_decay_summary *summary, const char *out)
{
    return print_json(
        json_pack("{s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o}", "file", out, "events",
                  (json_int_t)summary->events, "decayed", (json_int_t)summary->decayed, "branching",
                  json_number_or_null(summary->branching), "branching_error",
                  json_number_or_null(summary->branching_error), "cross_section",
                  json_number_or_null(summary->cross_section), "error", json_number_or_null(summary->error),
                  "trials", json_number_or_null(summary->trials), "beyond", (json_int_t)summary->beyond,
                  "worst", json_number_or_null(summary->worst), "missing",
                  json_number_or_null(summary->missing)));
}

static int decay(ts_context *context, const struct arguments *arguments, const ts_card *card)
{
    const char *out = arguments_text(arguments, "out"), *spins = arguments_text(arguments, "spins");
    const char *helicities = arguments_text(arguments, "helicities");
    const char *spinup = arguments_text(arguments, "spinup");
    static const double checkpoint_seconds = 60;
    ts_decay_summary summary;
    const ts_decay_settings settings = {.size = sizeof settings,
                                        .card = card,
                                        .device = arguments_text(arguments, "device"),
                                        .without_spins = spins && !strcmp(spins, "off"),
                                        .replace = arguments_has(arguments, "force"),
                                        .resume = arguments_has(arguments, "resume"),
                                        .checkpoint_seconds = arguments_number(arguments, "checkpoint",
                                                                               checkpoint_seconds),
                                        .window = arguments_number(arguments, "window", 0),
                                        .of_file_helicities = helicities && !strcmp(helicities, "file"),
                                        .draw_helicities = spinup && !strcmp(spinup, "drawn")};
    const ts_status status = ts_events_decay(context, arguments_text(arguments, "FILE"), out, &settings,
                                             &summary);
    if (status != TS_OK)
        return complain_of(context, status);
    if (arguments_has(arguments, "json"))
        return print_summary_json(&summary, out);
    print_summary(&summary, out);
    return EXIT_DONE;
}

/* 0 where the options make sense, before any work. */
static int check_options(const struct arguments *arguments)
{
    const char *spins = arguments_text(arguments, "spins"), *card = arguments_text(arguments, "card");
    const char *helicities = arguments_text(arguments, "helicities");
    const char *spinup = arguments_text(arguments, "spinup");
    if ((!card && !arguments_has(arguments, "decay")) || (card && !strcmp(card, "-")))
        return complain(EXIT_WRONG, "decay needs --card FILE, whose `decay` says what decays, or --decay.");
    if (!arguments_has(arguments, "out"))
        return complain(EXIT_WRONG, "decay needs --out FILE: the copy in which particles have decayed.");
    if (arguments_number(arguments, "checkpoint", 0) < 0)
        return complain(EXIT_WRONG, "--checkpoint: a time below 0 is none; 0 stands for no checkpoints.");
    if (spins && strcmp(spins, "on") != 0 && strcmp(spins, "off") != 0)
        return complain(EXIT_WRONG, "--spins expects on or off, not '%s'.", shown(spins).text);
    if (spinup && strcmp(spinup, "single") != 0 && strcmp(spinup, "drawn") != 0)
        return complain(EXIT_WRONG, "--spinup expects single or drawn, not '%s'.", shown(spinup).text);
    if (helicities && strcmp(helicities, "summed") != 0 && strcmp(helicities, "file") != 0)
        return complain(EXIT_WRONG, "--helicities expects summed or file, not '%s'.", shown(helicities).text);
    return EXIT_DONE;
}

int command_decay(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &decay_syntax, argc, argv, &exit_status))
        return exit_status;
    exit_status = check_options(&arguments);
    if (exit_status != EXIT_DONE)
        return exit_status;
    ts_context *context = session_open_with_ranks(0, argc, argv, &exit_status);
    if (!context)
        return exit_status;
    ts_card *card = NULL;
    exit_status = make_card(context, &arguments, &card);
    if (exit_status == EXIT_DONE)
        exit_status = decay(context, &arguments, card);
    ts_card_destroy(&card);
    return session_close_with_ranks(&context, exit_status);
}

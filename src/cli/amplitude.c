/* tessera amplitude: squared matrix elements at the phase-space points of a file. */
#include "amplitude_events.h"
#include "arguments.h"
#include "card_of.h"
#include "cli.h"
#include "momenta.h"
#include "print_json.h"

#include "tessera/amplitude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument amplitude_arguments[] = {
    {"PROCESS", ARGUMENT_OPTIONAL, NULL, NULL,
     "the process of particles, in quotation marks: \"g g > t t~ g\", \"u d~ > e+ ve g QED=2\"; of --events it may "
     "hold labels, and is found from their particles without it"},
    {"CARD", ARGUMENT_OPTIONAL, NULL, "file",
     "a card whose options model, couplings.alpha and couplings.alpha_s count"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "set one option of the card, such as model.m_t=172.5"},
    {"card", ARGUMENT_TEXT, "CARD", "file", "the card, where no PROCESS stands before it"},
    {"events", ARGUMENT_TEXT, "FILE", "file",
     "|M|^2 of every event of a Les Houches or LHEH5 file, each with its own alpha_s unless the card gives one"},
    {"csv", ARGUMENT_FLAG, NULL, NULL, "print events as comma-separated values"},
    {"unknown", ARGUMENT_TEXT, "WHAT", "refuse zero",
     "events of processes that are not known: refuse (without it), or zero: they have no value"},
    {"momenta", ARGUMENT_TEXT, "FILE", "file",
     "one particle a line, E px py pz in GeV, incoming first with positive energies, blank lines between "
     "points; # starts a comment; - reads standard input"},
    {"alpha-s", ARGUMENT_NUMBER, "A", NULL,
     "the strong coupling; without it, that of the embedded PDF set at the scale"},
    {"alpha", ARGUMENT_NUMBER, "A", NULL, "the electromagnetic coupling; without it, 1/132.507 as in cards"},
    {"scale", ARGUMENT_NUMBER, "Q", NULL, "the renormalisation scale in GeV; without it, 91.188"},
    {"helicities", ARGUMENT_TEXT, "H", NULL,
     "one + or - per particle (0 for a scalar; +, - or 0 for a massive vector; 2 and = are 2 and -2 of spin 2), incoming first, such as "
     "--helicities=--+++ : this configuration alone; physical "
     "helicities, of incoming particles too, so that in g g > g g -- to -- (----) is large and -- to ++ "
     "vanishes; without it, summed over final and averaged over initial ones; of --events: file, those of the events"},
    {"colour", ARGUMENT_TEXT, "C", "leading full",
     "leading or full: how colours are summed; without it, leading for gluons alone, full for the rest"},
    {"precision", ARGUMENT_TEXT, "P", "single double", "single or double; without it, double"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the result as JSON"},
};

const struct command_syntax amplitude_syntax = {
    "amplitude",
    "evaluate squared matrix elements at given momenta",
    "Prints the squared matrix element of each phase-space point in a file, summed over final and averaged over "
    "initial helicities and colours, in GeV^(4-2n) for n final particles, without a symmetry factor for "
    "identical particles. "
    "Examples: tessera amplitude \"g g > g g\" --momenta points.txt; "
    "tessera amplitude \"g g > t t~\" --momenta points.txt --set model.m_t=172.5; "
    "tessera amplitude --events events.lhe.gz --card card.yaml --csv.",
    amplitude_arguments,
    sizeof amplitude_arguments / sizeof amplitude_arguments[0],
    "alpha",
};

static int print_points(const ts_amplitude_info *info, const double *values, size_t points)
{
    printf("# %s: |M|^2; %s;", info->process, info->includes);
    for (size_t i = 0; i < info->coupling_count; i++)
        printf("%s %s = %.9g", i ? "," : "", info->couplings[i].name, info->couplings[i].re);
    putchar('\n');
    for (size_t i = 0; i < points; i++)
        printf("%.17g\n", values[i]);
    return EXIT_DONE;
}

static int print_points_json(const ts_amplitude_info *info, const double *values, size_t points)
{
    json_t *rows = json_array(), *couplings = json_object();
    for (size_t i = 0; i < points; i++)
        json_array_append_new(rows,
                              json_pack("{s:o}", "matrix_element_squared", json_number_or_null(values[i])));
    for (size_t i = 0; i < info->coupling_count; i++)
        json_object_set_new(couplings, info->couplings[i].name, json_number_or_null(info->couplings[i].re));
    return print_json(json_pack("{s:s, s:s, s:o, s:s, s:s, s:o}", "process", info->process, "includes",
                                info->includes, "couplings", couplings, "precision", info->precision,
                                "device", info->device, "points", rows));
}

static int evaluate(ts_context *context, const struct arguments *arguments, const ts_card *card,
                    const struct momenta *momenta)
{
    double *values = calloc(momenta->points, sizeof *values);
    if (!values)
        return complain(EXIT_FAILED, "There is not enough memory.");
    const ts_amplitude_settings settings = {
        .size = sizeof settings,
        .alpha_s = arguments_number(arguments, "alpha-s", 0),
        .alpha = arguments_number(arguments, "alpha", 0),
        .scale = arguments_number(arguments, "scale", 0),
        .helicities = arguments_text(arguments, "helicities"),
        .precision = arguments_text(arguments, "precision"),
        .device = arguments_text(arguments, "device"),
        .colour = arguments_text(arguments, "colour"),
        .card = card,
    };
    ts_amplitude_info info = {.process = ""};
    const ts_status status = ts_amplitude_evaluate(context, arguments_text(arguments, "PROCESS"), &settings,
                                                   momenta->particles, momenta->values, momenta->points,
                                                   values, &info);
    int exit_status;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    else if (arguments_has(arguments, "json"))
        exit_status = print_points_json(&info, values, momenta->points);
    else
        exit_status = print_points(&info, values, momenta->points);
    free(values);
    return exit_status;
}

/* 0 where the options make sense, before any work. */
static int check_options(const struct arguments *arguments)
{
    const char *colour = arguments_text(arguments, "colour");
    if (colour && strcmp(colour, "leading") != 0 && strcmp(colour, "full") != 0)
        return complain(EXIT_WRONG, "--colour expects leading or full, not '%s'.", shown(colour).text);
    static const char *const of_events[] = {"csv", "unknown"};
    for (size_t i = 0; i < sizeof of_events / sizeof of_events[0]; i++)
        if (arguments_has(arguments, of_events[i]))
            return complain(EXIT_WRONG, "--%s is for --events.", of_events[i]);
    if (!arguments_has(arguments, "PROCESS"))
        return complain(EXIT_WRONG, "amplitude needs a PROCESS in quotation marks, or --events FILE.");
    if (!arguments_has(arguments, "momenta"))
        return complain(EXIT_WRONG,
                        "amplitude needs --momenta FILE: one particle a line, E px py pz in GeV.");
    static const char *const positive[] = {"alpha-s", "alpha", "scale"};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        if (!(arguments_number(arguments, positive[i], 1) > 0))
            return complain(EXIT_WRONG, "--%s expects a number above 0, not '%s'.", positive[i],
                            shown(arguments_text(arguments, positive[i])).text);
    const char *precision = arguments_text(arguments, "precision");
    if (precision && strcmp(precision, "single") != 0 && strcmp(precision, "double") != 0)
        return complain(EXIT_WRONG, "--precision expects single or double, not '%s'.", shown(precision).text);
    const char *helicities = arguments_text(arguments, "helicities");
    if (helicities && strspn(helicities, "+-0") != strlen(helicities))
        return complain(EXIT_WRONG,
                        "--helicities expects one +, - or 0 per particle, such as --+++, not '%s'.",
                        shown(helicities).text);
    return EXIT_DONE;
}

int command_amplitude(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &amplitude_syntax, argc, argv, &exit_status))
        return exit_status;
    const int of_events = arguments_has(&arguments, "events");
    exit_status = of_events ? amplitude_events_check(&arguments) : check_options(&arguments);
    if (exit_status != EXIT_DONE)
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    if (of_events) {
        exit_status = amplitude_events(context, &arguments);
        session_close(&context);
        return exit_status;
    }
    struct momenta momenta = {0};
    ts_card *card = NULL;
    if (arguments_has(&arguments, "CARD") || arguments_has(&arguments, "card") ||
        arguments_has(&arguments, "set"))
        card = card_of(context, &arguments, &exit_status);
    if (exit_status == EXIT_DONE)
        exit_status = momenta_read(context, arguments_text(&arguments, "momenta"), &momenta);
    if (exit_status == EXIT_DONE)
        exit_status = evaluate(context, &arguments, card, &momenta);
    momenta_free(&momenta);
    ts_card_destroy(&card);
    session_close(&context);
    return exit_status;
}

/* tessera amplitude: squared matrix elements at the phase-space points of a file. */
#include "arguments.h"
#include "cli.h"

#include "tessera/amplitude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument amplitude_arguments[] = {
    {"PROCESS", ARGUMENT_OPTIONAL, NULL, NULL,
     "the process of particles, in quotation marks: \"g g > t t~ g\", \"u d~ > e+ ve g QED=2\", \"t > w+ b\"; of --events it may "
     "hold labels, and is found from their particles without it"},
    {"CARD", ARGUMENT_OPTIONAL, NULL, "file",
     "a card whose options model, couplings.alpha and couplings.alpha_s count"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "set one option of the card, such as model.m_t=172.5"},
    {"card", ARGUMENT_TEXT, "CARD", "file", "the card, where no PROCESS stands before it"},
    {"events", ARGUMENT_TEXT, "FILE", "file",
     "|M|^2 of every event of a Les Houches or LHEH5 file, each with its own alpha_s unless the card gives one"},
    {"csv", ARGUMENT_FLAG, NULL, NULL, "print events as comma-separated values"},
    {"out", ARGUMENT_TEXT, "FILE", "file", "write events into a file: NAME.hdf5, NAME.h5 or NAME.npy"},
    {"force", ARGUMENT_FLAG, NULL, NULL, "replace a file that --out names"},
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
     "vanishes; without it, summed over final and averaged over initial ones; of --events: file, those of the events, or each: a row for each choice that does not vanish"},
    {"colour", ARGUMENT_TEXT, "C", "leading full",
     "leading or full: how colours are summed; without it, leading for gluons alone, full for the rest"},
    {"gradients", ARGUMENT_TEXT, "NAMES", NULL,
     "derivatives too, by inputs of the model and by p, all momenta: --gradients m_t,alpha_s,p"},
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

/* Squared matrix elements with their derivatives. */
struct results {
    const char *by; /* NULL: none are asked for */
    size_t points, particles, columns;
    double *values, *gradients; /* [points], [points][columns] */
};

static int print_points(const ts_amplitude_info *info, const struct results *results)
{
    printf("# %s: |M|^2; %s;", info->process, info->includes);
    for (size_t i = 0; i < info->coupling_count; i++)
        printf("%s %s = %.9g", i ? "," : "", info->couplings[i].name, info->couplings[i].re);
    putchar('\n');
    if (results->by)
        printf("# |M|^2, and its derivatives by %s\n", shown(results->by).text);
    for (size_t i = 0; i < results->points; i++) {
        printf("%.17g", results->values[i]);
        for (size_t k = 0; k < results->columns; k++)
            printf(" %.17g", results->gradients[i * results->columns + k]);
        putchar('\n');
    }
    return EXIT_DONE;
}

static json_t *numbers_json(const double *values, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_number_or_null(values[i]));
    return list;
}

/* {"m_t": 0.3, "p": [[...], ...]} */
static json_t *gradients_json(const struct results *results, const double *columns)
{
    json_t *all = json_object();
    for (const char *at = results->by; *at;) {
        char name[64];
        at += strspn(at, " ,");
        const int length = (int)strcspn(at, " ,");
        snprintf(name, sizeof name, "%.*s", length, at);
        at += length;
        if (strcmp(name, "p") != 0) {
            json_object_set_new(all, name, json_number_or_null(*columns++));
            continue;
        }
        json_t *rows = json_array();
        for (size_t i = 0; i < results->particles; i++, columns += 4)
            json_array_append_new(rows, numbers_json(columns, 4));
        json_object_set_new(all, name, rows);
    }
    return all;
}

static int print_points_json(const ts_amplitude_info *info, const struct results *results)
{
    json_t *rows = json_array(), *couplings = json_object();
    for (size_t i = 0; i < results->points; i++) {
        json_t *row = json_pack("{s:o}", "matrix_element_squared", json_number_or_null(results->values[i]));
        if (results->by)
            json_object_set_new(row, "gradients",
                                gradients_json(results, results->gradients + i * results->columns));
        json_array_append_new(rows, row);
    }
    for (size_t i = 0; i < info->coupling_count; i++)
        json_object_set_new(couplings, info->couplings[i].name, json_number_or_null(info->couplings[i].re));
    return print_json(json_pack("{s:s, s:s, s:o, s:s, s:s, s:o}", "process", info->process, "includes",
                                info->includes, "couplings", couplings, "precision", info->precision,
                                "device", info->device, "points", rows));
}

/* Columns of derivatives: one for a name, and 4 particles for p. */
static size_t count_columns(const char *by, size_t particles)
{
    size_t columns = 0;
    for (const char *at = by; at && *at;) {
        at += strspn(at, " ,");
        const size_t length = strcspn(at, " ,");
        columns += length == 1 && *at == 'p' ? 4 * particles : length > 0;
        at += length;
    }
    return columns;
}

static int evaluate(ts_context *context, const struct arguments *arguments, const ts_card *card,
                    const struct momenta *momenta)
{
    struct results results = {.by = arguments_text(arguments, "gradients"),
                              .points = momenta->points,
                              .particles = momenta->particles};
    results.columns = count_columns(results.by, results.particles);
    results.values = calloc(momenta->points, sizeof *results.values);
    results.gradients = calloc(momenta->points * results.columns + 1, sizeof *results.gradients);
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
    const char *process = arguments_text(arguments, "PROCESS");
    ts_status status = TS_ERROR_MEMORY;
    if (results.values && results.gradients)
        status = results.by ? ts_amplitude_gradients(context, process, &settings, results.by,
                                                     momenta->particles, momenta->values, momenta->points,
                                                     results.values, results.gradients, &info)
                            : ts_amplitude_evaluate(context, process, &settings, momenta->particles,
                                                    momenta->values, momenta->points, results.values, &info);
    int exit_status;
    if (!results.values || !results.gradients)
        exit_status = complain(EXIT_FAILED, "There is not enough memory.");
    else if (status != TS_OK)
        exit_status = complain_of(context, status);
    else if (arguments_has(arguments, "json"))
        exit_status = print_points_json(&info, &results);
    else
        exit_status = print_points(&info, &results);
    free(results.values);
    free(results.gradients);
    return exit_status;
}

/* 0 where the options make sense, before any work. */
static int check_options(const struct arguments *arguments)
{
    const char *colour = arguments_text(arguments, "colour");
    if (colour && strcmp(colour, "leading") != 0 && strcmp(colour, "full") != 0)
        return complain(EXIT_WRONG, "--colour expects leading or full, not '%s'.", shown(colour).text);
    static const char *const of_events[] = {"csv", "unknown", "out", "force"};
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
    if (helicities && strspn(helicities, "+-02=") != strlen(helicities))
        return complain(EXIT_WRONG,
                        "--helicities expects one +, -, 0, 2 or = per particle, such as --+++, not '%s'.",
                        shown(helicities).text);
    return EXIT_DONE;
}

/* How many particles come in: one word before ">" is a decay. */
static size_t incoming_of(const char *process)
{
    const char *first = process + strspn(process, " \t"), *second = first + strcspn(first, " \t");
    second += strspn(second, " \t");
    return *second == '>' ? 1 : 2;
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
        exit_status = momenta_read(context, arguments_text(&arguments, "momenta"),
                                   incoming_of(arguments_text(&arguments, "PROCESS")), &momenta);
    if (exit_status == EXIT_DONE)
        exit_status = evaluate(context, &arguments, card, &momenta);
    momenta_free(&momenta);
    ts_card_destroy(&card);
    session_close(&context);
    return exit_status;
}

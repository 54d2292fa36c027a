/* tessera events: what is in a file of events. */
#include "arguments.h"
#include "cli.h"

#include "tessera/events.h"

#include <stdio.h>

#define FORMATS "lhe lhe.gz lheh5 hepmc3"

static const struct argument events_arguments[] = {
    {"FILE", ARGUMENT_NEEDED, NULL, "file", "a file of events: LHE (also .gz), LHEH5 or HepMC3's text"},
    {"event", ARGUMENT_COUNT, "K", "1 1000000000000000", "show the K-th event of the file as a table"},
    {"check", ARGUMENT_FLAG, NULL, NULL,
     "say what is wrong: momentum balance, masses, colour lines, weights, cross sections"},
    {"to", ARGUMENT_TEXT, "FORMAT", FORMATS,
     "write the events of a Les Houches or LHEH5 file in this format, into the file of --out"},
    {"out", ARGUMENT_TEXT, "FILE", "file", "where --to writes"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the answer as JSON"},
};

const struct command_syntax events_syntax = {
    "events",
    "look into a file of events, check it, or convert it",
    "Reads a file of events, whichever program wrote it, and prints its format, processes, numbers of events, cross "
    "section and weights. --event shows one event: particles, mothers, colour lines, helicities. --check tests each "
    "event: what comes in goes out and masses are kept (to 10^-6), each colour line has two ends, no weight is zero; "
    "and that the weights give the cross sections of the head within four errors. Exit status: 0 all is well, 1 "
    "--check found a fault or --out cannot be written, 2 the command line is wrong or the file cannot be read or is "
    "damaged. Examples: "
    "tessera events run/events.lhe; tessera events events/events.hdf5 --check; tessera events run/events.lhe.gz --event "
    "17; tessera events events/events.hdf5 --to lhe --out events.lhe.",
    events_arguments,
    sizeof events_arguments / sizeof events_arguments[0],
    NULL,
};

static int show_event(ts_context *context, ts_event_file *file, const char *path, uint64_t place, int as_json)
{
    const ts_event *event = NULL;
    ts_status status;
    uint64_t there = 0;
    while (!(status = ts_event_file_next(context, file, &event)) && event && event->place < place)
        there = event->place;
    if (status != TS_OK)
        return complain_of_input(context, status);
    if (!event)
        return complain(EXIT_WRONG, "%s has %llu events, not %llu.", path, (unsigned long long)there,
                        (unsigned long long)place);
    if (as_json)
        return print_json(event_json(ts_event_file_head(file), event));
    print_event(ts_event_file_head(file), event);
    return EXIT_DONE;
}

static int survey(ts_context *context, ts_event_file *file, const char *path, int check, int as_json)
{
    ts_event_survey survey = {0};
    const ts_status status = ts_events_survey(context, file, &survey);
    int exit_status = EXIT_DONE;
    if (status != TS_OK) {
        exit_status = complain_of_input(context, status);
    } else if (as_json) {
        exit_status = print_json(survey_json(ts_event_file_head(file), &survey, check));
    } else {
        print_survey(path, ts_event_file_head(file), &survey);
        if (check)
            print_faults(&survey);
    }
    if (status == TS_OK && check && exit_status == EXIT_DONE && survey_faults(&survey))
        exit_status = EXIT_FAILED;
    ts_event_survey_destroy(&survey);
    return exit_status;
}

static int look(ts_context *context, const struct arguments *arguments, const char *path)
{
    ts_event_file *file = NULL;
    const int as_json = arguments_has(arguments, "json");
    const uint64_t place = arguments_count(arguments, "event", 0);
    const ts_status status = ts_event_file_open(context, path, &file);
    if (status != TS_OK)
        return complain_of_input(context, status);
    const int exit_status = place ? show_event(context, file, path, place, as_json)
                                  : survey(context, file, path, arguments_has(arguments, "check"), as_json);
    ts_event_file_close(&file);
    return exit_status;
}

static int convert(ts_context *context, const struct arguments *arguments, const char *path)
{
    const char *format = arguments_text(arguments, "to"), *out = arguments_text(arguments, "out");
    if (!format || !out)
        return complain(EXIT_WRONG, "--to FORMAT and --out FILE belong together.");
    if (arguments_has(arguments, "check") || arguments_has(arguments, "event") ||
        arguments_has(arguments, "json"))
        return complain(EXIT_WRONG,
                        "--to has no part in --check, --event and --json: look at the file it writes.");
    const ts_status status = ts_events_convert(context, path, format, out);
    if (status != TS_OK)
        return complain_of(context, status);
    printf("written to     %s\n", clean(out).text);
    return EXIT_DONE;
}

int command_events(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &events_syntax, argc, argv, &exit_status))
        return exit_status;
    const char *path = arguments_text(&arguments, "FILE");
    if (arguments_has(&arguments, "check") && arguments_has(&arguments, "event"))
        return complain(EXIT_WRONG,
                        "--check reads the whole file, --event shows one event: give one of them.");
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    exit_status = arguments_has(&arguments, "to") || arguments_has(&arguments, "out")
                      ? convert(context, &arguments, path)
                      : look(context, &arguments, path);
    session_close(&context);
    return exit_status;
}

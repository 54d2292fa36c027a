#include "cli.h"

#include "tessera/reweight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How events are printed, one after the other: JSON too, so that a file of any length needs no memory. */
struct printing {
    enum { AS_TABLE, AS_CSV, AS_JSON } form;
    int begun, has_states;
    uint64_t count;
};

/* What stands before the first event; nothing where the work fails before. */
static void begin(struct printing *printing)
{
    if (!printing->begun && printing->form == AS_JSON)
        printf("{\n  \"events\": [");
    else if (!printing->begun)
        printf("%s%s\n",
               printing->form == AS_CSV ? "event,process,alpha_s,matrix_element_squared"
                                        : "# event, |M|^2 in GeV^(4-2n), process",
               !printing->has_states      ? ""
               : printing->form == AS_CSV ? ",helicities"
                                          : ", helicities");
    printing->begun = 1;
}

static int print_list(const ts_event_amplitude *list, size_t count, void *data)
{
    struct printing *printing = data;
    begin(printing);
    for (size_t i = 0; i < count; i++, printing->count++) {
        const ts_event_amplitude *event = &list[i];
        char value[32];
        const int known = isfinite(event->matrix_element_squared);
        snprintf(value, sizeof value, "%.17g", event->matrix_element_squared);
        if (printing->form == AS_JSON)
            printf("%s\n    {\"event\": %llu, \"process\": \"%s\", \"alpha_s\": %.17g, "
                   "\"matrix_element_squared\": %s%s%s%s}",
                   printing->count ? "," : "", (unsigned long long)event->place, clean(event->process).text,
                   event->alpha_s, known ? value : "null", printing->has_states ? ", \"helicities\": \"" : "",
                   event->helicities, printing->has_states ? "\"" : "");
        else if (printing->form == AS_CSV)
            printf("%llu,\"%s\",%.17g,%s%s%s\n", (unsigned long long)event->place, clean(event->process).text,
                   event->alpha_s, known ? value : "", printing->has_states ? "," : "", event->helicities);
        else
            printf("%llu %s %s%s%s\n", (unsigned long long)event->place, known ? value : "nan",
                   clean(event->process).text, printing->has_states ? ", " : "", event->helicities);
    }
    return 0;
}

void settings_of_events(const struct arguments *arguments, ts_reweight_settings *settings)
{
    const char *helicities = arguments_text(arguments, "helicities");
    const char *unknown = arguments_text(arguments, "unknown");
    settings->size = sizeof *settings;
    settings->device = arguments_text(arguments, "device");
    settings->of_file_helicities = helicities && !strcmp(helicities, "file");
    settings->each_helicity = helicities && !strcmp(helicities, "each");
    settings->keep_unknown = unknown && !strcmp(unknown, "zero");
}

int amplitude_events_check(const struct arguments *arguments)
{
    static const char *const others[] = {"momenta", "alpha-s",   "alpha",    "scale",
                                         "colour",  "precision", "gradients"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (arguments_has(arguments, others[i]))
            return complain(EXIT_WRONG, "--%s has no part in --events: events and the card say all.",
                            others[i]);
    const char *helicities = arguments_text(arguments, "helicities");
    const char *unknown = arguments_text(arguments, "unknown");
    if (helicities && strcmp(helicities, "file") != 0 && strcmp(helicities, "each") != 0)
        return complain(EXIT_WRONG, "--helicities expects file or each where there are --events, not '%s'.",
                        shown(helicities).text);
    if (unknown && strcmp(unknown, "refuse") != 0 && strcmp(unknown, "zero") != 0)
        return complain(EXIT_WRONG, "--unknown expects refuse or zero, not '%s'.", shown(unknown).text);
    if (arguments_has(arguments, "card") && arguments_has(arguments, "CARD"))
        return complain(EXIT_WRONG, "A card is given twice, as --card and by its place.");
    if (arguments_has(arguments, "csv") && arguments_has(arguments, "json"))
        return complain(EXIT_WRONG, "--csv and --json are two forms of one result: give one of them.");
    if (arguments_has(arguments, "out") &&
        (arguments_has(arguments, "csv") || arguments_has(arguments, "json")))
        return complain(EXIT_WRONG,
                        "--csv and --json are printed, and --out FILE is of the format of its name: "
                        "give one of them.");
    if (arguments_has(arguments, "force") && !arguments_has(arguments, "out"))
        return complain(EXIT_WRONG, "--force goes with --out FILE.");
    return EXIT_DONE;
}

/* The card, with the process of the command line where it names one. */
static ts_status make_card(ts_context *context, const struct arguments *arguments, ts_card **card,
                           int *exit_status)
{
    const char *process = arguments_text(arguments, "PROCESS");
    char text[2000];
    *card = card_of(context, arguments, exit_status);
    if (!*card || !process)
        return TS_OK;
    snprintf(text, sizeof text, "process=%s", process);
    return ts_card_set(context, *card, text);
}

int amplitude_events(ts_context *context, const struct arguments *arguments)
{
    int exit_status = EXIT_DONE;
    ts_card *card;
    ts_status status = make_card(context, arguments, &card, &exit_status);
    struct printing printing = {.form = arguments_has(arguments, "json")  ? AS_JSON
                                        : arguments_has(arguments, "csv") ? AS_CSV
                                                                          : AS_TABLE};
    if (!card)
        return exit_status;
    const char *out = arguments_text(arguments, "out"), *helicities = arguments_text(arguments, "helicities");
    printing.has_states = helicities && !strcmp(helicities, "each");
    ts_reweight_settings settings = {.card = card, .replace = arguments_has(arguments, "force")};
    settings_of_events(arguments, &settings);
    if (status == TS_OK && out)
        status = ts_event_amplitudes_write(context, arguments_text(arguments, "events"), out, &settings);
    else if (status == TS_OK)
        status = ts_event_amplitudes(context, arguments_text(arguments, "events"), &settings, print_list,
                                     &printing);
    if (status == TS_OK && out)
        printf("written to     %s\n", clean(out).text);
    else if (status == TS_OK)
        begin(&printing);
    if (status == TS_OK && !out && printing.form == AS_JSON)
        printf("\n  ]\n}\n");
    ts_card_destroy(&card);
    return status == TS_OK ? EXIT_DONE : complain_of(context, status);
}

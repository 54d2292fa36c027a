/* tessera bench: how fast this machine is. */
#include "arguments.h"
#include "cli.h"
#include "print_json.h"

#include "tessera/bench.h"

#include <stdio.h>
#include <string.h>

static const struct argument bench_arguments[] = {
    {"NAME", ARGUMENT_OPTIONAL, NULL, "gluons", "the measurement; without it, they are listed"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to measure, as `tessera devices` lists them"},
    {"precision", ARGUMENT_TEXT, "P", "single double", "single or double; without it, both"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, one"},
    {"from", ARGUMENT_COUNT, "N", "4 16", "the smallest number of gluons, incoming ones too; without it, 4"},
    {"to", ARGUMENT_COUNT, "N", "4 16",
     "the largest, at most 16; without it, 12, or --from where that is more"},
    {"runs", ARGUMENT_COUNT, "N", "1 99", "how many runs the median is taken of; without it, 5"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the table as JSON"},
};

const struct command_syntax bench_syntax = {
    "bench",
    "measure the speed of this machine",
    "Measures nanoseconds per event. `gluons`: the matrix element alone and whole events of g g > gluons at "
    "14 TeV with pT > 20 GeV, |eta| < 2.5, Delta R > 0.4, on one core where --threads does not say otherwise; "
    "the median of several runs.",
    bench_arguments,
    sizeof bench_arguments / sizeof bench_arguments[0],
    NULL,
};

static void print_head(void)
{
    puts("nanoseconds per event");
    puts("  n  precision       matrix       beside    generated     accepted    passes the");
    puts("                  element   the matrix        event        event          cuts");
}

/* What take_row() works on: `rows` NULL prints. */
struct table {
    json_t *rows;
    int printed;
};

/* Prints a row, or appends it to the JSON array. */
static void take_row(const ts_bench_row *row, void *data)
{
    struct table *table = data;
    if (table->rows) {
        json_array_append_new(table->rows,
                              json_pack("{s:i, s:s, s:f, s:f, s:f, s:f, s:f}", "n", row->n, "precision",
                                        row->precision, "ns_matrix_element", row->ns_matrix_element,
                                        "ns_event_generated", row->ns_event_generated, "ns_event_accepted",
                                        row->ns_event_accepted, "ns_beside_amplitude",
                                        row->ns_beside_amplitude, "accepted", row->accepted));
        return;
    }
    if (table->printed++ == 0)
        print_head();
    printf("%3d  %-9s %12.4g %12.4g %12.4g %12.4g %11.3g %%\n", row->n, row->precision,
           row->ns_matrix_element, row->ns_beside_amplitude, row->ns_event_generated, row->ns_event_accepted,
           100 * row->accepted);
    fflush(stdout);
}

static int bench_gluons(const struct arguments *arguments)
{
    const uint64_t from = arguments_count(arguments, "from", 4);
    const uint64_t to = arguments_count(arguments, "to", from > 12 ? from : 12);
    const char *precision = arguments_text(arguments, "precision");
    if (from > to)
        return complain(EXIT_WRONG, "--from %d is above --to %d.", (int)from, (int)to);
    if (precision && strcmp(precision, "single") != 0 && strcmp(precision, "double") != 0)
        return complain(EXIT_WRONG, "--precision expects single or double, not '%s'.", precision);
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    const ts_bench_settings settings = {
        .device = arguments_text(arguments, "device"),
        .precision = precision,
        .threads = (int)arguments_count(arguments, "threads", 0),
        .n_min = (int)from,
        .n_max = (int)to,
        .runs = (int)arguments_count(arguments, "runs", 0),
    };
    struct table table = {.rows = arguments_has(arguments, "json") ? json_array() : NULL};
    char machine[256] = "";
    const ts_status status = ts_bench_gluons(context, &settings, take_row, &table, machine, sizeof machine);
    int exit_status = EXIT_DONE;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    if (table.printed)
        printf("on %s\n", machine);
    /* What was measured before Ctrl-C is worth having; a failure gives no result. */
    if (status != TS_OK && status != TS_INTERRUPTED)
        json_decref(table.rows);
    else if (table.rows && print_json(json_pack("{s:s, s:s, s:o}", "bench", "gluons", "device", machine,
                                                "rows", table.rows)) != EXIT_DONE)
        exit_status = EXIT_FAILED;
    session_close(&context);
    return exit_status;
}

int command_bench(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &bench_syntax, argc, argv, &exit_status))
        return exit_status;
    const char *name = arguments_text(&arguments, "NAME");
    if (!name) {
        puts("gluons    the n-gluon matrix element and whole events, n = 4 to 12");
        return EXIT_DONE;
    }
    if (strcmp(name, "gluons") != 0)
        return complain(EXIT_WRONG, "There is no measurement '%s'; there is gluons.", name);
    return bench_gluons(&arguments);
}

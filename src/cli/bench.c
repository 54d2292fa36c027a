/* tessera bench: what this machine gives, study by study. */
#include "arguments.h"
#include "cli.h"

#include "study/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct argument bench_arguments[] = {
    {"NAME", ARGUMENT_OPTIONAL, NULL,
     "gluons threads occupancy stages convergence distributions ward rounding recut sums photons amplitudes diagrams digits shower cycles ranks peak events accuracy speed "
     "onegrid methods backends share",
     "the study; without it, they are listed"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to measure, as `tessera devices` lists them"},
    {"precision", ARGUMENT_TEXT, "P", "single double",
     "single or double; without it, as the study has it: gluons, threads, sums, photons and peak take both, integrals "
     "double, the others single"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, one"},
    {"from", ARGUMENT_COUNT, "N", "2 16",
     "the smallest number of gluons, incoming ones too, from 4, or of photons; without it, as the study has it"},
    {"to", ARGUMENT_COUNT, "N", "2 16",
     "the largest, at most 16 gluons or 8 photons; without it, as the study has it, or --from where that is more"},
    {"runs", ARGUMENT_COUNT, "N", "1 1000",
     "how many runs the median of a time is taken of, or how many seeds there are; without it, 5, in accuracy 100, in share 3"},
    {"integrands", ARGUMENT_TEXT, "F:D,...", NULL,
     "in studies of integrals: built-in integrands, with their dimensions where they are others than usual, "
     "such as f4:5,fB; in events the final states, such as 'e+ e-,t t~'"},
    {"methods", ARGUMENT_TEXT, "M,...", NULL,
     "in studies of integrals: the methods, such as qmc,vegas; in events the formats, such as lhe, or none"},
    {"rel", ARGUMENT_NUMBER, "R", NULL,
     "in studies of integrals, and in events: the relative error to reach, or the smallest of a series; without it, "
     "as the study has it"},
    {"events", ARGUMENT_COUNT, "COUNT", "1000 1000000000000000000",
     "the events of a row, at most; without it, convergence and distributions take 1e8, and where time is "
     "measured it decides; in studies of integrals the evaluations of an integral, at most: without it, 1e9, in "
     "share 4e7"},
    {"pdf", ARGUMENT_TEXT, "SET", NULL, "the parton densities, as a card names them; without it, CTEQ6L1"},
    {"out", ARGUMENT_TEXT, "FOLDER", "folder", "where distributions writes its results; without it, nowhere"},
    {"plot", ARGUMENT_TEXT, "FILE", "file",
     "draw the table into a file: .html (a page that needs no network), .svg, .pdf or .png"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the table as JSON"},
};

const struct command_syntax bench_syntax = {
    "bench",
    "measure what this machine gives",
    "Runs a study and prints its table; without a name, the studies are listed. They compute g g > gluons at "
    "14 TeV, with pT > 20 GeV, |eta| < 2.5, Delta R > 0.4 but in distributions, or photons, or, from accuracy on, integrals; on "
    "one core where --threads does not say otherwise. Columns that begin with ns are nanoseconds, with ms "
    "milliseconds, the median of several runs.",
    bench_arguments,
    sizeof bench_arguments / sizeof bench_arguments[0],
    NULL,
};

/* What take_row() works on: `rows` NULL prints, `kept` NULL draws nothing. */
struct table {
    json_t *rows;
    int printed;
    struct study_table *kept;
};

/* Columns are as wide as their names, and at least so wide. */
enum { WIDTH = 10 };

static int width_of(const struct study_value *value)
{
    const int length = (int)strlen(value->name);
    return length > WIDTH ? length : WIDTH;
}

static void print_row(const struct study_value *values, size_t count, int with_head)
{
    for (size_t i = 0; with_head && i < count; i++)
        printf("%s%*s", i ? "  " : "", width_of(&values[i]), values[i].name);
    if (with_head)
        putchar('\n');
    for (size_t i = 0; i < count; i++) {
        char number[32] = "-";
        if (isfinite(values[i].number))
            snprintf(number, sizeof number, "%.4g", values[i].number);
        printf("%s%*s", i ? "  " : "", width_of(&values[i]), values[i].text ? values[i].text : number);
    }
    putchar('\n');
    fflush(stdout);
}

/* Counts stay whole numbers. */
static json_t *json_cell(const struct study_value *value)
{
    static const double largest = 9007199254740992; /* beyond 2^53 not every whole number is a double */
    if (value->text)
        return json_string(value->text);
    if (value->number == floor(value->number) && fabs(value->number) < largest)
        return json_integer((json_int_t)value->number);
    return json_number_or_null(value->number);
}

/* Prints a row, or appends it to the JSON array. */
static void take_row(const struct study_value *values, size_t count, void *data)
{
    struct table *table = data;
    if (table->kept)
        study_table_add(table->kept, values, count);
    if (!table->rows) {
        print_row(values, count, table->printed++ == 0);
        return;
    }
    json_t *row = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(row, values[i].name, json_cell(&values[i]));
    json_array_append_new(table->rows, row);
}

static int print_list(void)
{
    size_t count;
    const struct study *list = study_list(&count);
    for (size_t i = 0; i < count; i++)
        printf("%-15s%s\n", list[i].name, list[i].description);
    return EXIT_DONE;
}

/* Draws what was measured, also where Ctrl-C came before the end. */
static int draw(ts_context *context, const char *name, const char *machine, const struct study_table *kept,
                const char *path)
{
    const ts_status status = study_plot(context, name, machine, kept, path);
    if (status)
        return complain_of(context, status);
    fprintf(stderr, "tessera: written to %s\n", path);
    return EXIT_DONE;
}

static int run_study(const char *name, const struct study_settings *settings, int as_json, const char *plot)
{
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    struct study_table kept = {.cells = NULL};
    struct table table = {.rows = as_json ? json_array() : NULL, .kept = plot ? &kept : NULL};
    char machine[256] = "";
    ts_status status = plot ? study_check_plot(context, name, plot) : TS_OK;
    if (!status)
        status = study_run(context, name, settings, take_row, &table, machine, sizeof machine);
    int exit_status = EXIT_DONE;
    if (status != TS_OK)
        exit_status = complain_of(context, status);
    if (table.printed)
        printf("on %s\n", machine);
    /* What was measured before Ctrl-C is worth having; a failure gives no result. */
    if (status != TS_OK && status != TS_INTERRUPTED)
        json_decref(table.rows);
    else if (table.rows && print_json(json_pack("{s:s, s:s, s:o}", "bench", name, "device", machine, "rows",
                                                table.rows)) != EXIT_DONE)
        exit_status = EXIT_FAILED;
    if (kept.rows && (status == TS_OK || status == TS_INTERRUPTED)) {
        const int drawn = draw(context, name, machine, &kept, plot);
        exit_status = drawn == EXIT_DONE ? exit_status : drawn;
    }
    study_table_free(&kept);
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
    if (!name)
        return print_list();
    const uint64_t from = arguments_count(&arguments, "from", 0), to = arguments_count(&arguments, "to", 0);
    const char *precision = arguments_text(&arguments, "precision");
    if (from && to && from > to)
        return complain(EXIT_WRONG, "--from %d is above --to %d.", (int)from, (int)to);
    if (precision && strcmp(precision, "single") != 0 && strcmp(precision, "double") != 0)
        return complain(EXIT_WRONG, "--precision expects single or double, not '%s'.", shown(precision).text);
    const struct study_settings settings = {
        .device = arguments_text(&arguments, "device"),
        .precision = precision,
        .threads = (int)arguments_count(&arguments, "threads", 0),
        .n_min = (int)from,
        .n_max = (int)to,
        .runs = (int)arguments_count(&arguments, "runs", 0),
        .events = arguments_count(&arguments, "events", 0),
        .pdf = arguments_text(&arguments, "pdf"),
        .out = arguments_text(&arguments, "out"),
        .integrands = arguments_text(&arguments, "integrands"),
        .methods = arguments_text(&arguments, "methods"),
        .relative_error = arguments_number(&arguments, "rel", 0),
    };
    return run_study(name, &settings, arguments_has(&arguments, "json"), arguments_text(&arguments, "plot"));
}

/* tessera plot: pictures of results, one over the other. */
#include "arguments.h"
#include "cli.h"

#include "tessera/plot.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct argument plot_arguments[] = {
    {"RESULT", ARGUMENT_REPEATED, NULL, "file", "folders of results, or YODA files; 1 to 8 of them"},
    {"out", ARGUMENT_TEXT, "FILE", "file",
     "the file of the pictures: .html (a page that needs no network), .svg, .pdf or .png; without it plot.html"},
    {"title", ARGUMENT_TEXT, "TEXT", NULL, "the title of the page; without it the names of the results"},
    {"label", ARGUMENT_LIST, "TEXT", NULL,
     "what the legend calls a result, in the order of the results; may be repeated"},
    {"shapes", ARGUMENT_FLAG, NULL, NULL,
     "draw shapes: each histogram is divided by the sum of its weights, those out of its range included"},
};

const struct command_syntax plot_syntax = {
    "plot",
    "draw the histograms of results, one over the other",
    "Draws each histogram of the first result, over it those of the others, and their ratios to the first below with "
    "the p-value of `tessera compare`. Where a result has variations, bands behind its histograms show what other "
    "scales and, of a folder, other densities make of them. Heights over more than two powers of ten have a logarithmic axis. Pictures as .pdf "
    "and .png need the program rsvg-convert (Debian: librsvg2-bin).",
    plot_arguments,
    sizeof plot_arguments / sizeof plot_arguments[0],
    NULL,
};

/* The results that are drawn. */
struct drawn {
    ts_plot_series series[TS_PLOT_SERIES_MOST];
    ts_histogram *histograms[TS_PLOT_SERIES_MOST];
    size_t read[TS_PLOT_SERIES_MOST]; /* histograms of each, weights of variations too */
    char labels[TS_PLOT_SERIES_MOST][160];
    ts_bands *bands[TS_PLOT_SERIES_MOST];
    size_t count;
};

/* The last part of a path that names something: "run1" of "out/run1/". */
static void short_name(const char *path, char *name, size_t bytes)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        --end;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        --begin;
    snprintf(name, bytes, "%.*s", (int)(end - begin), path + begin);
}

/* Puts histograms of weights of variations, whose paths end in brackets, behind all others. Returns how many
 * others there are; of nothing but variations all. */
static size_t variations_last(ts_histogram *histograms, size_t count)
{
    size_t kept = 0;
    for (size_t h = 0; h < count; ++h) {
        const size_t length = strlen(histograms[h].path);
        if (length && histograms[h].path[length - 1] == ']')
            continue;
        const ts_histogram swapped = histograms[kept];
        histograms[kept++] = histograms[h];
        histograms[h] = swapped;
    }
    return kept ? kept : count;
}

/* Whether some of the histograms of variations are of another member of a set. */
static int has_members(const ts_histogram *varied, size_t count)
{
    for (size_t h = 0; h < count; ++h)
        if (strstr(varied[h].path, "MUR=1_MUF=1_"))
            return 1;
    return 0;
}

/* The set of densities that a folder's result was made with, where its member is the central one. NULL: it is
 * not known, or not there, which is said. */
static ts_pdf *open_set(ts_context *context, const char *folder)
{
    char file[4300];
    snprintf(file, sizeof file, "%s/result.json", folder);
    struct stat facts; /* of a pipe the reading might never end */
    json_t *result = stat(file, &facts) == 0 && S_ISREG(facts.st_mode) ? json_load_file(file, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(result, "pdf"));
    ts_pdf *pdf = NULL;
    if (name && strcmp(name, "none") != 0 && ts_pdf_create(context, name, 0, &pdf))
        fprintf(stderr, "tessera: warning: There is no band of densities for %s: %s\n", clean(folder).text,
                ts_context_error(context));
    json_decref(result);
    return pdf;
}

/* The bands of a result's histograms, of the variations that stand behind them. */
static ts_status make_bands(ts_context *context, const char *folder, struct drawn *drawn, size_t i)
{
    ts_plot_series *series = &drawn->series[i];
    const ts_histogram *varied = drawn->histograms[i] + series->count;
    const size_t varied_count = drawn->read[i] - series->count;
    if (!varied_count || series->count > TS_PLOT_HISTOGRAMS_MOST) /* which are refused as a whole */
        return TS_OK;
    ts_pdf *pdf = folder && has_members(varied, varied_count) ? open_set(context, folder) : NULL;
    series->bands = drawn->bands[i] = calloc(series->count, sizeof *drawn->bands[i]);
    ts_status status = series->bands ? TS_OK : TS_ERROR_MEMORY;
    for (size_t h = 0; h < series->count && !status; ++h)
        status = ts_context_interrupted(context) ? TS_INTERRUPTED
                                                 : ts_bands_create(context, &series->histograms[h], varied,
                                                                   varied_count, pdf, &drawn->bands[i][h]);
    ts_pdf_destroy(&pdf);
    return status;
}

static void free_drawn(struct drawn *drawn)
{
    for (size_t i = 0; i < drawn->count; ++i) {
        for (size_t h = 0; drawn->bands[i] && h < drawn->series[i].count; ++h)
            ts_bands_destroy(&drawn->bands[i][h]);
        free(drawn->bands[i]);
        ts_histograms_destroy(&drawn->histograms[i], drawn->read[i]);
    }
}

/* Reads a result, and divides its histograms where shapes are asked for. */
static ts_status read_result(ts_context *context, const char *path, const char *label, int shapes,
                             struct drawn *drawn)
{
    const size_t i = drawn->count++;
    ts_plot_series *series = &drawn->series[i];
    ts_status status = histograms_of(context, path, &drawn->histograms[i], &drawn->read[i]);
    series->count = status ? 0 : variations_last(drawn->histograms[i], drawn->read[i]);
    if (label)
        snprintf(drawn->labels[i], sizeof drawn->labels[i], "%s", label);
    else
        short_name(path, drawn->labels[i], sizeof drawn->labels[i]);
    series->label = drawn->labels[i];
    series->histograms = drawn->histograms[i];
    for (size_t h = 0; h < drawn->read[i] && shapes && !status; ++h)
        status = ts_histogram_normalize(context, &drawn->histograms[i][h]);
    return status ? status : make_bands(context, is_folder(path) ? path : NULL, drawn, i);
}

static ts_status read_results(ts_context *context, const struct arguments *arguments, struct drawn *drawn)
{
    ts_status status = TS_OK;
    const char *path;
    size_t place = 0, label_place = 0;
    while (!status && (path = arguments_next(arguments, "RESULT", &place)))
        status = read_result(context, path, arguments_next(arguments, "label", &label_place),
                             arguments_has(arguments, "shapes"), drawn);
    return status;
}

static size_t count_of(const struct arguments *arguments, const char *name)
{
    size_t count = 0, place = 0;
    while (arguments_next(arguments, name, &place))
        ++count;
    return count;
}

int command_plot(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &plot_syntax, argc, argv, &exit_status))
        return exit_status;
    const size_t count = count_of(&arguments, "RESULT"), labels = count_of(&arguments, "label");
    if (count > TS_PLOT_SERIES_MOST)
        return complain(EXIT_WRONG, "There are %zu results to draw, and %d can be told apart.", count,
                        TS_PLOT_SERIES_MOST);
    if (labels > count)
        return complain(EXIT_WRONG, "There are %zu labels for %zu result%s.", labels, count,
                        count > 1 ? "s" : "");
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    struct drawn drawn = {.count = 0};
    const char *out = arguments_has(&arguments, "out") ? arguments_text(&arguments, "out") : "plot.html";
    ts_status status = read_results(context, &arguments, &drawn);
    if (status == TS_ERROR_FILE) /* one that is read */
        status = TS_ERROR_INPUT;
    if (!status)
        status = ts_plot_write(context, drawn.series, drawn.count, arguments_text(&arguments, "title"), out);
    if (!status)
        printf("written to     %s\n", clean(out).text);
    else if (status == TS_ERROR_MEMORY) /* the context's sentence may be of a set that was not found before */
        complain(EXIT_FAILED, "There is not enough memory for the pictures.");
    else
        complain_of(context, status);
    free_drawn(&drawn);
    session_close(&context);
    return exit_of(status);
}

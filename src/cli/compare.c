/* tessera compare: how well the histograms of two results agree. */
#include "arguments.h"
#include "cli.h"

#include "tessera/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct argument compare_arguments[] = {
    {"A", ARGUMENT_NEEDED, NULL, "file", "the folder of a result, or a YODA file"},
    {"B", ARGUMENT_NEEDED, NULL, "file", "another one"},
    {"shapes", ARGUMENT_FLAG, NULL, NULL,
     "compare shapes: each histogram is divided by the sum of its weights, those out of its range included"},
    {"entries", ARGUMENT_COUNT, "N", "0 1000000000", "leave out bins with fewer entries than N in either"},
    {"plot", ARGUMENT_TEXT, "FILE", "file", "draw both, one over the other, as `tessera plot` does"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the comparison as JSON"},
};

const struct command_syntax compare_syntax = {
    "compare",
    "compare the histograms of two results",
    "Prints chi2, degrees of freedom and p-value for each histogram that both hold: chi2 is the sum over "
    "bins of (a - b)^2 / (error_a^2 + error_b^2), without bins that have no error in either file. Neighbouring bins are "
    "put together until each result expects ten events in each: the mean of a and b by its own mean weight, "
    "sum w^2 / sum w. Where one has fewer than ten, or none, its error is that of the events that it expects. "
    "With --shapes, histograms of different normalisation "
    "are compared by their shapes. Histograms are paired by their full "
    "path or, where that finds no partner, by the last word of their path. Histograms of one result alone are "
    "listed. Those that cannot be compared (different bins, no bin that counts, nothing in them to divide by) make "
    "the exit status 1.",
    compare_arguments,
    sizeof compare_arguments / sizeof compare_arguments[0],
    NULL,
};

static json_t *row_of(const ts_histogram *a, const ts_histogram *b, const ts_comparison *comparison,
                      const char *problem)
{
    if (problem)
        return json_pack("{s:s, s:s, s:s}", "a", a->path, "b", b->path, "error", problem);
    const double p_value = comparison->degrees_of_freedom ? comparison->p_value : NAN;
    return json_pack("{s:s, s:s, s:o, s:I, s:o}", "a", a->path, "b", b->path, "chi2",
                     json_number_or_null(comparison->chi2), "degrees_of_freedom",
                     (json_int_t)comparison->degrees_of_freedom, "p_value", json_number_or_null(p_value));
}

static void print_row(const ts_histogram *a, const ts_comparison *comparison, const char *problem)
{
    if (problem)
        printf("%-32s %12s %6s %10s\n", a->path, "incomparable", "-", "-");
    else if (!comparison->degrees_of_freedom)
        printf("%-32s %12.6g %6d %10s\n", a->path, comparison->chi2, 0, "-");
    else
        printf("%-32s %12.6g %6zu %10.4g\n", a->path, comparison->chi2, comparison->degrees_of_freedom,
               comparison->p_value);
}

/* What was read of the two. */
struct files {
    const char *a_name, *b_name;
    ts_histogram *a, *b;
    size_t a_count, b_count;
    const ts_histogram **partners; /* [a_count] in B; NULL: A alone has it */
    char *taken;                   /* [b_count] whether one of B is a partner */
    uint64_t fewest_entries;
    int shapes;
};

static ts_status pair_all(ts_context *context, struct files *files)
{
    files->partners = calloc(files->a_count + 1, sizeof(const ts_histogram *));
    files->taken = calloc(files->b_count + 1, 1);
    ts_status status = files->partners && files->taken ? TS_OK : TS_ERROR_MEMORY;
    if (!status)
        status = ts_histogram_partners(context, files->a, files->a_count, files->b, files->b_count,
                                       files->partners);
    for (size_t i = 0; i < files->a_count && !status; i++)
        if (files->partners[i])
            files->taken[files->partners[i] - files->b] = 1;
    return status;
}

/* Histograms of one result alone, printed or appended to `a_rows` and `b_rows`. */
static void list_unpaired(const struct files *files, json_t *a_rows, json_t *b_rows)
{
    for (size_t i = 0; i < files->a_count; i++)
        if (files->partners[i])
            continue;
        else if (a_rows)
            json_array_append_new(a_rows, json_string(files->a[i].path));
        else
            printf("%-32s only in %s\n", files->a[i].path, clean(files->a_name).text);
    for (size_t i = 0; i < files->b_count; i++)
        if (files->taken[i])
            continue;
        else if (b_rows)
            json_array_append_new(b_rows, json_string(files->b[i].path));
        else
            printf("%-32s only in %s\n", files->b[i].path, clean(files->b_name).text);
}

static ts_status compare_pair(ts_context *context, const struct files *files, ts_histogram *a,
                              ts_histogram *b, ts_comparison *comparison)
{
    ts_status status = files->shapes ? ts_histogram_normalize(context, a) : TS_OK;
    if (status == TS_OK && files->shapes)
        status = ts_histogram_normalize(context, b);
    return status == TS_OK ? ts_histogram_compare(context, a, b, files->fewest_entries, comparison) : status;
}

/* One row for each pair, printed or appended to `rows`. A pair that cannot be compared
 * does not end the table. */
static int compare_files(ts_context *context, const struct files *files, json_t *rows)
{
    ts_histogram *a = files->a;
    int exit_status = EXIT_DONE;
    size_t pairs = 0;
    for (size_t i = 0; i < files->a_count; i++) {
        const ts_histogram *partner = files->partners[i];
        if (!partner)
            continue;
        if (pairs++ == 0 && !rows)
            printf("%-32s %12s %6s %10s\n", "histogram", "chi2", "dof", "p-value");
        ts_comparison comparison = {0};
        ts_histogram *b = files->b + (partner - files->b);
        const ts_status status = compare_pair(context, files, &a[i], b, &comparison);
        const char *problem = status == TS_OK ? NULL : ts_context_error(context);
        if (rows)
            json_array_append_new(rows, row_of(&a[i], partner, &comparison, problem));
        else
            print_row(&a[i], &comparison, problem);
        if (problem)
            exit_status = complain(EXIT_FAILED, "%s, %s: %s", files->a_name, files->b_name, problem);
        else if (!comparison.degrees_of_freedom)
            exit_status = complain(EXIT_FAILED,
                                   "%s, %s: No bin of %s can be compared: all are without an error%s.",
                                   files->a_name, files->b_name, a[i].path,
                                   files->fewest_entries ? ", or have too few entries" : "");
    }
    if (pairs == 0)
        return complain(EXIT_FAILED, "%s and %s have no histogram in common.", files->a_name, files->b_name);
    return exit_status;
}

static int compare_all(ts_context *context, const struct files *files, int as_json)
{
    json_t *rows = as_json ? json_array() : NULL;
    json_t *a_rows = as_json ? json_array() : NULL, *b_rows = as_json ? json_array() : NULL;
    const int exit_status = compare_files(context, files, rows);
    list_unpaired(files, a_rows, b_rows);
    if (as_json && print_json(json_pack("{s:o, s:o, s:o}", "histograms", rows, "only_in_a", a_rows,
                                        "only_in_b", b_rows)) != EXIT_DONE)
        return EXIT_FAILED;
    return exit_status;
}

/* The pictures that --plot asks for. */
static int plot_all(ts_context *context, const struct arguments *arguments, const struct files *files,
                    int exit_status)
{
    const ts_plot_series series[] = {
        {.label = files->a_name, .histograms = files->a, .count = files->a_count},
        {.label = files->b_name, .histograms = files->b, .count = files->b_count}};
    if (!arguments_has(arguments, "plot"))
        return exit_status;
    const ts_status status = ts_plot_write(context, series, 2, NULL, arguments_text(arguments, "plot"));
    return status ? complain_of(context, status) : exit_status;
}

int command_compare(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &compare_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open(0);
    if (!context)
        return EXIT_FAILED;
    struct files files = {
        .a_name = arguments_text(&arguments, "A"),
        .b_name = arguments_text(&arguments, "B"),
        .fewest_entries = arguments_count(&arguments, "entries", 0),
        .shapes = arguments_has(&arguments, "shapes"),
    };
    ts_status status = histograms_of(context, files.a_name, &files.a, &files.a_count);
    if (status == TS_OK)
        status = histograms_of(context, files.b_name, &files.b, &files.b_count);
    if (status == TS_OK)
        status = pair_all(context, &files);
    if (status != TS_OK) {
        exit_status = complain_of_input(context, status);
    } else {
        exit_status = compare_all(context, &files, arguments_has(&arguments, "json"));
        exit_status = plot_all(context, &arguments, &files, exit_status);
    }
    free(files.partners);
    free(files.taken);
    ts_histograms_destroy(&files.a, files.a_count);
    ts_histograms_destroy(&files.b, files.b_count);
    session_close(&context);
    return exit_status;
}

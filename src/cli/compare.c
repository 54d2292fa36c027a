/* tessera compare: how well the histograms of two YODA files agree. */
#include "arguments.h"
#include "cli.h"
#include "print_json.h"

#include "tessera/observable.h"

#include <stdio.h>
#include <string.h>

static const struct argument compare_arguments[] = {
    {"A.yoda", ARGUMENT_NEEDED, NULL, "file", "a YODA file"},
    {"B.yoda", ARGUMENT_NEEDED, NULL, "file", "another one"},
    {"json", ARGUMENT_FLAG, NULL, NULL, "print the comparison as JSON"},
};

const struct command_syntax compare_syntax = {
    "compare",
    "compare the histograms of two YODA files",
    "Prints chi2, degrees of freedom and p-value for each histogram that both files hold: chi2 is the sum over "
    "bins of (a - b)^2 / (error_a^2 + error_b^2), without bins that have no error in either file. Histograms are paired by their full "
    "path or, where that finds no partner, by the last word of their path. Histograms that cannot be compared "
    "(different bins) make the exit status 1.",
    compare_arguments,
    sizeof compare_arguments / sizeof compare_arguments[0],
    NULL,
};

static const char *last_word(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The partner of `histogram`: the same path, else the one histogram with the same last word. */
static const ts_histogram *find_partner(const ts_histogram *histogram, const ts_histogram *list, size_t count)
{
    const ts_histogram *partner = NULL;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].path, histogram->path) == 0)
            return &list[i];
    for (size_t i = 0; i < count; i++)
        if (strcmp(last_word(list[i].path), last_word(histogram->path)) == 0) {
            if (partner)
                return NULL;
            partner = &list[i];
        }
    return partner;
}

static json_t *row_of(const ts_histogram *a, const ts_histogram *b, const ts_comparison *comparison,
                      const char *problem)
{
    if (problem)
        return json_pack("{s:s, s:s, s:s}", "a", a->path, "b", b->path, "error", problem);
    return json_pack("{s:s, s:s, s:o, s:I, s:o}", "a", a->path, "b", b->path, "chi2",
                     json_number_or_null(comparison->chi2), "degrees_of_freedom",
                     (json_int_t)comparison->degrees_of_freedom, "p_value",
                     json_number_or_null(comparison->p_value));
}

/* One row for each pair, printed or appended to `rows`. */
static int compare_files(ts_context *context, const ts_histogram *a, size_t a_count, const ts_histogram *b,
                         size_t b_count, json_t *rows)
{
    int exit_status = EXIT_DONE;
    size_t pairs = 0;
    for (size_t i = 0; i < a_count; i++) {
        const ts_histogram *partner = find_partner(&a[i], b, b_count);
        if (!partner)
            continue;
        if (pairs++ == 0 && !rows)
            printf("%-32s %12s %6s %10s\n", "histogram", "chi2", "dof", "p-value");
        ts_comparison comparison;
        const ts_status status = ts_histogram_compare(context, &a[i], partner, &comparison);
        const char *problem = status == TS_OK ? NULL : ts_context_error(context);
        if (rows)
            json_array_append_new(rows, row_of(&a[i], partner, &comparison, problem));
        else if (!problem)
            printf("%-32s %12.6g %6zu %10.4g\n", a[i].path, comparison.chi2, comparison.degrees_of_freedom,
                   comparison.p_value);
        if (problem)
            exit_status = complain(EXIT_FAILED, "%s", problem);
    }
    if (pairs == 0)
        return complain(EXIT_FAILED, "the two files have no histogram in common.");
    return exit_status;
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
    ts_histogram *a = NULL, *b = NULL;
    size_t a_count = 0, b_count = 0;
    ts_status status = ts_yoda_read(context, arguments_text(&arguments, "A.yoda"), &a, &a_count);
    if (status == TS_OK)
        status = ts_yoda_read(context, arguments_text(&arguments, "B.yoda"), &b, &b_count);
    if (status != TS_OK) {
        exit_status = complain_of(context, status);
    } else {
        json_t *rows = arguments_has(&arguments, "json") ? json_array() : NULL;
        exit_status = compare_files(context, a, a_count, b, b_count, rows);
        if (rows && print_json(json_pack("{s:o}", "histograms", rows)) != EXIT_DONE)
            exit_status = EXIT_FAILED;
    }
    ts_histograms_destroy(&a, a_count);
    ts_histograms_destroy(&b, b_count);
    session_close(&context);
    return exit_status;
}

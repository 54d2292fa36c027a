/* Results of one card with different seeds become one: from folders to a folder. */
#include "merge/merge.h"

#include "checkpoint/checkpoint.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4200, CARD_BYTES = 1 << 24 };

const double merge_least_probability = 1e-6;

/* The card of one run without its seed: with one it runs to one of the runs. */
static ts_status write_card(const struct merge *merge, const char *out)
{
    static const char head[] =
        "# What each of the runs was made of that were merged into the result beside it, "
        "but for their seeds, which it lists.\n";
    char path[PATH_BYTES], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%.4000s/card.yaml", merge->parts[0].folder);
    ts_status status = file_status_of_input(file_read(merge->context, path, CARD_BYTES, &text, &bytes));
    if (status)
        return status;
    char *card = malloc(bytes + sizeof head);
    size_t used = card ? (size_t)sprintf(card, "%s", head) : 0;
    for (const char *line = text; *line && card;) {
        const size_t length = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        if (*line != '#' && strncmp(line, "  seed: ", 8) != 0) {
            memcpy(card + used, line, length);
            used += length;
        }
        line += length;
    }
    snprintf(path, sizeof path, "%.4000s/card.yaml", out);
    status = card ? file_write_atomically(merge->context, path, card, used)
                  : ts_fail_memory(merge->context, "a card");
    free(card);
    free(text);
    return status;
}

static ts_status write_json(const struct merge *merge, const struct merge_row *rows, size_t count,
                            const char *path)
{
    json_t *root = merge_json(merge, rows, count);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(root);
    const size_t bytes = text ? strlen(text) : 0;
    char *line = text ? realloc(text, bytes + 2) : NULL; /* a text file ends with a newline */
    if (!line) {
        free(text);
        return ts_fail_memory(merge->context, "result.json");
    }
    line[bytes] = '\n';
    line[bytes + 1] = 0;
    merge->merged->json = line;
    return file_write_atomically(merge->context, path, line, bytes + 1);
}

/* Writes all, result.json last: an older one goes first. */
static ts_status write_all(const struct merge *merge, const struct merge_row *rows, size_t count,
                           const char *out)
{
    char path[PATH_BYTES];
    ts_status status = file_make_folder(merge->context, out, 0777);
    snprintf(path, sizeof path, "%.4000s/report.html", out);
    if (!status) /* a page of one run says nothing of all */
        status = file_remove(merge->context, path);
    snprintf(path, sizeof path, "%.4000s/result.json", out);
    if (!status)
        status = file_remove(merge->context, path);
    if (!status) /* nor is there a run to go on with */
        status = checkpoint_remove(merge->context, out);
    if (!status)
        status = merge_events(merge, out);
    if (!status)
        status = merge_histograms(merge, out);
    if (!status)
        status = write_card(merge, out);
    return status ? status : write_json(merge, rows, count, path);
}

/* The least seed that a part holds. */
static uint64_t seed_of(const struct merge_part *part)
{
    const json_t *seeds = json_object_get(part->result, "seeds");
    return seeds ? (uint64_t)json_integer_value(json_array_get(seeds, 0)) : merge_count(part->result, "seed");
}

static int by_least_seed(const void *a, const void *b)
{
    const uint64_t left = seed_of(a), right = seed_of(b);
    return (left > right) - (left < right);
}

static ts_status merge_parts(struct merge *merge, const char *out)
{
    struct merge_row *rows = NULL;
    size_t count = 0;
    double all = 0;
    json_t *list = json_array();
    ts_status status = TS_OK;
    for (size_t p = 0; p < merge->count && !status; ++p)
        status = merge_read(merge, &merge->parts[p]);
    for (size_t p = 1; p < merge->count && !status; ++p)
        status = merge_check(merge, &merge->parts[p]);
    if (!status) {
        qsort(merge->parts, merge->count, sizeof *merge->parts, by_least_seed);
        status = merge_rows(merge, list, &rows, &count);
    }
    if (!status) {
        merge_combine(rows, count, merge->merged);
        for (size_t p = 0; p < merge->count; ++p)
            all += merge->parts[p].part;
        for (size_t p = 0; p < merge->count; ++p)
            merge->parts[p].part /= all;
        status = merge_variations(merge);
    }
    if (!status)
        status = write_all(merge, rows, count, out);
    if (!status && merge->merged->p_value < merge_least_probability)
        status = ts_fail(merge->context, TS_NOT_CONVERGED,
                         "The runs do not agree: chi2 is %.3g for %zu degrees of freedom.",
                         merge->merged->chi2, merge->merged->degrees_of_freedom);
    else if (!status && !merge_converged(merge))
        status = ts_fail(merge->context, TS_NOT_CONVERGED,
                         "The relative error that the card asks for is not reached: more runs help.");
    free(rows);
    json_decref(list);
    return status;
}

/* What replaces a folder that it reads would lose it. */
static ts_status check_out(ts_context *context, const char *out, const char *const *folders, size_t count)
{
    char real[PATH_MAX], other[PATH_MAX];
    if (!count)
        return ts_fail(context, TS_ERROR_INPUT, "There is no result to merge.");
    for (size_t p = 0; p < count && realpath(out, real); ++p)
        if (realpath(folders[p], other) && !strcmp(real, other))
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s is one of the folders that are to be merged: give another one for the result.",
                           out);
    return TS_OK;
}

ts_status ts_result_merge(ts_context *context, const char *out, const char *const *folders, size_t count,
                          ts_merged *merged)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && out && (folders || !count) && merged);
    for (size_t p = 0; p < count; ++p)
        NEEDS(context, folders[p]);
    struct merge merge = {.context = context,
                          .parts = calloc(count + 1, sizeof *merge.parts),
                          .count = count,
                          .merged = merged};
    *merged = (ts_merged){0};
    if (!merge.parts)
        return ts_fail_memory(context, "the results");
    for (size_t p = 0; p < count; ++p)
        merge.parts[p].folder = folders[p];
    ts_status status = check_out(context, out, folders, count);
    if (!status)
        status = merge_parts(&merge, out);
    for (size_t p = 0; p < count; ++p) {
        ts_folder_lock_destroy(&merge.parts[p].lock);
        json_decref(merge.parts[p].result);
        ts_histograms_destroy(&merge.parts[p].histograms, merge.parts[p].histogram_count);
    }
    free(merge.parts);
    free(merge.variations);
    if (status && status != TS_NOT_CONVERGED) {
        free(merged->json);
        merged->json = NULL;
    }
    return status;
}

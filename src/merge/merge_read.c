/* What is read of results that are to be merged, and what does not belong together. */
#include "checkpoint/made_of.h"
#include "core/context.h"
#include "core/file.h"
#include "core/json_read.h"
#include "merge/merge.h"
#include "result/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4200, RESULT_BYTES = 1 << 26 };

double merge_number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

uint64_t merge_count(const json_t *object, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(object, key));
}

const json_t *merge_at(const json_t *object, const char *first, const char *second)
{
    return json_object_get(json_object_get(object, first), second);
}

static ts_status refuse(const struct merge *merge, const struct merge_part *part, const char *what)
{
    return ts_fail(merge->context, TS_ERROR_INPUT, "%s cannot be merged with %s: %s.", part->folder,
                   merge->parts[0].folder, what);
}

/* What stands in result.json of events, and what cannot be merged for it. */
static ts_status take_counts(const struct merge *merge, const char *path, struct merge_part *part)
{
    const json_t *survivors = merge_at(part->result, "full_colour", "survivors");
    const json_t *events = json_object_get(part->result, "events");
    part->value = json_number_value(merge_at(part->result, "cross_section", "value"));
    part->part = (double)merge_count(events, "counted");
    part->tried = merge_count(events, "tried");
    part->written = merge_count(events, "written");
    if (survivors && !json_integer_value(survivors) && part->value != 0)
        return ts_fail(merge->context, TS_ERROR_INPUT, "%s ended before its second stage: %s.", path,
                       json_is_true(json_object_get(part->result, "interrupted"))
                           ? "go on with it (--resume)"
                           : "no event was left for that, and its cross section is that of leading colour");
    return part->part > 0
               ? TS_OK
               : ts_fail(merge->context, TS_ERROR_INPUT,
                         "%s holds no event that counts: the run was stopped before; go on with it "
                         "(--resume).",
                         path);
}

/* What is no folder may be a file of events, or the result.json of one. */
static ts_status check_folder(const struct merge *merge, const char *folder)
{
    struct stat facts;
    if (stat(folder, &facts))
        return ts_fail(merge->context, TS_ERROR_INPUT, "The folder %s cannot be read: %s.", folder,
                       strerror(errno));
    return S_ISDIR(facts.st_mode)
               ? TS_OK
               : ts_fail(merge->context, TS_ERROR_INPUT,
                         "%s is no folder: name the folders that runs wrote their results into.", folder);
}

ts_status merge_read(const struct merge *merge, struct merge_part *part)
{
    char path[PATH_BYTES], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%.4000s/result.json", part->folder);
    ts_status status = check_folder(merge, part->folder);
    if (!status)
        status = folder_lock_shared(merge->context, part->folder, &part->lock);
    if (!status)
        status = file_status_of_input(file_read(merge->context, path, RESULT_BYTES, &text, &bytes));
    if (status)
        return status;
    status = json_read(merge->context, path, text, bytes, JSON_REJECT_DUPLICATES, &part->result, NULL);
    free(text);
    if (status)
        return status;
    if (!json_is_object(merge_at(part->result, "card", "integration")) ||
        !json_is_number(merge_at(part->result, "cross_section", "value")) ||
        !json_is_number(merge_at(part->result, "cross_section", "error")) ||
        !json_is_object(json_object_get(part->result, "events")))
        return ts_fail(merge->context, TS_ERROR_INPUT, "%s is no result of a run that succeeded.", path);
    status = merge_check_numbers(merge, path, part->result);
    if (!status)
        status = take_counts(merge, path, part);
    if (status || !json_array_size(json_object_get(part->result, "histograms")))
        return status;
    snprintf(path, sizeof path, "%.4000s/histograms.yoda", part->folder);
    return file_status_of_input(
        ts_yoda_read(merge->context, path, &part->histograms, &part->histogram_count));
}

/* Whether two histograms are of the same axis. */
static int same_axis(const ts_histogram *a, const ts_histogram *b)
{
    if (strcmp(a->path, b->path) != 0 || a->bin_count != b->bin_count)
        return 0;
    for (size_t i = 0; i < a->bin_count; ++i)
        if (a->bins[i].low != b->bins[i].low || a->bins[i].high != b->bins[i].high)
            return 0;
    return 1;
}

/* Whether two results have the same variations, in the same order. */
static int same_variations(const json_t *a, const json_t *b)
{
    size_t i;
    json_t *row;
    if (json_array_size(a) != json_array_size(b))
        return 0;
    json_array_foreach(a, i, row)
    {
        if (!json_equal(json_object_get(row, "name"), json_object_get(json_array_get(b, i), "name")))
            return 0;
    }
    return 1;
}

ts_status merge_check(const struct merge *merge, const struct merge_part *part)
{
    static const char *const alike[] = {"version", "process", "pdf", "pdf_member", "couplings", "shower"};
    const struct merge_part *first = &merge->parts[0];
    char difference[512], what[640];
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; ++i) {
        const json_t *here = json_object_get(part->result, alike[i]);
        const json_t *there = json_object_get(first->result, alike[i]);
        if (here == there || (here && there && json_equal(here, there)))
            continue;
        snprintf(what, sizeof what, "%s is %.200s, not %.200s", alike[i],
                 json_is_string(here) ? json_string_value(here) : "another",
                 json_is_string(there) ? json_string_value(there) : "the same");
        return refuse(merge, part, what);
    }
    if (card_difference(json_object_get(first->result, "card"), json_object_get(part->result, "card"),
                        "integration.seed", difference, sizeof difference)) {
        snprintf(what, sizeof what, "the cards differ, %s", difference);
        return refuse(merge, part, what);
    }
    if (!same_variations(json_object_get(part->result, "variations"),
                         json_object_get(first->result, "variations")))
        return refuse(merge, part, "the variations differ");
    if (part->histogram_count != first->histogram_count)
        return refuse(merge, part, "the histograms differ");
    for (size_t i = 0; i < part->histogram_count; ++i)
        if (!same_axis(&part->histograms[i], &first->histograms[i]))
            return refuse(merge, part, "the histograms differ");
    return TS_OK;
}

#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "tessera/observable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ts_histograms_destroy(ts_histogram **histograms, size_t count)
{
    if (!histograms)
        return;
    for (size_t i = 0; *histograms && i < count; i++)
        free((*histograms)[i].bins);
    free(*histograms);
    *histograms = NULL;
}

static void scale_bin(ts_bin *bin, double factor)
{
    bin->sum_w *= factor;
    bin->sum_w2 *= factor * factor;
    bin->sum_wx *= factor;
    bin->sum_wx2 *= factor;
}

ts_status ts_histogram_normalize(ts_context *context, ts_histogram *histogram)
{
    OWN_ENVIRONMENT;
    NEEDS(context, histogram);
    const double sum = histogram->total.sum_w;
    if (sum == 0 || !isfinite(1 / sum))
        return ts_fail(context, TS_ERROR_INPUT, "The weights of %s add up to %g: it has no shape.",
                       histogram->path, sum);
    for (size_t i = 0; i < histogram->bin_count; i++)
        scale_bin(&histogram->bins[i], 1 / sum);
    scale_bin(&histogram->underflow, 1 / sum);
    scale_bin(&histogram->overflow, 1 / sum);
    scale_bin(&histogram->total, 1 / sum);
    return TS_OK;
}

static const char *last_word(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int by_path(const void *left, const void *right)
{
    const ts_histogram *a = *(const ts_histogram *const *)left, *b = *(const ts_histogram *const *)right;
    const int order = strcmp(a->path, b->path);
    return order ? order : (a > b) - (a < b);
}

static int by_last_word(const void *left, const void *right)
{
    const ts_histogram *a = *(const ts_histogram *const *)left, *b = *(const ts_histogram *const *)right;
    const int order = strcmp(last_word(a->path), last_word(b->path));
    return order ? order : (a > b) - (a < b);
}

/* The place of the first of a sorted list that is not before a text. */
static size_t first_of(const ts_histogram *const *sorted, size_t count, const char *text,
                       const char *part(const char *path))
{
    size_t first = 0, end = count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (strcmp(part(sorted[middle]->path), text) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static const char *whole(const char *path) { return path; }

ts_status ts_histogram_partners(ts_context *context, const ts_histogram *histograms, size_t count,
                                const ts_histogram *list, size_t list_count, const ts_histogram **partners)
{
    const ts_histogram **paths = calloc(2 * list_count + 1, sizeof(const ts_histogram *));
    if (!paths)
        return ts_fail_memory(context, "the names of histograms");
    const ts_histogram **words = paths + list_count;
    for (size_t i = 0; i < list_count; i++)
        paths[i] = words[i] = &list[i];
    if (list_count) {
        qsort(paths, list_count, sizeof(const ts_histogram *), by_path);
        qsort(words, list_count, sizeof(const ts_histogram *), by_last_word);
    }
    for (size_t i = 0; i < count; i++) {
        const char *path = histograms[i].path, *word = last_word(path);
        size_t place = first_of(paths, list_count, path, whole);
        partners[i] = NULL;
        if (place < list_count && strcmp(paths[place]->path, path) == 0) {
            partners[i] = paths[place];
            continue;
        }
        place = first_of(words, list_count, word, last_word);
        const int is_there = place < list_count && strcmp(last_word(words[place]->path), word) == 0;
        const int again = place + 1 < list_count && strcmp(last_word(words[place + 1]->path), word) == 0;
        if (is_there && !again)
            partners[i] = words[place];
    }
    free(paths);
    return TS_OK;
}

const ts_histogram *ts_histogram_partner(const ts_histogram *histogram, const ts_histogram *list,
                                         size_t count)
{
    if (!histogram || !list)
        return NULL;
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

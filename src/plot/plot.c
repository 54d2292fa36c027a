/* Pictures of several results: which histograms belong together, and into which file they go. */
#include "tessera/plot.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "plot/page.h"
#include "plot/sheet.h"

#include <stdio.h>
#include <stdlib.h>

_Static_assert((int)SERIES_MOST == TS_PLOT_SERIES_MOST, "as many series as the public header promises");

/* A histogram of the first series with its partners, and how well they agree. */
static struct histogram_picture picture_of(ts_context *context, const ts_plot_series *series, size_t count,
                                           size_t which, const ts_histogram *const *partners)
{
    struct histogram_picture picture = {.count = (int)count};
    const ts_histogram *first = &series[0].histograms[which];
    for (size_t s = 0; s < count; ++s) {
        picture.labels[s] = series[s].label;
        const ts_histogram *other = s ? partners[(s - 1) * series[0].count + which] : first;
        ts_comparison comparison;
        if (!other) {
            snprintf(picture.notes[s], sizeof picture.notes[s], "not there");
        } else if (s && ts_histogram_compare(context, first, other, 0, &comparison)) {
            snprintf(picture.notes[s], sizeof picture.notes[s], "has other bins");
            other = NULL;
        } else if (s && comparison.degrees_of_freedom) {
            snprintf(picture.notes[s], sizeof picture.notes[s], "p-value %.3g, chi2/dof %.3g",
                     comparison.p_value, comparison.chi2 / (double)comparison.degrees_of_freedom);
        }
        picture.histograms[s] = other;
        if (other && series[s].bands)
            picture.bands[s] = &series[s].bands[other - series[s].histograms];
    }
    return picture;
}

static void join_labels(const ts_plot_series *series, size_t count, char *text, size_t bytes)
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < count && used + 4 < bytes; ++i)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? ", " : "", series[i].label);
}

static ts_status write_page(ts_context *context, const struct histogram_picture *pictures, size_t count,
                            const char *title, const char *path)
{
    struct source html = {.text = NULL};
    page_begin(&html, title);
    page_text(&html, "<h1>", title, "</h1>\n<div class=\"pictures\">\n");
    for (size_t i = 0; i < count && !ts_context_interrupted(context); ++i)
        page_histogram(&html, (int)i, &pictures[i]);
    source_append(&html, "</div>\n");
    page_end(&html);
    const ts_status status = ts_context_interrupted(context)
                                 ? ts_fail(context, TS_INTERRUPTED, "Interrupted.")
                             : html.failed ? ts_fail_memory(context, "the pictures")
                                           : file_write_atomically(context, path, html.text, html.length);
    source_free(&html);
    return status;
}

static ts_status write_sheet(ts_context *context, const struct histogram_picture *pictures, size_t count,
                             const char *title, const char *path)
{
    struct drawn_picture *drawn = calloc(count + 1, sizeof *drawn);
    if (!drawn)
        return ts_fail_memory(context, "the pictures");
    for (size_t i = 0; i < count; ++i) {
        histogram_draw(&drawn[i].svg, (int)i, &pictures[i]);
        drawn[i].height = histogram_height(&pictures[i]);
    }
    const ts_status status = sheet_write(context, title, drawn, count, path);
    free(drawn);
    return status;
}

static ts_status check(ts_context *context, const ts_plot_series *series, size_t count)
{
    if (count < 1 || count > SERIES_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "There are %zu results to draw, and 1 to %d can be told apart.", count, SERIES_MOST);
    if (series[0].count > TS_PLOT_HISTOGRAMS_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "%s has %zu histograms, and up to %d are drawn.",
                       series[0].label, series[0].count, TS_PLOT_HISTOGRAMS_MOST);
    for (size_t i = 0; i < count; ++i)
        NEEDS(context, series[i].label && (series[i].histograms || !series[i].count));
    for (size_t i = 0; i < series[0].count; ++i)
        if (series[0].histograms[i].bin_count > 0)
            return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT, "There is no histogram in %s.", series[0].label);
}

ts_status ts_plot_write(ts_context *context, const ts_plot_series *series, size_t count, const char *title,
                        const char *path)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && (series || !count) && path);
    char labels[512];
    int is_page;
    ts_status status = sheet_check_ending(context, path, &is_page);
    if (!status)
        status = check(context, series, count);
    if (status)
        return status;
    struct histogram_picture *pictures = calloc(series[0].count, sizeof *pictures);
    const ts_histogram **partners = calloc(series[0].count * count, sizeof(const ts_histogram *));
    if (!pictures || !partners)
        status = ts_fail_memory(context, "the pictures");
    for (size_t s = 1; s < count && !status; ++s)
        status = ts_histogram_partners(context, series[0].histograms, series[0].count, series[s].histograms,
                                       series[s].count, partners + (s - 1) * series[0].count);
    if (status) {
        free(pictures);
        free(partners);
        return status;
    }
    size_t drawn = 0;
    for (size_t i = 0; i < series[0].count; ++i)
        if (series[0].histograms[i].bin_count > 0)
            pictures[drawn++] = picture_of(context, series, count, i, partners);
    free(partners);
    join_labels(series, count, labels, sizeof labels);
    title = title ? title : labels;
    status = is_page ? write_page(context, pictures, drawn, title, path)
                     : write_sheet(context, pictures, drawn, title, path);
    free(pictures);
    return status;
}

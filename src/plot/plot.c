/* Pictures of several results: which histograms belong together, and into which file they go. */
#include "tessera/plot.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "plot/convert.h"
#include "plot/page.h"
#include "plot/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

_Static_assert((int)SERIES_MOST == TS_PLOT_SERIES_MOST, "as many series as the public header promises");

/* A histogram of the first series with its partners, and how well they agree. */
static struct histogram_picture picture_of(ts_context *context, const ts_plot_series *series, size_t count,
                                           size_t which)
{
    struct histogram_picture picture = {.count = (int)count};
    const ts_histogram *first = &series[0].histograms[which];
    for (size_t s = 0; s < count; ++s) {
        picture.labels[s] = series[s].label;
        const ts_histogram *other = s ? ts_histogram_partner(first, series[s].histograms, series[s].count)
                                      : first;
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
    for (size_t i = 0; i < count; ++i)
        page_histogram(&html, (int)i, &pictures[i]);
    source_append(&html, "</div>\n");
    page_end(&html);
    const ts_status status = html.failed ? ts_fail_memory(context, "the pictures")
                                         : file_write_atomically(context, path, html.text, html.length);
    source_free(&html);
    return status;
}

static ts_status write_sheet(ts_context *context, const struct histogram_picture *pictures, size_t count,
                             const char *title, const char *path, const char *format)
{
    struct source svg = {.text = NULL};
    sheet_write(&svg, title, pictures, count);
    ts_status status;
    if (svg.failed)
        status = ts_fail_memory(context, "the pictures");
    else if (strcasecmp(format, "svg") == 0)
        status = file_write_atomically(context, path, svg.text, svg.length);
    else
        status = convert_svg(context, svg.text, svg.length, format, path);
    source_free(&svg);
    return status;
}

/* The ending of a file's name, without its dot; empty: none. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

static ts_status check(ts_context *context, const ts_plot_series *series, size_t count, const char *path)
{
    static const char *const endings[] = {"html", "svg", "pdf", "png"};
    const char *ending = ending_of(path);
    int known = 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i)
        known |= strcasecmp(ending, endings[i]) == 0;
    if (!known)
        return ts_fail(context, TS_ERROR_INPUT, "The picture %s should end with .html, .svg, .pdf or .png.",
                       path);
    if (count < 1 || count > SERIES_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "There are %zu results to draw, and 1 to %d can be told apart.", count, SERIES_MOST);
    for (size_t i = 0; i < series[0].count; ++i)
        if (series[0].histograms[i].bin_count > 0)
            return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT, "There is no histogram in %s.", series[0].label);
}

ts_status ts_plot_write(ts_context *context, const ts_plot_series *series, size_t count, const char *title,
                        const char *path)
{
    OWN_ENVIRONMENT;
    char labels[512];
    ts_status status = check(context, series, count, path);
    if (status)
        return status;
    struct histogram_picture *pictures = calloc(series[0].count, sizeof *pictures);
    if (!pictures)
        return ts_fail_memory(context, "the pictures");
    size_t drawn = 0;
    for (size_t i = 0; i < series[0].count; ++i)
        if (series[0].histograms[i].bin_count > 0)
            pictures[drawn++] = picture_of(context, series, count, i);
    join_labels(series, count, labels, sizeof labels);
    const char *ending = ending_of(path);
    title = title ? title : labels;
    if (strcasecmp(ending, "html") == 0)
        status = write_page(context, pictures, drawn, title, path);
    else
        status = write_sheet(context, pictures, drawn, title, path, ending);
    free(pictures);
    return status;
}

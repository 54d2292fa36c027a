/** @file
 * Pictures of histograms, and the page that reports a result. */
#ifndef TESSERA_PLOT_H
#define TESSERA_PLOT_H

#include "observable.h"
#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How many results may lie over each other. */
#define TS_PLOT_SERIES_MOST 8

/** How many histograms a page or sheet may have: each takes some kilobytes, however short its own text was.
 */
#define TS_PLOT_HISTOGRAMS_MOST 2000

/** One of the results that pictures show. */
typedef struct ts_plot_series {
    const char *label; /**< what the legend calls it */
    const ts_histogram *histograms;
    size_t count;
    const ts_bands *bands; /**< [count] of each histogram, drawn behind it; NULL: none */
} ts_plot_series;

/** Draws every histogram of the first series, and over it those of the others with the same bins and path,
 * or last word of it. Below stand their ratios to the first and the p-value of ts_histogram_compare().
 * @param count 1 to TS_PLOT_SERIES_MOST
 * @param path the file; its ending says what: .html, a page that needs no network; .svg, one sheet; .pdf and
 * .png, that sheet converted by `rsvg-convert` (of librsvg), which has to be installed
 * @param title of the page or sheet; NULL: the labels
 * @return TS_OK; TS_ERROR_INPUT where there is nothing to draw, or more than TS_PLOT_HISTOGRAMS_MOST, or the
 * ending is another; TS_ERROR_FILE, _MEMORY */
TS_API ts_status ts_plot_write(ts_context *context, const ts_plot_series *series, size_t count,
                               const char *title, const char *path);

/** The page that ts_result_write() leaves as report.html: cross section, convergence, subprocesses,
 * histograms, time, grid, couplings and card, as HTML that needs no network. @return its text, to be freed;
 * NULL: not enough memory */
TS_API char *ts_result_report(const ts_result *result);

#ifdef __cplusplus
}
#endif
#endif

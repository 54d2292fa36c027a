/** @file
 * Histograms: what they hold, and their YODA form. */
#ifndef TESSERA_OBSERVABLE_H
#define TESSERA_OBSERVABLE_H

#include "context.h"
#include "pdf.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The sums of one bin: over entries of weight w at value x. */
typedef struct ts_bin {
    double low, high;     /**< edges, in the observable's unit */
    double sum_w, sum_w2; /**< pb and pb^2 (or normalised, as the process says) */
    double sum_wx, sum_wx2;
    uint64_t entries;
} ts_bin;

/** A one-dimensional histogram. */
typedef struct ts_histogram {
    char path[128];  /**< as in YODA: "/tessera/ht" */
    char title[128]; /**< "HT [GeV]" */
    size_t bin_count;
    ts_bin *bins; /**< [bin_count], in ascending order */
    ts_bin total, underflow, overflow;
} ts_histogram;

/** Writes histograms as YODA 1 text (YODA_HISTO1D_V2). Written to a temporary
 * name and renamed, so that the file is whole or absent.
 * @return TS_OK, or TS_ERROR_FILE with the reason */
TS_API ts_status ts_yoda_write(ts_context *context, const char *path, const ts_histogram *histograms,
                               size_t count);

/** Reads every Histo1D of a YODA 1 file (formats V1 and V2; other objects are skipped).
 * @param histograms receives an array that ts_histograms_destroy() frees
 * @return TS_OK; TS_ERROR_FILE where it cannot be read; TS_ERROR_INPUT, with file
 *         and line, where it is not YODA */
TS_API ts_status ts_yoda_read(ts_context *context, const char *path, ts_histogram **histograms,
                              size_t *count);

/** Frees an array of histograms and its bins, and sets the handle to NULL. */
TS_API void ts_histograms_destroy(ts_histogram **histograms, size_t count);

/** The partner of a histogram among others: that of the same path, else the only one with the same last word
 * of its path. @return one of the list, or NULL */
TS_API const ts_histogram *ts_histogram_partner(const ts_histogram *histogram, const ts_histogram *list,
                                                size_t count);

/** The partners of many histograms among others, as ts_histogram_partner() finds that of one, in a time that
 * grows little faster than their numbers.
 * @param partners [count] receives them, each one of the list or NULL
 * @return TS_OK, TS_ERROR_MEMORY */
TS_API ts_status ts_histogram_partners(ts_context *context, const ts_histogram *histograms, size_t count,
                                       const ts_histogram *list, size_t list_count,
                                       const ts_histogram **partners);

/** How well two histograms agree. */
typedef struct ts_comparison {
    double chi2;
    size_t degrees_of_freedom; /**< bins, or groups of them, compared */
    double p_value;
} ts_comparison;

/** Compares two histograms of the same binning, bin by bin: chi2 = sum (a - b)^2 / (error_a^2 +
 * error_b^2). The sum is over the bins that have an error in at least one of the two. Neighbouring bins are
 * put together, from the left, until each histogram expects ten events in each. It expects the mean of both
 * contents, divided by its own mean weight, sum w^2 / sum w. Of fewer, chi2 and its p-value mean nothing.
 * Where a histogram has fewer than ten, or none, its error is that of the events that it expects. What is
 * exact, without an error, has enough.
 * @param fewest_entries bins with fewer entries than this in either of the two are left out
 * @return TS_OK, or TS_ERROR_INPUT where the binnings differ */
TS_API ts_status ts_histogram_compare(ts_context *context, const ts_histogram *a, const ts_histogram *b,
                                      uint64_t fewest_entries, ts_comparison *comparison);

/** Divides a histogram by the sum of all its weights, those below and above its range included: what is left
 * is its shape. @return TS_OK, or TS_ERROR_INPUT where that sum is 0 or not a number; the histogram is left
 * as it was */
TS_API ts_status ts_histogram_normalize(ts_context *context, ts_histogram *histogram);

/** What variations make of a histogram: sums of weights at both ends of a band, of each bin. NULL: there is
 * no such band. */
typedef struct ts_bands {
    double *scale_low, *scale_high;     /**< [bin_count] the least and the largest of all scales */
    double *density_low, *density_high; /**< [bin_count] one standard deviation, ts_pdf_uncertainty() */
    double *weight_low, *weight_high;   /**< [bin_count] the least and the largest of weights of other names,
                                           such   as those of `tessera reweight` */
} ts_bands;

/** The bands of a histogram.
 * @param varied histograms, of which those with the path of this one count that are followed by a weight's
 * name in brackets, as MCnet recommends it (arXiv:2203.08230): "/tessera/ht[MUR=0.5_MUF=1_LHAPDF=10042]"
 * @param pdf the central member of the set whose members vary; NULL: no band of densities
 * @param bands receives them; ts_bands_destroy() frees them. A band that lacks a member is not there
 * @return TS_OK or TS_ERROR_MEMORY */
TS_API ts_status ts_bands_create(ts_context *context, const ts_histogram *histogram,
                                 const ts_histogram *varied, size_t count, const ts_pdf *pdf,
                                 ts_bands *bands);

/** Frees bands, which are none from then on. */
TS_API void ts_bands_destroy(ts_bands *bands);

#ifdef __cplusplus
}
#endif
#endif

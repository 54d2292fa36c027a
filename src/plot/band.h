/* Bands behind a histogram: what other scales, densities and weights make of it. */
#ifndef TESSERA_PLOT_BAND_H
#define TESSERA_PLOT_BAND_H

#include "plot/panel.h"
#include "tessera/observable.h"

/* Both kinds, and what the legend calls them. */
enum band_kind { BAND_SCALES, BAND_DENSITIES, BAND_WEIGHTS, BAND_KINDS };
extern const char *const band_names[BAND_KINDS];

/* What sentences call them: "scales". */
extern const char *const band_words[BAND_KINDS];

/* The ends of a band, [bin_count] sums of weights. Returns whether there is one; `bands` may be NULL. */
int band_ends(const ts_bands *bands, enum band_kind kind, const double **low, const double **high);

/* The bands of a histogram, of scales under those of densities; divided by the heights of another where
 * `ratio_to` is not NULL. */
void bands_draw(struct source *svg, const struct panel *panel, const ts_histogram *histogram,
                const ts_bands *bands, const ts_histogram *ratio_to, int series);

/* A piece of a band for the legend, of 26 pixels from x on, around y. */
void band_swatch(struct source *svg, enum band_kind kind, int series, double x, double y);

#endif

/* The picture of one histogram, of one result or of several over each other. */
#ifndef TESSERA_PLOT_HISTOGRAM_H
#define TESSERA_PLOT_HISTOGRAM_H

#include "program/source.h"
#include "tessera/observable.h"

/* More results than these cannot be told apart. */
enum { SERIES_MOST = 8 };

/* One histogram as several results have it. */
struct histogram_picture {
    const ts_histogram *histograms[SERIES_MOST]; /* NULL: this result has none, or other bins */
    const char *labels[SERIES_MOST];
    char notes[SERIES_MOST][64];        /* what is said behind a label: its p-value against the first */
    const ts_bands *bands[SERIES_MOST]; /* what variations make of it; NULL: not known */
    int count;
};

/* How high a picture is [pixels]. */
double histogram_height(const struct histogram_picture *picture);

/* The picture, as an <svg> of a page; `number` tells those of a page apart. */
void histogram_draw(struct source *svg, int number, const struct histogram_picture *picture);

#endif

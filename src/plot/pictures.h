/* Pictures: of a histogram, of one result or of several over each other; how a cross section converged; a
 * grid; curves. */
#ifndef TESSERA_PLOT_PICTURES_H
#define TESSERA_PLOT_PICTURES_H

#include "program/source.h"
#include "tessera/observable.h"
#include "tessera/progress.h"
#include "tessera/run.h"

#include <stddef.h>

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

/* convergence.c. How a cross section converged, iteration by iteration. */

/* Values and errors of iterations [pb] beside what they became; full dots count, rings only taught the grid.
 */
void convergence_draw(struct source *svg, int number, const char *title, const ts_iteration *iterations,
                      size_t count, double value, double error);

/* grid_picture.c. Where an importance grid puts its points. */

/* The density of points along each axis of the unit cube, axis under axis: 1 where the grid is even. */
void grid_picture_draw(struct source *svg, int number, const char *title, const ts_grid *grid);

/* curve.c. Curves: numbers against a number, of one or several series. */

/* More curves than these cannot be told apart. */
enum { CURVES_MOST = 8 };

/* Points in the order in which lines join them; what is not finite is left out. */
struct curve {
    char label[96];
    const double *x, *y;
    size_t count;
};

struct curve_picture {
    const char *title, *x_label, *y_label;
    struct curve curves[CURVES_MOST];
    int count;
};

double curves_height(const struct curve_picture *picture);

/* The picture, as an <svg> of a page; `number` tells those of a page apart. Axes over more than a power of
 * ten are logarithmic where all is positive. */
void curves_draw(struct source *svg, int number, const struct curve_picture *picture);

#endif

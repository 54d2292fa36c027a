/* Curves: numbers against a number, of one or several series. */
#ifndef TESSERA_PLOT_CURVE_H
#define TESSERA_PLOT_CURVE_H

#include "program/source.h"

#include <stddef.h>

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

/* A panel: a frame with axes, in which something is drawn. */
#ifndef TESSERA_PLOT_PANEL_H
#define TESSERA_PLOT_PANEL_H

#include "plot/svg.h"

/* How wide pictures are [pixels], and the margins of their panels. */
enum { PICTURE_WIDTH = 460, PANEL_LEFT = 64, PANEL_RIGHT = 442 };

struct panel {
    struct plot_axis x, y;
    const char *x_label; /* NULL: neither label nor numbers below it, for another panel follows */
    const char *y_label;
};

/* The frame, its lines, numbers and labels. The axes say where it lies. */
void panel_draw(struct source *svg, const struct panel *panel);

/* Begins a picture of this height: its title, and what a person hears who cannot see it. `number` tells the
 * pictures of a page apart. */
void picture_begin(struct source *svg, int number, double height, const char *title, const char *description);
void picture_end(struct source *svg);

/* Makes room around the numbers of a linear axis that begins at 0 where none is below, or of a logarithmic
 * one. */
void axis_round(struct plot_axis *axis);

#endif

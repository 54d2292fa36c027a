/* A sheet: several pictures as one SVG that stands alone. */
#ifndef TESSERA_PLOT_SHEET_H
#define TESSERA_PLOT_SHEET_H

#include "plot/histogram.h"

void sheet_write(struct source *svg, const char *title, const struct histogram_picture *pictures,
                 size_t count);

#endif

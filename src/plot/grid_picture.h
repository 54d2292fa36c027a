/* Where an importance grid puts its points. */
#ifndef TESSERA_PLOT_GRID_PICTURE_H
#define TESSERA_PLOT_GRID_PICTURE_H

#include "program/source.h"
#include "tessera/run.h"

/* The density of points along each axis of the unit cube, axis under axis: 1 where the grid is even. */
void grid_picture_draw(struct source *svg, int number, const char *title, const ts_grid *grid);

#endif

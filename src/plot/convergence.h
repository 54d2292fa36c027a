/* How a cross section converged, iteration by iteration. */
#ifndef TESSERA_PLOT_CONVERGENCE_H
#define TESSERA_PLOT_CONVERGENCE_H

#include "program/source.h"
#include "tessera/progress.h"

/* Values and errors of iterations [pb] beside what they became; full dots count, rings only taught the grid.
 */
void convergence_draw(struct source *svg, int number, const char *title, const ts_iteration *iterations,
                      size_t count, double value, double error);

#endif

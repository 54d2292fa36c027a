/* Pieces of SVG. Colours are classes (plot/theme.h), so that one picture serves light and dark pages. */
#ifndef TESSERA_PLOT_SVG_H
#define TESSERA_PLOT_SVG_H

#include "plot/axis.h"
#include "program/source.h"

/* Text with &, <, > and quotes as XML has them; what is not UTF-8 becomes '?'. */
void svg_escape(struct source *svg, const char *text);

/* How many letters a text in UTF-8 has. */
size_t svg_letters(const char *text);

/* A text at x, y [pixels] of this class; `anchor` is start, middle or end. */
void svg_text(struct source *svg, double x, double y, const char *class, const char *anchor,
              const char *text);

/* The label of a tick: a plain number divided by 10^exponent, or a power of ten. */
void svg_label(struct source *svg, double x, double y, const char *anchor, const struct plot_axis *axis,
               double value, int exponent);

void svg_line(struct source *svg, const char *class, double x1, double y1, double x2, double y2);

#endif

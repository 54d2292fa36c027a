/* Axes, pieces and colours of SVG. Colours are classes, so that one picture serves light and dark pages. */
#ifndef TESSERA_PLOT_SVG_H
#define TESSERA_PLOT_SVG_H

#include "program/source.h"

/* axis.c. An axis of a picture: from numbers to places, and which numbers are written along it. */

enum { TICKS_MOST = 24 };

struct plot_axis {
    double low, high; /* low < high; both above 0 where `log` */
    int log;
    double from, to; /* where low and high lie [pixels] */
};

/* A number along an axis. */
struct plot_tick {
    double value;
    int labelled; /* 0: a short line alone */
};

/* Where a number lies; those outside lie at the ends. */
double axis_place(const struct plot_axis *axis, double value);

/* The numbers along an axis, `wanted` of them or somewhat more. Of a linear
 * one they are multiples of 1, 2 or 5 times a power of ten. Of a logarithmic
 * one they are powers of ten, and their multiples where there are few. Returns
 * how many. */
int axis_ticks(const struct plot_axis *axis, int wanted, struct plot_tick ticks[TICKS_MOST]);

/* The power of ten that the labels of a linear axis leave out: 0 where numbers are short as they are. */
int axis_exponent(const struct plot_axis *axis);

/* svg.c. Pieces of SVG. */

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

/* theme.c. Colours and styles of pictures and pages. Every text has a contrast of 4.5 to 1 and more, every
 * line one of 3 to 1 (WCAG 2.1, AA), in light and dark; tests/program/check_page.py measures it. */

/* The <style> of a picture that stands alone, in light colours. */
void theme_of_picture(struct source *svg);

/* The <style> of a page: light or dark as the reader's system is, light on paper. */
void theme_of_page(struct source *html);

#endif

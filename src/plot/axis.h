/* An axis of a picture: from numbers to places, and which numbers are written along it. */
#ifndef TESSERA_PLOT_AXIS_H
#define TESSERA_PLOT_AXIS_H

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

#endif

/* One-dimensional cubic Hermite interpolation as LHAPDF does it: derivatives are
 * means of the slopes on both sides of a knot, one-sided at an end. */
#ifndef TESSERA_PDF_CUBIC_H
#define TESSERA_PDF_CUBIC_H

#include <stddef.h>

/* The largest i <= count - 2 with knots[i] <= value, or 0. Of a knot that stands
 * twice the second is found: a threshold belongs to what lies above it. */
static inline size_t cubic_interval(const double *knots, size_t count, double value)
{
    size_t low = 0, high = count - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (knots[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The cubic with values v0, v1 and derivatives d0, d1 with respect to t at t = 0 and 1. */
static inline double cubic_hermite(double t, double v0, double d0, double v1, double d1)
{
    double t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * v0 + (t3 - 2 * t2 + t) * d0 + (3 * t2 - 2 * t3) * v1 + (t3 - t2) * d1;
}

/* The derivative at knot i. A neighbour at the same place (a threshold) does not count. */
static inline double cubic_derivative(const double *knots, const double *values, size_t count, size_t i)
{
    double sum = 0;
    int sides = 0;
    if (i > 0 && knots[i - 1] < knots[i]) {
        sum += (values[i] - values[i - 1]) / (knots[i] - knots[i - 1]);
        ++sides;
    }
    if (i + 1 < count && knots[i] < knots[i + 1]) {
        sum += (values[i + 1] - values[i]) / (knots[i + 1] - knots[i]);
        ++sides;
    }
    return sides == 2 ? sum / 2 : sum;
}

/* The interpolant in the interval i. */
static inline double cubic_value(const double *knots, const double *values, size_t count, size_t i, double at)
{
    double width = knots[i + 1] - knots[i];
    return cubic_hermite((at - knots[i]) / width, values[i],
                         width * cubic_derivative(knots, values, count, i), values[i + 1],
                         width * cubic_derivative(knots, values, count, i + 1));
}

#endif

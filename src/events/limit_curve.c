#include "events/limit_curve.h"

#include "events/largest.h"

#include <math.h>

struct limit_curve limit_curve_of(const double *weights, size_t count)
{
    /* Points lie this far apart, in numbers of events above. Two million weights have 142. */
    static const double apart = 1.1;
    struct limit_curve curve = {0};
    double sum = 0;
    size_t next = WEIGHTS_ABOVE_LEAST;
    for (size_t i = 0; i < count && weights[i] != 0; ++i) {
        const double size = fabs(weights[i]);
        if (i == next && curve.count < LIMIT_POINTS) {
            curve.points[curve.count++] = (struct limit_point){(double)i / (double)count, size,
                                                               (sum - (double)i * size) / (double)count};
            next = (size_t)fmax((double)next + 1, (double)next * apart);
        }
        sum += size;
    }
    curve.mean = count ? sum / (double)count : 0;
    return curve;
}

/* The lowest limit with no more than a part of the events above it. */
static struct limit_point point_at(const struct limit_curve *curve, double part, double share)
{
    static const double most_of_channel = 0.1;
    const double most = fmax(share, most_of_channel) * curve->mean;
    struct limit_point found = {0, INFINITY, 0};
    for (size_t i = 0; i < curve->count && curve->points[i].part <= part && curve->points[i].above <= most;
         ++i)
        found = curve->points[i];
    return found;
}

void limit_curves_choose(const struct limit_curve *curves, size_t count, double share,
                         struct limit_point *chosen)
{
    enum { HALVINGS = 40 };
    double low = log(1e-9), high = 0, mean = 0;
    for (size_t c = 0; c < count; ++c)
        mean += curves[c].mean;
    for (int step = 0; step < HALVINGS; ++step) {
        const double middle = (low + high) / 2;
        double above = 0;
        for (size_t c = 0; c < count; ++c)
            above += point_at(&curves[c], exp(middle), share).above;
        if (above > share * mean)
            high = middle;
        else
            low = middle;
    }
    for (size_t c = 0; c < count; ++c)
        chosen[c] = point_at(&curves[c], share > 0 ? exp(low) : 0, share);
}

/* Limits of hit or miss for channels of one sum together.
 *
 * Hit or miss tries channel c in proportion to its limit L_c, and keeps sum_c mean_c / sum_c L_c. What lies
 * above L_c, A_c(L_c) = mean of max(|w| - L_c, 0), is written with weights above 1. For a given sum of all
 * A_c that of the limits is least where dA_c / dL_c is the same for all channels (Lagrange). -dA_c / dL_c is
 * the part of a channel's events that lies above its limit. */
#ifndef TESSERA_EVENTS_LIMIT_CURVE_H
#define TESSERA_EVENTS_LIMIT_CURVE_H

#include <stddef.h>

enum { LIMIT_POINTS = 160 };

/* Limits that a channel may have, by falling limit. `part` of its events lies above, and their weights have
 * `above` beyond it, per event of the channel. */
struct limit_curve {
    size_t count;
    double mean;
    struct limit_point {
        double part, limit, above;
    } points[LIMIT_POINTS];
};

/* The curve of a channel, from its weights by falling size. */
struct limit_curve limit_curve_of(const double *weights, size_t count);

/* Chooses a point of each of `count` curves. The weights of all together have no more than `share` of their
 * sum above these limits. No channel has more than a tenth of its own, or `share` where that is more. The
 * limit is infinite where no weight is to lie above, as it is of a curve without points. */
void limit_curves_choose(const struct limit_curve *curves, size_t count, double share,
                         struct limit_point *chosen);

#endif

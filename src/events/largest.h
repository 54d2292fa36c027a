/* The weight against which events are kept by hit or miss. It is lower than the largest that is known, so
 * that more are kept. The price is a few with a weight above 1. */
#ifndef TESSERA_EVENTS_LARGEST_H
#define TESSERA_EVENTS_LARGEST_H

#include <stddef.h>

/* What is known of a list of weights and a limit. */
struct weight_limit {
    double limit;
    double mean, kept; /* of |w|, and of |w| or the limit, whichever is less */
    double net;        /* mean of w */
    /* The largest |w|. It is the median of bootstrapped maxima too (arXiv:2001.10028): of replicas with as
     * many weights, drawn with replacement, all but one in e have it. */
    double seen;
};

/* The lowest limit above which lies no more than `share` of the sum of the sizes of these weights. Where
 * fewer than WEIGHTS_ABOVE_LEAST lie above it, too few to tell, the limit is `largest`. Three tell the share
 * to some 60 %. That is enough for an aim: what lies above the limit is written with its weight. Puts the
 * weights in order. */
enum { WEIGHTS_ABOVE_LEAST = 3 };
struct weight_limit weight_limit_find(double *weights, size_t count, double share, double largest);

#endif

/* The weight against which events are kept by hit or miss. It is lower than the largest that is known, so
 * that more are kept. The price is a few with a weight above 1. */
#ifndef TESSERA_EVENTS_LARGEST_H
#define TESSERA_EVENTS_LARGEST_H

#include <stddef.h>
#include <stdint.h>

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

/* Limits that rise with the share of weights above them, rung by rung, 16 of them for a factor of two. */
enum { LIMIT_STEPS = 16, LIMIT_OCTAVES = 22, LIMIT_RUNGS = LIMIT_STEPS * LIMIT_OCTAVES };

/* What is known of a list of weights and such limits. Rung 0 is the `largest` weight. */
struct weight_rungs {
    double limit[LIMIT_RUNGS];
    double above[LIMIT_RUNGS];    /* what lies above it: the sum of |w| - limit, over the number of weights */
    uint32_t number[LIMIT_RUNGS]; /* of weights above it */
    double mean, net, seen;       /* like those of a weight_limit */
};

/* Above no limit lies more than `most` of the sum of sizes. Puts the weights in order. */
void weight_rungs_find(double *weights, size_t count, double most, double largest,
                       struct weight_rungs *rungs);

/* The highest rung above which lies no more than `share` of the sum of all lists. It is 0 without a share, or
 * where fewer than WEIGHTS_ABOVE_LEAST lie above it. With one rung for all, weights above the limit are as
 * frequent in each list. No other limits with as much above them have a smaller sum. */
int weight_rungs_choose(const struct weight_rungs *rungs, size_t count, double share);

#endif

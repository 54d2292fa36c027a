#include "events/largest.h"

#include <math.h>
#include <stdlib.h>

static int by_falling_size(const void *a, const void *b)
{
    const double left = fabs(*(const double *)a), right = fabs(*(const double *)b);
    return (left < right) - (left > right);
}

/* The sums of weights, and of their sizes. */
struct weight_sums {
    double sum, net;
};

/* Puts those that are not zero in order, the largest first: others change no sum. Returns how many there are.
 */
static size_t put_in_order(double *weights, size_t all, struct weight_sums *sums)
{
    size_t count = 0;
    *sums = (struct weight_sums){0};
    for (size_t i = 0; i < all; ++i) {
        const double weight = isfinite(weights[i]) ? weights[i] : 0;
        sums->sum += fabs(weight);
        sums->net += weight;
        if (weight != 0)
            weights[count++] = weight;
    }
    for (size_t i = count; i < all; ++i)
        weights[i] = 0;
    qsort(weights, count, sizeof *weights, by_falling_size);
    return count;
}

struct weight_limit weight_limit_find(double *weights, size_t count, double share, double largest)
{
    struct weight_limit found = {.limit = largest};
    struct weight_sums sums;
    double above = 0, kept = 0;
    const size_t all = count;
    count = put_in_order(weights, all, &sums);
    count += count < all; /* a zero stays, above which all others lie */
    found.seen = count ? fabs(weights[0]) : 0;
    /* With a limit at weight i, those before it lie above it by what they are more. */
    for (size_t i = 0; i < count && share > 0; ++i) {
        const double size = fabs(weights[i]);
        if (above - (double)i * size > share * sums.sum) {
            if (i >= WEIGHTS_ABOVE_LEAST)
                found.limit = fmin((above - share * sums.sum) / (double)i, largest);
            break;
        }
        above += size;
    }
    for (size_t i = 0; i < count; ++i)
        kept += fmin(fabs(weights[i]), found.limit);
    found.mean = all ? sums.sum / (double)all : 0;
    found.net = all ? sums.net / (double)all : 0;
    found.kept = all ? kept / (double)all : 0;
    return found;
}

/* The share of weights above a limit, from 2^-22 to a little less than 1; without rounding. */
static double rung_share(int rung)
{
    return ldexp(LIMIT_STEPS + rung % LIMIT_STEPS, rung / LIMIT_STEPS - LIMIT_OCTAVES - 4);
}

void weight_rungs_find(double *weights, size_t count, double most, double largest, struct weight_rungs *rungs)
{
    struct weight_sums sums;
    const size_t present = put_in_order(weights, count, &sums);
    double before = 0; /* the sum of the first `added` weights */
    size_t added = 0;
    rungs->limit[0] = largest;
    rungs->above[0] = 0;
    rungs->number[0] = 0;
    for (int rung = 1; rung < LIMIT_RUNGS; ++rung) {
        const size_t number = (size_t)(rung_share(rung) * (double)count);
        rungs->limit[rung] = rungs->limit[rung - 1];
        rungs->above[rung] = rungs->above[rung - 1];
        rungs->number[rung] = rungs->number[rung - 1];
        if (!number || number >= present)
            continue;
        for (; added < number; ++added)
            before += fabs(weights[added]);
        const double limit = fabs(weights[number]), above = before - (double)number * limit;
        if (above > most * sums.sum || limit > largest)
            continue;
        rungs->limit[rung] = limit;
        rungs->above[rung] = above / (double)count;
        rungs->number[rung] = (uint32_t)number;
    }
    rungs->mean = count ? sums.sum / (double)count : 0;
    rungs->net = count ? sums.net / (double)count : 0;
    rungs->seen = present ? fabs(weights[0]) : 0;
}

int weight_rungs_choose(const struct weight_rungs *rungs, size_t count, double share)
{
    double mean = 0;
    for (size_t i = 0; i < count; ++i)
        mean += rungs[i].mean;
    for (int rung = LIMIT_RUNGS - 1; rung > 0 && share > 0; --rung) {
        double above = 0;
        uint64_t number = 0;
        for (size_t i = 0; i < count; ++i) {
            above += rungs[i].above[rung];
            number += rungs[i].number[rung];
        }
        if (above <= share * mean)
            return number < WEIGHTS_ABOVE_LEAST ? 0 : rung;
    }
    return 0;
}

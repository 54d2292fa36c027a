#include "core/context.h"
#include "core/environment.h"
#include "core/gamma.h"
#include "tessera/observable.h"

#include <math.h>

/* Files of six digits hold edges to 1e-6 of their size. */
static int same_edge(double a, double b, double width)
{
    return fabs(a - b) <= 1e-6 * (fabs(width) + fmax(fabs(a), fabs(b)));
}

/* Sums of weights and of their squares, of neighbouring bins of both histograms. */
struct group {
    double a, a_variance, b, b_variance;
};

/* A sum of weights is as good as normal, as chi2 takes it to be, from some ten events of equal weight on.
 * Numbers without an error are exact. */
static int is_enough(double sum, double variance)
{
    enum { FEWEST = 10 };
    return variance > 0 ? sum * sum >= FEWEST * variance : sum != 0;
}

static void join(struct group *group, const struct group *more)
{
    group->a += more->a;
    group->a_variance += more->a_variance;
    group->b += more->b;
    group->b_variance += more->b_variance;
}

static void count(const struct group *group, ts_comparison *comparison)
{
    const double difference = group->a - group->b, variance = group->a_variance + group->b_variance;
    if (!(variance > 0))
        return;
    comparison->chi2 += difference * difference / variance;
    comparison->degrees_of_freedom++;
}

/* Takes bins from the left until there is enough in both; what is left at the end joins the last group. */
static void compare_bins(const ts_histogram *a, const ts_histogram *b, uint64_t fewest_entries,
                         ts_comparison *comparison)
{
    struct group whole = {0}, open = {0};
    int has_whole = 0;
    for (size_t i = 0; i < a->bin_count; i++) {
        const ts_bin *x = &a->bins[i], *y = &b->bins[i];
        if (x->entries < fewest_entries || y->entries < fewest_entries || !(x->sum_w2 + y->sum_w2 >= 0))
            continue;
        join(&open, &(struct group){x->sum_w, x->sum_w2, y->sum_w, y->sum_w2});
        if (!is_enough(open.a, open.a_variance) || !is_enough(open.b, open.b_variance))
            continue;
        if (has_whole)
            count(&whole, comparison);
        whole = open;
        open = (struct group){0};
        has_whole = 1;
    }
    join(&whole, &open);
    count(&whole, comparison);
}

ts_status ts_histogram_compare(ts_context *context, const ts_histogram *a, const ts_histogram *b,
                               uint64_t fewest_entries, ts_comparison *comparison)
{
    OWN_ENVIRONMENT;
    *comparison = (ts_comparison){0, 0, 1};
    if (a->bin_count != b->bin_count)
        return ts_fail(context, TS_ERROR_INPUT, "%s has %zu bins and %s has %zu: they cannot be compared.",
                       a->path, a->bin_count, b->path, b->bin_count);
    for (size_t i = 0; i < a->bin_count; i++) {
        const ts_bin *x = &a->bins[i], *y = &b->bins[i];
        const double width = x->high - x->low;
        if (!same_edge(x->low, y->low, width) || !same_edge(x->high, y->high, width))
            return ts_fail(context, TS_ERROR_INPUT,
                           "Bin %zu is [%g, %g] in %s and [%g, %g] in %s: they cannot be compared.", i + 1,
                           x->low, x->high, a->path, y->low, y->high, b->path);
    }
    compare_bins(a, b, fewest_entries, comparison);
    if (comparison->degrees_of_freedom)
        comparison->p_value = gamma_q(0.5 * (double)comparison->degrees_of_freedom, 0.5 * comparison->chi2);
    return TS_OK;
}

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
        const double variance = x->sum_w2 + y->sum_w2;
        if (!(variance > 0) || x->entries < fewest_entries || y->entries < fewest_entries)
            continue;
        const double difference = x->sum_w - y->sum_w;
        comparison->chi2 += difference * difference / variance;
        comparison->degrees_of_freedom++;
    }
    if (comparison->degrees_of_freedom)
        comparison->p_value = gamma_q(0.5 * (double)comparison->degrees_of_freedom, 0.5 * comparison->chi2);
    return TS_OK;
}

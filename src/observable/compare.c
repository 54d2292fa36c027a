#include "core/context.h"
#include "core/environment.h"
#include "core/gamma.h"
#include "core/needs.h"
#include "tessera/observable.h"

#include <math.h>

/* Files of six digits hold edges to 1e-6 of their size. */
static int same_edge(double a, double b, double width)
{
    return fabs(a - b) <= 1e-6 * (fabs(width) + fmax(fabs(a), fabs(b)));
}

/* Sums of weights and of their squares. */
struct sums {
    double w, w2;
};

/* Neighbouring bins of both histograms. */
struct group {
    struct sums a, b;
};

/* A sum of weights is as good as normal, as chi2 takes it to be, from some ten events of equal weight on. */
enum { FEWEST = 10 };

/* Whether the sum knows its own error. Numbers without an error are exact. */
static int has_enough(const struct sums *own) { return own->w != 0 && own->w * own->w >= FEWEST * own->w2; }

/* Positive and negative weights that cancel count for as much as their error. */
static double content(const struct sums *own) { return fmax(fabs(own->w), sqrt(own->w2)); }

static double mean_weight(const struct sums *own) { return content(own) > 0 ? own->w2 / content(own) : 0; }

/* Few events, or none, do not say how much one weighs: it is no less than the `usual`, of the whole
 * histogram. */
static double event_weight(const struct sums *own, double usual)
{
    return has_enough(own) ? mean_weight(own) : fmax(mean_weight(own), usual);
}

/* What both sides expect where they are samples of one distribution: their mean. */
static double expected(const struct group *group) { return 0.5 * (content(&group->a) + content(&group->b)); }

/* Whether ten events are expected on both sides. An empty side expects what the other has. */
static int is_whole(const struct group *group, const struct sums usual[2])
{
    const double fewest = expected(group) / FEWEST;
    return fewest >= event_weight(&group->a, mean_weight(&usual[0])) &&
           fewest >= event_weight(&group->b, mean_weight(&usual[1]));
}

/* The error squared: of the events themselves where they are enough, else of those that are expected. */
static double variance_of(const struct sums *own, const struct sums *usual, double expected)
{
    return has_enough(own) ? own->w2 : expected * event_weight(own, mean_weight(usual));
}

static void join(struct group *group, const struct group *more)
{
    group->a.w += more->a.w;
    group->a.w2 += more->a.w2;
    group->b.w += more->b.w;
    group->b.w2 += more->b.w2;
}

static void count(const struct group *group, const struct sums usual[2], ts_comparison *comparison)
{
    const double difference = group->a.w - group->b.w, mean = expected(group);
    const double variance = variance_of(&group->a, &usual[0], mean) + variance_of(&group->b, &usual[1], mean);
    if (!(variance > 0))
        return;
    comparison->chi2 += difference * difference / variance;
    comparison->degrees_of_freedom++;
}

/* Two bins as a group, empty where they are left out. */
static struct group group_of(const ts_bin *x, const ts_bin *y, uint64_t fewest_entries)
{
    if (x->entries < fewest_entries || y->entries < fewest_entries || !(x->sum_w2 + y->sum_w2 >= 0))
        return (struct group){0};
    return (struct group){{x->sum_w, x->sum_w2}, {y->sum_w, y->sum_w2}};
}

/* Contents and squares of weights of all bins. */
static void sum_all(const ts_histogram *a, const ts_histogram *b, uint64_t fewest_entries, struct sums all[2])
{
    all[0] = all[1] = (struct sums){0};
    for (size_t i = 0; i < a->bin_count; i++) {
        const struct group bin = group_of(&a->bins[i], &b->bins[i], fewest_entries);
        all[0].w += content(&bin.a);
        all[0].w2 += bin.a.w2;
        all[1].w += content(&bin.b);
        all[1].w2 += bin.b.w2;
    }
}

/* Takes bins from the left until there is enough in both; what is left at the end joins the last group. */
static void compare_bins(const ts_histogram *a, const ts_histogram *b, uint64_t fewest_entries,
                         ts_comparison *comparison)
{
    struct group whole = {0}, open = {0};
    struct sums usual[2];
    sum_all(a, b, fewest_entries, usual);
    for (size_t i = 0; i < a->bin_count; i++) {
        const struct group bin = group_of(&a->bins[i], &b->bins[i], fewest_entries);
        join(&open, &bin);
        if (!is_whole(&open, usual))
            continue;
        count(&whole, usual, comparison);
        whole = open;
        open = (struct group){0};
    }
    join(&whole, &open);
    count(&whole, usual, comparison);
}

ts_status ts_histogram_compare(ts_context *context, const ts_histogram *a, const ts_histogram *b,
                               uint64_t fewest_entries, ts_comparison *comparison)
{
    OWN_ENVIRONMENT;
    NEEDS(context, a && b && comparison);
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

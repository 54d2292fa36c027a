#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "tessera/observable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ts_histograms_destroy(ts_histogram **histograms, size_t count)
{
    if (!histograms)
        return;
    for (size_t i = 0; *histograms && i < count; i++)
        free((*histograms)[i].bins);
    free(*histograms);
    *histograms = NULL;
}

static void scale_bin(ts_bin *bin, double factor)
{
    bin->sum_w *= factor;
    bin->sum_w2 *= factor * factor;
    bin->sum_wx *= factor;
    bin->sum_wx2 *= factor;
}

ts_status ts_histogram_normalize(ts_context *context, ts_histogram *histogram)
{
    OWN_ENVIRONMENT;
    NEEDS(context, histogram);
    const double sum = histogram->total.sum_w;
    if (sum == 0 || !isfinite(1 / sum))
        return ts_fail(context, TS_ERROR_INPUT, "The weights of %s add up to %g: it has no shape.",
                       histogram->path, sum);
    for (size_t i = 0; i < histogram->bin_count; i++)
        scale_bin(&histogram->bins[i], 1 / sum);
    scale_bin(&histogram->underflow, 1 / sum);
    scale_bin(&histogram->overflow, 1 / sum);
    scale_bin(&histogram->total, 1 / sum);
    return TS_OK;
}

static const char *last_word(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const ts_histogram *ts_histogram_partner(const ts_histogram *histogram, const ts_histogram *list,
                                         size_t count)
{
    if (!histogram || !list)
        return NULL;
    const ts_histogram *partner = NULL;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].path, histogram->path) == 0)
            return &list[i];
    for (size_t i = 0; i < count; i++)
        if (strcmp(last_word(list[i].path), last_word(histogram->path)) == 0) {
            if (partner)
                return NULL;
            partner = &list[i];
        }
    return partner;
}

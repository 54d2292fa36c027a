/* Variations of several runs: their cross sections, and what they make together. */
#include "core/context.h"
#include "merge/merge.h"
#include "tessera/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const json_t *row_of(const struct merge_part *part, size_t k)
{
    return json_array_get(json_object_get(part->result, "variations"), k);
}

ts_status merge_variations(struct merge *merge)
{
    const struct merge_part *first = &merge->parts[0];
    merge->variation_count = json_array_size(json_object_get(first->result, "variations"));
    merge->variations = calloc(merge->variation_count + 1, sizeof *merge->variations);
    if (!merge->variations)
        return ts_fail_memory(merge->context, "the variations");
    if (first->histogram_count % (1 + merge->variation_count))
        return ts_fail(merge->context, TS_ERROR_INPUT,
                       "%s/histograms.yoda does not hold the histograms of all variations.", first->folder);
    for (size_t k = 0; k < merge->variation_count; ++k) {
        const json_t *row = row_of(first, k);
        const char *name = json_string_value(json_object_get(row, "name"));
        ts_variation *all = &merge->variations[k];
        double variance = 0, spread = 0, counted = 0;
        *all = (ts_variation){.mur = merge_number(row, "mur"),
                              .muf = merge_number(row, "muf"),
                              .member = (int)merge_count(row, "pdf_member")};
        snprintf(all->name, sizeof all->name, "%s", name ? name : "");
        for (size_t p = 0; p < merge->count; ++p) {
            const struct merge_part *part = &merge->parts[p];
            all->value += part->part * merge_number(row_of(part, k), "cross_section");
            variance += pow(part->part * merge_number(row_of(part, k), "error"), 2);
            spread += part->part * pow(merge_number(row_of(part, k), "spread"), 2);
            counted += part->part;
        }
        all->error = sqrt(variance);
        all->spread = counted > 0 ? sqrt(spread / counted) : 0;
    }
    return TS_OK;
}

json_t *merge_variations_json(const struct merge *merge)
{
    json_t *list = json_array();
    for (size_t k = 0; k < merge->variation_count; ++k) {
        json_t *row = json_deep_copy(row_of(&merge->parts[0], k));
        json_object_set_new(row, "cross_section", json_real(merge->variations[k].value));
        json_object_set_new(row, "error", json_real(merge->variations[k].error));
        if (merge->variations[k].spread > 0)
            json_object_set_new(row, "spread", json_real(merge->variations[k].spread));
        json_array_append_new(list, row);
    }
    return list;
}

/* The least and the largest of the cross section itself and of those with other scales. */
static json_t *spread_of_scales(const struct merge *merge)
{
    double low = merge->merged->value, high = low;
    for (size_t k = 0; k < merge->variation_count; ++k) {
        const ts_variation *row = &merge->variations[k];
        if (row->mur == 1 && row->muf == 1)
            continue;
        low = fmin(low, row->value);
        high = fmax(high, row->value);
    }
    return json_pack("{s:f, s:f}", "low", low, "high", high);
}

/* By the formula of the set, which has to be there for it. */
static json_t *spread_of_densities(const struct merge *merge, const json_t *before)
{
    const json_t *name = json_object_get(merge->parts[0].result, "pdf");
    ts_pdf *pdf = NULL;
    ts_pdf_spread spread = {0};
    json_t *value = NULL;
    if (!ts_pdf_create(merge->context, json_string_value(name), 0, &pdf)) {
        const size_t count = (size_t)ts_pdf_describe(pdf).member_count;
        double *values = calloc(count, sizeof *values);
        size_t found = 1;
        for (size_t k = 0; k < merge->variation_count && values; ++k) {
            const ts_variation *row = &merge->variations[k];
            if (row->mur != 1 || row->muf != 1 || row->member <= 0 || (size_t)row->member >= count)
                continue;
            values[row->member] = row->value;
            ++found;
        }
        if (values)
            values[0] = merge->merged->value;
        if (values && found == count && ts_pdf_uncertainty(pdf, values, &spread))
            value = json_pack("{s:f, s:f, s:O}", "low", spread.central - spread.down, "high",
                              spread.central + spread.up, "type", json_object_get(before, "type"));
        free(values);
    }
    ts_pdf_destroy(&pdf);
    if (!value)
        ts_log(merge->context, TS_LOG_WARNING,
               "The uncertainty of the densities is left out: it takes all members of %s, as its file .info "
               "combines them.",
               json_string_value(name));
    return value;
}

json_t *merge_uncertainties_json(const struct merge *merge)
{
    const json_t *before = json_object_get(merge->parts[0].result, "uncertainties");
    const json_t *densities = json_object_get(before, "pdf");
    json_t *all = json_object(), *of_densities = NULL;
    if (json_object_get(before, "scales"))
        json_object_set_new(all, "scales", spread_of_scales(merge));
    if (densities)
        of_densities = spread_of_densities(merge, densities);
    if (of_densities)
        json_object_set_new(all, "pdf", of_densities);
    return all;
}

/* The runs that a merged result is made of, and what they come to.
 *
 * A run counts by its events that count. Their number is settled before the
 * first of them. So the weights do not depend on what was found, and the mean
 * of the values is unbiased. Inverse variances would favour runs that found
 * small weights, whose errors are small too. */
#include "core/context.h"
#include "core/gamma.h"
#include "merge/merge.h"

#include <math.h>
#include <stdlib.h>

static int by_seed(const void *a, const void *b)
{
    const uint64_t left = ((const struct merge_row *)a)->seed, right = ((const struct merge_row *)b)->seed;
    return (left > right) - (left < right);
}

static json_t *row_json(const struct merge_part *part)
{
    const json_t *events = json_object_get(part->result, "events");
    return json_pack("{s:O, s:O, s:O, s:O}", "seed", json_object_get(part->result, "seed"), "value",
                     merge_at(part->result, "cross_section", "value"), "error",
                     merge_at(part->result, "cross_section", "error"), "counted",
                     json_object_get(events, "counted"));
}

/* The runs of all parts, each with the number of its part. */
static ts_status list_rows(const struct merge *merge, json_t *list)
{
    for (size_t p = 0; p < merge->count; ++p) {
        const struct merge_part *part = &merge->parts[p];
        json_t *runs = json_object_get(part->result, "runs"), *row;
        size_t i;
        if (!runs)
            json_array_append_new(list, json_pack("[o, I]", row_json(part), (json_int_t)p));
        json_array_foreach(runs, i, row)
        {
            json_array_append_new(list, json_pack("[O, I]", row, (json_int_t)p));
        }
    }
    return json_array_size(list) ? TS_OK : ts_fail_memory(merge->context, "a list of runs");
}

static ts_status sort_rows(const struct merge *merge, const json_t *list, struct merge_row **rows,
                           size_t *count)
{
    ts_status status = TS_OK;
    *count = json_array_size(list);
    *rows = calloc(*count + 1, sizeof **rows);
    if (!*rows)
        return ts_fail_memory(merge->context, "a list of runs");
    for (size_t i = 0; i < *count; ++i) {
        json_t *row = json_array_get(json_array_get(list, i), 0);
        (*rows)[i] = (struct merge_row){
            merge_count(row, "seed"),
            merge_count(row, "counted"),
            merge_number(row, "value"),
            merge_number(row, "error"),
            merge->parts[json_integer_value(json_array_get(json_array_get(list, i), 1))].folder,
            row};
    }
    qsort(*rows, *count, sizeof **rows, by_seed);
    for (size_t i = 1; i < *count && !status; ++i)
        if ((*rows)[i].seed == (*rows)[i - 1].seed)
            status = ts_fail(merge->context, TS_ERROR_INPUT,
                             "%s and %s hold the same run, of seed %llu: each is to count once.",
                             (*rows)[i - 1].folder, (*rows)[i].folder, (unsigned long long)(*rows)[i].seed);
    return status;
}

ts_status merge_rows(const struct merge *merge, json_t *list, struct merge_row **rows, size_t *count)
{
    const ts_status status = list_rows(merge, list);
    return status ? status : sort_rows(merge, list, rows, count);
}

void merge_combine(const struct merge_row *rows, size_t count, ts_merged *merged)
{
    double value = 0, variance = 0, all = 0, inverse = 0, mean = 0;
    size_t scattering = 0;
    for (size_t i = 0; i < count; ++i) {
        const double n = (double)rows[i].counted, squared = rows[i].error * rows[i].error;
        all += n;
        value += n * rows[i].value;
        variance += n * n * squared;
        if (!(squared > 0))
            continue;
        ++scattering;
        inverse += 1 / squared;
        mean += rows[i].value / squared;
    }
    merged->runs = count;
    merged->counted = (uint64_t)all;
    /* Of one run no digit may change. */
    merged->value = count == 1 ? rows[0].value : value / all;
    merged->error = count == 1 ? rows[0].error : sqrt(variance) / all;
    for (size_t i = 0; i < count; ++i)
        if (rows[i].error > 0)
            merged->chi2 += pow((rows[i].value - mean / inverse) / rows[i].error, 2);
    merged->degrees_of_freedom = scattering > 1 ? scattering - 1 : 0;
    merged->p_value = scattering > 1 ? gamma_q(0.5 * (double)(scattering - 1), 0.5 * merged->chi2) : 1;
}

/* result.json of several runs. */
#include "merge/merge.h"

#include <math.h>

/* The sum of a count, or of a time, that all parts have under two keys. */
static json_t *sum_at(const struct merge *merge, const char *first, const char *second)
{
    double sum = 0;
    uint64_t count = 0;
    int whole = 1;
    for (size_t p = 0; p < merge->count; ++p) {
        const json_t *value = merge_at(merge->parts[p].result, first, second);
        whole = whole && json_is_integer(value);
        sum += json_number_value(value);
        count += (uint64_t)json_integer_value(value);
    }
    return whole ? json_integer((json_int_t)count) : json_real(sum);
}

/* An object whose values are sums of those of all parts. */
static json_t *sums_of(const struct merge *merge, const char *name)
{
    json_t *sums = json_object(), *value;
    const char *key;
    json_object_foreach(json_object_get(merge->parts[0].result, name), key, value)
    {
        json_object_set_new(sums, key, sum_at(merge, name, key));
    }
    return sums;
}

static json_t *events_json(const struct merge *merge)
{
    json_t *events = sums_of(merge, "events");
    json_object_del(events, "first_not_finite");        /* a number that is of one seed */
    json_object_del(events, "efficiency_bootstrapped"); /* no sum, nor a mean */
    json_object_del(events, "negative_share");
    const double tried = merge_number(events, "tried");
    if (json_object_get(events, "efficiency"))
        json_object_set_new(events, "efficiency",
                            json_real(tried > 0 ? merge_number(events, "written") / tried : 0));
    return events;
}

/* What is the same in all, or "several". */
static json_t *common(const struct merge *merge, const char *key)
{
    json_t *first = json_object_get(merge->parts[0].result, key);
    for (size_t p = 1; p < merge->count; ++p)
        if (!json_equal(first, json_object_get(merge->parts[p].result, key)))
            return json_string("several");
    return json_incref(first);
}

/* Row i of a list of what adds up to the cross section, as each part has the same weight in all rows. Other
 * entries are those of the first part. */
static json_t *summed_row(const struct merge *merge, const char *key, size_t i, const json_t *row)
{
    static const char *const counts[] = {"generated", "accepted", "written"};
    double value = 0, variance = 0;
    json_t *sum = json_deep_copy(row);
    for (size_t p = 0; p < merge->count; ++p) {
        const struct merge_part *part = &merge->parts[p];
        const json_t *own = json_array_get(json_object_get(part->result, key), i);
        value += part->part * merge_number(own, "value");
        variance += pow(part->part * merge_number(own, "error"), 2);
    }
    json_object_set_new(sum, "value", json_real(value));
    json_object_set_new(sum, "error", json_real(sqrt(variance)));
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        uint64_t count = 0;
        for (size_t p = 0; p < merge->count; ++p)
            count += merge_count(json_array_get(json_object_get(merge->parts[p].result, key), i), counts[k]);
        if (json_object_get(row, counts[k]))
            json_object_set_new(sum, counts[k], json_integer((json_int_t)count));
    }
    return sum;
}

static json_t *subprocesses(const struct merge *merge)
{
    json_t *list = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(merge->parts[0].result, "subprocesses"), i, row)
    {
        json_array_append_new(list, summed_row(merge, "subprocesses", i, row));
    }
    return list;
}

/* What hit or miss keeps of each is not the same in all runs. */
static json_t *multiplicities(const struct merge *merge)
{
    json_t *list = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(merge->parts[0].result, "multiplicities"), i, row)
    {
        json_t *sum = summed_row(merge, "multiplicities", i, row);
        const double share = json_real_value(json_object_get(sum, "value")) / merge->merged->value;
        json_object_set_new(sum, "share", isfinite(share) ? json_real(share) : json_null());
        json_object_del(sum, "kept");
        json_array_append_new(list, sum);
    }
    return list;
}

/* The largest part that one event has of the sum of all. */
static double largest_share(const struct merge *merge)
{
    double largest = 0;
    for (size_t p = 0; p < merge->count; ++p) {
        const struct merge_part *part = &merge->parts[p];
        largest = fmax(largest,
                       merge_number(part->result, "largest_weight_share") * fabs(part->value) * part->part);
    }
    return merge->merged->value != 0 ? largest / fabs(merge->merged->value) : 0;
}

int merge_converged(const struct merge *merge)
{
    const json_t *wanted = json_object_get(merge_at(merge->parts[0].result, "card", "integration"),
                                           "relative_error");
    int all = 1;
    for (size_t p = 0; p < merge->count; ++p)
        all = all && json_is_true(json_object_get(merge->parts[p].result, "converged"));
    if (wanted && merge->merged->error <= json_number_value(wanted) * fabs(merge->merged->value))
        all = 1;
    return all && merge->merged->p_value >= merge_least_probability;
}

static int any_interrupted(const struct merge *merge)
{
    int any = 0;
    for (size_t p = 0; p < merge->count; ++p)
        any = any || json_is_true(json_object_get(merge->parts[p].result, "interrupted"));
    return any;
}

/* Each run stands as an iteration that counts. */
static void list_runs(const struct merge_row *rows, size_t count, json_t *root)
{
    json_t *runs = json_array(), *iterations = json_array(), *seeds = json_array();
    for (size_t i = 0; i < count; ++i) {
        json_array_append(runs, rows[i].json);
        json_array_append_new(seeds, json_integer((json_int_t)rows[i].seed));
        json_array_append_new(iterations,
                              json_pack("{s:f, s:f, s:I, s:b}", "value", rows[i].value, "error",
                                        rows[i].error, "events", (json_int_t)rows[i].counted, "counted", 1));
    }
    json_object_set_new(root, "iterations", iterations);
    json_object_set_new(root, "seeds", seeds);
    json_object_set_new(root, "runs", runs);
}

json_t *merge_json(const struct merge *merge, const struct merge_row *rows, size_t count)
{
    static const char *const first_part[] = {"version", "process", "device", "precision"};
    static const char *const last_part[] = {"model",      "couplings",  "shower",  "pdf",
                                            "pdf_member", "pdf_source", "sampling"};
    const ts_merged *merged = merge->merged;
    const json_t *first = merge->parts[0].result;
    json_t *root = json_object(), *card = json_deep_copy(json_object_get(first, "card"));
    for (size_t i = 0; i < sizeof first_part / sizeof first_part[0]; ++i)
        json_object_set_new(root, first_part[i], common(merge, first_part[i]));
    json_object_set_new(root, "cross_section",
                        json_pack("{s:f, s:f, s:s}", "value", merged->value, "error", merged->error, "unit",
                                  "pb"));
    if (json_object_get(first, "full_colour"))
        json_object_set_new(root, "full_colour", merge_colour_json(merge));
    if (json_object_get(first, "multiplicities"))
        json_object_set_new(root, "multiplicities", multiplicities(merge));
    if (json_object_get(first, "subprocesses"))
        json_object_set_new(root, "subprocesses", subprocesses(merge));
    if (merge->variation_count) {
        json_object_set_new(root, "uncertainties", merge_uncertainties_json(merge));
        json_object_set_new(root, "variations", merge_variations_json(merge));
    }
    json_object_set_new(root, "chi2_per_dof",
                        json_real(merged->degrees_of_freedom
                                      ? merged->chi2 / (double)merged->degrees_of_freedom
                                      : 0));
    json_object_set_new(root, "p_value", json_real(merged->p_value));
    json_object_set_new(root, "largest_weight_share", json_real(largest_share(merge)));
    json_object_set_new(root, "converged", json_boolean(merge_converged(merge)));
    if (merged->p_value < merge_least_probability)
        json_object_set_new(root, "objection", json_string("The runs do not agree."));
    json_object_set_new(root, "interrupted", json_boolean(any_interrupted(merge)));
    json_object_set_new(root, "events", events_json(merge));
    for (size_t i = 0; i < sizeof last_part / sizeof last_part[0]; ++i)
        if (json_object_get(first, last_part[i]))
            json_object_set_new(root, last_part[i], common(merge, last_part[i]));
    json_object_del(json_object_get(card, "integration"), "seed");
    json_object_set_new(root, "card", card);
    json_object_set_new(root, "time", sums_of(merge, "time"));
    json_object_del(json_object_get(root, "time"), "ranks"); /* no time */
    const double generated = merge_number(json_object_get(root, "events"), "generated");
    const double seconds = merge_number(json_object_get(root, "time"), "integrate");
    json_object_set_new(root, "ns_per_event", json_real(generated > 0 ? 1e9 * seconds / generated : 0));
    list_runs(rows, count, root);
    json_object_set(root, "histograms", json_object_get(first, "histograms"));
    return root;
}

/* Results of one card with different seeds become one.
 *
 * A run counts by its events that count. Their number is settled before the
 * first of them. So the weights do not depend on what was found, and the mean
 * of the values is unbiased. Inverse variances would favour runs that found
 * small weights, whose errors are small too. */
#include "run/merge.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/gamma.h"
#include "io/yoda.h"
#include "run/checkpoint.h"
#include "run/made_of.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4200, RESULT_BYTES = 1 << 28, CARD_BYTES = 1 << 24 };

static const double least_probability = 1e-6; /* below it runs do not agree by chance */

static double number_at(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static uint64_t count_at(const json_t *object, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(object, key));
}

static const json_t *at(const json_t *object, const char *first, const char *second)
{
    return json_object_get(json_object_get(object, first), second);
}

static ts_status refuse(const struct merge *merge, const struct merge_part *part, const char *what)
{
    return ts_fail(merge->context, TS_ERROR_INPUT, "%s cannot be merged with %s: %s.", part->folder,
                   merge->parts[0].folder, what);
}

static ts_status read_part(const struct merge *merge, struct merge_part *part)
{
    char path[PATH_BYTES], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%.4000s/result.json", part->folder);
    ts_status status = file_read(merge->context, path, RESULT_BYTES, &text, &bytes);
    if (status)
        return status;
    part->result = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (!json_is_object(at(part->result, "card", "integration")) ||
        !json_is_number(at(part->result, "cross_section", "value")) ||
        !json_is_number(at(part->result, "cross_section", "error")) ||
        !json_is_object(json_object_get(part->result, "events")))
        return ts_fail(merge->context, TS_ERROR_INPUT, "%s is no result of a run that succeeded.", path);
    if (json_array_size(json_object_get(part->result, "variations")))
        return ts_fail(merge->context, TS_ERROR_INPUT,
                       "%s has the weights of variations, which cannot be merged yet: run one card with more "
                       "events instead, or without variations.",
                       path);
    const json_t *survivors = at(part->result, "full_colour", "survivors");
    const json_t *events = json_object_get(part->result, "events");
    part->value = json_number_value(at(part->result, "cross_section", "value"));
    part->part = (double)count_at(events, "counted");
    if (survivors && !json_integer_value(survivors) && part->value != 0)
        return ts_fail(merge->context, TS_ERROR_INPUT, "%s ended before its second stage: %s.", path,
                       json_is_true(json_object_get(part->result, "interrupted"))
                           ? "go on with it (--resume)"
                           : "no event was left for that, and its cross section is that of leading colour");
    part->tried = count_at(events, "tried");
    part->written = count_at(events, "written");
    if (!(part->part > 0))
        return ts_fail(merge->context, TS_ERROR_INPUT,
                       "%s holds no event that counts: the run was stopped before; go on with it (--resume).",
                       path);
    snprintf(path, sizeof path, "%.4000s/histograms.yoda", part->folder);
    return json_array_size(json_object_get(part->result, "histograms"))
               ? ts_yoda_read(merge->context, path, &part->histograms, &part->histogram_count)
               : TS_OK;
}

/* Whether two histograms are of the same axis. */
static int same_axis(const ts_histogram *a, const ts_histogram *b)
{
    if (strcmp(a->path, b->path) != 0 || a->bin_count != b->bin_count)
        return 0;
    for (size_t i = 0; i < a->bin_count; ++i)
        if (a->bins[i].low != b->bins[i].low || a->bins[i].high != b->bins[i].high)
            return 0;
    return 1;
}

/* Refuses what does not belong to the first one. */
static ts_status check_part(const struct merge *merge, const struct merge_part *part)
{
    static const char *const alike[] = {"version", "process", "pdf", "pdf_member", "couplings", "shower"};
    const struct merge_part *first = &merge->parts[0];
    char difference[512], what[640];
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; ++i) {
        const json_t *here = json_object_get(part->result, alike[i]);
        const json_t *there = json_object_get(first->result, alike[i]);
        if (here == there || (here && there && json_equal(here, there)))
            continue;
        snprintf(what, sizeof what, "%s is %.200s, not %.200s", alike[i],
                 json_is_string(here) ? json_string_value(here) : "another",
                 json_is_string(there) ? json_string_value(there) : "the same");
        return refuse(merge, part, what);
    }
    if (card_difference(json_object_get(first->result, "card"), json_object_get(part->result, "card"),
                        "integration.seed", difference, sizeof difference)) {
        snprintf(what, sizeof what, "the cards differ, %s", difference);
        return refuse(merge, part, what);
    }
    if (part->histogram_count != first->histogram_count)
        return refuse(merge, part, "the histograms differ");
    for (size_t i = 0; i < part->histogram_count; ++i)
        if (!same_axis(&part->histograms[i], &first->histograms[i]))
            return refuse(merge, part, "the histograms differ");
    return TS_OK;
}

/* A run among those that a result is made of: itself, or a row of its list. */
struct row {
    uint64_t seed, counted;
    double value, error;
    const char *folder;
    json_t *json;
};

static int by_seed(const void *a, const void *b)
{
    const uint64_t left = ((const struct row *)a)->seed, right = ((const struct row *)b)->seed;
    return (left > right) - (left < right);
}

static json_t *row_json(const struct merge_part *part)
{
    const json_t *events = json_object_get(part->result, "events");
    return json_pack("{s:O, s:O, s:O, s:O}", "seed", json_object_get(part->result, "seed"), "value",
                     at(part->result, "cross_section", "value"), "error",
                     at(part->result, "cross_section", "error"), "counted",
                     json_object_get(events, "counted"));
}

/* The runs of all parts, in the order of their seeds: so the order in which they were merged has no part in a
 * sum. */
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

static ts_status sort_rows(const struct merge *merge, const json_t *list, struct row **rows, size_t *count)
{
    ts_status status = TS_OK;
    *count = json_array_size(list);
    *rows = calloc(*count + 1, sizeof **rows);
    if (!*rows)
        return ts_fail_memory(merge->context, "a list of runs");
    for (size_t i = 0; i < *count; ++i) {
        json_t *row = json_array_get(json_array_get(list, i), 0);
        (*rows)[i] =
            (struct row){count_at(row, "seed"),
                         count_at(row, "counted"),
                         number_at(row, "value"),
                         number_at(row, "error"),
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

/* The value of all, and how well the runs agree: chi^2 about the mean that makes it least. */
static void combine(const struct row *rows, size_t count, ts_merged *merged)
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
    merged->value = value / all;
    merged->error = sqrt(variance) / all;
    for (size_t i = 0; i < count; ++i)
        if (rows[i].error > 0)
            merged->chi2 += pow((rows[i].value - mean / inverse) / rows[i].error, 2);
    merged->degrees_of_freedom = scattering > 1 ? scattering - 1 : 0;
    merged->p_value = scattering > 1 ? gamma_q(0.5 * (double)(scattering - 1), 0.5 * merged->chi2) : 1;
}

static void add_bin(const ts_bin *from, double part, ts_bin *to)
{
    to->sum_w += part * from->sum_w;
    to->sum_w2 += part * part * from->sum_w2;
    to->sum_wx += part * from->sum_wx;
    to->sum_wx2 += part * from->sum_wx2;
    to->entries += from->entries;
}

/* Bin i of a histogram: those of its axis, then what lies below and above, then all. */
static ts_bin *bin_of(ts_histogram *histogram, size_t i)
{
    ts_bin *const rest[] = {&histogram->underflow, &histogram->overflow, &histogram->total};
    return i < histogram->bin_count ? &histogram->bins[i] : rest[i - histogram->bin_count];
}

/* The histograms of all, in place of those of the first. */
static void add_histograms(const struct merge *merge)
{
    for (size_t h = 0; h < merge->parts[0].histogram_count; ++h) {
        ts_histogram *sum = &merge->parts[0].histograms[h];
        for (size_t i = 0; i < sum->bin_count + 3; ++i) {
            ts_bin *to = bin_of(sum, i), all = {.low = to->low, .high = to->high};
            for (size_t p = 0; p < merge->count; ++p)
                add_bin(bin_of(&merge->parts[p].histograms[h], i), merge->parts[p].part, &all);
            *to = all;
        }
    }
}

static ts_status write_histograms(const struct merge *merge, const char *out)
{
    const ts_merged *merged = merge->merged;
    const struct merge_part *first = &merge->parts[0];
    const double events = (double)merged->counted;
    const struct yoda_run run = {
        .cross_section = merged->value,
        .error = merged->error,
        .sum_w2 = merged->error * merged->error +
                  merged->value * merged->value / events, /* as that of a run */
        .events = merged->counted,
    };
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.4000s/histograms.yoda", out);
    if (!first->histogram_count)
        return file_remove(merge->context, path);
    add_histograms(merge);
    return yoda_write(merge->context, path, first->histograms, first->histogram_count, &run);
}

/* The card of one run without its seed: with one it runs to one of the runs. */
static ts_status write_card(const struct merge *merge, const char *out)
{
    static const char head[] =
        "# What each of the runs was made of that were merged into the result beside it, "
        "but for their seeds, which it lists.\n";
    char path[PATH_BYTES], *text;
    size_t bytes;
    snprintf(path, sizeof path, "%.4000s/card.yaml", merge->parts[0].folder);
    ts_status status = file_read(merge->context, path, CARD_BYTES, &text, &bytes);
    if (status)
        return status;
    char *card = malloc(bytes + sizeof head);
    size_t used = card ? (size_t)sprintf(card, "%s", head) : 0;
    for (const char *line = text; *line && card;) {
        const size_t length = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        if (*line != '#' && strncmp(line, "  seed: ", 8) != 0) {
            memcpy(card + used, line, length);
            used += length;
        }
        line += length;
    }
    snprintf(path, sizeof path, "%.4000s/card.yaml", out);
    status = card ? file_write_atomically(merge->context, path, card, used)
                  : ts_fail_memory(merge->context, "a card");
    free(card);
    free(text);
    return status;
}

/* The sum of a count, or of a time, that all parts have under two keys. */
static json_t *sum_at(const struct merge *merge, const char *first, const char *second)
{
    double sum = 0;
    uint64_t count = 0;
    int whole = 1;
    for (size_t p = 0; p < merge->count; ++p) {
        const json_t *value = at(merge->parts[p].result, first, second);
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
    json_object_del(events, "first_not_finite"); /* a number that is of one seed */
    json_object_del(events, "efficiency_bootstrapped"); /* no sum, nor a mean */
    const double tried = number_at(events, "tried");
    if (json_object_get(events, "efficiency"))
        json_object_set_new(events, "efficiency",
                            json_real(tried > 0 ? number_at(events, "written") / tried : 0));
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

/* Rows that add up to the cross section, as each part has the same weight in all of them. */
static json_t *subprocesses(const struct merge *merge)
{
    json_t *list = json_array(), *row;
    size_t i;
    json_array_foreach(json_object_get(merge->parts[0].result, "subprocesses"), i, row)
    {
        double value = 0, variance = 0;
        uint64_t generated = 0, accepted = 0;
        for (size_t p = 0; p < merge->count; ++p) {
            const struct merge_part *part = &merge->parts[p];
            const json_t *own = json_array_get(json_object_get(part->result, "subprocesses"), i);
            value += part->part * number_at(own, "value");
            variance += pow(part->part * number_at(own, "error"), 2);
            generated += count_at(own, "generated");
            accepted += count_at(own, "accepted");
        }
        json_array_append_new(list, json_pack("{s:O, s:f, s:f, s:I, s:I}", "process",
                                              json_object_get(row, "process"), "value", value, "error",
                                              sqrt(variance), "generated", (json_int_t)generated, "accepted",
                                              (json_int_t)accepted));
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
                       number_at(part->result, "largest_weight_share") * fabs(part->value) * part->part);
    }
    return merge->merged->value != 0 ? largest / fabs(merge->merged->value) : 0;
}

/* Whether all runs reached what their card asks for, or all together do. */
static int is_converged(const struct merge *merge)
{
    const json_t *wanted = json_object_get(at(merge->parts[0].result, "card", "integration"),
                                           "relative_error");
    int all = 1;
    for (size_t p = 0; p < merge->count; ++p)
        all = all && json_is_true(json_object_get(merge->parts[p].result, "converged"));
    if (wanted && merge->merged->error <= json_number_value(wanted) * fabs(merge->merged->value))
        all = 1;
    return all && merge->merged->p_value >= least_probability;
}

static int any_interrupted(const struct merge *merge)
{
    int any = 0;
    for (size_t p = 0; p < merge->count; ++p)
        any = any || json_is_true(json_object_get(merge->parts[p].result, "interrupted"));
    return any;
}

/* Each run stands as an iteration that counts. */
static void list_runs(const struct row *rows, size_t count, json_t *root)
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

/* result.json: what has a meaning for all runs together, and nothing else that those of runs may hold. */
static json_t *result_json(const struct merge *merge, const struct row *rows, size_t count)
{
    static const char *const first_part[] = {"version", "process", "device", "precision"};
    static const char *const last_part[] = {"couplings",  "shower",     "pdf",
                                            "pdf_member", "pdf_source", "sampling"};
    const ts_merged *merged = merge->merged;
    const json_t *first = merge->parts[0].result;
    json_t *root = json_object(), *card = json_deep_copy(json_object_get(first, "card"));
    for (size_t i = 0; i < sizeof first_part / sizeof first_part[0]; ++i)
        json_object_set_new(root, first_part[i], common(merge, first_part[i]));
    json_object_set_new(root, "cross_section",
                        json_pack("{s:f, s:f, s:s}", "value", merged->value, "error", merged->error, "unit",
                                  "pb"));
    if (json_object_get(first, "subprocesses"))
        json_object_set_new(root, "subprocesses", subprocesses(merge));
    json_object_set_new(root, "chi2_per_dof",
                        json_real(merged->degrees_of_freedom
                                      ? merged->chi2 / (double)merged->degrees_of_freedom
                                      : 0));
    json_object_set_new(root, "p_value", json_real(merged->p_value));
    json_object_set_new(root, "largest_weight_share", json_real(largest_share(merge)));
    json_object_set_new(root, "converged", json_boolean(is_converged(merge)));
    if (merged->p_value < least_probability)
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
    const double generated = number_at(json_object_get(root, "events"), "generated");
    const double seconds = number_at(json_object_get(root, "time"), "integrate");
    json_object_set_new(root, "ns_per_event", json_real(generated > 0 ? 1e9 * seconds / generated : 0));
    list_runs(rows, count, root);
    json_object_set(root, "histograms", json_object_get(first, "histograms"));
    return root;
}

static ts_status write_json(const struct merge *merge, const struct row *rows, size_t count, const char *path)
{
    json_t *root = result_json(merge, rows, count);
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(root);
    const size_t bytes = text ? strlen(text) : 0;
    char *line = text ? realloc(text, bytes + 2) : NULL; /* a text file ends with a newline */
    if (!line) {
        free(text);
        return ts_fail_memory(merge->context, "result.json");
    }
    line[bytes] = '\n';
    line[bytes + 1] = 0;
    merge->merged->json = line;
    return file_write_atomically(merge->context, path, line, bytes + 1);
}

/* Writes all, result.json last: an older one goes first. */
static ts_status write_all(const struct merge *merge, const struct row *rows, size_t count, const char *out)
{
    char path[PATH_BYTES];
    ts_status status = file_make_folder(merge->context, out, 0777);
    snprintf(path, sizeof path, "%.4000s/report.html", out);
    if (!status) /* a page of one run says nothing of all */
        status = file_remove(merge->context, path);
    snprintf(path, sizeof path, "%.4000s/result.json", out);
    if (!status)
        status = file_remove(merge->context, path);
    if (!status) /* nor is there a run to go on with */
        status = checkpoint_remove(merge->context, out);
    if (!status)
        status = merge_events(merge, out);
    if (!status)
        status = write_histograms(merge, out);
    if (!status)
        status = write_card(merge, out);
    return status ? status : write_json(merge, rows, count, path);
}

/* The least seed that a part holds. */
static uint64_t seed_of(const struct merge_part *part)
{
    const json_t *seeds = json_object_get(part->result, "seeds");
    return seeds ? (uint64_t)json_integer_value(json_array_get(seeds, 0)) : count_at(part->result, "seed");
}

static int by_least_seed(const void *a, const void *b)
{
    const uint64_t left = seed_of(a), right = seed_of(b);
    return (left > right) - (left < right);
}

static ts_status merge_parts(struct merge *merge, const char *out)
{
    struct row *rows = NULL;
    size_t count = 0;
    double all = 0;
    json_t *list = json_array();
    ts_status status = TS_OK;
    for (size_t p = 0; p < merge->count && !status; ++p)
        status = read_part(merge, &merge->parts[p]);
    for (size_t p = 1; p < merge->count && !status; ++p)
        status = check_part(merge, &merge->parts[p]);
    if (!status) {
        qsort(merge->parts, merge->count, sizeof *merge->parts, by_least_seed);
        status = list_rows(merge, list);
    }
    if (!status)
        status = sort_rows(merge, list, &rows, &count);
    if (!status) {
        combine(rows, count, merge->merged);
        for (size_t p = 0; p < merge->count; ++p)
            all += merge->parts[p].part;
        for (size_t p = 0; p < merge->count; ++p)
            merge->parts[p].part /= all;
        status = write_all(merge, rows, count, out);
    }
    if (!status && merge->merged->p_value < least_probability)
        status = ts_fail(merge->context, TS_NOT_CONVERGED,
                         "The runs do not agree: chi2 is %.3g for %zu degrees of freedom.",
                         merge->merged->chi2, merge->merged->degrees_of_freedom);
    else if (!status && !is_converged(merge))
        status = ts_fail(merge->context, TS_NOT_CONVERGED,
                         "The relative error that the card asks for is not reached: more runs help.");
    free(rows);
    json_decref(list);
    return status;
}

ts_status ts_result_merge(ts_context *context, const char *out, const char *const *folders, size_t count,
                          ts_merged *merged)
{
    OWN_ENVIRONMENT;
    struct merge merge = {context, calloc(count + 1, sizeof *merge.parts), count, merged};
    *merged = (ts_merged){0};
    if (!merge.parts)
        return ts_fail_memory(context, "the results");
    for (size_t p = 0; p < count; ++p)
        merge.parts[p].folder = folders[p];
    const ts_status status = count ? merge_parts(&merge, out)
                                   : ts_fail(context, TS_ERROR_INPUT, "There is no result to merge.");
    for (size_t p = 0; p < count; ++p) {
        json_decref(merge.parts[p].result);
        ts_histograms_destroy(&merge.parts[p].histograms, merge.parts[p].histogram_count);
    }
    free(merge.parts);
    if (status && status != TS_NOT_CONVERGED) {
        free(merged->json);
        merged->json = NULL;
    }
    return status;
}

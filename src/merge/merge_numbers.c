/* Whether the numbers of a result.json are such as a run writes. */
#include "core/context.h"
#include "merge/merge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 200, DEPTH_MOST = 16 };

/* What a number under this key is, wherever it stands but in the card; null where it is not known. */
enum kind { COUNT, ERROR, SHARE };
static const struct {
    const char *key;
    enum kind kind;
} kinds[] = {
    {"seed", COUNT},          {"generated", COUNT},
    {"accepted", COUNT},      {"not_finite", COUNT},
    {"counted", COUNT},       {"repeated", COUNT},
    {"limited", COUNT},       {"exceeded", COUNT},
    {"capped", COUNT},        {"tried", COUNT},
    {"written", COUNT},       {"survivors", COUNT},
    {"above_largest", COUNT}, {"written_limited", COUNT},
    {"error", ERROR},         {"spread", ERROR},
    {"chi2_per_dof", ERROR},  {"efficiency", ERROR},
    {"effective", ERROR},     {"largest_weight_share", ERROR},
    {"p_value", SHARE},       {"exceeded_share", ERROR},
    {"vetoed", COUNT},        {"unordered", COUNT},
    {"unclustered", COUNT},
};

static const char *const expected[] = {"a count of 0 or more", "a number of 0 or more",
                                       "a number from 0 to 1"};

static int is_right(const json_t *value, enum kind kind)
{
    const double number = json_number_value(value);
    if (json_is_null(value))
        return kind != COUNT;
    if (kind == COUNT)
        return json_is_integer(value) && json_integer_value(value) >= 0;
    return json_is_number(value) && isfinite(number) && number >= 0 && (kind == ERROR || number <= 1);
}

static ts_status refuse(const struct merge *merge, const char *path, const char *name, const json_t *value,
                        const char *what)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    const ts_status status = ts_fail(merge->context, TS_ERROR_INPUT,
                                     "%s: %s is %.60s, which no run has written: expected %s.", path, name,
                                     text ? text : "odd", what);
    free(text);
    return status;
}

static ts_status check_value(const struct merge *merge, const char *path, const char *name, const char *key,
                             const json_t *value)
{
    const int whether = json_is_boolean(value) && !strcmp(key, "counted"); /* of an iteration */
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !whether; ++i)
        if (!strcmp(key, kinds[i].key) && !is_right(value, kinds[i].kind))
            return refuse(merge, path, name, value, expected[kinds[i].kind]);
    if (json_is_integer(value) && json_integer_value(value) < 0)
        return refuse(merge, path, name, value, expected[COUNT]);
    return TS_OK;
}

/* Looks at all that stands in an object or a list. */
static ts_status check_all(const struct merge *merge, const char *path, const char *front, const json_t *all,
                           int depth)
{
    char name[NAME_BYTES];
    const char *key;
    json_t *value;
    size_t i;
    ts_status status = TS_OK;
    if (depth > DEPTH_MOST)
        return refuse(merge, path, front, json_null(), "less depth");
    json_array_foreach(all, i, value)
    {
        snprintf(name, sizeof name, "%s[%zu]", front, i);
        status = check_value(merge, path, name, "", value);
        if (!status)
            status = check_all(merge, path, name, value, depth + 1);
        if (status)
            return status;
    }
    json_object_foreach((json_t *)all, key, value)
    {
        snprintf(name, sizeof name, "%.120s%s%.60s", front, *front ? "." : "", key);
        if (depth == 0 && !strcmp(key, "card"))
            continue;
        status = check_value(merge, path, name, key, value);
        if (!status)
            status = check_all(merge, path, name, value, depth + 1);
        if (status)
            return status;
    }
    return TS_OK;
}

/* The value, the error, the seed and the count of a run: with events that count and a value there is an
 * error. */
static ts_status check_run(const struct merge *merge, const char *path, const char *name, const json_t *seed,
                           const json_t *counted, const json_t *value, const json_t *error)
{
    char what[NAME_BYTES];
    snprintf(what, sizeof what, "%.100sseed", name);
    if (!json_is_integer(seed))
        return refuse(merge, path, what, seed ? seed : json_null(), expected[COUNT]);
    snprintf(what, sizeof what, "%.100scounted", name);
    if (!json_is_integer(counted))
        return refuse(merge, path, what, counted ? counted : json_null(), expected[COUNT]);
    snprintf(what, sizeof what, "%.100svalue", name);
    if (!json_is_number(value) || !isfinite(json_number_value(value)))
        return refuse(merge, path, what, value ? value : json_null(), "a number");
    snprintf(what, sizeof what, "%.100serror", name);
    if (!json_is_number(error) || (json_number_value(error) <= 0 && json_number_value(value) != 0))
        return refuse(merge, path, what, error ? error : json_null(), "a number above 0");
    return TS_OK;
}

ts_status merge_check_numbers(const struct merge *merge, const char *path, const json_t *result)
{
    const json_t *events = json_object_get(result, "events"), *runs = json_object_get(result, "runs"), *row;
    size_t i;
    ts_status status = check_all(merge, path, "", result, 0);
    if (!status && merge_count(events, "accepted") > merge_count(events, "generated"))
        status = refuse(merge, path, "events.accepted", json_object_get(events, "accepted"),
                        "no more than events.generated");
    if (!status && merge_count(events, "written") > merge_count(events, "tried"))
        status = refuse(merge, path, "events.written", json_object_get(events, "written"),
                        "no more than events.tried");
    if (!status && !runs)
        status = check_run(merge, path, "", json_object_get(result, "seed"),
                           json_object_get(events, "counted"), merge_at(result, "cross_section", "value"),
                           merge_at(result, "cross_section", "error"));
    json_array_foreach(runs, i, row)
    {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "runs[%zu].", i);
        if (!status)
            status = check_run(merge, path, name, json_object_get(row, "seed"),
                               json_object_get(row, "counted"), json_object_get(row, "value"),
                               json_object_get(row, "error"));
    }
    return status;
}

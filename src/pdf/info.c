#include "pdf/info.h"

#include "core/context.h"
#include "core/decimal.h"
#include "core/text_clean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

void info_destroy(struct info *info)
{
    for (size_t i = 0; i < info->count; ++i) {
        free(info->entry[i].key);
        for (size_t j = 0; j < info->entry[i].count; ++j)
            free(info->entry[i].value[j]);
        free(info->entry[i].value);
    }
    free(info->entry);
    memset(info, 0, sizeof *info);
}

static ts_status append_entry(ts_context *context, struct info *info, const char *key, const char *file,
                              size_t line)
{
    /* Room doubles at the powers of two. */
    if ((info->count & (info->count - 1)) == 0) {
        struct info_entry *grown = realloc(info->entry, (info->count ? 2 * info->count : 1) * sizeof *grown);
        if (!grown)
            return ts_fail_memory(context, file);
        info->entry = grown;
    }
    char *copy = strdup(key);
    if (!copy)
        return ts_fail_memory(context, file);
    info->entry[info->count++] = (struct info_entry){.key = copy, .line = line, .file = file};
    return TS_OK;
}

static ts_status append_value(ts_context *context, struct info_entry *entry, const char *value)
{
    if ((entry->count & (entry->count - 1)) == 0) {
        char **grown = realloc(entry->value, (entry->count ? 2 * entry->count : 1) * sizeof *grown);
        if (!grown)
            return ts_fail_memory(context, entry->file);
        entry->value = grown;
    }
    if (!(entry->value[entry->count] = strdup(value)))
        return ts_fail_memory(context, entry->file);
    ++entry->count;
    return TS_OK;
}

/* Lists within lists: LHAPDF knows two levels, and libyaml's time grows with the square of their number. */
enum { DEPTH_MOST = 64, STILL_EVENTS = 1 << 14 };

/* Entries come from events: depth 1 is inside the mapping, depth 2 inside a list. */
struct builder {
    ts_context *context;
    struct info *info;
    const char *file;
    int depth, have_key, in_list, seen_mapping;
};

static ts_status take_scalar(struct builder *builder, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    if (builder->depth == 0)
        return ts_fail(builder->context, TS_ERROR_INPUT, "%s:%zu: lines of 'key: value' were expected.",
                       builder->file, event->start_mark.line + 1);
    if (builder->depth == 1 && !builder->have_key) {
        builder->have_key = 1;
        return append_entry(builder->context, builder->info, text, builder->file, event->start_mark.line + 1);
    }
    if (builder->depth == 1)
        builder->have_key = 0;
    else if (builder->depth > 2 || !builder->in_list)
        return TS_OK;
    return append_value(builder->context, &builder->info->entry[builder->info->count - 1], text);
}

static ts_status take_event(struct builder *builder, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(builder, event);
    case YAML_ALIAS_EVENT:
        if (builder->depth == 1)
            builder->have_key = 0;
        return TS_OK;
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        if (builder->depth == 0 && event->type == YAML_SEQUENCE_START_EVENT)
            return ts_fail(builder->context, TS_ERROR_INPUT, "%s:%zu: lines of 'key: value' were expected.",
                           builder->file, event->start_mark.line + 1);
        if (builder->depth == 1 && !builder->have_key)
            return ts_fail(builder->context, TS_ERROR_INPUT, "%s:%zu: a key must be one word.", builder->file,
                           event->start_mark.line + 1);
        if (builder->depth == 1)
            builder->in_list = event->type == YAML_SEQUENCE_START_EVENT;
        builder->seen_mapping = 1;
        if (++builder->depth > DEPTH_MOST)
            return ts_fail(builder->context, TS_ERROR_INPUT,
                           "%s:%zu: lists lie in one another more than %d deep, where 2 are enough.",
                           builder->file, event->start_mark.line + 1, DEPTH_MOST);
        return TS_OK;
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        if (--builder->depth == 1)
            builder->have_key = 0;
        return TS_OK;
    default:
        return TS_OK;
    }
}

ts_status info_parse(ts_context *context, const char *file, const char *text, size_t bytes, struct info *info)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return ts_fail_memory(context, file);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, bytes);
    struct builder builder = {.context = context, .info = info, .file = file};
    ts_status status = TS_OK;
    int done = 0;
    size_t events = 0;
    while (!status && !done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            status = ts_fail(context, TS_ERROR_INPUT, "%s:%zu: this is not YAML: %s.", file,
                             parser.problem_mark.line + 1, parser.problem ? parser.problem : "unreadable");
            break;
        }
        done = event.type == YAML_STREAM_END_EVENT || event.type == YAML_DOCUMENT_END_EVENT;
        status = take_event(&builder, &event);
        yaml_event_delete(&event);
        if (!status && ++events % STILL_EVENTS == 0)
            status = ts_still_reading(context, file);
    }
    yaml_parser_delete(&parser);
    if (!status && !builder.seen_mapping)
        status = ts_fail(context, TS_ERROR_INPUT, "%s:1: lines of 'key: value' were expected.", file);
    return status;
}

const struct info_entry *info_find(const struct info *info, const char *key)
{
    for (size_t i = info->count; i-- > 0;)
        if (!strcmp(info->entry[i].key, key))
            return &info->entry[i];
    return NULL;
}

const char *info_text(const struct info *info, const char *key, const char *otherwise)
{
    const struct info_entry *entry = info_find(info, key);
    return entry && entry->count ? entry->value[0] : otherwise;
}

static ts_status entry_number(ts_context *context, const struct info_entry *entry, size_t i, double *value)
{
    const char *text = i < entry->count ? entry->value[i] : "";
    double number;
    if (!decimal_read(text, strlen(text), &number))
        return ts_fail(context, TS_ERROR_INPUT, "%s:%zu: %s must be a number, not '%.40s'.", entry->file,
                       entry->line, entry->key, text);
    *value = number;
    return TS_OK;
}

ts_status info_number(ts_context *context, const struct info *info, const char *key, double *value)
{
    const struct info_entry *entry = info_find(info, key);
    return entry ? entry_number(context, entry, 0, value) : TS_OK;
}

ts_status info_whole(ts_context *context, const struct info *info, const char *key, int least, int most,
                     int *value)
{
    const struct info_entry *entry = info_find(info, key);
    if (!entry)
        return TS_OK;
    double number = 0;
    ts_status status = entry_number(context, entry, 0, &number);
    if (status)
        return status;
    if (number != floor(number) || number < least || number > most)
        return ts_fail(context, TS_ERROR_INPUT, "%s:%zu: %s must be a whole number from %d to %d, not %g.",
                       entry->file, entry->line, key, least, most, number);
    *value = (int)number;
    return TS_OK;
}

/* What a table of a coupling may hold. */
#define LARGEST_COUPLING 1000

/* The two lists of an "ipol" definition. Scales ascend; one may stand twice. */
static ts_status read_table(ts_context *context, const struct info *info, struct alpha_s *coupling)
{
    const struct info_entry *scales = info_find(info, "AlphaS_Qs"), *values = info_find(info, "AlphaS_Vals");
    if (!scales || !values)
        return TS_OK; /* alpha_s_lacks() says so */
    if (scales->count != values->count) {
        /* The list that was read last is that of the member, where it has one of its own. */
        const struct info_entry *last = scales > values ? scales : values,
                                *first = last == scales ? values : scales;
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s:%zu: %s has %zu numbers, and %s %zu (%s:%zu); they must be as many.", last->file,
                       last->line, last->key, last->count, first->key, first->count, first->file,
                       first->line);
    }
    coupling->log_q2 = calloc(scales->count + 1, sizeof *coupling->log_q2);
    coupling->value = calloc(scales->count + 1, sizeof *coupling->value);
    if (!coupling->log_q2 || !coupling->value)
        return ts_fail_memory(context, "alpha_s");
    for (size_t i = 0; i < scales->count; ++i) {
        double scale = 0, value = 0;
        ts_status status = entry_number(context, scales, i, &scale);
        if (!status)
            status = entry_number(context, values, i, &value);
        if (status)
            return status;
        if (scale <= 0 || value <= 0 || value > LARGEST_COUPLING) {
            const struct info_entry *wrong = scale <= 0 ? scales : values;
            return ts_fail(context, TS_ERROR_INPUT, "%s:%zu: %s must be above zero%s (number %zu is %g).",
                           wrong->file, wrong->line, wrong->key, scale <= 0 ? "" : ", and up to 1000", i + 1,
                           scale <= 0 ? scale : value);
        }
        /* A first or last scale that stands twice bounds no interval. */
        size_t n = coupling->count;
        double log_q2 = 2 * log(scale);
        if (n > 0 && log_q2 == coupling->log_q2[n - 1] && (n == 1 || coupling->log_q2[n - 2] == log_q2))
            --n;
        if (n > 0 && log_q2 < coupling->log_q2[n - 1])
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s:%zu: AlphaS_Qs must ascend, but %g (number %zu) does not.", scales->file,
                           scales->line, scale, i + 1);
        coupling->log_q2[n] = log_q2;
        coupling->value[n] = value;
        coupling->count = n + 1;
    }
    while (coupling->count > 1 &&
           coupling->log_q2[coupling->count - 1] == coupling->log_q2[coupling->count - 2])
        --coupling->count;
    return TS_OK;
}

/* A number under the first of two keys that is there. */
static ts_status either_number(ts_context *context, const struct info *info, const char *prefix,
                               const char *key, double *value)
{
    char specific[64];
    snprintf(specific, sizeof specific, "%s%s", prefix, key);
    return info_number(context, info, info_find(info, specific) ? specific : key, value);
}

static ts_status read_quarks(ts_context *context, const struct info *info, struct alpha_s *coupling)
{
    static const char *const quarks[] = {"Charm", "Bottom", "Top"};
    ts_status status = TS_OK;
    for (int n = 4; n <= ALPHA_S_HEAVIEST && !status; ++n) {
        char key[32];
        snprintf(key, sizeof key, "M%s", quarks[n - 4]);
        status = either_number(context, info, "AlphaS_", key, &coupling->mass[n]);
        coupling->threshold[n] = coupling->mass[n];
        snprintf(key, sizeof key, "Threshold%s", quarks[n - 4]);
        if (!status)
            status = either_number(context, info, "AlphaS_", key, &coupling->threshold[n]);
    }
    for (int n = 3; n <= 5 && !status; ++n) {
        char key[32];
        snprintf(key, sizeof key, "AlphaS_Lambda%d", n);
        status = info_number(context, info, key, &coupling->lambda[n]);
    }
    return status;
}

static ts_status read_flavours(ts_context *context, const struct info *info, struct alpha_s *coupling)
{
    const char *key = info_find(info, "AlphaS_NumFlavors") ? "AlphaS_NumFlavors" : "NumFlavors";
    coupling->largest_flavour = 5;
    ts_status status = info_whole(context, info, key, 3, ALPHA_S_HEAVIEST, &coupling->largest_flavour);
    const char *scheme = info_text(info, "AlphaS_FlavorScheme", info_text(info, "FlavorScheme", "variable"));
    if (!strcmp(scheme, "fixed"))
        coupling->fixed_flavours = coupling->largest_flavour;
    return status;
}

const char *info_file(const struct info *info, const char *key, const char *otherwise)
{
    const struct info_entry *entry = info_find(info, key);
    return entry ? entry->file : otherwise;
}

/* A coupling that is used at the scale of the Z has a value there. */
static ts_status check_at_z(ts_context *context, const struct alpha_s *coupling, const char *file)
{
    static const double z = 91.1876;
    const double value = alpha_s_value(coupling, z * z);
    return isfinite(value) && value > 0
               ? TS_OK
               : ts_fail(context, TS_ERROR_INPUT,
                         "%s: its definition of alpha_s gives %g at %g GeV: expected a number above zero.",
                         file, value, z);
}

/* Whether the text names a type of definition. */
static int read_type(const char *text, enum alpha_s_type *type)
{
    static const char *const names[] = {"analytic", "ipol", "ode"};
    static const enum alpha_s_type types[] = {ALPHA_S_ANALYTIC, ALPHA_S_TABULATED, ALPHA_S_INTEGRATED};
    for (int i = 0; i < 3; ++i)
        if (!strcmp(text, names[i])) {
            *type = types[i];
            return 1;
        }
    return 0;
}

ts_status info_alpha_s(ts_context *context, const struct info *info, const char *file,
                       struct alpha_s *coupling)
{
    memset(coupling, 0, sizeof *coupling);
    const char *type = info_text(info, "AlphaS_Type", NULL);
    if (!type)
        type = info_find(info, "AlphaS_Qs") ? "ipol" : "";
    if (!read_type(type, &coupling->type))
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: AlphaS_Type must be analytic, ipol or ode; it is %s%.40s.",
                       info_file(info, "AlphaS_Type", file), *type ? "" : "missing", type);
    coupling->reference_scale = 91.1876;
    ts_status status = info_whole(context, info, "OrderQCD", 0, 3, &coupling->order);
    if (!status)
        status = info_whole(context, info, "AlphaS_OrderQCD", 0, 3, &coupling->order);
    if (!status)
        status = info_number(context, info, "MZ", &coupling->reference_scale);
    if (!status)
        status = info_number(context, info, "AlphaS_MZ", &coupling->reference_value);
    if (!status)
        status = info_number(context, info, "AlphaS_MassReference", &coupling->reference_scale);
    if (!status)
        status = info_number(context, info, "AlphaS_Reference", &coupling->reference_value);
    if (!status)
        status = read_quarks(context, info, coupling);
    if (!status)
        status = read_flavours(context, info, coupling);
    if (!status)
        status = read_table(context, info, coupling);
    if (status)
        return status;
    const char *lacking = alpha_s_lacks(coupling);
    if (lacking)
        return ts_fail(context, TS_ERROR_INPUT, "%s: its definition of alpha_s (AlphaS_Type: %s) lacks %s.",
                       file, type, lacking);
    return check_at_z(context, coupling, info_file(info, "AlphaS_Type", file));
}

void info_warn_of_alpha_s(ts_context *context, const char *file, const struct alpha_s *coupling)
{
    const double given = coupling->reference_value, scale = coupling->reference_scale;
    const double lowest = coupling->type == ALPHA_S_TABULATED ? coupling->log_q2[0] : INFINITY;
    if (!(given > 0 && scale > 0 && 2 * log(scale) >= lowest))
        return;
    const double found = alpha_s_value(coupling, scale * scale);
    if (fabs(found / given - 1) > 0.05)
        ts_log(
            context, TS_LOG_WARNING,
            "%s: alpha_s is %.4g at %g GeV by the table (AlphaS_Qs, AlphaS_Vals), and AlphaS_MZ says %.4g: "
            "the table counts; are its scales Q, not Q^2?",
            file, found, scale, given);
}

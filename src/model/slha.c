#include "model/slha.h"

#include "core/card.h"
#include "core/context.h"
#include "core/decimal.h"
#include "core/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CARD_MOST = 16 << 20, WORDS_MOST = 8 };

/* A card at work: the block at hand, whether inputs are in it, and what a line has. */
struct reader {
    ts_context *context;
    const char *path, *block;
    const struct model_table *table;
    struct slha_settings *to;
    size_t others; /* settings that are not the card's, which come before its own and win */
    int line, is_ours;
};

/* A line of a block: whole numbers, and behind them the word that is its value. */
struct entry {
    long codes[WORDS_MOST];
    int count;
    char *value;
};

/* Where the codes begin in an input's place, "MASS 6" as its table has it; NULL: it is of another block. */
static const char *codes_of(const struct parameter_row *row, const char *block)
{
    const size_t length = strlen(block);
    if (row->role != TS_PARAMETER_INPUT || strncasecmp(row->meaning, block, length) != 0)
        return NULL;
    const char *at = row->meaning + length;
    return *at == ' ' || !*at ? at : NULL;
}

static int has_inputs(const struct model_table *table, const char *block)
{
    for (size_t i = 0; i < table->parameter_count; ++i)
        if (codes_of(&table->parameters[i], block))
            return 1;
    return 0;
}

static int is_place(const struct parameter_row *row, const char *block, const struct entry *entry)
{
    const char *at = codes_of(row, block);
    for (int i = 0; at && i < entry->count; ++i) {
        char *end;
        if (*at != ' ' || strtol(at, &end, 10) != entry->codes[i] || end == at)
            return 0;
        at = end;
    }
    return at && !*at;
}

/* Takes the words of a line apart; 0 where those before the last are no whole numbers. */
static int read_entry(char **words, int count, struct entry *entry)
{
    *entry = (struct entry){.count = count - 1, .value = words[count - 1]};
    for (int i = 0; i < entry->count; ++i) {
        char *end;
        entry->codes[i] = strtol(words[i], &end, 10);
        if (end == words[i] || *end)
            return 0;
    }
    return 1;
}

/* Reads a number, which Fortran may have written: its D becomes an e for those who read the word later. */
static int read_number(char *word, double *number)
{
    if (!decimal_read_fortran(word, strlen(word), number))
        return 0;
    char *exponent = strpbrk(word, "dD");
    if (exponent)
        *exponent = 'e';
    return 1;
}

/* The setting that an input has so far; NULL: it has none. */
static const struct model_setting *given(const struct reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->to->count; ++i)
        if (!strcmp(reader->to->list[i].name, name))
            return &reader->to->list[i];
    return NULL;
}

/* Of a width, MadGraph's auto@NLO too. */
static int is_auto(const char *word) { return !strncasecmp(word, "auto", 4); }

/* Keeps a mass or a width that is no input, to compare it with that of the model. */
static void pass_over(struct reader *reader, int is_mass, const struct entry *entry)
{
    struct slha_settings *to = reader->to;
    double value;
    const int has_number = read_number(entry->value, &value);
    if (!has_number && (is_mass || !is_auto(entry->value)))
        return;
    for (size_t i = 0; i < reader->table->particle_count; ++i) {
        const int pdg = reader->table->particles[i].pdg;
        if ((entry->codes[0] == pdg || entry->codes[0] == -pdg) &&
            to->passed_count < 2 * reader->table->particle_count)
            to->passed[to->passed_count++] = (struct slha_passed){pdg, reader->line, is_mass,
                                                                  has_number ? value : NAN};
    }
}

/* Gives an input its value. One that was given by name keeps that; one of the card may stand there twice with
 * one value. */
static ts_status give(struct reader *reader, const char *name, char *word, int may_be_auto)
{
    struct slha_settings *to = reader->to;
    double number = NAN, first = NAN;
    const int is_found = may_be_auto && is_auto(word);
    if (is_found)
        word[4] = 0;
    if (!is_found && !read_number(word, &number))
        return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%d: expected a number, found '%.40s'.",
                       reader->path, reader->line, word);
    const struct model_setting *before = given(reader, name);
    if (before && before < to->list + reader->others)
        return TS_OK;
    if (before) {
        scalar_number(before->value, &first);
        if (first == number || (isnan(first) && isnan(number)))
            return TS_OK;
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%d: %s has the value %.40s here and %.40s at %s: leave one of the lines.",
                       reader->path, reader->line, name, word, before->value, before->where);
    }
    snprintf(to->where[to->count], sizeof *to->where, "%.40s:%d", reader->path, reader->line);
    to->list[to->count] = (struct model_setting){name, word, to->where[to->count]};
    ++to->count;
    return TS_OK;
}

static ts_status take(struct reader *reader, const char *block, const struct entry *entry)
{
    const int is_mass = !strcasecmp(block, "MASS"), is_width = !strcasecmp(block, "DECAY");
    int is_known = 0;
    for (size_t i = 0; i < reader->table->parameter_count; ++i) {
        const struct parameter_row *row = &reader->table->parameters[i];
        if (!is_place(row, block, entry))
            continue;
        is_known = 1;
        const ts_status status = give(reader, row->name, entry->value, is_width);
        if (status)
            return status;
    }
    if (!is_known && entry->count == 1 && (is_mass || is_width))
        pass_over(reader, is_mass, entry);
    return TS_OK;
}

static ts_status read_line(struct reader *reader, char *line)
{
    char *words[WORDS_MOST + 1];
    struct entry entry;
    int count = 0;
    line[strcspn(line, "#\r")] = 0;
    for (char *word = strtok(line, " \t"); word && count <= WORDS_MOST; word = strtok(NULL, " \t"))
        words[count++] = word;
    if (!count)
        return TS_OK;
    if (!strcasecmp(words[0], "block") && count > 1) {
        reader->block = words[1];
        reader->is_ours = has_inputs(reader->table, words[1]);
        return TS_OK;
    }
    if (!strcasecmp(words[0], "decay")) {
        reader->block = NULL; /* lines behind it are branching ratios */
        if (count == 3 && read_entry(words + 1, 2, &entry))
            return take(reader, "DECAY", &entry);
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%d: expected DECAY, a PDG code and a width in GeV or auto, in one line.",
                       reader->path, reader->line);
    }
    if (!reader->block || (count < 2 && !reader->is_ours))
        return TS_OK;
    if (count <= WORDS_MOST && count > 1 && read_entry(words, count, &entry))
        return take(reader, reader->block, &entry);
    return !reader->is_ours
               ? TS_OK
               : ts_fail(reader->context, TS_ERROR_INPUT,
                         "%s:%d: expected whole numbers and a value behind them, as all lines of "
                         "the block %.40s have it; comments begin with #.",
                         reader->path, reader->line, reader->block);
}

ts_status slha_settings_read(ts_context *context, const char *path, const struct model_table *table,
                             const struct model_setting *others, size_t other_count,
                             struct slha_settings *settings)
{
    struct reader reader = {
        .context = context, .path = path, .table = table, .to = settings, .others = other_count};
    const size_t room = table->parameter_count + other_count + 1;
    size_t bytes;
    *settings = (struct slha_settings){.list = calloc(room, sizeof *settings->list),
                                       .where = calloc(room, sizeof *settings->where),
                                       .passed = calloc(2 * table->particle_count + 1,
                                                        sizeof *settings->passed)};
    if (!settings->list || !settings->where || !settings->passed)
        return ts_fail_memory(context, "the inputs of a model");
    for (; settings->count < other_count; ++settings->count)
        settings->list[settings->count] = others[settings->count];
    if (!path)
        return TS_OK;
    ts_status status = file_read(context, path, CARD_MOST, &settings->text, &bytes);
    if (!status)
        model_hash(settings->text, bytes, settings->hash);
    for (char *next = settings->text; next && !status;) {
        char *line = next;
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        ++reader.line;
        status = read_line(&reader, line);
    }
    return status;
}

/* Whether a parameter's value was given by name, in the place of what its card or formula has. */
static int is_given_by_name(const ts_model *model, const char *name)
{
    const ts_parameter *parameter = name ? ts_model_parameter(model, name) : NULL;
    return parameter && parameter->given;
}

/* Whether a card has a value for an input of the block that this one stands in. Masses and widths are left
 * aside, as cards of a few of them are usual. */
static int has_block(const struct slha_settings *settings, const ts_model *model,
                     const struct parameter_row *row)
{
    char block[32];
    snprintf(block, sizeof block, "%.*s", (int)strcspn(row->meaning, " "), row->meaning);
    if (!strcasecmp(block, "MASS") || !strcasecmp(block, "DECAY"))
        return 0;
    for (size_t i = 0; i < model->table->parameter_count; ++i) {
        const struct parameter_row *other = &model->table->parameters[i];
        for (size_t k = 0; k < settings->count && codes_of(other, block); ++k)
            if (*settings->where[k] && !strcmp(settings->list[k].name, other->name))
                return 1;
    }
    return 0;
}

/* Tells of inputs that a card has not, though it has others of their block: cards of MadGraph's restricted
 * models lack those that are 0 there. */
static void tell_of_missing(ts_context *context, const char *path, const struct slha_settings *settings,
                            const ts_model *model)
{
    enum { NAMED_MOST = 4 };
    char names[160] = "";
    size_t count = 0, used = 0;
    for (size_t i = 0; i < model->table->parameter_count; ++i) {
        const struct parameter_row *row = &model->table->parameters[i];
        const ts_parameter *parameter = ts_model_parameter(model, row->name);
        if (row->role != TS_PARAMETER_INPUT || !parameter || parameter->given || parameter->re == 0 ||
            !has_block(settings, model, row) || ++count > NAMED_MOST || used >= sizeof names)
            continue;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.24s %g", used ? ", " : "", row->name,
                                 parameter->re);
    }
    if (count)
        ts_log(
            context, TS_LOG_INFO,
            "%.200s lacks inputs of the model, which keep the values of its table: %s%s. If the card is of a "
            "restricted model, import that (--restrict) or set them.",
            path, names, count > NAMED_MOST ? " and others" : "");
}

void slha_settings_tell(ts_context *context, const char *path, const struct slha_settings *settings,
                        const ts_model *model)
{
    for (size_t i = 0; i < settings->passed_count; ++i) {
        const struct slha_passed *passed = &settings->passed[i];
        const ts_particle *particle = ts_model_particle(model, passed->pdg);
        const char *name = passed->is_mass ? particle->mass_name : particle->width_name;
        const double value = passed->is_mass ? particle->mass : particle->width;
        char found[32] = "auto";
        if (fabs(fabs(passed->value) - fabs(value)) <= 1e-3 * fabs(value) || is_given_by_name(model, name))
            continue;
        if (isfinite(passed->value))
            snprintf(found, sizeof found, "%g GeV", passed->value);
        ts_log(context, TS_LOG_INFO,
               "%.200s:%d: the %s of %s is %g GeV in the model, %s, and not %s as the card has it%s%s%s.",
               path, passed->line, passed->is_mass ? "mass" : "width", particle->name, value,
               name ? "by a formula" : "which has no parameter for it", found,
               name && !passed->is_mass ? ": give it by name, model." : "",
               name && !passed->is_mass ? name : "", name && !passed->is_mass ? "=..." : "");
    }
    tell_of_missing(context, path, settings, model);
}

void slha_settings_free(struct slha_settings *settings)
{
    free(settings->list);
    free(settings->where);
    free(settings->passed);
    free(settings->text);
    *settings = (struct slha_settings){0};
}

#include "model/slha.h"

#include "core/card.h"
#include "core/context.h"
#include "core/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CARD_MOST = 16 << 20, WORDS_MOST = 8 };

/* A card at work: the block at hand, and what a line has. */
struct reader {
    ts_context *context;
    const char *path, *block;
    const struct model_table *table;
    struct slha_settings *to;
    int line;
};

/* Whether an input's place, "MASS 6" as its table has it, is this block with these codes. */
static int is_place(const struct parameter_row *row, const char *block, char *const *codes, int count)
{
    const size_t length = strlen(block);
    if (row->role != TS_PARAMETER_INPUT || strncasecmp(row->meaning, block, length) != 0)
        return 0;
    const char *at = row->meaning + length;
    for (int i = 0; i < count; ++i) {
        char *end;
        if (*at != ' ' || strtol(at, &end, 10) != strtol(codes[i], NULL, 10) || end == at)
            return 0;
        at = end;
    }
    return !*at;
}

static int is_given(const struct reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->to->count; ++i)
        if (!strcmp(reader->to->list[i].name, name))
            return 1;
    return 0;
}

/* Of a width, MadGraph's auto@NLO too. */
static int is_auto(const char *word) { return !strncasecmp(word, "auto", 4); }

/* Keeps a mass or a width that is no input, to compare it with that of the model. */
static void pass_over(struct reader *reader, int is_mass, char *const *words)
{
    struct slha_settings *to = reader->to;
    double value;
    const long code = strtol(words[0], NULL, 10);
    const int has_number = scalar_number(words[1], &value);
    if (!has_number && (is_mass || !is_auto(words[1])))
        return;
    for (size_t i = 0; i < reader->table->particle_count; ++i) {
        const int pdg = reader->table->particles[i].pdg;
        if ((code == pdg || code == -pdg) && to->passed_count < 2 * reader->table->particle_count)
            to->passed[to->passed_count++] = (struct slha_passed){pdg, reader->line, is_mass,
                                                                  has_number ? value : NAN};
    }
}

static ts_status take(struct reader *reader, const char *block, char **words, int count)
{
    int is_known = 0;
    for (size_t i = 0; i < reader->table->parameter_count; ++i) {
        const struct parameter_row *row = &reader->table->parameters[i];
        const int is_here = is_place(row, block, words, count - 1);
        is_known |= is_here;
        if (!is_here || is_given(reader, row->name))
            continue;
        double number;
        const int is_found = !strcasecmp(block, "DECAY") && is_auto(words[count - 1]);
        if (is_found)
            words[count - 1][4] = 0;
        if (!is_found && !scalar_number(words[count - 1], &number))
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%d: expected a number, found '%.40s'.",
                           reader->path, reader->line, words[count - 1]);
        snprintf(reader->to->where[reader->to->count], sizeof *reader->to->where, "%.40s:%d", reader->path,
                 reader->line);
        reader->to->list[reader->to->count] = (struct model_setting){row->name, words[count - 1],
                                                                     reader->to->where[reader->to->count]};
        ++reader->to->count;
    }
    const int is_mass = !strcasecmp(block, "MASS");
    if (!is_known && count == 2 && (is_mass || !strcasecmp(block, "DECAY")))
        pass_over(reader, is_mass, words);
    return TS_OK;
}

static ts_status read_line(struct reader *reader, char *line)
{
    char *words[WORDS_MOST];
    int count = 0;
    line[strcspn(line, "#\r")] = 0;
    for (char *word = strtok(line, " \t"); word && count < WORDS_MOST; word = strtok(NULL, " \t"))
        words[count++] = word;
    if (!count)
        return TS_OK;
    if (!strcasecmp(words[0], "block") && count > 1) {
        reader->block = words[1];
        return TS_OK;
    }
    if (!strcasecmp(words[0], "decay") && count > 2) {
        reader->block = NULL;
        return take(reader, "DECAY", words + 1, 2);
    }
    return reader->block && count > 1 ? take(reader, reader->block, words, count) : TS_OK;
}

ts_status slha_settings_read(ts_context *context, const char *path, const struct model_table *table,
                             const struct model_setting *others, size_t other_count,
                             struct slha_settings *settings)
{
    struct reader reader = {.context = context, .path = path, .table = table, .to = settings};
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
}

void slha_settings_free(struct slha_settings *settings)
{
    free(settings->list);
    free(settings->where);
    free(settings->passed);
    free(settings->text);
    *settings = (struct slha_settings){0};
}

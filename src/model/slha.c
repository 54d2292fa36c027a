#include "model/slha.h"

#include "core/card.h"
#include "core/context.h"
#include "core/file.h"

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

static ts_status take(struct reader *reader, const char *block, char **words, int count)
{
    for (size_t i = 0; i < reader->table->parameter_count; ++i) {
        const struct parameter_row *row = &reader->table->parameters[i];
        if (!is_place(row, block, words, count - 1) || is_given(reader, row->name))
            continue;
        double number;
        const int is_auto = !strcasecmp(block, "DECAY") && !strncasecmp(words[count - 1], "auto", 4);
        if (is_auto)
            words[count - 1][4] = 0; /* MadGraph's auto@NLO too */
        if (!is_auto && !scalar_number(words[count - 1], &number))
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%d: expected a number, found '%.40s'.",
                           reader->path, reader->line, words[count - 1]);
        snprintf(reader->to->where[reader->to->count], sizeof *reader->to->where, "%.40s:%d", reader->path,
                 reader->line);
        reader->to->list[reader->to->count] = (struct model_setting){row->name, words[count - 1],
                                                                     reader->to->where[reader->to->count]};
        ++reader->to->count;
    }
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
                                       .where = calloc(room, sizeof *settings->where)};
    if (!settings->list || !settings->where)
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

void slha_settings_free(struct slha_settings *settings)
{
    free(settings->list);
    free(settings->where);
    free(settings->text);
    *settings = (struct slha_settings){0};
}

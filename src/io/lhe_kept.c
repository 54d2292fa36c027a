#include "io/lhe_kept.h"

#include "core/context.h"
#include "core/decimal.h"
#include "io/lhe_marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum block { NO_BLOCK, CARD, RUN, SLHA, RUN_CARD, DROPPED };

/* Blocks of a head; what others are called is noted. Readers of weights and processes look at the others. */
static const struct known {
    const char *name;
    enum block block;
} blocks[] = {{"TesseraCard", CARD},     {"TesseraRun", RUN},    {"slha", SLHA},
              {"MGRunCard", RUN_CARD},   {"header", NO_BLOCK},   {"TesseraProcesses", NO_BLOCK},
              {"TesseraCore", NO_BLOCK}, {"initrwgt", NO_BLOCK}, {"weight", NO_BLOCK},
              {"weightgroup", NO_BLOCK}, {"wgt", NO_BLOCK},      {"generator", NO_BLOCK}};

int lhe_kept_merged(const struct lhe_kept *kept)
{
    const struct event_merging *merging = &kept->merging;
    return merging->ktdurham > 0 || merging->ptlund > 0 || (merging->ickkw == 1 && merging->xqcut > 0);
}

/* Appends so many bytes, and an end of the line or another text. */
static ts_status append(ts_context *context, struct kept_text *text, const char *line, size_t bytes,
                        const char *end)
{
    const size_t more = bytes + strlen(end) + 1;
    if (more > text->room - text->used) {
        const size_t room = 2 * (text->used + more);
        char *grown = realloc(text->text, room);
        if (!grown)
            return ts_fail_memory(context, "the head of a file of events");
        text->text = grown;
        text->room = room;
    }
    memcpy(text->text + text->used, line, bytes);
    memcpy(text->text + text->used + bytes, end, more - bytes);
    text->used += more - 1;
    return TS_OK;
}

/* A line of CDATA, in which "]]>" was divided. */
static ts_status append_unread(ts_context *context, struct kept_text *text, const char *line)
{
    static const char divided[] = "]]]]><![CDATA[>";
    const char *found;
    ts_status status = TS_OK;
    while (!status && (found = strstr(line, divided))) {
        status = append(context, text, line, (size_t)(found - line), "]]>");
        line = found + sizeof divided - 1;
    }
    return status ? status : append(context, text, line, strlen(line), "\n");
}

/* A line of a run card: "20 = xqcut ! what it is". */
static void read_word(struct event_merging *merging, const char *line)
{
    const char *equals = strchr(line, '=');
    double value = 0;
    line = lhe_without_blanks(line);
    if (!equals || !decimal_read_fortran(line, strcspn(line, " \t="), &value))
        return;
    const char *name = equals + 1 + strspn(equals + 1, " \t");
    const size_t bytes = strcspn(name, " \t!#\r");
    const struct {
        const char *name;
        double *value;
    } words[] = {{"ktdurham", &merging->ktdurham},
                 {"ptlund", &merging->ptlund},
                 {"xqcut", &merging->xqcut},
                 {"dparameter", &merging->dparameter},
                 {"alpsfact", &merging->alpsfact}};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strlen(words[i].name) == bytes && !memcmp(words[i].name, name, bytes))
            *words[i].value = value;
    const int whole = value >= -1 && value <= 6 ? (int)value : 0;
    if (bytes == 5 && !memcmp(name, "ickkw", bytes))
        merging->ickkw = whole;
    if (bytes == 12 && !memcmp(name, "maxjetflavor", bytes))
        merging->maxjetflavor = whole;
}

/* Notes a block that copies leave out. */
static void note(struct lhe_kept *kept, const char *name)
{
    const size_t used = strlen(kept->dropped);
    if (used + strlen(name) + 8 < sizeof kept->dropped)
        snprintf(kept->dropped + used, sizeof kept->dropped - used, "%s%s", used ? ", " : "", name);
}

/* Begins the block that a line opens, if it opens one; *rest: what stands behind its mark. */
static int begin(struct lhe_kept *kept, const char *line, const char **rest)
{
    const char *mark = lhe_without_blanks(line), *end = lhe_mark_end(mark);
    const size_t bytes = strcspn(*mark == '<' ? mark + 1 : "", " \t>/");
    if (*mark != '<' || !bytes || bytes >= sizeof kept->name || strchr("!/?", mark[1]) || !end ||
        end[-1] == '/')
        return 0;
    memcpy(kept->name, mark + 1, bytes);
    kept->name[bytes] = '\0';
    kept->block = DROPPED;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i)
        if (!strcmp(blocks[i].name, kept->name))
            kept->block = (int)blocks[i].block;
    if (kept->block == DROPPED)
        note(kept, kept->name);
    *rest = end + 1;
    return kept->block != NO_BLOCK;
}

/* What a line of the block at hand says, without the marks of CDATA. */
static ts_status take(ts_context *context, struct lhe_kept *kept, const char *line)
{
    static const char opens[] = "<![CDATA[";
    const char *text = strncmp(line, opens, sizeof opens - 1) ? line : line + sizeof opens - 1;
    const int is_mark = text != line || !strncmp(line, "]]>", 3);
    if (kept->block == CARD)
        return is_mark && !*text ? TS_OK : append_unread(context, &kept->card, text);
    if (kept->block == SLHA)
        return is_mark || !*line ? TS_OK : append(context, &kept->slha, line, strlen(line), "\n");
    if (kept->block == RUN_CARD)
        read_word(&kept->merging, text);
    if (kept->block == RUN && !strncmp(line, "seed: ", 6))
        kept->seed = strtoull(line + 6, NULL, 10);
    return TS_OK;
}

ts_status lhe_kept_line(ts_context *context, struct lhe_kept *kept, const char *line)
{
    char closes[80];
    if (lhe_opens(line, "<weightgroup")) {
        size_t bytes = 0;
        const char *combine = lhe_attribute(lhe_without_blanks(line), "combine", &bytes);
        snprintf(kept->combine, sizeof kept->combine, "%.*s", (int)(bytes < 60 ? bytes : 0),
                 combine ? combine : "");
    }
    if (kept->block == NO_BLOCK && !begin(kept, line, &line))
        return TS_OK;
    snprintf(closes, sizeof closes, "</%s", kept->name);
    const char *end = strstr(line, closes);
    ts_status status = TS_OK;
    if (!end && *line)
        status = take(context, kept, line);
    if (end)
        kept->block = NO_BLOCK;
    return status;
}

/* The number of an attribute; 0: it has none. */
static double number_of(const char *mark, const char *name)
{
    size_t bytes = 0;
    double value = 0;
    const char *text = lhe_attribute(mark, name, &bytes);
    return text && decimal_read_fortran(text, bytes, &value) ? value : 0;
}

ts_status lhe_kept_weight(ts_context *context, struct lhe_kept *kept, const char *mark, size_t place)
{
    struct kept_weight *grown = kept->weights;
    if ((place & (place + 1)) == 0 && place >= kept->weight_count) /* 1, 2, 4, 8, ... have room */
        grown = realloc(kept->weights, (2 * place + 2) * sizeof *grown);
    if (!grown)
        return ts_fail_memory(context, "the weights of events");
    const double set = number_of(mark, "PDF");
    kept->weights = grown;
    kept->weight_count = place + 1;
    grown[place] = (struct kept_weight){.mur = number_of(mark, "MUR"),
                                        .muf = number_of(mark, "MUF"),
                                        .density_set = set > 0 && set < 1e9 ? (int)set : 0};
    snprintf(grown[place].combine, sizeof grown[place].combine, "%s", kept->combine);
    return TS_OK;
}

void lhe_kept_free(struct lhe_kept *kept)
{
    free(kept->card.text);
    free(kept->slha.text);
    free(kept->weights);
}

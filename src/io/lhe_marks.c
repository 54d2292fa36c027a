#include "io/lhe_marks.h"

#include "io/les_houches.h"

#include <string.h>

const char *lhe_without_blanks(const char *line) { return line + strspn(line, " \t"); }

int lhe_begins(const char *line, const char *bytes)
{
    return !strncmp(lhe_without_blanks(line), bytes, strlen(bytes));
}

int lhe_is_mark(const char *at, const char *name)
{
    const size_t length = strlen(name);
    return !strncmp(at, name, length) && strchr(" \t>/", at[length]);
}

int lhe_opens(const char *line, const char *name) { return lhe_is_mark(lhe_without_blanks(line), name); }

/* Finds the attribute of a mark, or where `name` is NULL the mark's end. */
static const char *find(const char *mark, const char *name, size_t *bytes)
{
    const char *at = mark + 1 + strcspn(mark + 1, " \t>");
    for (;;) {
        at += strspn(at, " \t");
        if (!*at || *at == '>')
            return *at && !name ? at : NULL;
        const char *key = at;
        const size_t length = strcspn(at, " \t=>");
        at = lhe_without_blanks(at + length);
        if (*at != '=')
            continue;
        at = lhe_without_blanks(at + 1);
        if (*at != '"' && *at != '\'')
            continue;
        const char *value = at + 1;
        const size_t room = strcspn(value, *at == '"' ? "\"" : "'");
        at = value + room + (value[room] != 0);
        if (name && length == strlen(name) && !strncmp(key, name, length)) {
            *bytes = room;
            return value;
        }
    }
}

const char *lhe_attribute(const char *mark, const char *name, size_t *bytes)
{
    return find(mark, name, bytes);
}

const char *lhe_mark_end(const char *mark) { return find(mark, NULL, NULL); }

size_t lhe_unescape(char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; ++count) {
        size_t mark = 0;
        while (les_houches_escaped[mark] &&
               strncmp(text + i, les_houches_escapes[mark], strlen(les_houches_escapes[mark])) != 0)
            ++mark;
        text[count] = les_houches_escaped[mark] ? les_houches_escaped[mark] : text[i];
        i += les_houches_escaped[mark] ? strlen(les_houches_escapes[mark]) : 1;
    }
    return count;
}

const char *lhe_weight_name(char *mark, size_t *bytes)
{
    const char *name = lhe_attribute(mark, "id", bytes);
    if (name)
        *bytes = lhe_unescape(mark + (name - mark), *bytes);
    return name;
}

ts_status lhe_next_line(struct text_reader *text, const char *what)
{
    int found;
    const ts_status status = text_reader_line(text, &found);
    if (status || found)
        return status;
    ++text->number;
    return text_reader_refuse(text, "the file ends within %s.", what);
}

#include "amplitude/structure_tangent.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 8 };

/* The next name of an earlier line, such as n3, v5 or s12; NULL: there is none. */
static const char *next_name(const char *at)
{
    for (; *at; ++at)
        if ((*at == '(' || *at == ' ') && at[1] && strchr("nvps", at[1]) && isdigit((unsigned char)at[2]))
            return at + 1;
    return NULL;
}

/* Names whose lines have a derivative; their places in the line. */
static int find_names(const char *line, const signed char *has, const char *names[NAMES_MOST])
{
    int count = 0;
    for (const char *at = next_name(line); at && count < NAMES_MOST; at = next_name(at))
        if (has[strtol(at + 1, NULL, 10)])
            names[count++] = at;
    return count;
}

/* The branches themselves, b, for which d stands. */
static void write_branch(const char *line, struct source *text)
{
    const char *branch = strstr(line, "b.");
    branch = branch ? branch : strstr(line, "(b)") + 1;
    source_append(text, "%.*sd%s", (int)(branch - line), line, branch + 1);
}

/* The line with one of its names replaced by the derivative. */
static void write_term(const char *line, const char *name, struct source *text)
{
    source_append(text, "%.*sd%s", (int)(name - line), line, name);
}

static void write_sum(const char *line, const char *name, struct source *text)
{
    (void)line;
    source_append(text, "d%.*s", (int)strcspn(name, ",)"), name);
}

/* Names that stand in brackets, all of them. */
static int all_names(const char *line, const char *names[NAMES_MOST])
{
    int count = 0;
    for (const char *at = next_name(line); at && count < NAMES_MOST; at = next_name(at))
        names[count++] = at;
    return count;
}

/* A function that is not linear: its arguments, its value and the derivatives of the arguments. */
static void write_along(const char *line, char letter, int number, const signed char *has,
                        struct source *text)
{
    const char *names[NAMES_MOST];
    const int count = all_names(line, names);
    source_append(text, "%.*s_along(", (int)strcspn(line, "("), line);
    for (int i = 0; i < count; ++i)
        source_append(text, "%.*s, ", (int)strcspn(names[i], ",)"), names[i]);
    source_append(text, "%c%d", letter, number);
    for (int i = 0; i < count; ++i)
        if (has[strtol(names[i] + 1, NULL, 10)])
            source_append(text, ", d%.*s", (int)strcspn(names[i], ",)"), names[i]);
        else
            source_append(text, ", c_set(R(0.0), R(0.0))");
    source_append(text, ")");
}

int tangent_write(const char *type, const char *add, char letter, int number, const char *line,
                  const signed char *has, struct source *text)
{
    static const char truth[] = "truth_", form[] = "form_";
    const char *names[NAMES_MOST];
    const int is_branch = strstr(line, "b.") || strstr(line, "(b)");
    const int count = is_branch ? 1 : find_names(line, has, names);
    if (!count || !strncmp(line, truth, sizeof truth - 1))
        return 0;
    source_append(text, "const %s d%c%d = ", type, letter, number);
    if (is_branch) {
        write_branch(line, text);
    } else if (!strncmp(line, form, sizeof form - 1)) {
        write_along(line, letter, number, has, text);
    } else {
        for (int i = 0; i < count; ++i) {
            if (i + 1 < count)
                source_append(text, "%s(", add);
            (strncmp(line, "c_add(", 6) ? write_term : write_sum)(line, names[i], text);
            source_append(text, "%s", i + 1 < count ? ", " : "");
        }
        for (int i = 0; i + 1 < count; ++i)
            source_append(text, ")");
    }
    source_append(text, ";\n");
    return 1;
}

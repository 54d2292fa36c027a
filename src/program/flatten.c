#include "program/flatten.h"

#include "program/embedded.h"

#include <string.h>

enum { DEEPEST = 32, MOST_HEADERS = 256 };

/* The work: which headers the preprocessor is certain to have read by now. */
struct flattening {
    ts_context *context;
    struct source *flat;
    unsigned char certain[MOST_HEADERS]; /* by their place in kernel_sources */
};

/* What is known where a text stands. */
struct place {
    const char *name; /* of the header; NULL is the program */
    int depth;        /* of headers */
    int certain;      /* the preprocessor reads this text */
};

static int find_header(const char *name, size_t length)
{
    for (int i = 0; kernel_sources[i].path; ++i)
        if (strlen(kernel_sources[i].path) == length && !memcmp(kernel_sources[i].path, name, length))
            return i;
    return -1;
}

/* Whether `line` is the directive `#word`; what follows it goes to *rest. */
static int is_directive(const char *line, const char *word, const char **rest)
{
    size_t length = strlen(word);
    if (*line != '#' || strncmp(line + 1, word, length) != 0)
        return 0;
    *rest = line + 1 + length;
    return 1;
}

static ts_status flatten(struct flattening *work, const char *text, struct place place);

/* Puts in the header that an #include names, unless it was certainly read before: all kernels have guards. */
static ts_status include(struct flattening *work, const char *rest, struct place outer, int certain)
{
    const char *name = rest + strspn(rest, " \"");
    size_t length = strcspn(name, "\"\n");
    int header = find_header(name, length);
    if (header < 0 || header >= MOST_HEADERS || outer.depth == DEEPEST)
        return ts_fail(work->context, TS_ERROR_COMPILE,
                       "%s includes \"%.*s\", which is not among the kernels.",
                       outer.name ? outer.name : "A program", (int)length, name);
    if (work->certain[header])
        return TS_OK;
    work->certain[header] = (unsigned char)certain;
    const struct embedded_file *file = &kernel_sources[header];
    source_append(work->flat, "#line 1 \"%s\"\n", file->path);
    return flatten(work, file->text, (struct place){file->path, outer.depth + 1, certain});
}

static ts_status flatten(struct flattening *work, const char *text, struct place place)
{
    /* A header's guard is its first condition, and holds where the header is put in. */
    int conditions = place.name ? -1 : 0, number = 1;
    for (const char *line = text, *end; *line; line = end, ++number) {
        const char *rest;
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        conditions += is_directive(line, "if", &rest);
        conditions -= is_directive(line, "endif", &rest);
        if (!is_directive(line, "include \"", &rest)) {
            source_append(work->flat, "%.*s", (int)(end - line), line);
            continue;
        }
        ts_status status = include(work, rest, place, place.certain && conditions == 0);
        if (status)
            return status;
        source_append(work->flat, "#line %d \"%s\"\n", number + 1, place.name ? place.name : "program");
    }
    return TS_OK;
}

ts_status source_flatten(ts_context *context, const char *text, struct source *flat)
{
    struct flattening work = {.context = context, .flat = flat};
    ts_status status = flatten(&work, text, (struct place){.certain = 1});
    if (!status && flat->failed)
        status = ts_fail_memory(context, "a program");
    return status;
}

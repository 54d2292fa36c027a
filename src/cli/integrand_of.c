#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { AXES_MOST = 100 };

/* A number, or an infinity that is written so: one that is only too large for a double is refused. */
static int read_end(const char *text, size_t length, double *end)
{
    char word[64];
    if (length >= sizeof word)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    const int is_minus = *word == '-';
    const char *size = word + (is_minus || *word == '+');
    *end = is_minus ? -INFINITY : INFINITY;
    return !strcmp(size, "inf") || !strcmp(size, "infinity") || number_of_text(word, end);
}

/* "0,-inf,1.5": so many numbers, or one for all. */
static int read_ends(const char *name, const char *text, int dimensions, double *ends)
{
    int count = 0;
    for (const char *next = text; next;) {
        const size_t length = strcspn(next, ",");
        if (count == dimensions)
            return complain(EXIT_WRONG, "--%s has more than %d numbers.", name, dimensions);
        if (!read_end(next, length, &ends[count++]))
            return complain(EXIT_WRONG,
                            "--%s expects numbers below 1.8e308 in size, inf or -inf, with commas between, "
                            "not '%s'.",
                            name, shown(text).text);
        next = next[length] ? next + length + 1 : NULL;
    }
    if (count != 1 && count != dimensions)
        return complain(EXIT_WRONG, "--%s has %d numbers: one, or %d, are wanted.", name, count, dimensions);
    for (int i = 1; i < dimensions && count == 1; ++i)
        ends[i] = ends[0];
    return EXIT_DONE;
}

static int set_limits(const struct arguments *arguments, ts_context *context, ts_integrand *integrand,
                      int dimensions)
{
    const char *from = arguments_text(arguments, "lower"), *to = arguments_text(arguments, "upper");
    double lower[AXES_MOST] = {0}, upper[AXES_MOST];
    for (int i = 0; i < AXES_MOST; ++i)
        upper[i] = 1;
    int exit_status = from ? read_ends("lower", from, dimensions, lower) : EXIT_DONE;
    if (exit_status == EXIT_DONE && to)
        exit_status = read_ends("upper", to, dimensions, upper);
    for (int axis = 0; axis < dimensions && exit_status == EXIT_DONE && (from || to); ++axis) {
        const ts_status status = ts_integrand_set_limits(integrand, axis, lower[axis], upper[axis]);
        exit_status = status ? complain_of(context, status) : EXIT_DONE;
    }
    return exit_status;
}

/* Where "NAME=" ends in an argument; NULL after saying what is wrong. */
static const char *value_of(const char *option, const char *form, const char *text, char *name, size_t bytes)
{
    const char *sign = strchr(text, '=');
    if (!sign || sign == text || !sign[1] || (size_t)(sign - text) >= bytes) {
        complain(EXIT_WRONG, "--%s expects %s, not '%s'.", option, form, shown(text).text);
        return NULL;
    }
    snprintf(name, bytes, "%.*s", (int)(sign - text), text);
    return sign + 1;
}

static int set_parameters(const struct arguments *arguments, ts_context *context, ts_integrand *integrand)
{
    size_t place = 0;
    for (const char *text; (text = arguments_next(arguments, "param", &place));) {
        char name[128];
        double number;
        const char *value = value_of("param", "NAME=VALUE", text, name, sizeof name);
        if (!value)
            return EXIT_WRONG;
        if (!number_of_text(value, &number))
            return complain(EXIT_WRONG, "--param %s expects " A_NUMBER ", not '%s'.", name,
                            shown(value).text);
        const ts_status status = ts_integrand_set_parameter(integrand, name, number);
        if (status)
            return complain_of(context, status);
    }
    return EXIT_DONE;
}

static int read_files(const struct arguments *arguments, ts_context *context, ts_integrand *integrand,
                      const char *option)
{
    size_t place = 0;
    const int is_table = !strcmp(option, "table");
    for (const char *text; (text = arguments_next(arguments, option, &place));) {
        char name[128], path[4096];
        const char *value = value_of(option, "NAME=FILE", text, name, sizeof name);
        if (!value)
            return EXIT_WRONG;
        snprintf(path, sizeof path, "%s", value);
        char *kind = strrchr(path, ':');
        const int cubic = kind && !strcmp(kind, ":cubic");
        if (kind && (cubic || !strcmp(kind, ":linear")))
            *kind = '\0';
        const ts_status status = is_table ? ts_integrand_read_table(integrand, name, path, cubic)
                                          : ts_integrand_read_array(integrand, name, value);
        if (status)
            return complain_of_input(context, status);
    }
    return EXIT_DONE;
}

/* The integrand, by one of its options; NULL after saying what is wrong. */
static ts_integrand *create(const struct arguments *arguments, ts_context *context, int *exit_status)
{
    const char *source = arguments_text(arguments, "source"), *builtin = arguments_text(arguments, "builtin");
    const char *program = arguments_text(arguments, "program");
    const char *expressions[AXES_MOST + 1]; /* one too many is refused */
    size_t count = 0, place = 0;
    for (const char *text; count <= AXES_MOST && (text = arguments_next(arguments, "expr", &place));)
        expressions[count++] = text;
    const int dimensions = (int)arguments_count(arguments, "dim", 0);
    ts_integrand *integrand = NULL;
    *exit_status = EXIT_WRONG;
    if ((count > 0) + (source != NULL) + (builtin != NULL) + (program != NULL) != 1)
        complain(EXIT_WRONG, "%s takes one of %s.", arguments->syntax->name,
                 arguments->syntax == &compile_syntax ? "CARD, --expr, --source and --builtin"
                                                      : "--expr, --source, --builtin and --program");
    else if (!dimensions && !builtin && !program)
        complain(EXIT_WRONG, "%s needs --dim D, the number of dimensions.", arguments->syntax->name);
    else if (program && (dimensions || arguments_has(arguments, "components")))
        complain(EXIT_WRONG, "--program knows its dimensions and components: --dim and --components have no "
                             "place beside it.");
    else if (!source && arguments_has(arguments, "components"))
        complain(EXIT_WRONG, "--components is for --source; %s.",
                 builtin ? "a built-in function has one" : "each --expr is a component of its own");
    else {
        const ts_status status = builtin
                                     ? ts_integrand_create_builtin(context, builtin, dimensions, &integrand)
                                 : program ? ts_integrand_create_program(context, program, &integrand)
                                 : source
                                     ? ts_integrand_create_file(context, dimensions,
                                                                arguments_count(arguments, "components", 1),
                                                                source, &integrand)
                                     : ts_integrand_create(context, dimensions, expressions, count,
                                                           &integrand);
        *exit_status = status ? complain_of_input(context, status) : EXIT_DONE;
    }
    return integrand;
}

ts_integrand *integrand_of(ts_context *context, const struct arguments *arguments, int *exit_status)
{
    ts_integrand *integrand = create(arguments, context, exit_status);
    const int dimensions = ts_integrand_dimensions(integrand);
    if (*exit_status == EXIT_DONE)
        *exit_status = set_limits(arguments, context, integrand, dimensions);
    if (*exit_status == EXIT_DONE)
        *exit_status = set_parameters(arguments, context, integrand);
    if (*exit_status == EXIT_DONE)
        *exit_status = read_files(arguments, context, integrand, "array");
    if (*exit_status == EXIT_DONE)
        *exit_status = read_files(arguments, context, integrand, "table");
    if (*exit_status != EXIT_DONE)
        ts_integrand_destroy(&integrand);
    return integrand;
}

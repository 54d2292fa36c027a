#include "arguments.h"
#include "cli.h"

#include "tessera/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int argument_is_word(const struct argument *argument)
{
    return argument->kind == ARGUMENT_NEEDED || argument->kind == ARGUMENT_OPTIONAL ||
           argument->kind == ARGUMENT_REPEATED;
}

static const struct argument *find_option(const struct command_syntax *syntax, const char *name,
                                          size_t length)
{
    for (size_t i = 0; i < syntax->argument_count; i++) {
        const struct argument *argument = &syntax->arguments[i];
        if (!argument_is_word(argument) && strlen(argument->name) == length &&
            strncmp(argument->name, name, length) == 0)
            return argument;
    }
    return NULL;
}

/* The word at a place, from 0; a repeated one stands at all places behind its own. */
static const struct argument *find_word(const struct command_syntax *syntax, size_t place)
{
    const struct argument *last = NULL;
    for (size_t i = 0; i < syntax->argument_count; i++)
        if (argument_is_word(&syntax->arguments[i])) {
            last = &syntax->arguments[i];
            if (place-- == 0)
                return last;
        }
    return last && last->kind == ARGUMENT_REPEATED ? last : NULL;
}

/* Whether the words of `list` (separated by one space) hold this one. */
static int holds_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; at && *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
            return 1;
    return 0;
}

const char *nearest_name(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; *word && i < count; i++)
        if (strncmp(names[i], word, strlen(word)) == 0)
            return names[i];
    return ts_text_nearest(word, names, count);
}

static int complain_of_option(const struct command_syntax *syntax, const char *name, size_t length)
{
    enum { NAMES_MOST = 64 };
    const char *names[NAMES_MOST] = {"help"};
    size_t count = 1;
    if (holds_word(syntax->planned, name, length))
        return complain(EXIT_WRONG, "--%.*s is planned, not available yet.", (int)length, name);
    for (size_t i = 0; i < syntax->argument_count && count < NAMES_MOST; i++)
        if (!argument_is_word(&syntax->arguments[i]))
            names[count++] = syntax->arguments[i].name;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const char *nearest = nearest_name(word, names, count);
    if (nearest)
        return complain(EXIT_WRONG, "%s has no option --%s; did you mean --%s?", syntax->name, word, nearest);
    return complain(EXIT_WRONG, "%s has no option --%s; `tessera %s --help` lists them.", syntax->name, word,
                    syntax->name);
}

int number_of_text(const char *text, double *number)
{
    char *end;
    if (!*text || strspn(text, "0123456789+-.eE") != strlen(text))
        return 0;
    *number = strtod(text, &end);
    return *end == '\0' && end != text && isfinite(*number);
}

static int parse_count(const char *text, uint64_t *count)
{
    double number;
    if (*text && strlen(text) < 20 && strspn(text, "0123456789") == strlen(text)) {
        *count = strtoull(text, NULL, 10);
        return 1;
    }
    if (!number_of_text(text, &number) || number < 0 || number >= 9e18 || number != floor(number))
        return 0;
    *count = (uint64_t)number;
    return 1;
}

/* 0 where the value is a whole number in the range of its option, else the exit status. */
static int check_count(const struct argument *argument, const char *value)
{
    const uint64_t largest = INT64_MAX; /* JSON's integers end there */
    uint64_t least = 0, most = largest, count;
    if (argument->complete) {
        char *end;
        least = strtoull(argument->complete, &end, 10);
        most = strtoull(end, NULL, 10);
    }
    if (parse_count(value, &count) && count >= least && count <= most)
        return 0;
    char most_text[32] = "2^63-1";
    if (most != largest)
        snprintf(most_text, sizeof most_text, "%" PRIu64, most);
    return complain(EXIT_WRONG, "--%s expects a whole number from %" PRIu64 " to %s, not '%s'.",
                    argument->name, least, most_text, shown(value).text);
}

/* 0 where the value has the kind of its option, else the exit status. */
static int check_value(const struct argument *argument, const char *value)
{
    double number;
    if (!*value)
        return complain(EXIT_WRONG, "--%s expects %s, but it is empty.", argument->name, argument->value);
    if (argument->kind == ARGUMENT_COUNT)
        return check_count(argument, value);
    if (argument->kind == ARGUMENT_NUMBER && !number_of_text(value, &number))
        return complain(EXIT_WRONG, "--%s expects " A_NUMBER ", not '%s'.", argument->name,
                        shown(value).text);
    return 0;
}

static int add(struct arguments *arguments, const struct argument *argument, const char *value)
{
    if (argument->kind != ARGUMENT_LIST && argument->kind != ARGUMENT_REPEATED &&
        arguments_has(arguments, argument->name))
        return complain(EXIT_WRONG, "--%s is given twice.", argument->name);
    if (arguments->count == ARGUMENTS_MOST)
        return complain(EXIT_WRONG, "A command line may hold at most %d arguments.", ARGUMENTS_MOST);
    arguments->given[arguments->count].argument = argument;
    arguments->given[arguments->count++].value = value;
    return 0;
}

/* --name, --name=value, --name value; *place is moved past a value that stands alone. */
static int parse_option(struct arguments *arguments, int argc, char **argv, int *place)
{
    const char *name = argv[*place] + 2;
    const size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const struct argument *argument = find_option(arguments->syntax, name, length);
    if (!argument)
        return complain_of_option(arguments->syntax, name, length);
    if (argument->kind == ARGUMENT_FLAG) {
        if (value)
            return complain(EXIT_WRONG, "--%s takes no value.", argument->name);
        return add(arguments, argument, "");
    }
    if (!value && (*place + 1 == argc || strncmp(argv[*place + 1], "--", 2) == 0))
        return complain(EXIT_WRONG, "--%s needs a value: --%s %s.", argument->name, argument->name,
                        argument->value);
    if (!value)
        value = argv[++*place];
    const int wrong = check_value(argument, value);
    return wrong ? wrong : add(arguments, argument, value);
}

int arguments_parse(struct arguments *arguments, const struct command_syntax *syntax, int argc, char **argv,
                    int *exit_status)
{
    *arguments = (struct arguments){.syntax = syntax};
    *exit_status = EXIT_DONE;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            arguments_help(syntax);
            return 0;
        }
    size_t words = 0;
    int only_words = 0;
    for (int i = 1; i < argc && *exit_status == EXIT_DONE; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = 1;
        } else if (!only_words && strncmp(argv[i], "--", 2) == 0) {
            *exit_status = parse_option(arguments, argc, argv, &i);
        } else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
            *exit_status = complain(EXIT_WRONG, "%s has no option %s; `tessera %s --help` lists them.",
                                    syntax->name, shown(argv[i]).text, syntax->name);
        } else {
            const struct argument *word = find_word(syntax, words++);
            if (!word)
                *exit_status = complain(EXIT_WRONG,
                                        "%s does not expect '%s'; `tessera %s --help` says what it does.",
                                        syntax->name, shown(argv[i]).text, syntax->name);
            else if (!*argv[i])
                *exit_status = complain(EXIT_WRONG, "%s: %s is empty.", syntax->name, word->name);
            else
                *exit_status = add(arguments, word, argv[i]);
        }
    }
    const struct argument *missing = find_word(syntax, words);
    if (*exit_status == EXIT_DONE && missing && missing->kind != ARGUMENT_OPTIONAL &&
        !arguments_has(arguments, missing->name)) {
        char usage[1024];
        arguments_usage(syntax, usage, sizeof usage);
        *exit_status = complain(EXIT_WRONG, "%s needs a %s: `tessera %s %s`.", syntax->name, missing->name,
                                syntax->name, usage);
    }
    return *exit_status == EXIT_DONE;
}

const char *arguments_text(const struct arguments *arguments, const char *name)
{
    size_t place = 0;
    return arguments_next(arguments, name, &place);
}

int arguments_has(const struct arguments *arguments, const char *name)
{
    return arguments_text(arguments, name) != NULL;
}

uint64_t arguments_count(const struct arguments *arguments, const char *name, uint64_t otherwise)
{
    const char *text = arguments_text(arguments, name);
    uint64_t count;
    return text && parse_count(text, &count) ? count : otherwise;
}

double arguments_number(const struct arguments *arguments, const char *name, double otherwise)
{
    const char *text = arguments_text(arguments, name);
    double number;
    return text && number_of_text(text, &number) ? number : otherwise;
}

const char *arguments_next(const struct arguments *arguments, const char *name, size_t *place)
{
    while (*place < arguments->count) {
        const size_t i = (*place)++;
        if (strcmp(arguments->given[i].argument->name, name) == 0)
            return arguments->given[i].value;
    }
    return NULL;
}

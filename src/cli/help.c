/* What --help prints, from the tables. */
#include "arguments.h"

#include <stdio.h>
#include <string.h>

void argument_form(const struct argument *argument, char *text, size_t bytes)
{
    if (argument->kind == ARGUMENT_REPEATED)
        snprintf(text, bytes, "%s...", argument->name);
    else if (argument_is_word(argument))
        snprintf(text, bytes, "%s", argument->name);
    else if (argument->kind == ARGUMENT_FLAG)
        snprintf(text, bytes, "--%s", argument->name);
    else
        snprintf(text, bytes, "--%s %s", argument->name, argument->value);
}

void arguments_usage(const struct command_syntax *syntax, char *text, size_t bytes)
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < syntax->argument_count && used < bytes; i++) {
        const struct argument *argument = &syntax->arguments[i];
        char form[96];
        argument_form(argument, form, sizeof form);
        used += (size_t)snprintf(text + used, bytes - used,
                                 argument->kind == ARGUMENT_NEEDED || argument->kind == ARGUMENT_REPEATED
                                     ? "%s%s"
                                     : "%s[%s]%s",
                                 used ? " " : "", form, argument->kind == ARGUMENT_LIST ? "..." : "");
    }
}

/* A text, indented and broken before column 100. */
static void print_paragraph(const char *text, size_t indent, size_t column)
{
    enum { WIDTH = 100 };
    while (*text) {
        const size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + word > WIDTH) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)word, text);
        column += word;
        text += word + strspn(text + word, " ");
    }
    putchar('\n');
}

void arguments_help(const struct command_syntax *syntax)
{
    char usage[1024];
    arguments_usage(syntax, usage, sizeof usage);
    printf("Usage: tessera %s ", syntax->name);
    print_paragraph(usage, 15 + strlen(syntax->name), 15 + strlen(syntax->name));
    putchar('\n');
    print_paragraph(syntax->description, 0, 0);
    putchar('\n');
    enum { COLUMN = 26 };
    for (size_t i = 0; i < syntax->argument_count; i++) {
        char form[96];
        argument_form(&syntax->arguments[i], form, sizeof form);
        printf("  %-*s", COLUMN - 2, form);
        print_paragraph(syntax->arguments[i].help, COLUMN, COLUMN);
    }
    printf("  %-*s%s\n", COLUMN - 2, "--help", "this text");
}

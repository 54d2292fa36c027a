#include "arguments.h"
#include "cli.h"

#include "tessera/card.h"
#include "tessera/version.h"

#include <stdio.h>

/* roff reads a dot or a quote at the start of a line, and a backslash anywhere, as a command. */
static void print_roff(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

static void print_item(const char *head, const char *text)
{
    fputs(".TP\n.B ", stdout);
    print_roff(head);
    putchar('\n');
    print_roff(text);
    putchar('\n');
}

static void print_command(const struct command_syntax *syntax)
{
    char form[1024];
    arguments_usage(syntax, form, sizeof form);
    printf(".SS \"tessera %s ", syntax->name);
    print_roff(form);
    fputs("\"\n", stdout);
    print_roff(syntax->description);
    putchar('\n');
    for (size_t i = 0; i < syntax->argument_count; i++) {
        argument_form(&syntax->arguments[i], form, sizeof form);
        print_item(form, syntax->arguments[i].help);
    }
}

static void print_options(void)
{
    size_t count;
    const ts_option *table = ts_option_table(&count);
    for (size_t i = 0; i < count; i++) {
        char expectation[320], text[1024];
        ts_option_expectation(&table[i], expectation, sizeof expectation);
        const char *value = table[i].default_value ? table[i].default_value : "depends on the process";
        snprintf(text, sizeof text, "%s Takes %s; default: %s.", table[i].help, expectation,
                 *value ? value : "none");
        print_item(table[i].key, text);
    }
}

int print_manual(void)
{
    size_t count;
    const struct command *commands = command_table(&count);
    printf(".TH TESSERA 1 \"\" \"tessera %s\" \"User Commands\"\n", TESSERA_VERSION);
    puts(".SH NAME\ntessera \\- Monte Carlo event generator and integrator");
    puts(".SH SYNOPSIS\n.B tessera\n.I SUBCOMMAND\n[arguments]");
    puts(
        ".SH DESCRIPTION\nTessera computes cross sections and distributions from a card, a YAML file that says what\n"
        "to compute. Options may be written \\-\\-name value or \\-\\-name=value.");
    puts(".SH SUBCOMMANDS");
    for (size_t i = 0; i < count; i++)
        print_command(commands[i].syntax);
    puts(".SH CARDS\nDots in a key stand for levels of the card.");
    print_options();
    puts(".SH EXIT STATUS");
    print_item("0", "Done.");
    print_item("1", "The run failed, or a file cannot be written.");
    print_item("2", "The command line, the card or another input file is wrong, or cannot be read.");
    print_item("3", "Done, but the precision asked for was not reached.");
    print_item("130", "Interrupted: what was reached is written.");
    puts(".SH ENVIRONMENT");
    print_item("LHAPDF_DATA_PATH",
               "Folders, separated by colons, in which PDF sets are looked for first; without it, LHAPATH.");
    return EXIT_DONE;
}

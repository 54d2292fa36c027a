/* tessera completion: the shells' completion, from the tables. */
#include "arguments.h"
#include "cli.h"

#include "tessera/card.h"

#include <stdio.h>
#include <string.h>

static const struct argument completion_arguments[] = {
    {"SHELL", ARGUMENT_NEEDED, NULL, "bash zsh fish", "bash, zsh or fish"},
};

const struct command_syntax completion_syntax = {
    "completion",
    "print the completion script of a shell",
    "Prints a script that completes subcommands, options and option keys: `eval \"$(tessera completion bash)\"`, in fish "
    "`tessera completion fish | source`. "
    "An installed Tessera brings these files along.",
    completion_arguments,
    sizeof completion_arguments / sizeof completion_arguments[0],
    NULL,
};

static void print_keys(void)
{
    size_t count;
    const ts_option *table = ts_option_table(&count);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", table[i].key);
}

/* What may be offered for an argument, or NULL. */
static const char *offers(const struct argument *argument)
{
    return argument->kind == ARGUMENT_COUNT ? NULL : argument->complete;
}

/* The line of bash that fills COMPREPLY for what may be completed. */
static void print_reply(const char *complete)
{
    if (strcmp(complete, "file") == 0) {
        fputs("COMPREPLY=($(compgen -f -- \"$word\"))", stdout);
    } else if (strcmp(complete, "folder") == 0) {
        fputs("COMPREPLY=($(compgen -d -- \"$word\"))", stdout);
    } else {
        fputs("COMPREPLY=($(compgen -W \"", stdout);
        if (strcmp(complete, "option") == 0)
            print_keys();
        else
            fputs(complete, stdout);
        fputs("\" -- \"$word\"))", stdout);
    }
}

/* The words that may follow a subcommand, and the values of its options. */
static void print_case(const struct command_syntax *syntax)
{
    printf("    %s)\n        case $before in\n", syntax->name);
    for (size_t i = 0; i < syntax->argument_count; i++) {
        const struct argument *argument = &syntax->arguments[i];
        if (argument_is_word(argument) || argument->kind == ARGUMENT_FLAG)
            continue;
        printf("        --%s) ", argument->name);
        if (offers(argument))
            print_reply(offers(argument));
        puts(offers(argument) ? "; return ;;" : "return ;;");
    }
    fputs("        esac\n        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"", stdout);
    for (size_t i = 0; i < syntax->argument_count; i++)
        if (!argument_is_word(&syntax->arguments[i]))
            printf("--%s ", syntax->arguments[i].name);
    fputs("--help\" -- \"$word\"))\n        else ", stdout);
    const char *complete = "";
    for (size_t i = 0; i < syntax->argument_count; i++)
        if (argument_is_word(&syntax->arguments[i]) && syntax->arguments[i].complete && !*complete)
            complete = syntax->arguments[i].complete;
    print_reply(complete);
    puts("; fi ;;");
}

static void print_bash(void)
{
    size_t count;
    const struct command *commands = command_table(&count);
    puts("_tessera()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    COMPREPLY=()\n"
         "    if ((COMP_CWORD == 1)); then");
    fputs("        COMPREPLY=($(compgen -W \"", stdout);
    for (size_t i = 0; i < count; i++)
        printf("%s ", commands[i].syntax->name);
    puts("--help --version\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
    for (size_t i = 0; i < count; i++)
        print_case(commands[i].syntax);
    puts("    esac\n}\ncomplete -o filenames -F _tessera tessera");
}

/* Text inside '...' of a specification of _arguments, where [ ] and : have a meaning. */
static void print_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_zsh_keys(void)
{
    putchar('(');
    print_keys();
    putchar(')');
}

/* ":CARD:_files" or ":SHELL:(bash zsh)": what a value is called and where it comes from. */
static void print_zsh_value(const char *name, const char *complete)
{
    putchar(':');
    print_zsh_text(name);
    putchar(':');
    if (!complete)
        return;
    if (strcmp(complete, "file") == 0)
        fputs("_files", stdout);
    else if (strcmp(complete, "folder") == 0)
        fputs("_files -/", stdout);
    else if (strcmp(complete, "option") == 0)
        print_zsh_keys();
    else
        printf("(%s)", complete);
}

static void print_zsh_command(const struct command_syntax *syntax)
{
    printf("    %s) _arguments", syntax->name);
    for (size_t i = 0; i < syntax->argument_count; i++) {
        const struct argument *argument = &syntax->arguments[i];
        fputs(" \\\n        ", stdout);
        if (argument_is_word(argument)) {
            /* two colons: it may be absent */
            fputs(argument->kind == ARGUMENT_REPEATED ? "'*"
                  : argument->kind == ARGUMENT_NEEDED ? "'"
                                                      : "':",
                  stdout);
            print_zsh_value(argument->name, offers(argument));
            fputs("'", stdout);
            continue;
        }
        const int has_value = argument->kind != ARGUMENT_FLAG;
        printf("'%s--%s%s[", argument->kind == ARGUMENT_LIST ? "*" : "", argument->name,
               has_value ? "=" : "");
        print_zsh_text(argument->help);
        putchar(']');
        if (has_value)
            print_zsh_value(argument->value, offers(argument));
        putchar('\'');
    }
    puts(" \\\n        '--help[this text]' ;;");
}

static void print_zsh(void)
{
    size_t count;
    const struct command *commands = command_table(&count);
    puts("#compdef tessera\n_tessera()\n{\n    local -a commands\n    commands=(");
    for (size_t i = 0; i < count; i++) {
        printf("        '%s:", commands[i].syntax->name);
        print_zsh_text(commands[i].syntax->summary);
        puts("'");
    }
    puts("    )\n    if ((CURRENT == 2)); then _describe subcommand commands; return; fi\n"
         "    shift words\n    ((CURRENT--))\n    case $words[1] in");
    for (size_t i = 0; i < count; i++)
        print_zsh_command(commands[i].syntax);
    puts(
        "    esac\n}\n"
        "# Loaded from a folder of functions it is the completion itself; read by eval it is registered.\n"
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tessera \"$@\"; else compdef _tessera tessera; fi");
}

/* Text inside '...' of fish, where \ and ' have a meaning. */
static void print_fish_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("'\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

/* What may stand there: " -F" is any file, and without it fish offers what is listed alone. */
static void print_fish_offers(const char *complete)
{
    if (!complete)
        return;
    if (strcmp(complete, "file") == 0) {
        fputs(" -F", stdout);
    } else if (strcmp(complete, "folder") == 0) {
        fputs(" -a '(__fish_complete_directories)'", stdout);
    } else {
        fputs(" -a '", stdout);
        if (strcmp(complete, "option") == 0)
            print_keys();
        else
            print_fish_text(complete);
        putchar('\'');
    }
}

static void print_fish_command(const struct command_syntax *syntax)
{
    for (size_t i = 0; i < syntax->argument_count; i++) {
        const struct argument *argument = &syntax->arguments[i];
        const char *complete = offers(argument);
        if (argument_is_word(argument) && !complete)
            continue;
        printf("complete -c tessera -n '__fish_seen_subcommand_from %s'", syntax->name);
        if (!argument_is_word(argument)) {
            const int is_file = complete && !strcmp(complete, "file");
            const char *needs = argument->kind == ARGUMENT_FLAG ? "" : is_file ? " -r" : " -x";
            printf(" -l %s%s -d '", argument->name, needs);
            print_fish_text(argument->help);
            putchar('\'');
        }
        print_fish_offers(complete);
        putchar('\n');
    }
}

static void print_fish(void)
{
    size_t count;
    const struct command *commands = command_table(&count);
    puts("complete -c tessera -f");
    puts("complete -c tessera -n __fish_use_subcommand -l version");
    puts("complete -c tessera -l help -d 'what it does'");
    for (size_t i = 0; i < count; i++) {
        printf("complete -c tessera -n __fish_use_subcommand -a %s -d '", commands[i].syntax->name);
        print_fish_text(commands[i].syntax->summary);
        puts("'");
    }
    for (size_t i = 0; i < count; i++)
        print_fish_command(commands[i].syntax);
}

int command_completion(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &completion_syntax, argc, argv, &exit_status))
        return exit_status;
    const char *shell = arguments_text(&arguments, "SHELL");
    if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else
        return complain(EXIT_WRONG,
                        "There is no completion for the shell '%s'; there are bash, zsh and fish.",
                        shown(shell).text);
    return EXIT_DONE;
}

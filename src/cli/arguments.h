/* Command lines as data: one table a subcommand, from which parsing, --help,
 * errors, the man page and the shells' completion come. */
#ifndef TESSERA_CLI_ARGUMENTS_H
#define TESSERA_CLI_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

enum argument_kind {
    ARGUMENT_NEEDED,   /* a word by its place */
    ARGUMENT_OPTIONAL, /* a word by its place, that may be absent */
    ARGUMENT_REPEATED, /* the last word, once or as often as liked */
    ARGUMENT_FLAG,     /* --json */
    ARGUMENT_TEXT,     /* --out DIR, --out=DIR */
    ARGUMENT_COUNT,    /* a whole number; 1e6 is one */
    ARGUMENT_NUMBER,
    ARGUMENT_LIST, /* text, as often as liked */
};

struct argument {
    const char *name; /* "out" for --out; "CARD" for a word by its place */
    enum argument_kind kind;
    const char *value;    /* what stands for its value in the help: "DIR"; NULL for flags and words */
    const char *complete; /* "file", "folder", or words separated by one space; NULL: nothing to offer;
                           * of a COUNT: its range, "1 4096" */
    const char *help;     /* a phrase without capital or full stop */
};

struct command_syntax {
    const char *name;
    const char *summary;     /* one line for the list of subcommands */
    const char *description; /* sentences for its --help and the man page */
    const struct argument *arguments;
    size_t argument_count;
    const char *planned; /* option names, separated by one space, that will exist; NULL: none */
};

struct command {
    const struct command_syntax *syntax;
    int (*run)(int argc, char **argv);
    int together; /* by all ranks that mpirun starts; else rank 0 does it alone */
};

/* All subcommands, in the order of the help (src/cli/commands.c). */
const struct command *command_table(size_t *count);

extern const struct command_syntax events_syntax, run_syntax, integrate_syntax, amplitude_syntax,
    compare_syntax, merge_syntax, plot_syntax, pdf_syntax, processes_syntax, model_syntax, devices_syntax,
    options_syntax, bench_syntax, compile_syntax, completion_syntax, learn_syntax, reweight_syntax,
    decay_syntax;

/* Whether an argument is a word by its place, without a name before it. */
int argument_is_word(const struct argument *argument);

enum { ARGUMENTS_MOST = 4096 };

/* A parsed command line. */
struct arguments {
    const struct command_syntax *syntax;
    size_t count;
    struct {
        const struct argument *argument;
        const char *value;
    } given[ARGUMENTS_MOST];
};

/* The name that a mistyped or shortened one stands for: one that begins so, else the
 * nearest; NULL where none is near. */
const char *nearest_name(const char *word, const char *const *names, size_t count);

/* Parses what follows argv[0]. Where it returns 0 the subcommand ends with
 * *exit_status: --help was printed, or what is wrong was. */
int arguments_parse(struct arguments *arguments, const struct command_syntax *syntax, int argc, char **argv,
                    int *exit_status);

/* The value of the word or option of this name, or NULL where it was not given. */
const char *arguments_text(const struct arguments *arguments, const char *name);

/* Whether the flag or option was given. */
int arguments_has(const struct arguments *arguments, const char *name);

/* The value of a COUNT or NUMBER, or `otherwise`. */
uint64_t arguments_count(const struct arguments *arguments, const char *name, uint64_t otherwise);
double arguments_number(const struct arguments *arguments, const char *name, double otherwise);

/* What number_of_text() takes, in words. */
#define A_NUMBER "a number (decimal, below 1.8e308 in size)"

/* Reads a text that is a finite decimal number and nothing else; returns whether it is. */
int number_of_text(const char *text, double *number);

/* The next value of a LIST or of repeated words, from *place on (0 at first); NULL after the last. */
const char *arguments_next(const struct arguments *arguments, const char *name, size_t *place);

/* "CARD [--out DIR] [--json]" for usage lines; `text` receives at most `bytes`. */
void arguments_usage(const struct command_syntax *syntax, char *text, size_t bytes);

/* "--out DIR" or "CARD", as it stands in lists. */
void argument_form(const struct argument *argument, char *text, size_t bytes);

/* Prints the help of one subcommand on standard output. */
void arguments_help(const struct command_syntax *syntax);

#endif

/* What all subcommands share: exit statuses, messages, the session with the library. */
#ifndef TESSERA_CLI_H
#define TESSERA_CLI_H

#include "arguments.h"

#include "tessera/card.h"
#include "tessera/events.h"
#include "tessera/integrate.h"
#include "tessera/observable.h"
#include "tessera/run.h"

#include <jansson.h>
#include <stddef.h>

/* What the program says to the shell. */
enum exit_status {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,        /* the run failed, or a file cannot be written */
    EXIT_WRONG = 2,         /* the command line, the card or another file that is read is wrong */
    EXIT_NOT_CONVERGED = 3, /* done, but the precision asked for was not reached */
    EXIT_INTERRUPTED = 130,
};

/* The exit status that belongs to a status of the library. */
int exit_of(ts_status status);

/* Writes "tessera: <sentence>" on standard error. A sentence starts with a capital, but
 * names (of files, options, subcommands) keep their spelling, and ends with . or ?
 * Returns `exit_status`. */
int complain(int exit_status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A word of the user's in a sentence, by value, so that it can be an argument of complain(): cut where it is
 * long (ts_text_show()). */
struct shown {
    char text[64];
};
struct shown shown(const char *word);

/* A path for standard output, fit for a terminal (ts_text_clean()), in the same way. */
struct clean {
    char text[4400];
};
struct clean clean(const char *text);

/* A context whose messages go to standard error (warnings only, where `quiet`) and which Ctrl-C,
 * SIGTERM and SIGHUP interrupt. A second Ctrl-C ends the program at once. One at a time.
 * @return NULL after saying why */
ts_context *session_open(int quiet);

/* Which of the processes is this one that mpirun started? Those behind the first are silent from here on:
 * what they print on standard output is gone, and they do not complain. 0 where it is alone. */
int session_find_rank(void);

/* Waits for mpirun to end this rank, as it does where rank 0 fails; for two seconds at most. */
void session_await_end(void);

/* A session (session_open()) with the other ranks, which have the same command line, where there are any.
 * Where it returns NULL the subcommand ends with *exit_status: what is wrong was said. */
ts_context *session_open_with_ranks(int quiet, int argc, char **argv, int *exit_status);

/* Leaves the other ranks and ends the session: returns the exit status, which is another where one of them
 * failed. */
int session_close_with_ranks(ts_context **context, int exit_status);

/* Whether files are this process's to write. */
int session_writes(const ts_context *context);

/* Ends a session; NULL handles are taken. */
void session_close(ts_context **context);

/* Complains with the context's last error. */
int complain_of(const ts_context *context, ts_status status);

/* Complains of what was read: a file that cannot be read is a wrong command line. */
int complain_of_input(const ts_context *context, ts_status status);

/* The subcommands. argv[0] is the subcommand's name. */
int command_run(int argc, char **argv);
int command_integrate(int argc, char **argv);
int command_amplitude(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_events(int argc, char **argv);
int command_reweight(int argc, char **argv);
int command_decay(int argc, char **argv);
int command_pdf(int argc, char **argv);
int command_processes(int argc, char **argv);
int command_model(int argc, char **argv);
int command_devices(int argc, char **argv);
int command_options(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_compile(int argc, char **argv);
int command_learn(int argc, char **argv);
int command_completion(int argc, char **argv);

/* card_of.c. The card that a command line names. */

/* What stands for standard input in messages and in the name of a folder. */
#define CARD_OF_STDIN "stdin"

/* Reads CARD or --card, where it is given (- is standard input), then applies each --set and --seed. Where it
 * returns NULL it has complained, and the subcommand ends with *exit_status. */
ts_card *card_of(ts_context *context, const struct arguments *arguments, int *exit_status);

/* print_json.c. Numbers for other programs. */

/* Prints a JSON value on standard output, every double to all its digits, and drops
 * the reference. @return the exit status */
int print_json(json_t *value);

/* A number; null where it is not finite, which JSON cannot say. */
json_t *json_number_or_null(double number);

/* manual.c. Prints the man page, made from the tables of subcommands and of options. */
int print_manual(void);

/* progress.c. How far long work is, on standard error. */

/* What is counted, and the unit of the estimate, with a blank before it. */
struct progress_words {
    const char *counted, *unit;
};

/* A ts_progress_function, whose data are such words: one line that renews itself on a terminal, elsewhere a
 * plain line every ten seconds. */
void progress_show(const ts_progress *progress, void *data);

/* Removes the line, so that something else can be written. */
void progress_clear(void);

/* "1.2 M/s", "850 k/s" from a number a second. */
void rate_text(double rate, char *text, size_t bytes);

/* "2.3224e+08 +- 1.1e+05": the error to two digits, the value to the same place. */
void estimate_text(double value, double error, char *text, size_t bytes);

/* histograms_of.c. The histograms that a word of the command line names. */

/* Whether a path is a folder: of histograms, that of a result. */
int is_folder(const char *path);

/* Reads the histograms of a YODA file or of a result's folder; ts_histograms_destroy() frees them. */
ts_status histograms_of(ts_context *context, const char *path, ts_histogram **histograms, size_t *count);

/* momenta.c. Files of momenta: one particle a line, E px py pz in GeV, incoming first with their physical
 * (positive) energies, a blank line between points. */

struct momenta {
    size_t points, particles;
    double *values; /* [points][particles][4] */
};

/* Reads a file, a pipe or ("-") standard input and checks it: numbers, the same number of particles in each
 * point, positive energies, massless, conserved. What follows a # is passed over.
 * @param incoming how many particles of a point come in, 1 or 2
 * @return the exit status, after saying with file and line what is wrong */
int momenta_read(ts_context *context, const char *path, size_t incoming, struct momenta *momenta);

void momenta_free(struct momenta *momenta);

/* run_event.c. tessera run CARD --event N: one event of a run, shown. @return the exit status */
int run_event(ts_context *context, const struct arguments *arguments, const ts_card *card);

/* amplitude_events.c. Squared matrix elements of the events of a file: `tessera amplitude --events`. */

/* Evaluates them and prints them as a table, as CSV or as JSON. @return the exit status */
int amplitude_events(ts_context *context, const struct arguments *arguments);

/* What of the command line has no part there, or makes no sense. @return 0 or the exit status */
int amplitude_events_check(const struct arguments *arguments);

/* Settings that such options of a command line stand for: --device, --helicities file, --unknown zero. */
struct ts_reweight_settings;
void settings_of_events(const struct arguments *arguments, struct ts_reweight_settings *settings);

/* integrate_state.c. --state and --grid of tessera integrate. */

/* What an integral begins with: NULL where nothing was asked for or nothing is there yet. */
struct states {
    const char *path; /* of --state */
    ts_integral_state *begun, *grid;
};

/* Reads the files; an exit status, after saying what is wrong. Where the state cannot be written at the end
 * it says so before there is work to lose. */
int states_open(ts_context *context, const struct arguments *arguments, struct states *states);

/* Keeps the integral's state where --state says, and frees what was read. NULL: there is none to keep.
 * @return the exit status, which was `exit_status` before */
int states_close(ts_context *context, struct states *states, const ts_integral *integral, int exit_status);

/* print_events.c. Files of events and single events, as text and as JSON. */

void print_event(const ts_event_head *head, const ts_event *event);
void print_survey(const char *path, const ts_event_head *head, const ts_event_survey *survey);

/* A line for each thing that was tested. */
void print_faults(const ts_event_survey *survey);

/* How many of them are wrong. */
int survey_faults(const ts_event_survey *survey);

/* The caller's reference. `check`: with what was tested. */
json_t *event_json(const ts_event_head *head, const ts_event *event);
json_t *survey_json(const ts_event_head *head, const ts_event_survey *survey, int check);

/* The table of an event's particles. */
void print_particles(const ts_event_particle *particles, size_t count);
json_t *particles_json(const ts_event_particle *particles, size_t count);

/* integrand_of.c. The integrand that a command line describes: the rows of its table, and what they make. */

#define INTEGRAND_ARGUMENTS                                                                                 \
    {"expr", ARGUMENT_LIST, "E", NULL,                                                                      \
     "an expression of x1, x2, ... (docs/expressions.md), such as \"exp(-sum(x^2))\"; several are several " \
     "integrals over the same points"},                                                                     \
        {"source", ARGUMENT_TEXT, "FILE", "file",                                                           \
         "in place of it a file in kernel C that defines INTEGRAND(x, f)"},                                 \
        {"builtin", ARGUMENT_TEXT, "NAME", "f1 f2 f3 f4 f5 f6 fA fB", "or an integrand of the tests"},      \
        {"dim", ARGUMENT_COUNT, "D", "1 100", "dimensions; needed, but for built-in integrands"},           \
        {"components", ARGUMENT_COUNT, "N", "1 100", "elements of f that --source sets; without it, 1"},    \
        {"lower", ARGUMENT_TEXT, "A,...", NULL,                                                             \
         "lower ends of the axes, one for all or one each; -inf is allowed; without it, 0"},                \
        {"upper", ARGUMENT_TEXT, "B,...", NULL, "upper ends; without it, 1"},                               \
        {"param", ARGUMENT_LIST, "NAME=VALUE", NULL, "a parameter of the integrand"},                       \
        {"array", ARGUMENT_LIST, "NAME=FILE", NULL, "an array of the integrand, from a file of numbers"},   \
    {                                                                                                       \
        "table", ARGUMENT_LIST, "NAME=FILE", NULL,                                                          \
            "an interpolation table (docs/tables.md): NAME=FILE, or NAME=FILE:cubic"                        \
    }

/* The integrand with its limits, parameters, arrays and tables; NULL after saying what is wrong, with
 * *exit_status. */
ts_integrand *integrand_of(ts_context *context, const struct arguments *arguments, int *exit_status);

#endif

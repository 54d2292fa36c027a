/* What all subcommands share: exit statuses, messages, the session with the library. */
#ifndef TESSERA_CLI_H
#define TESSERA_CLI_H

#include "tessera/context.h"

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

#endif

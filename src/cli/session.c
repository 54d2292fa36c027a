#include "cli.h"

#include "tessera/mpi.h"
#include "tessera/text.h"

#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { SENTENCE_BYTES = 1 << 14 };

int exit_of(ts_status status)
{
    switch (status) {
    case TS_OK:
        return EXIT_DONE;
    case TS_ERROR_INPUT:
        return EXIT_WRONG;
    case TS_NOT_CONVERGED:
        return EXIT_NOT_CONVERGED;
    case TS_INTERRUPTED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_FAILED;
    }
}

/* Whether this process leaves it to rank 0 to speak. */
static int is_silent;

int session_find_rank(void)
{
    const ts_mpi_launch launch = ts_mpi_launched();
    is_silent = launch.rank > 0;
    if (is_silent && !freopen("/dev/null", "w", stdout))
        fclose(stdout);
    return launch.rank;
}

void session_await_end(void) { nanosleep(&(struct timespec){2, 0}, NULL); }

int session_writes(const ts_context *context) { return ts_mpi_place_of(context).rank == 0; }

/* Says a sentence that is clean. */
static int say(int exit_status, const char *sentence)
{
    if (is_silent)
        return exit_status;
    progress_clear();
    fprintf(stderr, "tessera: %s\n", sentence);
    return exit_status;
}

int complain(int exit_status, const char *format, ...)
{
    char sentence[SENTENCE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    ts_text_clean(sentence);
    return say(exit_status, sentence);
}

struct clean clean(const char *text)
{
    struct clean whole;
    snprintf(whole.text, sizeof whole.text, "%s", text);
    ts_text_clean(whole.text);
    return whole;
}

struct shown shown(const char *word)
{
    struct shown cut = {{0}};
    ts_text_show(word, cut.text, sizeof cut.text);
    return cut;
}

int complain_of(const ts_context *context, ts_status status)
{
    const char *sentence = ts_context_error(context);
    const ts_mpi_place place = ts_mpi_place_of(context);
    if (*place.library)
        is_silent = !place.speaks;
    return say(exit_of(status), *sentence ? sentence : ts_status_text(status));
}

int complain_of_input(const ts_context *context, ts_status status)
{
    return complain_of(context, status == TS_ERROR_FILE ? TS_ERROR_INPUT : status);
}

/* The signal handler can reach nothing but this. */
static ts_context *volatile interruptible;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The first signal asks for an end that loses nothing, a later one ends the program at once. Batch systems
 * and timeout send to the process and to its group: within a second that is one request. */
static void on_interrupt(int number)
{
    static volatile sig_atomic_t asked;
    static volatile double first;
    if (asked && seconds_now() - first > 1) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (!asked)
        first = seconds_now();
    asked = 1;
    if (interruptible)
        ts_context_interrupt(interruptible);
}

/* Whether a message is the one before once more, as where a model is made for each of several choices.
 * Threads may have messages. */
static int is_said(const char *message)
{
    static _Atomic uint64_t last;
    const uint64_t hash = XXH3_64bits(message, strlen(message));
    return atomic_exchange(&last, hash) == hash;
}

static void log_message(ts_log_level level, const char *message, void *data)
{
    const int *quiet = data;
    if (is_silent || level == TS_LOG_DEBUG || (level == TS_LOG_INFO && *quiet) || is_said(message))
        return;
    progress_clear();
    fprintf(stderr, level == TS_LOG_WARNING ? "tessera: warning: %s\n" : "tessera: %s\n", message);
}

ts_context *session_open(int quiet)
{
    static int is_quiet;
    is_quiet = quiet;
    ts_context *context;
    if (ts_context_create(&context) != TS_OK) {
        complain(EXIT_FAILED, "There is not enough memory.");
        return NULL;
    }
    ts_context_set_log(context, log_message, &is_quiet);
    interruptible = context;
    struct sigaction action = {.sa_handler = on_interrupt};
    static const int requests[] = {SIGINT, SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; ++i)
        sigaction(requests[i], &action, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup's stays */
        sigaction(SIGHUP, &action, NULL);
    /* A limit on the size of files (ulimit -f) is an error of write(), not the end; so is a reader that is
     * gone. */
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    return context;
}

void session_close(ts_context **context)
{
    interruptible = NULL;
    ts_context_destroy(context);
}

static ts_status status_of(int exit_status)
{
    switch (exit_status) {
    case EXIT_DONE:
        return TS_OK;
    case EXIT_WRONG:
        return TS_ERROR_INPUT;
    case EXIT_NOT_CONVERGED:
        return TS_NOT_CONVERGED;
    case EXIT_INTERRUPTED:
        return TS_INTERRUPTED;
    default:
        return TS_ERROR_DEVICE;
    }
}

static int leave(ts_context *context, int exit_status)
{
    const ts_mpi_place place = ts_mpi_place_of(context);
    if (!*place.library)
        return exit_status;
    fflush(stdout); /* mpirun ends all of them when the first one is gone */
    const ts_status status = ts_mpi_end(context, status_of(exit_status));
    if (status != TS_OK && exit_status == EXIT_DONE)
        exit_status = complain_of(context, status);
    return place.rank ? EXIT_DONE : exit_status;
}

/* Joins the other ranks. One that alone cannot says so; where all cannot, rank 0 has said it by then and
 * mpirun has ended the others. */
static int join(ts_context *context, int argc, char **argv, int *exit_status)
{
    const ts_status status = ts_mpi_start(context, (const char *const *)argv, (size_t)argc);
    const int have_met = *ts_mpi_place_of(context).library != 0;
    *exit_status = EXIT_DONE;
    if (status == TS_OK)
        return 1;
    if (is_silent && !have_met) {
        session_await_end();
        is_silent = ts_context_interrupted(context);
    }
    *exit_status = leave(context, complain_of(context, status));
    return 0;
}

ts_context *session_open_with_ranks(int quiet, int argc, char **argv, int *exit_status)
{
    ts_context *context = session_open(quiet);
    *exit_status = EXIT_FAILED;
    if (context && !join(context, argc, argv, exit_status))
        session_close(&context);
    return context;
}

int session_close_with_ranks(ts_context **context, int exit_status)
{
    exit_status = leave(*context, exit_status);
    session_close(context);
    return exit_status;
}

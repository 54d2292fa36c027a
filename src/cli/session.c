#include "cli.h"
#include "progress.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

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

int complain(int exit_status, const char *format, ...)
{
    progress_clear();
    va_list arguments;
    va_start(arguments, format);
    fputs("tessera: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return exit_status;
}

int complain_of(const ts_context *context, ts_status status)
{
    const char *sentence = ts_context_error(context);
    return complain(exit_of(status), "%s", *sentence ? sentence : ts_status_text(status));
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

static void log_message(ts_log_level level, const char *message, void *data)
{
    const int *quiet = data;
    if (level == TS_LOG_DEBUG || (level == TS_LOG_INFO && *quiet))
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

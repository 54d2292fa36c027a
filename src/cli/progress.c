#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int line_is_open;

void progress_clear(void)
{
    if (!line_is_open)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    line_is_open = 0;
}

void rate_text(double rate, char *text, size_t bytes)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    size_t unit = 0;
    for (; rate >= 1000 && unit < 4; unit++)
        rate /= 1000;
    snprintf(text, bytes, "%.3g%s/s", rate, units[unit]);
}

void estimate_text(double value, double error, char *text, size_t bytes)
{
    if (!isfinite(value) || !isfinite(error) || error <= 0 || value == 0) {
        snprintf(text, bytes, "%.6g +- %.2g", value, error);
        return;
    }
    /* The error is rounded first: 9.96 is 10 in two digits. */
    char rounded[32];
    snprintf(rounded, sizeof rounded, "%.1e", error);
    const int error_place = (int)strtol(strchr(rounded, 'e') + 1, NULL, 10);
    snprintf(rounded, sizeof rounded, "%.1e", fabs(value));
    const int value_place = (int)strtol(strchr(rounded, 'e') + 1, NULL, 10);
    int digits = value_place - error_place + 1;
    digits = digits < 1 ? 1 : digits > 15 ? 15 : digits;
    snprintf(text, bytes, "%.*e +- %.1e", digits, value, error);
}

static void seconds_text(double seconds, char *text, size_t bytes)
{
    if (!(seconds >= 0) || seconds > 1e8)
        snprintf(text, bytes, "?");
    else if (seconds < 100)
        snprintf(text, bytes, "%.0f s", ceil(seconds));
    else if (seconds < 6000)
        snprintf(text, bytes, "%.0f min", ceil(seconds / 60));
    else
        snprintf(text, bytes, "%.1f h", seconds / 3600);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_show(const ts_progress *progress, void *data)
{
    const struct progress_words *words = data;
    static double last;
    const int terminal = isatty(STDERR_FILENO);
    const double time = now();
    /* A terminal shows the first report at once: compiling may take long. */
    const int first = last == 0;
    if (first)
        last = time;
    if (!(first && terminal) && time - last < (terminal ? 0.1 : 10.0))
        return;
    last = time;

    char rate[32], left[32], estimate[64] = "";
    rate_text(progress->rate, rate, sizeof rate);
    seconds_text(progress->seconds_left, left, sizeof left);
    if (progress->error > 0) {
        char number[48];
        estimate_text(progress->value, progress->error, number, sizeof number);
        snprintf(estimate, sizeof estimate, "%s%s  ", number, words->unit);
    }
    char line[256];
    if (progress->events)
        snprintf(line, sizeof line, "%s  %.0f %%  %.3g %s  %s  %s%s left", progress->stage,
                 100 * progress->fraction, (double)progress->events, words->counted, rate, estimate, left);
    else
        snprintf(line, sizeof line, "%s", progress->stage);
    if (terminal)
        fprintf(stderr, "\r%.100s\033[K", line);
    else
        fprintf(stderr, "tessera: %s\n", line);
    fflush(stderr);
    line_is_open = terminal;
}

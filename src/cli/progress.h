/* How far long work is, on standard error. */
#ifndef TESSERA_CLI_PROGRESS_H
#define TESSERA_CLI_PROGRESS_H

#include "tessera/run.h"

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

#endif

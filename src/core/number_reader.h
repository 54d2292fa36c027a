/* Numbers in a text file, one after the other, with the place of each.
 *
 * Blanks, tabs and commas stand between numbers; '#' begins a comment; lines may end as on Windows.
 * A comma stands behind a number, so that a field without one is noticed. */
#ifndef TESSERA_CORE_NUMBER_READER_H
#define TESSERA_CORE_NUMBER_READER_H

#include "tessera/context.h"

#include <stddef.h>

struct number_reader {
    ts_context *context;
    const char *path;
    char *text;
    const char *at, *end, *line_start;
    size_t count;      /* numbers so far */
    int comma_allowed; /* what stands before it on its line is a number */
    /* Of the number read last, or of the end of the text: counted from 1, the column in bytes. */
    size_t line, column;
};

/* The numbers that a file may have, and its bytes. */
#define NUMBERS_MOST ((size_t)1 << 26)
#define NUMBERS_MOST_BYTES ((size_t)1 << 30)

/* Opens a file of NUMBERS_MOST_BYTES at most. Close it even where this fails. */
ts_status number_reader_open(ts_context *context, const char *path, struct number_reader *reader);
void number_reader_close(struct number_reader *reader);

/* The next number; *found is 0 at the end. What is no finite decimal number is TS_ERROR_INPUT with its place.
 */
ts_status number_reader_next(struct number_reader *reader, double *number, int *found);

/* Appends to a list that grows; *room is how many it has room for. */
ts_status numbers_append(ts_context *context, const char *what, double number, double **numbers,
                         size_t *count, size_t *room);

/* A copy, to be freed; NULL where there are none, or no memory for them. */
double *numbers_copy(const double *numbers, size_t count);

#endif

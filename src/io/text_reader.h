/* Files of text that are read line by line, compressed by gzip or not, and the words and numbers of a line.
 */
#ifndef TESSERA_IO_TEXT_READER_H
#define TESSERA_IO_TEXT_READER_H

#include "tessera/context.h"

#include <stddef.h>
#include <stdint.h>

struct gzFile_s;

struct text_reader {
    ts_context *context;
    const char *name;        /* of the file, for messages; not its own */
    struct gzFile_s *stream; /* NULL: closed */
    char *line;              /* the one read last, without its end */
    size_t room;
    uint64_t number; /* number of `line` in the file, from 1 */
    size_t since;    /* bytes since it was said that the file is still read */
    const char *at;  /* in it: what the functions below read next */
    int fortran;     /* whether numbers may have Fortran's exponents, 1D+02 */
};

/* TS_ERROR_FILE, TS_ERROR_MEMORY. text_reader_close() is called after a failure too. */
ts_status text_reader_open(ts_context *context, const char *path, struct text_reader *reader);
void text_reader_close(struct text_reader *reader);

/* Reads the next line; *found is 0 at the end of the file. A line has 16 MB at most and no byte of value
 * zero. TS_ERROR_INPUT, TS_ERROR_FILE, TS_ERROR_MEMORY, TS_INTERRUPTED */
ts_status text_reader_line(struct text_reader *reader, int *found);

/* Fails with TS_ERROR_INPUT: "FILE:LINE: SENTENCE". */
ts_status text_reader_refuse(const struct text_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads the next words of the line as finite numbers, or as whole ones; `what` names them in messages. */
ts_status text_reader_numbers(struct text_reader *reader, const char *what, double *numbers, size_t count);
ts_status text_reader_wholes(struct text_reader *reader, const char *what, int *numbers, size_t count);
ts_status text_reader_count(struct text_reader *reader, const char *what, uint64_t *number);

/* Whether the line has no more words. */
int text_reader_at_end(struct text_reader *reader);

#endif

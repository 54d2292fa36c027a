/* YODA files in memory. */
#ifndef TESSERA_IO_YODA_H
#define TESSERA_IO_YODA_H

#include "tessera/observable.h"

/* Reads as ts_yoda_read() does; `name` stands for the file in messages. The text
 * need not end with a zero byte. */
ts_status yoda_read_memory(ts_context *context, const char *name, const char *text, size_t bytes,
                           ts_histogram **histograms, size_t *count);

/* The text that ts_yoda_write() writes, allocated; NULL: not enough memory. */
char *yoda_text(const ts_histogram *histograms, size_t count, size_t *bytes);

#endif

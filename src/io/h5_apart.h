/* HDF5 files that are read in a process of their own.
 *
 * HDF5's library trusts a file in many places, so that a damaged one makes it crash, or run without end. Here
 * that ends a child process, and the caller gets a sentence. Calls and answers are those of h5.h. */
#ifndef TESSERA_IO_H5_APART_H
#define TESSERA_IO_H5_APART_H

#include "io/h5.h"

enum { H5_APART_SECONDS = 3 /* of a core, that one call may take */ };

struct h5_apart;

/* Opens a file to read it. TS_ERROR_FILE, TS_ERROR_MEMORY; TS_ERROR_INPUT where it is no HDF5 file. */
ts_status h5_apart_open(ts_context *context, const char *path, struct h5_apart **apart);
void h5_apart_close(struct h5_apart **apart);

/* As the calls of h5.h without `apart`; TS_ERROR_INPUT also where the library crashes or takes too long. */
ts_status h5_apart_find(struct h5_apart *apart, const char *dataset, struct h5_table *table);
ts_status h5_apart_read(struct h5_apart *apart, const struct h5_table *table, uint64_t first, size_t rows,
                        double *values);
ts_status h5_apart_read_words(struct h5_apart *apart, const char *dataset, char ***words, size_t *count);
ts_status h5_apart_read_names(struct h5_apart *apart, char ***names, size_t *count);

#endif

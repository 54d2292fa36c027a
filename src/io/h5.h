/* Tables of numbers in HDF5 files (The HDF Group, format of releases 1.8 and later).
 *
 * The C library of HDF5 is loaded when it is first used: a program that has no such file needs none. Its
 * calls are made one at a time, also from several threads. Where the build knew no headers of it every
 * function fails, and h5_lacking() says why. */
#ifndef TESSERA_IO_H5_H
#define TESSERA_IO_H5_H

#include "tessera/context.h"

#include <stddef.h>
#include <stdint.h>

struct h5_file;

/* A dataset of rows of equal length. */
struct h5_table {
    int64_t id;     /* HDF5's; 0: none */
    uint64_t rows;  /* rows of the dataset */
    size_t columns; /* of each; 1 where the dataset is a list */
    int list;       /* whether it has one dimension */
};

/* What is missing for files of this kind, in half a sentence; NULL: nothing. */
const char *h5_lacking(void);

/* Begins a file under `path`, where one stands that `descriptor` is of; `name` stands for it in messages.
 * Room on the disk is taken before anything is written: HDF5's library does not come through a write that
 * fails. h5_close() frees it. TS_ERROR_FILE, TS_ERROR_MEMORY */
ts_status h5_create(ts_context *context, const char *path, const char *name, int descriptor,
                    struct h5_file **file);

/* Opens a file to read it. TS_ERROR_FILE; TS_ERROR_INPUT where it is no HDF5 file. */
ts_status h5_open(ts_context *context, const char *path, struct h5_file **file);

/* Ends a file with all that was put into it, or that was opened. TS_ERROR_FILE */
ts_status h5_close(struct h5_file **file);

/* Writes a list of numbers, as `whole` ones of 32 bits or as doubles. */
ts_status h5_put_list(struct h5_file *file, const char *dataset, const double *values, size_t count,
                      int whole);

/* Begins a dataset of rows that grows, a piece of so many rows of it at a time. */
ts_status h5_begin(struct h5_file *file, const char *dataset, size_t columns, size_t piece,
                   struct h5_table *table);
ts_status h5_append(struct h5_file *file, struct h5_table *table, const double *values, size_t rows);

/* Gives a dataset an attribute, an array of texts. */
ts_status h5_put_words(struct h5_file *file, const char *dataset, const char *attribute,
                       const char *const *words, size_t count);

/* Finds a dataset of numbers. TS_ERROR_INPUT where there is none, it has more than two dimensions, or its
 * numbers stand in another file. */
ts_status h5_find(struct h5_file *file, const char *dataset, struct h5_table *table);

/* Reads rows as doubles. TS_ERROR_INPUT where the file is damaged, or ends before. */
ts_status h5_read(struct h5_file *file, const struct h5_table *table, uint64_t first, size_t rows,
                  double *values);

/* Reads the attribute "properties" of a dataset, else "events", an array of texts, allocated:
 * h5_words_free(). Where the dataset has neither, the list is empty. */
ts_status h5_read_words(struct h5_file *file, const char *dataset, char ***words, size_t *count);
/* Lists the names at the top of the file, up to H5_NAMES_MOST: h5_words_free(). */
enum { H5_NAMES_MOST = 1 << 10 };
ts_status h5_read_names(struct h5_file *file, char ***names, size_t *count);

void h5_words_free(char ***words, size_t count);

#endif

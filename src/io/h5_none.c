/* What stands in for h5.c in a build that knows no headers of HDF5. */
#include "io/h5.h"

#include "core/context.h"

const char *h5_lacking(void)
{
    return "this build knows no HDF5: install its C library with headers (libhdf5-dev) and build again";
}

static ts_status lacks(ts_context *context)
{
    return ts_fail(context, TS_ERROR_FILE, "LHEH5 files can be neither written nor read: %s.", h5_lacking());
}

ts_status h5_create(ts_context *context, const char *path, const char *name, int descriptor,
                    struct h5_file **file)
{
    (void)path;
    (void)name;
    (void)descriptor;
    *file = NULL;
    return lacks(context);
}

ts_status h5_open(ts_context *context, const char *path, struct h5_file **file)
{
    (void)path;
    *file = NULL;
    return lacks(context);
}

/* There are no files, so that nothing below is ever called. */

ts_status h5_close(struct h5_file **file)
{
    *file = NULL;
    return TS_OK;
}

ts_status h5_put_list(struct h5_file *file, const char *dataset, const double *values, size_t count,
                      int whole)
{
    (void)file;
    (void)dataset;
    (void)values;
    (void)count;
    (void)whole;
    return TS_ERROR_FILE;
}

ts_status h5_begin(struct h5_file *file, const char *dataset, size_t columns, size_t piece,
                   struct h5_table *table)
{
    (void)file;
    (void)dataset;
    (void)columns;
    (void)piece;
    (void)table;
    return TS_ERROR_FILE;
}

ts_status h5_append(struct h5_file *file, struct h5_table *table, const double *values, size_t rows)
{
    (void)file;
    (void)table;
    (void)values;
    (void)rows;
    return TS_ERROR_FILE;
}

ts_status h5_put_words(struct h5_file *file, const char *dataset, const char *attribute,
                       const char *const *words, size_t count)
{
    (void)file;
    (void)dataset;
    (void)attribute;
    (void)words;
    (void)count;
    return TS_ERROR_FILE;
}

ts_status h5_find(struct h5_file *file, const char *dataset, struct h5_table *table)
{
    (void)file;
    (void)dataset;
    (void)table;
    return TS_ERROR_FILE;
}

/* NOLINTBEGIN(readability-non-const-parameter): types as h5.h has them */
ts_status h5_read(struct h5_file *file, const struct h5_table *table, uint64_t first, size_t rows,
                  double *values)
{
    (void)file;
    (void)table;
    (void)first;
    (void)rows;
    (void)values;
    return TS_ERROR_FILE;
}

ts_status h5_read_words(struct h5_file *file, const char *dataset, char ***words, size_t *count)
{
    (void)file;
    (void)dataset;
    (void)words;
    (void)count;
    return TS_ERROR_FILE;
}

ts_status h5_read_names(struct h5_file *file, char ***names, size_t *count)
{
    (void)file;
    (void)names;
    (void)count;
    return TS_ERROR_FILE;
}

void h5_words_free(char ***words, size_t count)
{
    (void)words;
    (void)count;
}
/* NOLINTEND(readability-non-const-parameter) */

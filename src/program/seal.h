/* The seal of a cached program: a hash of its bytes, written behind them, where a
 * shared object may have anything. dlopen() looks at a file's first bytes only,
 * and a process that touches what a truncated file lacks dies of SIGBUS. */
#ifndef TESSERA_PROGRAM_SEAL_H
#define TESSERA_PROGRAM_SEAL_H

#include "core/context.h"

#include <stddef.h>

/* Appends the seal. */
ts_status seal_add(ts_context *context, const char *path);

/* Opens a regular file that is all that was sealed; *descriptor is of the very file that was looked at, to be
 * closed. TS_ERROR_FILE, where *descriptor is -1. */
ts_status seal_open(ts_context *context, const char *path, int *descriptor);

/* Writes a file of these bytes, sealed; it appears whole or not at all. */
ts_status seal_write(ts_context *context, const char *path, const void *data, size_t bytes);

/* Reads what was sealed, without the seal; the caller frees it. TS_ERROR_FILE where the file is not there or
 * not as it was sealed. */
ts_status seal_read(ts_context *context, const char *path, char **data, size_t *bytes);

#endif

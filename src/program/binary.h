/* What a device's compiler made, kept in the user's cache: sealed (program/seal.h), under a key of all that
 * it depends on. */
#ifndef TESSERA_PROGRAM_BINARY_H
#define TESSERA_PROGRAM_BINARY_H

#include "core/context.h"

#include <stddef.h>

/* `parts` (ends with NULL) is what the binary depends on; `folder` is one of the cache's. A binary that is
 * not there or damaged is TS_ERROR_FILE; the caller frees *data. */
ts_status binary_load(ts_context *context, const char *folder, const char *const *parts, char **data,
                      size_t *bytes);

/* Keeps a binary. Where that fails it is made anew next time: the status says why. */
ts_status binary_store(ts_context *context, const char *folder, const char *const *parts, const void *data,
                       size_t bytes);

/* Shares a binary among all ranks (core/ranks.h). Rank 0 gives its own, or none (*data NULL), with the status
 * of its making. The others receive it where their `kind`, the architecture, is rank 0's, else NULL. The
 * caller frees *data. */
ts_status binary_share(ts_context *context, ts_status status, const char *kind, char **data, size_t *bytes);

#endif

/* The seal of a cached program: a hash of its bytes, written behind them, where a
 * shared object may have anything. dlopen() looks at a file's first bytes only,
 * and a process that touches what a truncated file lacks dies of SIGBUS. */
#ifndef TESSERA_PROGRAM_SEAL_H
#define TESSERA_PROGRAM_SEAL_H

#include "core/context.h"

/* Appends the seal. */
ts_status seal_add(ts_context *context, const char *path);

/* Whether the file is all that was sealed. */
int seal_intact(const char *path);

#endif

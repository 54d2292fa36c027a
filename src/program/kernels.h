/* The kernel sources that the build put into the library. */
#ifndef TESSERA_PROGRAM_KERNELS_H
#define TESSERA_PROGRAM_KERNELS_H

#include "core/context.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Adds to a hash what stands for every kernel's path and text. */
void kernels_hash(XXH3_state_t *hash);

/* Writes the kernels below `folder`, for a compiler's -I. */
ts_status kernels_write(ts_context *context, const char *folder);

/* Whether all of them are still there. */
int kernels_are_there(const char *folder);

#endif

/* The folder of what is computed once and kept: compiled programs, evolved grids.
 *
 * $TESSERA_CACHE_DIR, else $XDG_CACHE_HOME/tessera, else ~/.cache/tessera. What
 * lies in it is checked before it is used, and can always be made again: its
 * users go on without it where this fails. */
#ifndef TESSERA_CORE_CACHE_H
#define TESSERA_CORE_CACHE_H

#include "tessera/context.h"

#include <stddef.h>

/* Makes the folder `sub` of the cache ("" for the cache itself), readable for
 * its owner alone, and writes its path. TS_ERROR_FILE where it cannot be made,
 * belongs to someone else, or others may write in it. */
ts_status cache_folder(ts_context *context, const char *sub, char *path, size_t bytes);

#endif

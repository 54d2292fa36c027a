/* Locks of the folders of results, beyond those of tessera/run.h. */
#ifndef TESSERA_RESULT_FOLDER_H
#define TESSERA_RESULT_FOLDER_H

#include "tessera/run.h"

/* Keeps runs from writing into a folder while it is read; others may read it too. Where this
 * process may not write into it there is no lock, and *lock is NULL: none but those who may could write there
 * meanwhile. TS_ERROR_FILE where a run is writing. */
ts_status folder_lock_shared(ts_context *context, const char *folder, ts_folder_lock **lock);

#endif

/* Whole files: read at once, written to a temporary name and renamed. */
#ifndef TESSERA_CORE_FILE_H
#define TESSERA_CORE_FILE_H

#include "tessera/context.h"

#include <stddef.h>

/* Reads a whole file of at most `limit` bytes into an allocated buffer, which
 * holds one zero byte more than *bytes says. A pipe is read to its end, where a writer has opened it or does
 * so within a second. TS_ERROR_FILE says why not; TS_INTERRUPTED. */
ts_status file_read(ts_context *context, const char *path, size_t limit, char **data, size_t *bytes);

/* The status of a call that reads, where others write: a file that cannot be read is wrong input. */
static inline ts_status file_status_of_input(ts_status status)
{
    return status == TS_ERROR_FILE ? TS_ERROR_INPUT : status;
}

/* Reads the whole of an open file; `name` is for messages. */
ts_status file_read_open(ts_context *context, int descriptor, const char *name, size_t limit, char **data,
                         size_t *bytes);

/* Writes a file so that under `path` stands the old one or the whole new one.
 * A temporary name beside it is flushed to disk, then renamed. Safe where
 * several processes write the same path. */
ts_status file_write_atomically(ts_context *context, const char *path, const void *data, size_t bytes);

/* Refuses a path under which something stands that no new file may replace: a device, a socket, a folder. */
ts_status file_refuse_special(ts_context *context, const char *path);

/* Removes a file; where none is there all is well. */
ts_status file_remove(ts_context *context, const char *path);

/* Whether a pipe stands under this path, or a folder. */
int file_is_pipe(const char *path);
int file_is_folder(const char *path);

struct stat;

/* Whether a file with these facts is this user's alone: a regular one of one name. */
int file_is_own(const struct stat *facts);

/* Whether an open file still has this name. */
int file_has_name(int descriptor, const char *path);

/* A file that grows where nobody looks for it: beside `path`, under a temporary name. Where a pipe stands
 * under that name its reader gets what is written at once. */
struct file_new {
    char *path;
    char *temporary; /* name of the file until it is whole; NULL: a pipe is written in place */
    int descriptor;
    int kept; /* 1: the temporary name is PATH.part, under which the file stays when it is given up */
};

/* Begins one; then its bytes, piece by piece; then it is flushed to disk and gets its name, where an old file
 * is replaced. After a failure of any of them nothing is left but the old one. file_new_discard() gives up,
 * and does nothing where all is done; without it or file_new_finish() the temporary file stays. */
ts_status file_new_create(ts_context *context, const char *path, struct file_new *file);
ts_status file_new_write(ts_context *context, struct file_new *file, const void *data, size_t bytes);
ts_status file_new_finish(ts_context *context, struct file_new *file);
void file_new_discard(struct file_new *file);

/* A file under PATH.part, where what was written so far stays when the process
 * ends or gives up. So a later one goes on behind its first `bytes`.
 * file_new_resume() fails with TS_ERROR_FILE where these are not there, or the file is not this user's alone.
 * Links are not followed. A pipe keeps nothing. */
ts_status file_new_create_kept(ts_context *context, const char *path, struct file_new *file);
ts_status file_new_resume(ts_context *context, const char *path, unsigned long long bytes,
                          struct file_new *file);

/* Flushes to disk what was written so far. */
ts_status file_new_sync(ts_context *context, struct file_new *file);

/* Writes PATH.part, in which such a file is. */
void file_part(const char *path, char *name, size_t bytes);

/* Writes a new file in place, not flushed: for what nobody else reads and nobody misses. */
ts_status file_write(ts_context *context, const char *path, const void *data, size_t bytes);

/* Makes a folder and its parents with this mode; one that exists is left as it is. */
ts_status file_make_folder(ts_context *context, const char *path, unsigned mode);

#endif

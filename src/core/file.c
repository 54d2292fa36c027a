#include "core/file.h"

#include "core/context.h"
#include "core/file_beside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_whole(int descriptor, const char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(descriptor, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return -1;
        data += written;
        bytes -= (size_t)written;
    }
    return 0;
}

static ts_status fail_write(ts_context *context, const char *path, int reason)
{
    ts_fail(context, TS_ERROR_FILE, "The file %.*s cannot be written: %s.", (int)file_beside_of(path), path,
            strerror(reason));
    return TS_ERROR_FILE; /* so that an analyser knows */
}

ts_status file_write(ts_context *context, const char *path, const void *data, size_t bytes)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return fail_write(context, path, errno);
    int reason = write_whole(descriptor, data, bytes) ? errno : 0;
    if (close(descriptor) && !reason)
        reason = errno;
    return reason ? fail_write(context, path, reason) : TS_OK;
}

/* Opens a new file beside `path`; writes its name. mkstemp() would open for the
 * owner only, and a result is to be as readable as any file that its owner
 * makes. The umask decides, which cannot be asked for without changing it.
 * Other processes, of other machines too, may try the same name: then the
 * next. */
static int open_beside(const char *path, char *name, size_t bytes)
{
    file_remove_stale(path);
    for (int attempt = 0; attempt < 1000; ++attempt) {
        file_beside(path, name, bytes);
        int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/* Says why, and leaves nothing. */
static ts_status fail_new(ts_context *context, struct file_new *file, int reason)
{
    const ts_status status = fail_write(context, file->path, reason);
    file_new_discard(file);
    return status;
}

ts_status file_refuse_special(ts_context *context, const char *path)
{
    struct stat facts;
    if (stat(path, &facts) || S_ISREG(facts.st_mode))
        return TS_OK;
    return ts_fail(context, TS_ERROR_FILE,
                   "%s is %s, which no file may replace: name a regular file, or one that is not there yet.",
                   path,
                   S_ISDIR(facts.st_mode)    ? "a folder"
                   : S_ISFIFO(facts.st_mode) ? "a pipe"
                                             : "a device");
}

ts_status file_remove(ts_context *context, const char *path)
{
    if (unlink(path) == 0 || errno == ENOENT)
        return TS_OK;
    return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be removed: %s.", path, strerror(errno));
}

int file_is_pipe(const char *path)
{
    struct stat facts;
    return !stat(path, &facts) && S_ISFIFO(facts.st_mode);
}

int file_is_folder(const char *path)
{
    struct stat facts;
    return !stat(path, &facts) && S_ISDIR(facts.st_mode);
}

int file_is_own(const struct stat *facts)
{
    return S_ISREG(facts->st_mode) && facts->st_uid == geteuid() && facts->st_nlink == 1;
}

int file_has_name(int descriptor, const char *path)
{
    struct stat ours, there;
    return fstat(descriptor, &ours) == 0 && lstat(path, &there) == 0 && ours.st_ino == there.st_ino &&
           ours.st_dev == there.st_dev;
}

/* Opens the pipe whose reader waits; one without a reader is refused, or nothing would ever go on. */
static ts_status open_pipe(ts_context *context, const char *path, struct file_new *file)
{
    *file = (struct file_new){strdup(path), NULL, -1, 0};
    if (!file->path)
        return ts_fail_memory(context, path);
    file->descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    const int reason = errno;
    if (file->descriptor >= 0)
        return fcntl(file->descriptor, F_SETFL, 0) ? fail_new(context, file, errno) : TS_OK;
    file_new_discard(file);
    return reason == ENXIO
               ? ts_fail(context, TS_ERROR_FILE, "The pipe %s has no reader: start that first.", path)
               : fail_write(context, path, reason);
}

void file_part(const char *path, char *name, size_t bytes) { snprintf(name, bytes, "%s.part", path); }

static size_t temporary_bytes(const char *path) { return strlen(path) + FILE_BESIDE_BYTES; }

/* The names of a file that is to be: of one that is kept both, of another one the temporary name is still
 * empty. */
static ts_status name_new(ts_context *context, const char *path, int kept, struct file_new *file)
{
    *file = (struct file_new){.descriptor = -1};
    if (file_refuse_special(context, path))
        return TS_ERROR_FILE;
    *file = (struct file_new){strdup(path), calloc(temporary_bytes(path), 1), -1, kept};
    if (!file->path || !file->temporary) {
        file_new_discard(file);
        return ts_fail_memory(context, path);
    }
    if (kept)
        file_part(path, file->temporary, temporary_bytes(path));
    return TS_OK;
}

/* After an attempt to open it. */
static ts_status check_opened(ts_context *context, struct file_new *file)
{
    return file->descriptor >= 0 ? TS_OK : fail_new(context, file, errno);
}

ts_status file_new_create(ts_context *context, const char *path, struct file_new *file)
{
    if (file_is_pipe(path))
        return open_pipe(context, path, file);
    const ts_status status = name_new(context, path, 0, file);
    if (status)
        return status;
    file->descriptor = open_beside(path, file->temporary, temporary_bytes(path));
    return check_opened(context, file);
}

/* An older PATH.part goes; its name alone, as its bytes may have another name too. What is no file there was
 * put there by somebody, and stays. */
static ts_status remove_part(ts_context *context, const struct file_new *file)
{
    struct stat facts;
    if (lstat(file->temporary, &facts))
        return TS_OK;
    if (!S_ISREG(facts.st_mode))
        return ts_fail(context, TS_ERROR_FILE,
                       "%s is no regular file, as what is written there is: remove it.", file->temporary);
    return file_remove(context, file->temporary);
}

ts_status file_new_create_kept(ts_context *context, const char *path, struct file_new *file)
{
    if (file_is_pipe(path))
        return open_pipe(context, path, file);
    const ts_status status = name_new(context, path, 1, file);
    if (status)
        return status;
    file_remove_stale(path);
    if (remove_part(context, file)) {
        file_new_discard(file);
        return TS_ERROR_FILE;
    }
    file->descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return check_opened(context, file);
}

ts_status file_new_resume(ts_context *context, const char *path, unsigned long long bytes,
                          struct file_new *file)
{
    struct stat facts;
    const ts_status status = name_new(context, path, 1, file);
    if (status)
        return status;
    file->descriptor = open(file->temporary, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (file->descriptor < 0 || fstat(file->descriptor, &facts))
        return fail_new(context, file, errno);
    if (!file_is_own(&facts)) {
        file_new_discard(file);
        return ts_fail(context, TS_ERROR_FILE,
                       "The file %s.part is another user's, or has a second name: nothing is added to it.",
                       path);
    }
    if ((unsigned long long)facts.st_size < bytes) {
        file_new_discard(file);
        return ts_fail(context, TS_ERROR_FILE,
                       "The file %s.part has fewer bytes than the %llu that were written.", path, bytes);
    }
    if (ftruncate(file->descriptor, (off_t)bytes) || lseek(file->descriptor, (off_t)bytes, SEEK_SET) < 0)
        return fail_new(context, file, errno);
    return TS_OK;
}

ts_status file_new_sync(ts_context *context, struct file_new *file)
{
    return file->temporary && fsync(file->descriptor) ? fail_new(context, file, errno) : TS_OK;
}

ts_status file_new_write(ts_context *context, struct file_new *file, const void *data, size_t bytes)
{
    return write_whole(file->descriptor, data, bytes) ? fail_new(context, file, errno) : TS_OK;
}

ts_status file_new_finish(ts_context *context, struct file_new *file)
{
    int reason = file->temporary && fsync(file->descriptor) ? errno : 0;
    if (close(file->descriptor) && !reason)
        reason = errno;
    file->descriptor = -1;
    if (!reason && file->temporary && rename(file->temporary, file->path))
        reason = errno;
    if (reason) {
        if (file->temporary && !file->kept)
            unlink(file->temporary);
        return fail_new(context, file, reason);
    }
    file_new_discard(file);
    return TS_OK;
}

void file_new_discard(struct file_new *file)
{
    if (file->descriptor >= 0) {
        close(file->descriptor);
        if (file->temporary && !file->kept)
            unlink(file->temporary);
    }
    free(file->path);
    free(file->temporary);
    *file = (struct file_new){.descriptor = -1};
}

ts_status file_write_atomically(ts_context *context, const char *path, const void *data, size_t bytes)
{
    struct file_new file;
    ts_status status = file_new_create(context, path, &file);
    if (!status)
        status = file_new_write(context, &file, data, bytes);
    return status ? status : file_new_finish(context, &file);
}

ts_status file_make_folder(ts_context *context, const char *path, unsigned mode)
{
    char partial[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof partial)
        return ts_fail(context, TS_ERROR_FILE, "The folder '%.200s' has a name of no or too many characters.",
                       path);
    memcpy(partial, path, length + 1);
    for (size_t i = 1; i <= length; ++i) {
        if (partial[i] != '/' && partial[i] != 0)
            continue;
        char kept = partial[i];
        partial[i] = 0;
        if (mkdir(partial, mode) && errno != EEXIST)
            return ts_fail(context, TS_ERROR_FILE, "The folder %s cannot be made: %s.", partial,
                           strerror(errno));
        partial[i] = kept;
    }
    return file_is_folder(path) ? TS_OK : ts_fail(context, TS_ERROR_FILE, "%s is not a folder.", path);
}

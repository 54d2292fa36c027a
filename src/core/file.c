#include "core/file.h"

#include "core/context.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ts_status file_read(ts_context *context, const char *path, size_t limit, char **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    struct stat facts;
    FILE *file = fopen(path, "rb");
    if (!file)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", path, strerror(errno));
    if (fstat(fileno(file), &facts) || !S_ISREG(facts.st_mode)) {
        fclose(file);
        return ts_fail(context, TS_ERROR_FILE, "%s is not a regular file.", path);
    }
    if (facts.st_size < 0 || (unsigned long long)facts.st_size > limit) {
        fclose(file);
        return ts_fail(context, TS_ERROR_FILE,
                       "The file %s is too large: it has %lld bytes, at most %zu are read.", path,
                       (long long)facts.st_size, limit);
    }
    size_t size = (size_t)facts.st_size;
    char *buffer = malloc(size + 1);
    if (!buffer) {
        fclose(file);
        return ts_fail_memory(context, path);
    }
    size_t got = fread(buffer, 1, size, file);
    int bad = ferror(file);
    fclose(file);
    if (bad) {
        free(buffer);
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be read.", path);
    }
    buffer[got] = 0;
    *data = buffer;
    *bytes = got;
    return TS_OK;
}

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
    return fsync(descriptor);
}

/* mkstemp() opens for the owner only; a result is to be as readable as any
 * file that its owner makes. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(022);
    umask(mask);
    return 0666 & ~mask;
}

ts_status file_write_atomically(ts_context *context, const char *path, const void *data, size_t bytes)
{
    size_t length = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(length);
    if (!temporary)
        return ts_fail_memory(context, path);
    snprintf(temporary, length, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    if (descriptor < 0) {
        free(temporary);
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be written: %s.", path, strerror(errno));
    }
    int failed = fchmod(descriptor, usual_mode()) || write_whole(descriptor, data, bytes);
    int reason = errno;
    if (close(descriptor) && !failed) {
        failed = 1;
        reason = errno;
    }
    if (!failed && rename(temporary, path)) {
        failed = 1;
        reason = errno;
    }
    if (failed)
        unlink(temporary);
    free(temporary);
    if (failed)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be written: %s.", path, strerror(reason));
    return TS_OK;
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
    struct stat facts;
    if (stat(path, &facts) || !S_ISDIR(facts.st_mode))
        return ts_fail(context, TS_ERROR_FILE, "%s is not a folder.", path);
    return TS_OK;
}

#include "program/seal.h"

#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PROGRAM_LIMIT = 1 << 30 };

ts_status seal_add(ts_context *context, const char *path)
{
    char *data;
    size_t bytes;
    ts_status status = file_read(context, path, PROGRAM_LIMIT, &data, &bytes);
    if (status)
        return status;
    XXH128_hash_t seal = XXH3_128bits(data, bytes);
    free(data);
    FILE *file = fopen(path, "abe");
    int failed = !file || fwrite(&seal, sizeof seal, 1, file) != 1;
    if (file && fclose(file))
        failed = 1;
    return failed ? ts_fail(context, TS_ERROR_FILE, "%s cannot be written: %s.", path, strerror(errno))
                  : TS_OK;
}

ts_status seal_write(ts_context *context, const char *path, const void *data, size_t bytes)
{
    XXH128_hash_t seal = XXH3_128bits(data, bytes);
    char *sealed = malloc(bytes + sizeof seal);
    if (!sealed)
        return ts_fail_memory(context, "a compiled program");
    memcpy(sealed, data, bytes);
    memcpy(sealed + bytes, &seal, sizeof seal);
    ts_status status = file_write_atomically(context, path, sealed, bytes + sizeof seal);
    free(sealed);
    return status;
}

/* Reads what was sealed; `path` is for messages. */
static ts_status read_open(ts_context *context, int descriptor, const char *path, char **data, size_t *bytes)
{
    XXH128_hash_t seal;
    struct stat facts;
    *data = NULL;
    if (fstat(descriptor, &facts) || !S_ISREG(facts.st_mode))
        return ts_fail(context, TS_ERROR_FILE, "The program %s is not a regular file.", path);
    ts_status status = file_read_open(context, descriptor, path, PROGRAM_LIMIT, data, bytes);
    if (status)
        return status;
    if (*bytes > sizeof seal) {
        *bytes -= sizeof seal;
        memcpy(&seal, *data + *bytes, sizeof seal);
        if (XXH128_isEqual(seal, XXH3_128bits(*data, *bytes)))
            return TS_OK;
    }
    free(*data);
    *data = NULL;
    return ts_fail(context, TS_ERROR_FILE, "The compiled program %s is damaged: it is not as it was written.",
                   path);
}

/* What is no regular file must not hold up its opening. */
static ts_status open_path(ts_context *context, const char *path, int *descriptor)
{
    *descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return *descriptor < 0
               ? ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", path, strerror(errno))
               : TS_OK;
}

ts_status seal_read(ts_context *context, const char *path, char **data, size_t *bytes)
{
    int descriptor;
    *data = NULL;
    ts_status status = open_path(context, path, &descriptor);
    if (status)
        return status;
    status = read_open(context, descriptor, path, data, bytes);
    close(descriptor);
    return status;
}

ts_status seal_open(ts_context *context, const char *path, int *descriptor)
{
    char *data;
    size_t bytes;
    ts_status status = open_path(context, path, descriptor);
    if (status)
        return status;
    status = read_open(context, *descriptor, path, &data, &bytes);
    free(data);
    if (status) {
        close(*descriptor);
        *descriptor = -1;
    }
    return status;
}

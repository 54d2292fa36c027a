#include "program/seal.h"

#include "core/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

ts_status seal_read(ts_context *context, const char *path, char **data, size_t *bytes)
{
    XXH128_hash_t seal;
    *data = NULL;
    ts_status status = file_read(context, path, PROGRAM_LIMIT, data, bytes);
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
    return ts_fail(context, TS_ERROR_FILE, "The compiled program %s is damaged.", path);
}

int seal_intact(const char *path)
{
    char *data;
    size_t bytes;
    ts_status status = seal_read(NULL, path, &data, &bytes);
    free(data);
    return status == TS_OK;
}

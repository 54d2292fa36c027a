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

int seal_intact(const char *path)
{
    char *data;
    size_t bytes;
    XXH128_hash_t seal;
    if (file_read(NULL, path, PROGRAM_LIMIT, &data, &bytes))
        return 0;
    int intact = 0;
    if (bytes > sizeof seal) {
        bytes -= sizeof seal;
        memcpy(&seal, data + bytes, sizeof seal);
        intact = XXH128_isEqual(seal, XXH3_128bits(data, bytes));
    }
    free(data);
    return intact;
}

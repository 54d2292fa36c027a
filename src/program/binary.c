#include "program/binary.h"

#include "core/cache.h"
#include "core/file.h"
#include "core/ranks.h"
#include "program/seal.h"
#include "tessera/version.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static ts_status find_path(ts_context *context, const char *folder, const char *const *parts,
                           char path[PATH_MAX])
{
    char place[PATH_MAX];
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    XXH3_128bits_update(&hash, TESSERA_VERSION, sizeof TESSERA_VERSION);
    for (; *parts; ++parts)
        XXH3_128bits_update(&hash, *parts, strlen(*parts) + 1);
    XXH128_hash_t key = XXH3_128bits_digest(&hash);
    ts_status status = cache_folder(context, folder, place, sizeof place);
    if (status)
        return status;
    if (snprintf(path, PATH_MAX, "%s/%016llx%016llx.bin", place, (unsigned long long)key.high64,
                 (unsigned long long)key.low64) >= PATH_MAX)
        return ts_fail(context, TS_ERROR_FILE, "The name of the cache folder %s is too long.", place);
    return TS_OK;
}

ts_status binary_load(ts_context *context, const char *folder, const char *const *parts, char **data,
                      size_t *bytes)
{
    char path[PATH_MAX];
    ts_status status = find_path(context, folder, parts, path);
    return status ? status : seal_read(context, path, data, bytes);
}

ts_status binary_store(ts_context *context, const char *folder, const char *const *parts, const void *data,
                       size_t bytes)
{
    char path[PATH_MAX];
    ts_status status = find_path(context, folder, parts, path);
    return status ? status : seal_write(context, path, data, bytes);
}

/* The kind travels in front of the bytes, with its zero. */
ts_status binary_share(ts_context *context, ts_status status, const char *kind, char **data, size_t *bytes)
{
    const size_t front = strlen(kind) + 1;
    char *packed = NULL;
    size_t length = 0;
    if (ranks_first(context) && !status) {
        length = front + (*data ? *bytes : 0);
        packed = malloc(length);
        if (packed) {
            memcpy(packed, kind, front);
            if (*data)
                memcpy(packed + front, *data, *bytes);
        } else {
            status = ts_fail_memory(context, "a program");
        }
    }
    status = ranks_broadcast(context, "the compiling of a program", status, &packed, &length);
    if (!status && packed && !ranks_first(context)) {
        const int serves = length > front && !strcmp(packed, kind);
        *bytes = serves ? length - front : 0;
        *data = serves ? memmove(packed, packed + front, *bytes) : NULL;
        packed = serves ? NULL : packed;
    }
    free(packed);
    return status;
}

#include "program/kernels.h"

#include "core/file.h"
#include "program/embedded.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static XXH128_hash_t digest;

static void find_digest(void)
{
    XXH3_state_t hash;
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    for (const struct embedded_file *file = kernel_sources; file->path; ++file) {
        XXH3_128bits_update(&hash, file->path, strlen(file->path) + 1);
        XXH3_128bits_update(&hash, file->text, strlen(file->text) + 1);
    }
    digest = XXH3_128bits_digest(&hash);
}

/* Kernels are some hundred thousand characters, and never change: once is enough. */
void kernels_hash(XXH3_state_t *hash)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_digest);
    XXH3_128bits_update(hash, &digest, sizeof digest);
}

static ts_status write_one(ts_context *context, const char *folder, const struct embedded_file *file)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, file->path);
    char *slash = strrchr(path, '/');
    *slash = 0;
    ts_status status = file_make_folder(context, path, 0700);
    *slash = '/';
    return status ? status : file_write(context, path, file->text, strlen(file->text));
}

ts_status kernels_write(ts_context *context, const char *folder)
{
    ts_status status = TS_OK;
    for (const struct embedded_file *file = kernel_sources; file->path && !status; ++file)
        status = write_one(context, folder, file);
    return status;
}

int kernels_are_there(const char *folder)
{
    char path[PATH_MAX];
    for (const struct embedded_file *file = kernel_sources; file->path; ++file)
        if (snprintf(path, sizeof path, "%s/%s", folder, file->path) >= (int)sizeof path ||
            access(path, R_OK))
            return 0;
    return 1;
}

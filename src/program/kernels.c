#include "program/kernels.h"

#include "core/file.h"
#include "program/embedded.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

void kernels_hash(XXH3_state_t *hash)
{
    for (const struct embedded_file *file = kernel_sources; file->path; ++file) {
        XXH3_128bits_update(hash, file->path, strlen(file->path) + 1);
        XXH3_128bits_update(hash, file->text, strlen(file->text) + 1);
    }
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

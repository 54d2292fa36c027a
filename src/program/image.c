/* memfd_create() is Linux'. */
#define _GNU_SOURCE
#include "program/image.h"

#include "core/ranks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void image_take(int descriptor, struct image *image)
{
    struct stat facts;
    image_free(image);
    if (fstat(descriptor, &facts) || facts.st_size <= 0)
        return;
    const size_t bytes = (size_t)facts.st_size;
    char *data = malloc(bytes);
    if (data && pread(descriptor, data, bytes, 0) == (ssize_t)bytes)
        *image = (struct image){.data = data, .bytes = bytes};
    else
        free(data);
}

void image_name_level(struct image *image, const char *level)
{
    snprintf(image->level, sizeof image->level, "%s", level);
}

/* The level travels in front of the bytes. */
ts_status image_share(ts_context *context, ts_status status, struct image *image)
{
    const size_t front = sizeof image->level;
    char *packed = NULL;
    size_t bytes = 0;
    if (ranks_first(context) && !status) {
        bytes = front + image->bytes;
        packed = malloc(bytes);
        if (packed) {
            memcpy(packed, image->level, front);
            if (image->bytes)
                memcpy(packed + front, image->data, image->bytes);
        } else {
            status = ts_fail_memory(context, "a program");
        }
    }
    status = ranks_broadcast(context, "the compiling of a program", status, &packed, &bytes);
    if (!status && packed && bytes >= front && !ranks_first(context)) {
        memcpy(image->level, packed, front);
        memmove(packed, packed + front, bytes - front);
        image->data = packed;
        image->bytes = bytes - front;
        packed = NULL;
    }
    free(packed);
    return status;
}

/* A file in memory; where the system has none, or runs nothing from there, one in a temporary folder. */
int image_open(ts_context *context, const struct image *image)
{
    int descriptor = memfd_create("tessera", MFD_CLOEXEC);
    if (descriptor < 0) {
        char path[4096];
        const char *temporary = getenv("TMPDIR");
        snprintf(path, sizeof path, "%s/tessera-XXXXXX", temporary && *temporary ? temporary : "/tmp");
        descriptor = mkstemp(path);
        if (descriptor >= 0)
            unlink(path);
    }
    size_t done = 0;
    while (descriptor >= 0 && done < image->bytes) {
        const ssize_t written = write(descriptor, image->data + done, image->bytes - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            close(descriptor);
            descriptor = -1;
        } else {
            done += (size_t)written;
        }
    }
    if (descriptor < 0)
        ts_fail(context, TS_ERROR_FILE, "A program that rank 0 compiled cannot be written: %s.",
                strerror(errno));
    return descriptor;
}

void image_free(struct image *image)
{
    free(image->data);
    *image = (struct image){0};
}

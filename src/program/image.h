/* A compiled program as bytes, which rank 0 gives to the other ranks (core/ranks.h): nobody compiles twice,
 * and no machine needs to see another's cache. */
#ifndef TESSERA_PROGRAM_IMAGE_H
#define TESSERA_PROGRAM_IMAGE_H

#include "core/context.h"

#include <stddef.h>

struct image {
    char *data;
    size_t bytes;   /* 0: there is none */
    char level[32]; /* of its instructions */
};

/* Takes all bytes of an open file, or none. */
void image_take(int descriptor, struct image *image);

void image_name_level(struct image *image, const char *level);

/* All ranks: rank 0's image, with the status of its making. */
ts_status image_share(ts_context *context, ts_status status, struct image *image);

/* Opens a file without a name that holds an image; -1 after saying why not. */
int image_open(ts_context *context, const struct image *image);

void image_free(struct image *image);

#endif

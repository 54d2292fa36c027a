/* The checksum of a state's text: what stands before it counts. */
#ifndef TESSERA_CUBATURE_STATE_CHECKSUM_H
#define TESSERA_CUBATURE_STATE_CHECKSUM_H

#include <stddef.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline unsigned long long state_checksum(const char *text, size_t bytes)
{
    return XXH3_64bits(text, bytes);
}

#endif

/* A kernel over items that threads fill, run and empty piece by piece, so that a piece stays in a cache. */
#ifndef TESSERA_DEVICE_CPU_PIECES_H
#define TESSERA_DEVICE_CPU_PIECES_H

#include "device/device.h"

/* What a piece of the work is. Each thread has memory of its own in the place of two of the buffers. */
struct cpu_pieces {
    const char *kernel;
    const char *filler; /* the kernel that helps to fill; NULL: none */
    int in, out;        /* numbers of these buffers */
    size_t in_bytes, out_bytes;
    /* Fills the first and returns how many items, from 0 on, the kernel has to take. The filler takes those
     * from one on, so many, with buffers of its own. */
    uint64_t (*fill)(void *data, uint64_t piece, map_function *filler, void *in);
    void (*empty)(void *data, uint64_t piece, const void *out);
    void *data;
    uint64_t together; /* neighbours that a thread takes one after the other */
    int stops_early;   /* whether no piece is begun once the context is interrupted */
};

/* Takes pieces [0, count) through their steps on all threads of the program's device, which is the CPU's.
 * TS_INTERRUPTED where it has stopped early. */
ts_status cpu_map_pieces(ts_context *context, struct device_program *program,
                         struct device_buffer *const buffers[MAP_BUFFERS], uint64_t count,
                         const struct cpu_pieces *pieces);

#endif

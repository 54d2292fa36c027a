/* A function that one thread evaluates, the caller's, of what others prepare for it and go on with. */
#ifndef TESSERA_DEVICE_CPU_EVALUATE_H
#define TESSERA_DEVICE_CPU_EVALUATE_H

#include "core/context.h"

#include <stdint.h>

/* The three steps of a piece. A thread prepares it, and goes on with it when its evaluation has returned 0.
 */
struct evaluation {
    void (*prepare)(void *data, int thread, uint64_t piece);
    int (*evaluate)(void *data, int thread); /* of the piece that the thread has prepared, one at a time */
    void (*go_on)(void *data, int thread, uint64_t piece);
    void *data;
};

/* Takes pieces [0, pieces) through their steps with so many threads beside the caller's, which evaluates.
 * With one thread or one piece the caller does it all. Where a thread cannot be made the others do its share.
 * No piece is begun after the context is interrupted, or an evaluation has returned what is not 0: that is in
 * *ended. */
ts_status evaluate_run(ts_context *context, int threads, uint64_t pieces, const struct evaluation *evaluation,
                       int *ended);

#endif

/* Threads that share out numbered pieces of work. */
#ifndef TESSERA_DEVICE_CPU_PARALLEL_H
#define TESSERA_DEVICE_CPU_PARALLEL_H

#include "core/context.h"

#include <stdint.h>

typedef void parallel_function(void *data, int thread, uint64_t piece);

/* Calls function(data, thread, piece) once for each piece in [0, pieces), on at
 * most `threads` threads, the caller's among them. Where a thread cannot be made
 * the others do its share. */
ts_status parallel_run(ts_context *context, int threads, uint64_t pieces, parallel_function *function,
                       void *data);

/* Processors that this process may run on: a launcher may have bound it to some of them. */
int parallel_threads_available(void);

/* How many threads to take: as many as asked for; of 0 the processors of this process, of a rank its part of
 * them. */
int parallel_threads(const ts_context *context, int asked);

#endif

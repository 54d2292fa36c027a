#include "events/unweight.h"

#include "device/cpu/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRECISION_DOUBLE 1
#define LANES 1
#include "random.h"

double unweight(double weight, double largest, double uniform)
{
    const double ratio = fabs(weight) / largest;
    if (!(uniform < ratio))
        return 0;
    return copysign(fmax(ratio, 1), weight);
}

static double uniform_of(uint64_t seed, uint64_t number, uint32_t stream)
{
    const event_number event = {w_set((uint32_t)number), w_set((uint32_t)(number >> 32)), (uint32_t)seed,
                                (uint32_t)(seed >> 32)};
    real pair[2];
    uniform_pair(event, stream, 0, pair);
    return r_first(pair[0]);
}

double unweight_uniform(uint64_t seed, uint64_t number)
{
    return uniform_of(seed, number, STREAM_UNWEIGHTING);
}

double second_uniform(uint64_t seed, uint64_t number)
{
    return uniform_of(seed, number, STREAM_SECOND_STAGE);
}

double channel_uniform(uint64_t seed, uint64_t number) { return uniform_of(seed, number, STREAM_CHANNELS); }

enum { CHUNK = 1 << 13 };

/* Each chunk puts what it keeps where its own events begin. */
struct unweighting_work {
    const struct unweighting *batch;
    uint32_t *slots, *found; /* [count], and of each chunk how many it keeps */
    double *kept;
};

static double keep(const struct unweighting *batch, uint32_t slot)
{
    const double weight = batch->weights[slot];
    if (weight == 0 || !isfinite(weight))
        return 0;
    return batch->largest > 0
               ? unweight(weight, batch->largest, unweight_uniform(batch->seed, batch->first + slot))
               : weight;
}

static void unweight_chunk(void *data, int thread, uint64_t chunk)
{
    (void)thread;
    const struct unweighting_work *work = data;
    const uint32_t begin = (uint32_t)chunk * CHUNK, count = work->batch->count;
    const uint32_t end = count - begin < CHUNK ? count : begin + CHUNK;
    uint32_t place = begin;
    for (uint32_t slot = begin; slot < end; ++slot) {
        const double kept = keep(work->batch, slot);
        if (kept != 0) {
            work->slots[place] = slot;
            work->kept[place++] = kept;
        }
    }
    work->found[chunk] = place - begin;
}

ts_status unweight_batch(ts_context *context, int threads, const struct unweighting *batch, uint32_t *slots,
                         double *kept, uint32_t *found)
{
    const uint64_t chunks = ((uint64_t)batch->count + CHUNK - 1) / CHUNK;
    struct unweighting_work work = {.batch = batch, .slots = slots, .kept = kept};
    *found = 0;
    work.found = malloc((chunks + 1) * sizeof *work.found);
    if (!work.found)
        return ts_fail_memory(context, "a batch of events");
    const ts_status status = parallel_run(context, threads > 0 ? threads : 1, chunks, unweight_chunk, &work);
    for (uint64_t chunk = 0; chunk < chunks && !status; *found += work.found[chunk++]) {
        memmove(slots + *found, slots + chunk * CHUNK, work.found[chunk] * sizeof *slots);
        memmove(kept + *found, kept + chunk * CHUNK, work.found[chunk] * sizeof *kept);
    }
    free(work.found);
    return status;
}

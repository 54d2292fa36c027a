#include "events/unweight.h"

#include "device/cpu/parallel.h"

#include <math.h>
#include <stddef.h>

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

struct unweighting {
    uint64_t seed, first;
    uint32_t count;
    double largest;
    const double *weights;
    double *kept;
};

static void unweight_chunk(void *data, int thread, uint64_t chunk)
{
    (void)thread;
    const struct unweighting *work = data;
    const uint32_t begin = (uint32_t)chunk * CHUNK;
    const uint32_t end = work->count - begin < CHUNK ? work->count : begin + CHUNK;
    for (uint32_t i = begin; i < end; ++i) {
        const double weight = work->weights[i];
        work->kept[i] = weight == 0 || !isfinite(weight)
                            ? 0
                            : unweight(weight, work->largest, unweight_uniform(work->seed, work->first + i));
    }
}

ts_status unweight_all(ts_context *context, int threads, uint64_t seed, uint64_t first, uint32_t count,
                       double largest, const double *weights, double *kept)
{
    struct unweighting work = {seed, first, count, largest, weights, NULL};
    work.kept = kept;
    return parallel_run(context, threads > 0 ? threads : 1, (count + CHUNK - 1) / CHUNK, unweight_chunk,
                        &work);
}

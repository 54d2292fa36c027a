#include "events/unweight.h"

#include "device/cpu/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRECISION_DOUBLE 1
#define LANES 4 /* trials at once: what every processor has room for */
#include "random.h"

/* Whether an event is kept. */
static int takes(double weight, double largest, double uniform) { return uniform < fabs(weight) / largest; }

/* With which weight. */
static double kept_weight(double weight, double largest)
{
    return copysign(fmax(fabs(weight) / largest, 1), weight);
}

double unweight(double weight, double largest, double uniform)
{
    return takes(weight, largest, uniform) ? kept_weight(weight, largest) : 0;
}

/* The numbers of LANES events that follow each other. */
FN real uniforms_of(uint64_t seed, uint64_t first, uint32_t stream)
{
    const word low = w_set((uint32_t)first) + w_lane();
    const event_number events = {low, w_set((uint32_t)(first >> 32)) + w_carry(low, w_lane()), (uint32_t)seed,
                                 (uint32_t)(seed >> 32)};
    real pair[2];
    uniform_pair(events, stream, 0, pair);
    return pair[0];
}

static void fill(uint64_t seed, uint64_t first, uint32_t count, uint32_t stream, double *uniforms)
{
    uint32_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        const real numbers = uniforms_of(seed, first + at, stream);
        memcpy(uniforms + at, &numbers, sizeof numbers);
    }
    if (at < count) {
        const real numbers = uniforms_of(seed, first + at, stream);
        memcpy(uniforms + at, &numbers, (count - at) * sizeof *uniforms);
    }
}

static double uniform_of(uint64_t seed, uint64_t number, uint32_t stream)
{
    return r_first(uniforms_of(seed, number, stream));
}

double unweight_uniform(uint64_t seed, uint64_t number)
{
    return uniform_of(seed, number, STREAM_UNWEIGHTING);
}

double second_uniform(uint64_t seed, uint64_t number)
{
    return uniform_of(seed, number, STREAM_SECOND_STAGE);
}

void channel_uniforms(uint64_t seed, uint64_t first, uint32_t count, double *uniforms)
{
    fill(seed, first, count, STREAM_CHANNELS, uniforms);
}

enum { CHUNK = 1 << 13 };

/* Each chunk puts what it keeps where its own events begin. */
struct unweighting_work {
    const struct unweighting *batch;
    uint32_t *slots, *found; /* [count], and of each chunk how many it keeps */
    double *kept;
};

/* Lists which of `count` events from `begin` are kept, UNIFORMS_AT_ONCE of them at most. Returns how many.
 * Nobody knows beforehand which they are, so that branches would cost more than what they leave out. */
static uint32_t choose_kept(const struct unweighting *batch, uint32_t begin, uint32_t count, uint32_t *slots)
{
    const double *weights = batch->weights + begin, largest = batch->largest;
    double uniforms[UNIFORMS_AT_ONCE];
    uint32_t found = 0;
    fill(batch->seed, batch->first + begin, count, STREAM_UNWEIGHTING, uniforms);
    for (uint32_t i = 0; i < count; ++i) {
        slots[found] = begin + i;
        found += (uint32_t)(takes(weights[i], largest, uniforms[i]) & (isfinite(weights[i]) != 0));
    }
    return found;
}

/* Lists all of them that have a weight. */
static uint32_t choose_all(const struct unweighting *batch, uint32_t begin, uint32_t count, uint32_t *slots)
{
    const double *weights = batch->weights + begin;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (weights[i] != 0 && isfinite(weights[i]))
            slots[found++] = begin + i;
    return found;
}

static void unweight_chunk(void *data, int thread, uint64_t chunk)
{
    (void)thread;
    const struct unweighting_work *work = data;
    const struct unweighting *batch = work->batch;
    const uint32_t begin = (uint32_t)chunk * CHUNK, count = batch->count;
    const uint32_t end = count - begin < CHUNK ? count : begin + CHUNK;
    uint32_t place = begin;
    for (uint32_t first = begin; first < end; first += UNIFORMS_AT_ONCE) {
        const uint32_t some = end - first < UNIFORMS_AT_ONCE ? end - first : UNIFORMS_AT_ONCE;
        uint32_t *slots = work->slots + place;
        place += batch->largest > 0 ? choose_kept(batch, first, some, slots)
                                    : choose_all(batch, first, some, slots);
    }
    for (uint32_t i = begin; i < place; ++i) {
        const double weight = batch->weights[work->slots[i]];
        work->kept[i] = batch->largest > 0 ? kept_weight(weight, batch->largest) : weight;
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

#include "run/unweight.h"

#include <math.h>

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

double colour_uniform(uint64_t seed, uint64_t number) { return uniform_of(seed, number, STREAM_COLOUR); }

double channel_uniform(uint64_t seed, uint64_t number) { return uniform_of(seed, number, STREAM_CHANNELS); }

#include "integrate/stratify.h"

#include <math.h>

/* Coordinates of sub-cubes are exact in single precision up to here, with room
 * for a uniform number beside them. */
enum { MOST_PER_AXIS = 4096, MOST_SAMPLES = 8 };

/* per_axis^dimensions, or some number above `limit`; not below one. */
static uint64_t power(uint64_t per_axis, int dimensions, uint64_t limit)
{
    uint64_t cubes = 1;
    for (int i = 0; i < dimensions && cubes <= limit; ++i)
        cubes *= per_axis;
    return cubes > 1 ? cubes : 1;
}

/* g = (N/2)^(1/d) sub-cubes an axis, as m-Cubes has it (arXiv:2202.01753, section
 * 3.1). Where events are left over, the set of sub-cubes is gone through several
 * times rather than with many samples at once. So the variance is estimated within
 * each passage, and work stays divisible however few sub-cubes there are. */
struct stratification stratify(uint64_t events, int dimensions)
{
    struct stratification layout = {.per_axis = 1, .samples = 2};
    if (events < 4)
        events = 4;
    uint64_t most = (uint64_t)floor(pow((double)events / 2, 1.0 / dimensions)) + 1;
    layout.per_axis = most < MOST_PER_AXIS ? most : MOST_PER_AXIS;
    while (layout.per_axis > 1 && power(layout.per_axis, dimensions, events / 2) > events / 2)
        --layout.per_axis;
    uint64_t cubes = power(layout.per_axis, dimensions, events), each = events / cubes, best = 0;
    for (uint64_t samples = 2; samples <= MOST_SAMPLES; ++samples) {
        uint64_t used = each / samples * samples;
        if (used >= best) {
            best = used;
            layout.samples = samples;
        }
    }
    layout.cubes = best / layout.samples * cubes;
    return layout;
}

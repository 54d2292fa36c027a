/* Sub-cubes, and how many events each has. */
#ifndef TESSERA_INTEGRATE_STRATIFY_H
#define TESSERA_INTEGRATE_STRATIFY_H

#include <stdint.h>

/* An iteration's events as sub-cubes: per_axis^dimensions of them, gone through as
 * often as `cubes` holds that number, `samples` events in each. */
struct stratification {
    uint64_t per_axis, samples, cubes;
};

/* About `events` events over the cube of so many dimensions. */
struct stratification stratify(uint64_t events, int dimensions);

#endif

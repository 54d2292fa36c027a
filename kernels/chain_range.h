/* What a launch of the chain on a GPU covers: numbers of 64 bits, in their order
 * in memory, for the kernel that reads them and the host that writes them. */
#ifndef TESSERA_CHAIN_RANGE_H
#define TESSERA_CHAIN_RANGE_H

#define CHAIN_RANGE(X)                                         \
    X(seed)                                                    \
    X(first_event) /* number of the iteration's first event */ \
    X(first_cube)  /* of the launch */                         \
    X(cubes)       /* of the launch */                         \
    X(cubes_per_axis)                                          \
    X(samples) /* events in each sub-cube, at least two */

#endif

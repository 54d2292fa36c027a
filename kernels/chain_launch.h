/* What the host hands to a launch of the CPU's chain: plain C, for both sides. */
#ifndef TESSERA_CHAIN_LAUNCH_H
#define TESSERA_CHAIN_LAUNCH_H

#include <stdint.h>

enum { CHAIN_TABLES = 3 };

/* Pointers to scalars point to the program's precision. */
struct chain_launch {
    const void *parameters;           /* struct parameters */
    const void *tables[CHAIN_TABLES]; /* look-up tables of the integrand */
    const void *grid;                 /* DIMENSIONS x (GRID_BINS edges, GRID_BINS widths) */
    const void *binnings;             /* struct binning[histograms] */
    uint64_t seed;
    uint64_t first_event; /* number of the first event of the iteration */
    uint64_t cubes_per_axis;
    uint64_t samples;       /* events in each sub-cube */
    double scale;           /* a power of two: v = w * scale */
    int refine;             /* gather v^2 for the grid */
    uint64_t refine_offset; /* where the grid's sums begin in the totals */
    void *record;           /* NULL, or scalars: the weight of each event from first_event */
};

/* One block: `cubes` sub-cubes (CHAIN_BLOCK at most) from number `first_cube` of
 * the iteration. Adds to `totals` (kernels/accumulate.h); `scratch` holds
 * chain_scratch_bytes() bytes, 64-byte aligned, of no meaning between calls. */
typedef void chain_block_function(const struct chain_launch *launch, uint64_t first_cube, uint32_t cubes,
                                  void *scratch, int64_t *totals);
typedef uint64_t chain_scratch_function(void);

enum { CHAIN_BLOCK = 1024 };

#endif

/* What the host tells a pipeline: plain C, for the host and for the CPU's kernels. */
#ifndef TESSERA_PIPELINE_LAUNCH_H
#define TESSERA_PIPELINE_LAUNCH_H

#include <stdint.h>

enum {
    PIPELINE_BLOCK = 1024,
    MAP_BUFFERS = 4 /* of a kernel over items (map.h) */
};

/* The numbers of an iteration. */
struct pipeline_iteration {
    uint64_t seed;
    uint64_t first_event; /* number of its first event */
    uint64_t cubes_per_axis;
    uint64_t samples;   /* events in each sub-cube, at least two */
    double scale;       /* a power of two: v = w * scale */
    double entry_scale; /* of entries of histograms; another where configurations cancel */
    int refine;         /* gather v^2 for the grid */
};

struct pipeline_launch;

/* Weighs events again in double precision (repeat_cpu.h): of the sub-cubes first_cube + cubes[i] the sample
 * of that number. */
typedef void pipeline_repeat_function(const struct pipeline_launch *launch, uint64_t first_cube,
                                      uint64_t sample, const uint32_t *cubes, uint32_t count,
                                      double *weights);

/* An iteration with the memory it works on. Pointers to scalars point to the program's precision. */
struct pipeline_launch {
    struct pipeline_iteration iteration;
    const void *parameters; /* struct parameters */
    const void *tables;     /* of the integrand */
    const void *grid;       /* [DIMENSIONS][GRID_BINS][2]: edges and widths */
    const void *binnings;   /* struct binning[histograms] */
    uint64_t bins;          /* of all histograms */
    int follows_accepted;   /* where it refines: numbers of accepted events stand behind the sums of v^2 */
    void *every_weight;     /* NULL, or scalars: the weight of each event from first_event */
    /* In mixed precision, what repeats events, and the same memory as above in double precision. */
    pipeline_repeat_function *repeat;
    const void *wide_parameters, *wide_tables, *wide_grid;
};

/* One block: `cubes` sub-cubes (PIPELINE_BLOCK at most) from number `first_cube` of
 * the iteration. Adds to `totals` (kernels/totals_layout.h) and, where the iteration refines, to
 * `refinement`; `scratch` holds pipeline_scratch_bytes() bytes, 64-byte aligned, of no
 * meaning between calls. */
typedef void pipeline_block_function(const struct pipeline_launch *launch, uint64_t first_cube,
                                     uint32_t cubes, void *scratch, int64_t *totals, int64_t *refinement);
typedef uint64_t pipeline_scratch_function(void);

/* Refines a grid of scalars by its sums, or by means of them (vegas_refine.h). */
typedef void pipeline_refine_function(void *grid, const int64_t *refinement, double damping,
                                      int follows_accepted);

/* A kernel over items [first, first + count), and how many elements an item covers. */
typedef void map_function(void *const *buffers, uint64_t first, uint64_t count);
typedef uint64_t map_lanes_function(void);

#endif

/* What the host tells a program of cubature, and what comes back: plain C, for both.
 *
 * A sweep goes over numbered units. With random numbers a unit is a sub-cube with
 * two evaluations or more. With Sobol' points it is a block of 2^block_bits points
 * of one randomisation. Sums are integers (accumulate.h), so that they do not depend
 * on who adds them up in which order. */
#ifndef TESSERA_CUBATURE_SWEEP_H
#define TESSERA_CUBATURE_SWEEP_H

/* All numbers have 64 bits, so that every language lays them out alike. */
#define CUBATURE_SWEEP(X)                                                                                  \
    X(seed)                                                                                                \
    X(first_event) /* number of the first evaluation of unit 0 */                                          \
    X(first_unit)  /* of the whole launch: evaluations that go wrong are numbered from it */               \
    X(per_axis)    /* sub-cubes on each axis */                                                            \
    X(samples)     /* evaluations in each sub-cube */                                                      \
    X(sobol)       /* Sobol' points in place of random numbers */                                          \
    X(block_bits)  /* Sobol': points of a unit, as a power of two */                                       \
    X(blocks)      /* Sobol': units of each randomisation */                                               \
    X(first_block) /* Sobol': points before it are done, in units */                                       \
    X(rung)        /* what the grid's sums are of (ladder, below); 0: the grid is not adapted */           \
    X(exponent)    /* and with what power of the slope, less the rung's own: signed, in 2^-20 (weigh.h) */ \
    X(one_grid)    /* the integrand is symmetric: the first axis teaches all (m-Cubes1D) */                \
    X(smooth)      /* the map of smooth.h in place of that of vegas.h; or SMOOTH_EVEN */                   \
    X(climb)       /* rungs of the ladder that are wanted: none, or `rung` at least */                     \
    X(parts)       /* adaptive stratification: entries of its table; 0: all sub-cubes are alike */         \
    X(cubes)       /* and sub-cubes */                                                                     \
    X(most)        /* and entries of the sub-cube that has most */                                         \
    X(thin)        /* climbing on an even grid: what counts is where another one hardly goes (thin.h) */   \
    X(learn)       /* sum up how much values differ in each sub-cube */                                    \
    X(show)        /* 0, or one more than the place of an evaluation whose point and values are kept */

#define EXPONENT_BITS 20

/* The map of smooth.h where the grid is still even, has a power of two of bins, and points are Sobol' ones.
 * Coordinates are what they were, and need no table. Kernels that are made for one map need not know. */
#define SMOOTH_EVEN 2

#define MOST_BINS 2048 /* of a grid, on each axis */

/* Words of the sums (int64): the first 2 + COMPONENTS are maxima of 32 bits, all others are added. */
enum cubature_sums_layout {
    SUM_FIRST_LOST =
        0,            /* maximum: 2^32 - 1 - the place in the launch of an evaluation that is not a number */
    SUM_HEAVIEST = 1, /* maximum: of the heaviest evaluation, in sweeps that fill the ladder (below) */
    SUM_MAXIMA = 2    /* maximum: the leading bits of the largest |v| of each component */
};

/* Of the heaviest evaluation nine bits say how large |v| is, which stands for all components. An eighth of a
 * power of two is one step, and 2^-24 or less none. Behind them is what its place in the launch is short of
 * the last that can be told. Of evaluations that are equally heavy the first one counts. */
#define HEAVIEST_BITS 23
#define HEAVIEST_LAST ((1u << HEAVIEST_BITS) - 1)
enum cubature_counts_layout {
    SUM_LOST = 0,     /* evaluations that are not finite */
    SUM_HITS = 1,     /* evaluations of which a component is not zero */
    SUM_INFINITE = 2, /* evaluations with a component that is infinite, which are not finite */
    SUM_LADDER = 3
};

/* The ladder: pairs of sums of |v|^(4/2^k), v standing for all components (weigh.h), k = 0 to CUBATURE_RUNGS.
 * Rung k >= 1 may teach the grid: 1 is v^2, the higher ones let small weights count for more where the large
 * ones are rare.
 */
#define CUBATURE_RUNGS 10
#define LADDER_EXPONENT(k) ((k) == 0 ? 20 : SQUARE_EXPONENT)

/* Behind the counts stand, for each set and component: a pair of sums of the sub-cubes' means of v (Sobol':
 * of v). Two pairs, whole units and finer ones, of the variances of these means follow (Sobol': of v^2). */
enum cubature_component_layout { SUM_VALUE = 0, SUM_VARIANCE = 2, SUM_WORDS_OF_COMPONENT = 6 };
#define SUM_SETS(components) (SUM_MAXIMA + (components) + SUM_LADDER + 2 * (CUBATURE_RUNGS + 1))
#define SUM_LENGTH(components, sets) (SUM_SETS(components) + SUM_WORDS_OF_COMPONENT * (components) * (sets))

/* The table of adaptive stratification: for each of its parts a sub-cube, then for each how many parts that
 * one has. Behind the last part the first ones follow again, so that a run of units may begin anywhere. */
#define STRATA_MORE 8192
#define STRATA_LENGTH(parts) (2 * ((parts) + STRATA_MORE))
#define SPREAD_EXPONENT 28 /* of the sums of deviations: units in one, as a power of two */

/* The grid: edges and widths of all axes (vegas.h); from a multiple of four on, four numbers for each bin of
 * each axis (smooth.h). Last comes for each axis one over the geometric mean of its slopes. */
#define SMOOTH_BEGIN(dimensions, bins) ((2 * (dimensions) * (bins) + 3) / 4 * 4)
#define GRID_MEANS(dimensions, bins) (SMOOTH_BEGIN(dimensions, bins) + 4 * (dimensions) * (bins))
#define GRID_LENGTH(dimensions, bins) (GRID_MEANS(dimensions, bins) + (dimensions))

/* What is shown of an evaluation: its point x, the values there, the place t
 * in the unit cube that the grid has led from. Then come the density of a
 * sweep's evaluations there, for a sweep of one, and the Jacobian by which
 * values become weights. */
#define SHOWN_VALUES(dimensions) (dimensions)
#define SHOWN_PLACE(dimensions, components) ((dimensions) + (components))
#define SHOWN_DENSITY(dimensions, components) (2 * (dimensions) + (components))
#define SHOWN_JACOBIAN(dimensions, components) (SHOWN_DENSITY(dimensions, components) + 1)
#define SHOWN_LENGTH(dimensions, components) (SHOWN_JACOBIAN(dimensions, components) + 1)

/* A randomisation has 2^SOBOL_BITS points at most. A randomisation's table holds for each axis
 * the direction numbers and, behind them, the shift, each with its leading digit in the highest of 64 bits.
 */
#define SOBOL_BITS 40
#define SOBOL_AXES 64 /* so many are known */
#define SOBOL_NUMBERS (SOBOL_BITS + 1)

#endif

/* Sweeps over an integrand of a user's: its program with the memory it works on, and what comes out as
 * numbers. */
#ifndef TESSERA_CUBATURE_SWEEPS_H
#define TESSERA_CUBATURE_SWEEPS_H

#include "cubature/strata.h"
#include "device/device.h"
#include "integrate/stratify.h"
#include "program/program.h"

/* An integrand of kernels/cubature/integrand.h, as the host knows it. */
struct cubature {
    const char *text;
    int double_precision;
    int dimensions, components;
    const double *parameters; /* in the order of the program's struct parameters */
    size_t parameter_count;
    const double *data; /* arrays and tables */
    size_t data_length;
    size_t addresses; /* of a C function: leading elements of data that are addresses of this process */
    const struct batch_function *batch; /* NULL, or the C function of many points that the CPU calls */
    const char *file;                   /* NULL, or where the CPU finds it compiled */
};

/* What one sweep, or several of the same kind, summed. Sums of v = w * scale, v being at most about one. */
struct sweep_sums {
    uint64_t evaluations, hits;
    uint64_t units; /* sub-cubes, or points of each set */
    int points;     /* 1: units are points, each of which counts by itself */
    __extension__ __int128 ladder[CUBATURE_RUNGS + 1];
    __extension__ __int128 *words; /* pairs put together: SWEEP_WORDS for each set and component */
};
enum { SWEEP_VALUE, SWEEP_VARIANCE, SWEEP_FINER, SWEEP_WORDS };

/* Randomisations of Sobol' points, and how many direction numbers of each axis the device has of them. */
struct randomisations {
    uint64_t first;
    int count, numbers;
};

/* What stays the same over all sweeps of an integral. */
struct sweeps {
    ts_context *context;
    const struct cubature *cubature;
    struct device_program *program;
    struct cubature_buffers buffers;
    struct strata strata;
    int bins;   /* of the grid, on each axis */
    int smooth; /* 1: the map of kernels/cubature/smooth.h */
    int even;   /* 1: the grid is as it began */
    void *grid; /* and as the device has it, where it was read since it changed */
    int grid_known;
    int sets; /* sets that the sums have room for */
    struct randomisations randomisations;
    uint64_t *directions; /* direction numbers, as the device has them */
    uint64_t seed;
    uint64_t next_event; /* random evaluations so far, or points of sweep_points() */
    double *scales;      /* of each component: a power of two, for the next sweep */
    double *roots;       /* of each component's mean square, by the last random sweep; 0: not known */
    double *sums_scale;  /* scales of the sums */
    double *handed_over; /* what the device's buffer of scales holds; zero: nothing yet */
    double *peaks;       /* the largest |v| of each component */
    int64_t *totals;     /* of a launch */
    struct {
        int totals, refinement;
    } empty; /* which of these buffers are, because the grid was refined last */
    struct {
        struct cubature_sweep sweep;
        uint64_t first; /* unit of the launch */
        uint32_t word;  /* SUM_HEAVIEST; 0: none */
    } heaviest;         /* evaluation of the last sweep */
    size_t length;
    struct sweep_sums sums;    /* of the last sweep */
    uint64_t evaluations;      /* launched so far, of all sweeps, those that were made again too */
    uint64_t most;             /* most evaluations; 0: any number */
    int again;                 /* launches repeat what was launched before */
    double launch_evaluations; /* how many a launch takes, by the clock */
    void (*step)(void *data);  /* called after each launch */
    void *step_data;
    /* The first evaluation that was not finite: its point and its values. */
    uint64_t lost, infinite; /* evaluations that were not finite, of all sweeps; of these, infinite */
    int shown;
    double *shown_values; /* [SHOWN_LENGTH()] */
};

/* The text of the program with a grid of so many bins. any_box: it serves other limits too, as long as
 * infinite ones stay so; else axes from 0 to 1 take nothing. */
void cubature_text(const struct cubature *cubature, int bins, int any_box, struct source *text);

ts_status sweeps_create(ts_context *context, struct device *device, const struct cubature *cubature, int bins,
                        int sets, uint64_t seed, struct sweeps *sweeps, double *compile_seconds);
void sweeps_destroy(struct sweeps *sweeps);

/* Empties the sums, for points that are to be added up over several sweeps. */
void sweeps_clear(struct sweeps *sweeps);

/* Points of a unit, as a power of two, for so many points. */
uint64_t sweep_block_bits(uint64_t points);

/* The mean of a component over the unit cube, and its standard deviation, of the last random sweep. Of Sobol'
 * points it is that which independent ones would have. */
void sweep_estimate(const struct sweeps *sweeps, int component, double *value, double *error);

/* Notes what there is of the last random sweep for roots: from now on components teach the grid alike. */
void sweeps_weigh(struct sweeps *sweeps);

/* A rung of the ladder of the last random sweep; 0 of one that was not filled. */
double sweep_ladder(const struct sweeps *sweeps, int rung);

/* How many evaluations carry the sums of a rung. */
double sweep_count(const struct sweeps *sweeps, int rung);

/* Shows the heaviest evaluation of the last random sweep, as long as the grid is what it was. shown:
 * [SHOWN_LENGTH()]; *found: there is one that was not next to nothing, of few enough to be numbered. */
ts_status sweep_heaviest(struct sweeps *sweeps, double *shown, int *found);

/* Refines the grid by the last random sweep; how->smooth is that of the sweeps. */
ts_status sweeps_refine(struct sweeps *sweeps, struct cubature_refinement how);

/* Keeps the grid on the device as the best one, as a refinement may (cubature_refinement.keep), and puts that
 * back. */
ts_status sweeps_keep_grid(struct sweeps *sweeps);
ts_status sweeps_restore_grid(struct sweeps *sweeps);

/* A grid as devices have them, of which only edges and widths are needed. */
ts_status sweeps_write_grid(struct sweeps *sweeps, const void *grid);

/* A grid with these edges, [dimensions][bins] lower ends of bins, rounded to where edges lie. */
ts_status sweeps_write_edges(struct sweeps *sweeps, const double *edges);

/* The grid as the device has it, to read. */
ts_status sweeps_read_grid(struct sweeps *sweeps, const void **grid);

/* A number of such a grid. */
double sweeps_grid_number(const struct sweeps *sweeps, const void *grid, size_t i);

/* Whether the grid is about as it began: *even. No bin is half or twice as wide. */
ts_status sweeps_is_even(struct sweeps *sweeps, int *even);

/* The grid with equal bins again. */
ts_status sweeps_reset_grid(struct sweeps *sweeps);

/* The mean of a component by the points of one randomisation so far. */
double sweep_set_mean(const struct sweeps *sweeps, int set, int component);

/* The part of the sum of all squared weights that the largest one makes; 1 where there is none. */
double sweep_largest_share(const struct sweeps *sweeps, int component);

/* The root of the mean squared weight of a component by Sobol' points. */
double sweep_root_mean_square(const struct sweeps *sweeps, int component);

/* The part of the sum of squared deviations that the largest makes from the mean. It shows what a constant
 * hides: where all points but one agree, that one is 1. */
double sweep_largest_deviation(const struct sweeps *sweeps, int component);

/* randomise.c. Randomisations of Sobol' points: the scrambled direction numbers that a sweep's device has. */

/* From now on Sobol' points are those of so many randomisations: number `first` and following. */
void sweeps_randomise(struct sweeps *sweeps, uint64_t first, int count);

/* Sees to it that the device has the numbers of so many points of each. */
ts_status sweeps_scramble(struct sweeps *sweeps, uint64_t points);

/* edges.c. Edges of a grid that is to go to some places, too. */

/* New edges of an axis: half of the bins lie as those of the grid do, the other half evenly around the
 * centres.
 * @param grid as sweeps_read_grid() has it
 * @param centres `count` of them, in the unit interval
 * @param half_width how far around each
 * @param edges [bins] lower ends of the bins, ascending from 0 */
ts_status edges_attract(ts_context *context, const struct sweeps *sweeps, const void *grid, int axis,
                        const double *centres, int count, double half_width, double *edges);

/* sobol_sweeps.c. Sweeps over Sobol' points that are added up: the result of the frozen grid. */

/* Adds points [first, first + count) of each randomisation: powers of two, first a multiple of count or zero.
 * *outgrown: a weight was too large for its scale, which has been mended; all must be begun anew. */
ts_status sweep_sobol(struct sweeps *sweeps, uint64_t first, uint64_t count, int *outgrown);

#endif

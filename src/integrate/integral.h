/* What is asked of an integral, and what comes of it. */
#ifndef TESSERA_INTEGRATE_INTEGRAL_H
#define TESSERA_INTEGRATE_INTEGRAL_H

#include "integrate/combine.h"
#include "tessera/observable.h"
#include "tessera/run.h"

struct checkpoints;
struct journal;

struct integration_settings {
    double relative_error; /* stop when it is reached */
    uint64_t max_events;
    uint64_t events; /* so many that count, made even, whatever the error; 0: as many as the two above say */
    uint64_t seed;
    int warmup;     /* iterations that refine the grid */
    int bins;       /* of the grid, per axis */
    double damping; /* Lepage's alpha */
    enum integration_combination combination;
    ts_progress_function *progress;
    void *progress_data;
    struct checkpoints
        *checkpoints; /* (integrate/journal.h) NULL: none; with a journal it goes on from that */
    const struct journal
        *learned;     /* grids and iterations of another run's warm-up, in place of one; NULL: none */
    int only_learn;   /* end behind the warm-up, with a journal of it */
    const char *cuts; /* what there is to loosen, for a sentence; NULL: unknown */
};

/* The integral of a variation. */
struct varied_integral {
    double value, error;
    uint64_t lost; /* weights that were not finite, or too large for the scale: they count as zero */
};

struct integral {
    double value, error, chi2_per_dof;
    size_t degrees;     /* of freedom that chi^2 has */
    double probability; /* of iterations that differ by chance alone to scatter as these do, or more */
    double doubt;       /* how far a channel of a sum may be off whose iterations do not agree; 0: they do */
    int converged, interrupted;
    char objection[160];  /* what speaks against the error of the whole; empty: nothing */
    uint64_t first_event; /* number of the first event: later ones follow */
    uint64_t counted;     /* events of iterations that count */
    uint64_t passed;      /* events of iterations that count, and that passed the cuts */
    uint64_t
        weightless; /* events that count and pass, which a shower and what is behind it leave no weight */
    uint64_t first_counted; /* the number of the first of them */
    uint64_t generated, accepted, repeated, limited, exceeded, capped, vetoed, unordered, unclustered,
        not_finite, first_not_finite;
    double largest;              /* weight of those that count, in the integral's unit; of a sum, those of all
                                    channels added */
    double largest_size;         /* of an event of those that count: of its configurations together, pb */
    double largest_share;        /* part of the largest in the sum of all that count */
    double exceeded_value;       /* of |weights| of the events that count and are `exceeded` */
    double largest_excess;       /* part of the largest, but for what an event of the mean weight has */
    uint64_t sub_cubes_per_axis; /* of the last iteration */
    size_t iteration_count;
    ts_iteration *iterations;
    ts_bin *bins; /* the histograms' bins one after the other: underflow, bins, overflow of each; then those
                     of each variation */
    size_t bin_count;
    struct varied_integral *varied; /* [variation_count]; zero where no event counts */
    size_t variation_count;
    int enhanced; /* whether the last variation is what was sampled, in whose stead all else is the integral
                   */
    double *grid; /* as the device has it at the end (kernels/vegas.h); NULL of a sum */
    size_t grid_length;
    double seconds_compile, seconds_integrate;
};

/* The integral of the weights that events are drawn by: its own value, or that of a density that is enhanced.
 */
double integral_sampled(const struct integral *integral);

void integral_destroy(struct integral *integral);

#endif

/* One iteration: all events of a stratification through the pipeline of a device. */
#ifndef TESSERA_INTEGRATE_ITERATION_H
#define TESSERA_INTEGRATE_ITERATION_H

#include "device/totals.h"
#include "integrate/grid.h"
#include "integrate/integrand.h"
#include "integrate/stratify.h"
#include "tessera/observable.h"

/* The scales of weights: 2^-k, see kernels/accumulate.h. They differ where the configurations of an event
 * have weights far above their sum. */
struct scales {
    double sums;    /* of the weights of events */
    double entries; /* of what goes to histograms */
};

/* What stays the same over the iterations of one integral. */
struct engine {
    ts_context *context;
    const struct integrand *integrand;
    struct device_program *program;
    struct pipeline_buffers buffers; /* on the device; the grid among them */
    uint64_t seed;
    int grid_bins;   /* on each axis */
    size_t bins;     /* of all histograms, underflow and overflow included */
    size_t length;   /* of the totals */
    int64_t *totals; /* of the last iteration */
    int64_t *launch_totals;
    int borrows, borrows_program;     /* the tables on the device, and the program, are another engine's */
    struct scales scale;              /* of the next weights */
    struct scales last_scale;         /* of the totals */
    uint64_t first_event, next_event; /* events are numbered over all iterations */
    uint64_t begun;                   /* sub-cubes that the totals hold of the iteration under way; 0: none */
    struct scales begun_scale;        /* of one that goes on: of its weights */
    int refining;                     /* whether the iteration under way refines */
    int ahead;                        /* whether a launch with all events of an iteration is under way */
    double launch_events;             /* how many a launch takes, by the clock */
    void (*step)(uint64_t events, void *data); /* called after each launch */
    void *step_data;
};

/* The sums of one iteration, as numbers. */
struct iteration_sums {
    struct stratification layout;
    double value, variance; /* of the integral */
    double largest;         /* weight, in the integral's unit */
    double largest_size;    /* of an event, by which hit or miss decides: that of its weight, or of those of
                               its configurations together */
    double exceeded_value;  /* of |weights| of the events that are `exceeded` */
    uint64_t events, accepted, repeated, limited, exceeded, capped, vetoed, unordered, unclustered,
        weightless, not_finite, first_not_finite;
};

/* The program of an integrand's pipeline. */
struct program_text integrand_program(const struct integrand *integrand);

/* `bins`: of the grid on each axis. Events are numbered from 0 on, unless first_event and next_event are set
 * to another number. */
ts_status engine_create(ts_context *context, struct device *device, const struct integrand *integrand,
                        int bins, uint64_t seed, struct engine *engine, double *compile_seconds);
void engine_destroy(struct engine *engine);

/* Whether two integrands have the same program. */
int integrand_shares_program(const struct integrand *one, const struct integrand *other);

/* Creates an engine beside another one, which is to live longer. Tables that both read are on the device
 * once, and a program that both have is loaded once. */
ts_status engine_create_beside(ts_context *context, struct device *device, const struct integrand *integrand,
                               int bins, uint64_t seed, const struct engine *other, struct engine *engine,
                               double *compile_seconds);

/* Engines of different lanes (device.h) go side by side. Their lanes follow from numbers, as one likes. */
void engine_set_lane(struct engine *engine, size_t number);

/* Launches the events of `layout`, where one launch takes them all and the device can do others beside it.
 * engine_iterate() has to be called with that layout next, and waits for it. */
ts_status engine_begin(struct engine *engine, struct stratification layout, int refine);

/* Runs the events of `layout`, or, where it had `begun`, those that are left of them. The engine's totals
 * hold the rest: histograms, and with `refine` the grid's sums. After TS_INTERRUPTED they are those of the
 * launches so far. */
ts_status engine_iterate(struct engine *engine, struct stratification layout, int refine,
                         struct iteration_sums *sums);

/* The grid as it is now, to be freed; NULL after a failure. */
ts_status engine_read_grid(const struct engine *engine, double **grid, size_t *length);

/* Puts it in the grid's place; TS_ERROR_INPUT where the length is another. */
ts_status engine_write_grid(struct engine *engine, const double *grid, size_t length);

/* Refines the grid by the sums of the last iteration. */
ts_status engine_refine(struct engine *engine, double damping);

/* What the last iteration gives for variation k: value and variance of its integral, and how many weights
 * were not finite or too large. */
struct varied_sums {
    double value, variance;
    uint64_t lost;
};
struct varied_sums engine_varied(const struct engine *engine, const struct iteration_sums *sums, size_t k);

/* Adds the last iteration's histograms to `bins`: sums of weights (divided by the
 * number of events) times `factor`, squares times its square. Those of each variation stand behind those of
 * the weight itself, [1 + variations][engine's bins]. */
void engine_add_histograms(const struct engine *engine, const struct iteration_sums *sums, double factor,
                           ts_bin *bins);

#endif

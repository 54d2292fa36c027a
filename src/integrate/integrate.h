/* The adaptive integrator: VEGAS over sub-cubes, as m-Cubes organises it.
 *
 * The grid is refined over the first iterations and then frozen; only the
 * iterations after that count. Their sizes come from the warm-up, and they are
 * combined by their numbers of samples: what does not depend on the samples leaves
 * no bias. */
#ifndef TESSERA_INTEGRATE_INTEGRATE_H
#define TESSERA_INTEGRATE_INTEGRATE_H

#include "device/device.h"
#include "integrate/combine.h"
#include "tessera/observable.h"
#include "tessera/run.h"

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
};

struct integral {
    double value, error, chi2_per_dof;
    size_t degrees; /* of freedom that chi^2 has */
    int converged, interrupted;
    char objection[160];    /* what speaks against the error; empty: nothing */
    uint64_t first_event;   /* its number: later ones follow */
    uint64_t counted;       /* events of iterations that count */
    uint64_t first_counted; /* the number of the first of them */
    uint64_t generated, accepted, repeated, limited, not_finite, first_not_finite;
    double largest;              /* weight of those that count, in the integral's unit; of a sum, those of all
                                    channels added */
    double largest_share;        /* its part of the sum of all that count */
    uint64_t sub_cubes_per_axis; /* of the last iteration */
    size_t iteration_count;
    ts_iteration *iterations;
    ts_bin *bins; /* the histograms' bins one after the other: underflow, bins, overflow of each */
    size_t bin_count;
    double *grid; /* as the device has it at the end (kernels/vegas.h); NULL of a sum */
    size_t grid_length;
    double seconds_compile, seconds_integrate;
};

/* Integrates a sum of integrands, channels of the same histograms, to the precision of their sum. Events go
 * where they lessen its error most (channel.h). `parts`: [count], the integrals of the channels. Statuses as
 * ts_run(): on TS_OK, TS_NOT_CONVERGED and TS_INTERRUPTED all are filled, and integral_destroy() frees each.
 */
ts_status integrate(ts_context *context, struct device *device, const struct integrand *integrands,
                    size_t count, const struct integration_settings *settings, struct integral *parts,
                    struct integral *total);

void integral_destroy(struct integral *integral);

#endif

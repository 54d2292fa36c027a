/* An integrand as the host knows it: the text of its program and the numbers it
 * reads. What the text must define stands in kernels/integrand.h. */
#ifndef TESSERA_INTEGRATE_INTEGRAND_H
#define TESSERA_INTEGRATE_INTEGRAND_H

#include "pipeline_launch.h"

#include <stddef.h>
#include <stdint.h>

/* The binning of one histogram. */
struct integrand_histogram {
    int bins;
    double low, high;
    int log; /* bins even in log x */
};

struct integrand {
    const char *text;
    int double_precision;
    int mixed;       /* single precision, but for events in doubt (kernels/integrand.h) */
    int two_stages;  /* single events go to a second stage: in double precision, with what they fill */
    int with_events; /* events are wanted too, in the integral's precision: on a CPU in one program with it */
    size_t group_most; /* threads of a GPU's group, at most; 0: as the device likes */
    int dimensions;
    const double *parameters; /* in the order of the program's struct parameters */
    size_t parameter_count;
    /* One behind the other; rounded to the program's precision when they are handed over. NULL: none. */
    const double *tables;
    size_t table_length;
    const uint32_t *integers; /* behind the tables on the device (kernels/integrand.h); NULL: none */
    size_t integer_count;
    const struct integrand_histogram *histograms;
    size_t histogram_count;
    size_t variations; /* weights of an event beside its own: VARIATIONS of the program */
    int enhanced;      /* whether its own is larger than that of the integral, which is the last of these */
    int reweighted;    /* whether events that count have factors that are known behind their shower alone */
    double unit;       /* the integral is unit times the mean weight */
    double cost;       /* of an event, relative to those of the other channels of a sum; 0: not known */
    double compile_seconds; /* expected of the CPU's compiler; 0: not known */
    int refinements;      /* fewest refinements of the grid, where the channel is not small; 0: as many as the
                             error pays for */
    int follows_accepted; /* whether the grid's density is to follow the weights of what is accepted, however
                             small its share is (docs/phase-space.md); for events of weight one */
    uint64_t map; /* a number that channels with the same map of random numbers share; 0: there are none */
    size_t part;  /* of a sum, which is to be known for itself too (integration.h); channels of one are
                     neighbours */
    const char *name; /* of the channel in a sum, in messages; NULL: it is the only one */
};

#endif

/* Iterations combined into one estimate. */
#ifndef TESSERA_INTEGRATE_COMBINE_H
#define TESSERA_INTEGRATE_COMBINE_H

#include "integrate/iteration.h"

enum integration_combination {
    COMBINE_SAMPLES,         /* by numbers of samples */
    COMBINE_INVERSE_VARIANCE /* as m-Cubes: biased low, for a small value goes with a small error */
};

struct combination {
    enum integration_combination by;
    size_t count;
    double sum;                            /* of the factors */
    double value;                          /* sum of factor x value */
    double variance;                       /* sum of factor^2 x variance */
    double plain_sum, plain_value;         /* sums weighted by numbers of samples, without variance */
    size_t chi_count;                      /* iterations that scatter */
    double chi_value, chi_square, chi_sum; /* sums of value/variance, value^2/variance, 1/variance */
    ts_bin *bins;                          /* histograms, weighted alike; may be NULL */
    size_t bin_count;
    struct varied_sums *varied; /* [variation_count]: of each the sums of factor x value, factor^2 x variance
                                   and of what was lost */
    size_t variation_count;
};

/* Forgets all iterations. */
void combination_reset(struct combination *combination);

/* Takes an iteration in, with the sums of each variation; histograms are those of the engine's last one. */
void combination_add(struct combination *combination, const struct engine *engine,
                     const struct iteration_sums *sums, const struct varied_sums *varied);

/* The probability that iterations which differ by chance alone scatter as these do, or more; 1 for one
 * iteration. */
double combination_probability(const struct combination *combination);

/* The combined estimate; chi^2 per degree of freedom is 0 for one iteration. */
void combination_estimate(const struct combination *combination, double *value, double *error,
                          double *chi2_per_dof);

/* Value and error of variation k. */
void combination_estimate_varied(const struct combination *combination, size_t k, double *value,
                                 double *error);

/* Divides the histograms by the sum of the factors: at the end, once. */
void combination_normalise(struct combination *combination);

#endif

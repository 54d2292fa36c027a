/* The run-time numbers of the shower, in their order in memory: for the kernel that reads them and the host
 * that writes them (src/shower/). X-macros: SHOWER_PARAMETERS(X) calls X(name) for each. */
#ifndef TESSERA_SHOWER_PARAMETERS_H
#define TESSERA_SHOWER_PARAMETERS_H

/* Stretches of t with one number of flavours, from low to high. */
#define COUPLING_REGIONS 4

#define COUPLING_REGION(X, n)                                   \
    X(region##n##_above)     /* ln t from which on it holds */  \
    X(region##n##_reference) /* ln of the scale of its alpha */ \
    X(region##n##_alpha)     /* alpha_s there */                \
    X(region##n##_b0)        /* b0: coupling.h */               \
    X(region##n##_b1)        /* b1; 0 at one loop */

#define SHOWER_PARAMETERS(X)                                                                              \
    X(cutoff)        /* t_c in GeV^2 */                                                                   \
    X(log_cutoff)    /* ln t_c */                                                                         \
    X(bound_inverse) /* 1 / alpha_s at t_c, */                                                            \
    X(bound_slope)   /* d (1 / alpha) / d ln t and */                                                     \
    X(bound_factor)  /* factor f of the bound f / (bound_inverse + bound_slope ln(t / t_c)) of alpha_s */ \
    COUPLING_REGION(X, 0)                                                                                 \
    COUPLING_REGION(X, 1)                                                                                 \
    COUPLING_REGION(X, 2)                                                                                 \
    COUPLING_REGION(X, 3)

#endif

/* Run-time numbers of every process (process.h), and what kernel and host agree on of scales. */
#ifndef TESSERA_PROCESS_PROCESS_LAYOUT_H
#define TESSERA_PROCESS_PROCESS_LAYOUT_H

/* What a scale follows: the numbers of ts_scale_base. */
enum { SCALE_HT, SCALE_MT, SCALE_M, SCALE_EXPRESSION, SCALE_CLUSTERING };

/* `parameters` begin with these. */
#define PROCESS_PARAMETERS(X)                                                                       \
    X(root_s)              /* of the beams: in GeV, or in units of momenta where these are fixed */ \
    X(log_factorization)   /* log(mu_F^2 / base^2), where the scale is dynamic */                   \
    X(log_renormalization) /* log(mu_R^2 / base^2), where the scale is dynamic */                   \
    X(inverse_alpha_s)     /* of the alpha_s in the unit, or in the matrix element */               \
    X(densities)           /* where the table of densities begins, */                               \
    X(variations)          /* and that of variations */

#endif

/* The run-time numbers with which those of every process of final_state.h begin. */
#ifndef TESSERA_PROCESS_FINAL_STATE_PARAMETERS_H
#define TESSERA_PROCESS_FINAL_STATE_PARAMETERS_H

#define FINAL_STATE_PARAMETERS(X)                                                  \
    X(log_tau_min) /* logarithm of the lowest s-hat / s */                         \
    X(tau_min)                                                                     \
    X(root_s)      /* GeV */                                                       \
    X(pt_min)      /* GeV */                                                       \
    X(exp_eta_max) /* exp of the largest |eta| */                                  \
    X(dr_min)                                                                      \
    X(y_max)             /* of a ladder: the largest |rapidity| within the cuts */ \
    X(hole)              /* and its distance within which neighbours cannot be */  \
    X(log_factorization) /* log(mu_F^2 / HT^2), where the scale is dynamic */      \
    X(densities)         /* where the table of densities begins */                 \
    X(variations)        /* and that of variations */

#endif

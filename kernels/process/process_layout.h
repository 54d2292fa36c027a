/* What kernel and host agree on of every process (hard_process.h). */
#ifndef TESSERA_PROCESS_PROCESS_LAYOUT_H
#define TESSERA_PROCESS_PROCESS_LAYOUT_H

/* `parameters` begin with these. */
#define PROCESS_PARAMETERS(X)                                                                       \
    X(root_s)              /* of the beams: in GeV, or in units of momenta where these are fixed */ \
    X(log_factorization)   /* log(mu_F^2 / base^2), where the scale is dynamic */                   \
    X(log_renormalization) /* log(mu_R^2 / base^2), where the scale is dynamic */                   \
    X(inverse_alpha_s)     /* of the alpha_s in the unit, or in the matrix element */               \
    X(densities)           /* where the table of densities begins, */                               \
    X(variations)          /* and that of variations */

/* What an event's state holds behind the four components of each final momentum (state.h). */
enum {
    BEHIND_WEIGHT, /* of phase space and flux, but for what is constant */
    BEHIND_LOG_X1, /* of the momentum fractions of the first leg and of the second */
    BEHIND_LOG_X2,
    BEHIND_KIND,               /* what else a kind of kinematics has: */
    BEHIND_UNIT = BEHIND_KIND, /* of massless particles sqrt(s-hat) / ENERGY in GeV, */
    BEHIND_PARTICLES,
    BEHIND_BEAMS = BEHIND_PARTICLES /* and of a ring the places of the two beams in the colour order */
};

#endif

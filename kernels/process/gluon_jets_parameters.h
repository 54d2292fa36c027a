/* The run-time numbers of g g > g ... g, in their order in memory: for the kernel
 * that reads them and the host that writes them. Momenta count in units of
 * sqrt(s-hat) / ENERGY. */
#ifndef TESSERA_PROCESS_GLUON_JETS_PARAMETERS_H
#define TESSERA_PROCESS_GLUON_JETS_PARAMETERS_H

#include "process/final_state_parameters.h"

#define GLUON_JETS_PARAMETERS(X)                                                     \
    FINAL_STATE_PARAMETERS(X)                                                        \
    X(log_renormalization) /* log(mu_R^2 / HT^2), where the scale is dynamic */      \
    X(inverse_alpha_s)     /* 1 / the alpha_s that the unit of the integral holds */ \
    X(amplitude_scale)     /* a power of two that keeps squared amplitudes in range */

#endif

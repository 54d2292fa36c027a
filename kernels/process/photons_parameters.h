/* The run-time numbers of q q~ > photons, in their order in memory: for the kernel that reads them and the
 * host that writes them. */
#ifndef TESSERA_PROCESS_PHOTONS_PARAMETERS_H
#define TESSERA_PROCESS_PHOTONS_PARAMETERS_H

#include "process/final_state_parameters.h"

#define PHOTONS_PARAMETERS(X)                                                                               \
    FINAL_STATE_PARAMETERS(X)                                                                               \
    X(down)  /* Q^(2n) of d, s, b, by which their densities count; of one flavour alone, or the electron */ \
    X(up)    /* Q^(2n) of u, c */                                                                           \
    X(quark) /* PDG code of what the first beam gives, of several flavours the first */

#endif

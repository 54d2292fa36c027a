/* The run-time numbers of e+ e- > q q~, in their order in memory: for the kernel that reads them and the host
 * that writes them. */
#ifndef TESSERA_PROCESS_QUARK_PAIRS_PARAMETERS_H
#define TESSERA_PROCESS_QUARK_PAIRS_PARAMETERS_H

#include "process/process_layout.h"
#include "shower/parameters.h"

#define QUARK_PAIRS_PARAMETERS(X)                                                               \
    PROCESS_PARAMETERS(X)                                                                       \
    X(log_s)     /* ln of s in GeV^2 */                                                         \
    X(first)     /* PDG code of the first flavour */                                            \
    X(even_down) /* factor of 1 + c^2 for d, s, b, or one flavour alone; c: cosine of the */    \
    X(odd_down)  /* quark's angle to the first beam. Factor of c for d, s, b, or one flavour */ \
    X(even_up)   /* factor of 1 + c^2 for u, c */                                               \
    X(odd_up)    /* factor of c for u, c */                                                     \
    SHOWER_PARAMETERS(X)

#endif

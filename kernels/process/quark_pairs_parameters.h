/* The run-time numbers of e+ e- > q q~, in their order in memory: for the kernel that reads them and the host
 * that writes them. */
#ifndef TESSERA_PROCESS_QUARK_PAIRS_PARAMETERS_H
#define TESSERA_PROCESS_QUARK_PAIRS_PARAMETERS_H

#include "shower/parameters.h"

#define QUARK_PAIRS_PARAMETERS(X)                                                                 \
    X(root_s)    /* GeV */                                                                        \
    X(log_s)     /* ln of s in GeV^2 */                                                           \
    X(first)     /* PDG code of the first flavour */                                              \
    X(even_down) /* the factors of 1 + c^2 */                                                     \
    X(odd_down)  /* and of c for d, s, b; of one flavour alone its own. c is the cosine of the */ \
    X(even_up)   /* quark's angle to the first beam */                                            \
    X(odd_up)    /* the same of u, c */                                                           \
    SHOWER_PARAMETERS(X)

#endif

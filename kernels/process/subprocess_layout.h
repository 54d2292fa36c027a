/* What kernel and host agree on of a group of subprocesses (subprocess.h). These are its run-time numbers in
 * their order in memory, and the table of its members. */
#ifndef TESSERA_PROCESS_SUBPROCESS_LAYOUT_H
#define TESSERA_PROCESS_SUBPROCESS_LAYOUT_H

#include "observable/particles_layout.h"
#include "phase_space/chili_layout.h"
#include "phase_space/decay_tree_layout.h"

/* What a scale follows: the numbers of ts_scale_base. */
enum { SCALE_HT, SCALE_MT, SCALE_M };

/* Momenta are in units of `unit`. Behind these come the nodes of phase space and the cuts. */
#define SUBPROCESS_PARAMETERS(X)                                                                  \
    X(root_s)              /* of the beams, in units */                                           \
    X(unit)                /* GeV */                                                              \
    X(log_factorization)   /* log(mu_F^2 / base^2), where the scale is dynamic */                 \
    X(log_renormalization) /* log(mu_R^2 / base^2), where the scale is dynamic */                 \
    X(inverse_alpha_s)     /* of the alpha_s in the matrix element, where the scale is dynamic */ \
    X(densities)           /* where the table of densities begins, */                             \
    X(members)             /* where the table of subprocesses begins, */                          \
    X(words)               /* where that of the recursion begins */                               \
    X(values)                                                                                     \
    X(flows)      /* the table of colour flows */                                                 \
    X(variations) /* and that of variations */                                                    \
    X(log_x_min)  /* logarithm of the least x of one hadron's partons */

/* A row of the table of members, behind their number: places of the densities
 * of the partons from either beam. It tells too whether the first leg comes
 * from the second beam. PDG codes of the legs follow. */
enum { MEMBER_FIRST, MEMBER_SECOND, MEMBER_MIRRORED, MEMBER_LEGS };
#define MEMBER_NUMBERS(final) (MEMBER_LEGS + 2 + (final))

#endif

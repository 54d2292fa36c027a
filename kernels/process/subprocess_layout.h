/* What kernel and host agree on of a group of subprocesses (subprocess.h). These are its run-time numbers in
 * their order in memory, and the table of its members. */
#ifndef TESSERA_PROCESS_SUBPROCESS_LAYOUT_H
#define TESSERA_PROCESS_SUBPROCESS_LAYOUT_H

#include "observable/particles_layout.h"
#include "phase_space/cascade_layout.h"
#include "phase_space/channels_layout.h"
#include "process/process_layout.h"

/* Momenta are in units of `unit`. Behind these come the cuts and the nodes of phase space. */
#define SUBPROCESS_PARAMETERS(X)                                                                     \
    PROCESS_PARAMETERS(X)                                                                            \
    X(unit)             /* GeV */                                                                    \
    X(least_scale)      /* GeV; an event whose expression of a scale is less has no finite weight */ \
    X(least_clustering) /* log of the square of the scale, GeV, below which all are as there */      \
    X(enhanced_from)    /* what an enhancement by an expression begins at */                         \
    X(values)           /* where those of the recursion do */                                        \
    X(integers)         /* where integers begin, and among them */                                   \
    X(members)          /* the table of subprocesses, */                                             \
    X(words)            /* words of the recursion, */                                                \
    X(histories)        /* and the table of histories */                                             \
    X(clusterings)      /* where kinds of clusterings are */                                         \
    X(mirrored)         /* which of the subprocesses are mirrored */                                 \
    X(channel)          /* of phase space, which of these it is, */                                  \
    X(channels)         /* and how many the group has */

/* Whether none, some or all of the subprocesses have their first leg from the second beam. */
enum { MIRRORED_NONE, MIRRORED_SOME, MIRRORED_ALL };

/* The table of members, of integers, begins with how many they are. */
enum { MEMBERS_COUNT, MEMBERS_HEAD };

/* A row of it: places of the densities of the partons from either beam. It tells too whether the first leg
 * comes from the second beam. PDG codes of the legs follow. */
enum { MEMBER_FIRST, MEMBER_SECOND, MEMBER_MIRRORED, MEMBER_LEGS };
#define MEMBER_NUMBERS(final) (MEMBER_LEGS + 2 + (final))

#endif

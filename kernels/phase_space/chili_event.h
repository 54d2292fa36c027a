/* All momenta of an event of Chili's phase space (chili.h), by a plan that the host wrote down:
 *
 *   FINAL, NODES     final particles, and these with what decays into them
 *   T_NODES, T_LIST  what stands in the t-channel; the last one balances the others
 *   MASSES           calls of chili_mass(), from what decays first
 *   DECAYS           calls of chili_decay(), in the same order
 *   AXES             random numbers
 *
 * src/phase_space/phase_space_plan.c writes it. */
#ifndef TESSERA_PHASE_SPACE_CHILI_EVENT_H
#define TESSERA_PHASE_SPACE_CHILI_EVENT_H

#ifndef FINAL
#define FINAL 2
#endif
#ifndef NODES
#define NODES FINAL
#define T_NODES 2
#define T_LIST \
    {          \
        0, 1   \
    }
#define MASSES
#define DECAYS
#define AXES 4
#endif

#include "phase_space/chili.h"

/* The numbers of a node; `nodes`: [NODES][CHILI_NUMBERS]. */
FN CONSTANT scalar *chili_row(CONSTANT scalar *nodes, int i) { return nodes + CHILI_NUMBERS * i; }

/* Momenta in the laboratory, their sum, and the weight but for what is constant. Returns the lanes within the
 * beams' energy. */
FN mask chili_event(CONSTANT scalar *nodes, const real x[AXES], real root_s, vector4 momentum[NODES],
                    chili_sum *sum, real *weight)
{
    const int list[T_NODES] = T_LIST;
    real s[NODES];
    int axis = 0;
    mask pass;
    for (int i = 0; i < FINAL; ++i) {
        const real mass = r_set(chili_row(nodes, i)[CHILI_MASS]);
        s[i] = mass * mass;
    }
    MASSES
    for (int i = 0; i + 1 < T_NODES; ++i, axis += 3)
        momentum[list[i]] = chili_node(chili_row(nodes, list[i]), x + axis, s[list[i]], root_s, sum, weight);
    const int last = list[T_NODES - 1];
    momentum[last] = chili_last(chili_row(nodes, last), x[axis], s[last], root_s, sum, weight, &pass);
    ++axis;
    (void)axis; /* of the decays */
    DECAYS
    return pass;
}

#endif

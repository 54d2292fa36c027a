/* Phase space between two hadrons as space_point.h asks for it: Chili's one map, whose calls the host wrote
 * out. */
#ifndef TESSERA_PHASE_SPACE_SPACE_CHILI_H
#define TESSERA_PHASE_SPACE_SPACE_CHILI_H

#include "phase_space/chili_event.h"
#include "phase_space/space_point.h"

#define SPACE_AXES AXES
#define SPACE_NUMBERS (NODES * CHILI_NUMBERS)

FN real space_mass(CONSTANT scalar *node, int i) { return r_set(chili_row(node, i)[CHILI_MASS]); }

FN mask space_sample(space_setting setting, const real x[SPACE_AXES], space_point *point)
{
    const real none = R(0.0);
    chili_sum sum = {none, none, none, none};
    real weight = R(1.0);
    vector4 momentum[NODES];
    const mask pass = chili_event(setting.node, x, r_set(setting.root_s), momentum, &sum, &weight);
    for (int i = 0; i < FINAL; ++i)
        point->laboratory[i] = momentum[i];
    space_between(setting, sum.plus, sum.minus, weight, point);
    return pass;
}

#endif

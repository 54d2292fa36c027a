/* Phase space between two hadrons as space_point.h asks for it: one of several channels, weighed with the
 * densities of all. */
#ifndef TESSERA_PHASE_SPACE_SPACE_CHANNELS_H
#define TESSERA_PHASE_SPACE_SPACE_CHANNELS_H

#ifndef CHANNELS
#define CHANNELS 1
#endif

#include "phase_space/channels.h"
#include "phase_space/space_point.h"

#define SPACE_AXES CHANNEL_AXES
#define SPACE_NUMBERS (CHANNELS * CHANNEL_NUMBERS(FINAL))

FN real space_mass(CONSTANT scalar *node, int i) { return r_set(channel_row(node, i)[CHILI_MASS]); }

FN mask space_sample(space_setting setting, const real x[SPACE_AXES], space_point *point)
{
    const real none = R(0.0), root_s = r_set(setting.root_s);
    chili_sum sum = {none, none, none, none};
    real weight = R(1.0);
    light_vector node[CHANNEL_NODES_HERE];
    const mask pass = channel_sample(setting.node + CHANNEL_NUMBERS(FINAL) * setting.channel, x, root_s, node,
                                     &sum, &weight);
    for (int i = 0; i < FINAL; ++i)
        point->laboratory[i] = light_momentum(node[i]);
    if (setting.channels > 1)
        weight = weight * channel_share(setting.node, setting.channels, setting.channel, node, root_s);
    space_between(setting, sum.plus, sum.minus, weight, point);
    return pass;
}

#endif

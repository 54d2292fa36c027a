/* Phase space behind a beam of known energy as space_point.h asks for it: cascades along the diagrams. A beam
 * that is a hadron has its momentum fraction from a random number behind those of the cascade. */
#ifndef TESSERA_PHASE_SPACE_SPACE_CASCADE_H
#define TESSERA_PHASE_SPACE_SPACE_CASCADE_H

#ifndef WHOLE_FIRST
#define WHOLE_FIRST 1
#define WHOLE_SECOND 1
#endif
#ifndef CHANNELS
#define CHANNELS 1
#endif

#include "phase_space/cascade.h"
#include "phase_space/space_point.h"

#define SPACE_AXES (CASCADE_AXES + !(WHOLE_FIRST && WHOLE_SECOND))
#define SPACE_NUMBERS (CHANNELS * CASCADE_CHANNEL(FINAL))

FN real space_mass(CONSTANT scalar *node, int i) { return r_set(cascade_row(node, i)[CASCADE_MASS]); }

FN mask space_sample(space_setting setting, const real x[SPACE_AXES], space_point *point)
{
    CONSTANT scalar *channel = setting.node + CASCADE_CHANNEL(FINAL) * setting.channel;
    real s = r_set(setting.root_s * setting.root_s), log_x = R(0.0), weight = R(1.0);
    light_vector momentum[CASCADE_NODES(FINAL)];
#if !(WHOLE_FIRST && WHOLE_SECOND)
    CONSTANT scalar *row = cascade_row(channel, CASCADE_WHOLE);
    const real highest = r_set(row[CASCADE_S_MAX]), whole = s;
    s = cascade_mass(row, x[CASCADE_AXES], highest);
    log_x = r_log(s / whole);
    /* d log(x) = ds / s; the flux has 1 / x, and densities are x f. */
    weight = whole / (s * s * cascade_mass_density(row, s, highest));
#endif
    const real boost = r_exp(WHOLE_FIRST ? R(-0.5) * log_x : R(0.5) * log_x);
    cascade_sample(channel, x, s, momentum);
    point->weight = weight * cascade_weight(setting.node, setting.channels, setting.channel, momentum, s);
    for (int i = 0; i < FINAL; ++i) {
        point->rest[i] = light_momentum(momentum[i]);
        point->laboratory[i] = state_laboratory(point->rest[i], R(1.0), boost);
    }
    point->log_x[0] = WHOLE_FIRST ? R(0.0) : log_x;
    point->log_x[1] = WHOLE_FIRST ? log_x : R(0.0);
    return m_all();
}

#endif

/* What an event's state holds behind the four components of each final momentum (state.h). */
#ifndef TESSERA_PROCESS_STATE_LAYOUT_H
#define TESSERA_PROCESS_STATE_LAYOUT_H

enum {
    BEHIND_WEIGHT, /* of phase space and flux, but for what is constant */
    BEHIND_LOG_X1, /* of the momentum fractions of the first leg and of the second */
    BEHIND_LOG_X2,
    BEHIND_KIND,               /* what else a kind of kinematics has: */
    BEHIND_UNIT = BEHIND_KIND, /* of massless particles sqrt(s-hat) / ENERGY in GeV, */
    BEHIND_PARTICLES,
    BEHIND_BEAMS = BEHIND_PARTICLES /* and of a chain the places of the two beams in the colour order */
};

#endif

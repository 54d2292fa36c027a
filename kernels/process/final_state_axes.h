/* The axes of massless final particles, for the kernel and the host. Those of the
 * collision come first, tau and rapidity of two partons, or none where the beams
 * collide as they are (`fixed` 1). The numbers of phase space follow. Two
 * particles of RAMBO need a direction only, on diet or not. A ladder (Chili's
 * t-channel, or the chain that follows a colour order) makes partons and momenta
 * together. */
#ifndef TESSERA_PROCESS_FINAL_STATE_AXES_H
#define TESSERA_PROCESS_FINAL_STATE_AXES_H

#include "phase_space/ladder_axes.h"

/* What PHASE_SPACE may be. */
#define PHASE_SPACE_RAMBO 0
#define PHASE_SPACE_DIET 1
#define PHASE_SPACE_CHILI 2
#define PHASE_SPACE_CHAIN 3

#define IS_LADDER(space) ((space) >= PHASE_SPACE_CHILI)

#define COLLISION_AXES(fixed) ((fixed) ? 0 : 2)
#define RAMBO_AXES(final, space) \
    ((final) == 2 ? 2 : (space) == PHASE_SPACE_DIET ? 3 * (final)-4 : 4 * (final))
#define FINAL_STATE_AXES(final, space, fixed)                            \
    (IS_LADDER(space) ? LADDER_AXES(final, (space) == PHASE_SPACE_CHAIN) \
                      : COLLISION_AXES(fixed) + RAMBO_AXES(final, space))

/* What an event's state holds behind the four components of each final momentum. */
enum {
    BEHIND_LOG_X1,
    BEHIND_LOG_X2,
    BEHIND_UNIT, /* sqrt(s-hat) / ENERGY in GeV */
    BEHIND_FLUX, /* dx1/x1 dx2/x2 (tau_min / tau) */
    BEHIND_MOMENTA,
    BEHIND_BEAMS = BEHIND_MOMENTA /* of a chain: the places of the two beams in the colour order */
};

#endif

/* The axes of massless final particles, for the kernel and the host. Those of the collision come first, tau
 * and rapidity of two partons, or none where the beams collide as they are (`fixed` 1). The numbers of phase
 * space follow. Two particles need a direction only, whatever the generator (rambo_diet: `diet` 1). */
#ifndef TESSERA_PROCESS_FINAL_STATE_AXES_H
#define TESSERA_PROCESS_FINAL_STATE_AXES_H

#define COLLISION_AXES(fixed) ((fixed) ? 0 : 2)
#define PHASE_SPACE_AXES(final, diet) ((final) == 2 ? 2 : (diet) ? 3 * (final)-4 : 4 * (final))
#define FINAL_STATE_AXES(final, diet, fixed) (COLLISION_AXES(fixed) + PHASE_SPACE_AXES(final, diet))

/* What an event's state holds behind the four components of each final momentum. */
enum {
    BEHIND_LOG_X1,
    BEHIND_LOG_X2,
    BEHIND_UNIT, /* sqrt(s-hat) / ENERGY in GeV */
    BEHIND_FLUX, /* dx1/x1 dx2/x2 (tau_min / tau) */
    BEHIND_MOMENTA
};

#endif

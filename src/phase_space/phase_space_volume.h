/* The volume of massless phase space, the weight of every point of kernels/phase_space/rambo.h and
 * rambo_diet.h. */
#ifndef TESSERA_PHASE_SPACE_PHASE_SPACE_VOLUME_H
#define TESSERA_PHASE_SPACE_PHASE_SPACE_VOLUME_H

/* The logarithm of the integral of prod_i d^3p_i / ((2 pi)^3 2 E_i) (2 pi)^4 delta^4(P - sum p_i) over
 * `final` massless momenta. Their total energy is `energy` in their centre-of-mass frame (natural
 * units: energy to the power 2 final - 4). No factor for identical particles. */
double phase_space_log_volume(int final, double energy);

#endif

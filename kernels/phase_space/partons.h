/* Momentum fractions of the two partons of a hadron collision, from tau = x1 x2 and the rapidity y of
 * their centre of mass. Their measure is d x1 d x2 = d tau d y.
 *
 * log(tau) is uniform between log(tau_min) and 0, and y uniform within its bounds +-1/2 log(1/tau). In the
 * logarithms the map is a product, so no bound costs precision: log x1 = -L (1-u1), log x2 = -L u1, L =
 * log(1/tau). */
#ifndef TESSERA_PHASE_SPACE_PARTONS_H
#define TESSERA_PHASE_SPACE_PARTONS_H

#include "functions.h"

typedef struct parton_pair {
    real log_x1, log_x2; /* natural logarithms */
    real log_tau, tau;
    real rapidity; /* of the partons' centre of mass, 1/2 log(x1/x2) */
    real jacobian; /* d x1 d x2 / d u0 d u1; divided by tau, that of the logarithms, for densities x f(x) */
} parton_pair;

FN parton_pair partons(real u0, real u1, real log_tau_min)
{
    parton_pair pair;
    pair.log_tau = u0 * log_tau_min;
    pair.log_x1 = pair.log_tau * (R(1.0) - u1);
    pair.log_x2 = pair.log_tau * u1;
    pair.rapidity = pair.log_tau * (R(0.5) - u1);
    pair.tau = r_exp(pair.log_tau);
    pair.jacobian = pair.tau * pair.log_tau * log_tau_min;
    return pair;
}

/* Beams that collide as they are: x1 = x2 = 1. */
FN parton_pair partons_whole(void)
{
    real none = R(0.0), one = R(1.0);
    parton_pair pair = {none, none, none, one, none, one};
    return pair;
}

#endif

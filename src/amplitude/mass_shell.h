/* Whether a momentum is on a mass shell, as momenta of files and of users have to be. */
#ifndef TESSERA_AMPLITUDE_MASS_SHELL_H
#define TESSERA_AMPLITUDE_MASS_SHELL_H

#include <math.h>

/* Momenta printed with seven digits are on their mass shells: so much may E^2 - p^2 - m^2 be off, over E^2.
 */
#define MASS_SHELL_TOLERANCE 1e-5

/* Whether E, px, py, pz [GeV] are on a mass shell, E being positive. E^2 - |p|^2 - m^2 is the product of E -
 * E_m and E + E_m. A momentum that is no number is on none. */
static inline int mass_shell_holds(const double *p, double mass)
{
    const double square = p[0] * p[0] - (p[1] * p[1] + p[2] * p[2] + p[3] * p[3]) - mass * mass;
    return (p[0] > 0) & (fabs(square) <= 2 * MASS_SHELL_TOLERANCE * p[0] * p[0]);
}

#endif

/* Squared masses of what decays, drawn between two limits: their maps from a number u in [0, 1], and ds / du.
 */
#ifndef TESSERA_PHASE_SPACE_SQUARED_MASS_H
#define TESSERA_PHASE_SPACE_SQUARED_MASS_H

#include "functions.h"

/* A squared mass even in the angle of a Breit-Wigner, tan(angle) = (s - m^2) / (m Gamma). Rounding may leave
 * it just outside its limits. */
FN real mass_resonant(scalar pole, scalar width, real lowest, real highest, real u)
{
    const real breadth = r_set(pole * width), mass2 = r_set(pole * pole);
    const real first = r_atan2(lowest - mass2, breadth), last = r_atan2(highest - mass2, breadth);
    real sine, cosine;
    r_sincos(r_fma(u, last - first, first), &sine, &cosine);
    return r_fma(breadth, sine / cosine, mass2);
}

/* ds / du of that. */
FN real mass_resonant_weight(scalar pole, scalar width, real lowest, real highest, real s)
{
    const real breadth = r_set(pole * width), mass2 = r_set(pole * pole), away = s - mass2;
    const real range = r_atan2(highest - mass2, breadth) - r_atan2(lowest - mass2, breadth);
    return range * (r_fma(away, away, breadth * breadth) / breadth);
}

/* A squared mass even in its logarithm, likewise; ds / du is s log(highest / lowest). */
FN real mass_logarithmic(real lowest, real highest, real u)
{
    return lowest * r_exp(u * r_log(highest / lowest));
}

#endif

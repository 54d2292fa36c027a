#include "phase_space/phase_space_volume.h"

#include <math.h>

/* R. Kleiss, W. J. Stirling, S. D. Ellis, Comput. Phys. Commun. 40 (1986) 359 (with the factors of 2 pi):
 * (2 pi)^(4-3n) (pi/2)^(n-1) E^(2n-4) / ((n-1)! (n-2)!) */
double phase_space_log_volume(int final, double energy)
{
    double log_volume = (4 - 3 * final) * log(2 * M_PI) + (final - 1) * log(M_PI / 2) +
                        (2 * final - 4) * log(energy);
    for (int k = 2; k < final; ++k)
        log_volume -= log(k) + (k < final - 1 ? log(k) : 0.0);
    return log_volume;
}

/* The expected number of galaxy clusters in a bin of observed richness and photometric redshift, the six
 * integrals at once. Mass function and volume are tables (tables.py). Mean richness by mass and redshift: the
 * inverse of T. McClintock et al., MNRAS 482 (2019) 1352; its variance: one of the clusters, and Poisson's.
 */
#include "expression_functions.h"

/* The normal distribution, without its 1/sqrt(2 pi). */
FN real bell(real deviation, real width)
{
    const real ratio = deviation / width;
    return r_exp(R(-0.5) * ratio * ratio) / width;
}

INTEGRAND(x, f)
{
    const real log_mass = x[0], z = x[1]; /* ln(M h/Msun) and redshift as they are */
    const real deviate = x[2]; /* of the cluster's ln(richness) from the mean, in standard deviations */
    const real offset = x[3];  /* of a misplaced centre from the true one, in radii of the cluster */
    const real observed_log_richness = x[4], observed_z = x[5];

    const real mean = R(3.6888794541139363) /* ln 40 */
                      + (log_mass - parameter(log_mass_at_40) -
                         parameter(evolution) * r_log((R(1) + z) / R(1.35))) /
                            parameter(slope);
    const real richness = r_exp(mean);
    const real scatter = r_sqrt(parameter(scatter) * parameter(scatter) +
                                r_max(richness - R(1), R(0)) / (richness * richness));
    const real log_richness = mean + scatter * deviate;

    /* Offsets are distributed as r exp(-r/tau) / tau^2; what is misplaced by r misses a part of its galaxies.
     */
    const real tau = parameter(tau), missed = R(0.5) * offset * offset;
    const real offsets = offset / (tau * tau) * r_exp(-offset / tau);
    const real width = parameter(measurement);
    const real richness_seen = (R(1) - parameter(misplaced)) *
                                   bell(observed_log_richness - log_richness, width) +
                               parameter(misplaced) *
                                   bell(observed_log_richness - log_richness + missed, width);
    const real z_seen = bell(observed_z - z, parameter(photo_z) * (R(1) + z));

    const real three_norms = R(0.06349363593424097); /* (2 pi)^(-3/2) */
    f[0] = parameter(steradians) * table1(volume, z) * r_exp(table2(mass_function, log_mass, z)) *
           bell(deviate, R(1)) * offsets * richness_seen * z_seen * three_norms;
}

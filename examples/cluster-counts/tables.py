#!/usr/bin/env python3
"""tables.py [FOLDER]: the tables that the count of galaxy clusters reads, from published formulae, for a flat universe.

FOLDER/mass-function.txt: ln M (M in Msun/h), redshift, ln of dn/dlnM in (h/Mpc)^3.
FOLDER/volume.txt: redshift, comoving volume dV/(dz dOmega) in (Mpc/h)^3 per steradian.

Mass function: J. Tinker et al., ApJ 688 (2008) 709, eqs. 2, 3, 5 to 8 and table 2, 200 times the mean density. Transfer function:
J. M. Bardeen et al., ApJ 304 (1986) 15, eq. G3, with the shape parameter of N. Sugiyama, ApJS 100 (1995) 281. Growth:
S. M. Carroll, W. H. Press, E. L. Turner, ARA&A 30 (1992) 499, eq. 29. Distances: D. W. Hogg, astro-ph/9905116."""
import math
import pathlib
import sys

OMEGA_M, OMEGA_B, HUBBLE, TILT, SIGMA_8 = 0.3, 0.048, 0.7, 0.96, 0.8
HUBBLE_DISTANCE = 2997.92458  # c/H0, Mpc/h
DENSITY = 2.77536627e11 * OMEGA_M  # the mean density, Msun/h in (Mpc/h)^3
LOG_MASSES = [math.log(1e13) + i * math.log(500) / 60 for i in range(61)]
REDSHIFTS = [0.1 + 0.02 * i for i in range(21)]
LOG_K = [math.log(1e-5) + i * math.log(1e8) / 1500 for i in range(1501)]  # k in h/Mpc


def transfer(k):
    shape = OMEGA_M * HUBBLE * math.exp(-OMEGA_B * (1 + math.sqrt(2 * HUBBLE) / OMEGA_M))
    q = k / shape
    return math.log(1 + 2.34 * q) / (2.34 * q) * (1 + 3.89 * q + (16.1 * q)**2 + (5.46 * q)**3 + (6.71 * q)**4)**-0.25


POWERS = [k**(3 + TILT) * transfer(k)**2 for k in map(math.exp, LOG_K)]  # k^3 P(k), not normalised


def window(y):
    """The Fourier transform of a ball, and its derivative."""
    if y < 1e-2:
        return 1 - y * y / 10, -y / 5
    value = 3 * (math.sin(y) - y * math.cos(y)) / y**3
    return value, 3 * math.sin(y) / y**2 - 3 * value / y


def variance(radius):
    """sigma^2 in balls of that radius (Mpc/h), not normalised, and its derivative by ln(radius)."""
    total, slope = 0.0, 0.0
    for log_k, power in zip(LOG_K, POWERS):
        y = math.exp(log_k) * radius
        value, derivative = window(y)
        total += power * value * value
        slope += power * 2 * value * derivative * y
    return total, slope


NORM = SIGMA_8 / math.sqrt(variance(8.0)[0])


def fluctuations(log_mass):
    """sigma(M) today, and d ln(1/sigma) / d ln(M)."""
    total, slope = variance((3 * math.exp(log_mass) / (4 * math.pi * DENSITY))**(1 / 3))
    return NORM * math.sqrt(total), -slope / (6 * total)


def expansion(z):
    return math.sqrt(OMEGA_M * (1 + z)**3 + 1 - OMEGA_M)


def growth(z):
    """The linear growth factor, one today."""
    def suppression(z):
        matter = OMEGA_M * (1 + z)**3 / expansion(z)**2
        vacuum = 1 - matter
        return 2.5 * matter / (matter**(4 / 7) - vacuum + (1 + matter / 2) * (1 + vacuum / 70))
    return suppression(z) / suppression(0) / (1 + z)


def mass_function(log_mass, z, sigma_today, slope):
    """dn/dlnM in (h/Mpc)^3."""
    density_ratio = 200
    sigma = sigma_today * growth(z)
    alpha = 10**-(0.75 / math.log10(density_ratio / 75))**1.2
    amplitude, a = 0.186 * (1 + z)**-0.14, 1.47 * (1 + z)**-0.06
    b, c = 2.57 * (1 + z)**-alpha, 1.19
    return amplitude * ((sigma / b)**-a + 1) * math.exp(-c / sigma**2) * DENSITY / math.exp(log_mass) * slope


def distance(z, steps=64):
    """Comoving, in Mpc/h, by Simpson's rule."""
    h = z / steps
    inner = sum((2 + 2 * (i % 2)) / expansion(i * h) for i in range(1, steps))
    return HUBBLE_DISTANCE * h / 3 * (1 + inner + 1 / expansion(z))


def volume(z):
    """dV/(dz dOmega), (Mpc/h)^3 per steradian."""
    return HUBBLE_DISTANCE * distance(z)**2 / expansion(z)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    with open(folder / "mass-function.txt", "w", encoding="ascii") as file:
        print("# ln(M h/Msun)  z  ln(dn/dlnM), dn/dlnM in (h/Mpc)^3", file=file)
        for log_mass in LOG_MASSES:
            sigma, slope = fluctuations(log_mass)
            for z in REDSHIFTS:
                print(f"{log_mass:.14g} {z:.14g} {math.log(mass_function(log_mass, z, sigma, slope)):.14g}", file=file)
    with open(folder / "volume.txt", "w", encoding="ascii") as file:
        print("# z  dV/(dz dOmega) in (Mpc/h)^3 per steradian", file=file)
        for z in REDSHIFTS:
            print(f"{z:.14g} {volume(z):.14g}", file=file)


if __name__ == "__main__":
    main()

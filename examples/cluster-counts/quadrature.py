#!/usr/bin/env python3
"""quadrature.py [STEPS]: the same number without tables or random points, to hold the result of count.sh against.

Both observed quantities and the scatter of richness are normal, so that three of the six integrals are error functions;
those over mass, redshift and offset are Simpson's rule with so many steps (120), each on the formulae themselves."""
import math
import sys

import tables

MASS_AT_40, SLOPE, EVOLUTION = 33.00554, 1.356, -0.3
SCATTER, MEASUREMENT, MISPLACED, TAU, PHOTO_Z, STERADIANS = 0.18, 0.1, 0.165, 0.166, 0.008, 0.4023996
RICHNESS, REDSHIFT = (2.995732274, 3.401197382), (0.2, 0.35)


def simpson(lower, upper, steps):
    """Points and weights."""
    h = (upper - lower) / steps
    return [(lower + i * h, h / 3 * (1 if i in (0, steps) else 2 + 2 * (i % 2))) for i in range(steps + 1)]


def between(limits, mean, width):
    """How much of a normal distribution lies between two numbers."""
    lower, upper = ((limit - mean) / (width * math.sqrt(2)) for limit in limits)
    return 0.5 * (math.erf(upper) - math.erf(lower))


def seen(log_mass, z, offsets):
    """The part of the clusters of a mass and redshift that is observed in the bin of richness."""
    mean = math.log(40) + (log_mass - MASS_AT_40 - EVOLUTION * math.log((1 + z) / 1.35)) / SLOPE
    richness = math.exp(mean)
    width = math.sqrt(SCATTER**2 + max(richness - 1, 0) / richness**2 + MEASUREMENT**2)
    misplaced = sum(weight * between(RICHNESS, mean - 0.5 * offset**2, width) for offset, weight in offsets)
    return (1 - MISPLACED) * between(RICHNESS, mean, width) * sum(weight for _, weight in offsets) + MISPLACED * misplaced


def number(steps):
    offsets = [(r, weight * r / TAU**2 * math.exp(-r / TAU)) for r, weight in simpson(0, 2.5, steps)]
    redshifts = [(z, weight * tables.volume(z) * between(REDSHIFT, z, PHOTO_Z * (1 + z))) for z, weight in simpson(0.1, 0.5, steps)]
    total = 0.0
    for log_mass, weight in simpson(math.log(1e13), math.log(5e15), steps):
        sigma, slope = tables.fluctuations(log_mass)
        total += weight * sum(part * tables.mass_function(log_mass, z, sigma, slope) * seen(log_mass, z, offsets)
                              for z, part in redshifts if part > 0)
    return STERADIANS * total


if __name__ == "__main__":
    print(f"{number(int(sys.argv[1]) if len(sys.argv) > 1 else 120):.8g}")

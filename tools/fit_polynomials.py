#!/usr/bin/env python3
"""Fits the minimax polynomials of kernels/polynomials.h and prints that file.

    python3 tools/fit_polynomials.py > kernels/polynomials.h

Each polynomial P(t) replaces the tail of a series: for example log(1+t) = t - t^2/2 + t^3 P(t). The Remez exchange
minimises the error relative to the whole function; the degree is the lowest that stays below 2^-(mantissa + 4)."""

import struct

from mpmath import atan, atanh, cos, erf, erfc, exp, fabs, ldexp, log, log1p, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.dps = 50


def remez(tail, weight, low, high, degree):
    """Coefficients (lowest first) and error of the polynomial that minimises max |weight (tail - P)|."""
    count = degree + 2
    points = [(low + high) / 2 - (high - low) / 2 * cos(pi * i / (count - 1)) for i in range(count)]
    grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * (i + mpf(1) / 2) / (24 * count)) for i in range(24 * count)]
    values = [(x, tail(x), weight(x)) for x in grid]
    for _ in range(12):
        system, right = matrix(count, count), matrix(count, 1)
        for row, x in enumerate(points):
            for k in range(degree + 1):
                system[row, k] = x**k
            system[row, degree + 1] = (-1) ** row / weight(x)
            right[row] = tail(x)
        solution = lu_solve(system, right)
        coefficients = [solution[k] for k in range(degree + 1)]
        errors = []
        for x, f, w in values:
            p = mpf(0)
            for c in reversed(coefficients):
                p = p * x + c
            errors.append((w * (f - p), x))
        extrema = []
        for error in errors:
            if extrema and (extrema[-1][0] > 0) == (error[0] > 0):
                extrema[-1] = max(extrema[-1], error, key=lambda e: fabs(e[0]))
            else:
                extrema.append(error)
        while len(extrema) > count:
            extrema.pop(0 if fabs(extrema[0][0]) < fabs(extrema[-1][0]) else -1)
        worst = max(fabs(e[0]) for e in errors)
        if len(extrema) < count:
            break
        points = [x for _, x in extrema]
        if worst < 1.02 * min(fabs(e[0]) for e in extrema):
            break
    return coefficients, worst


def erfc_place(u):
    return (mpf(5) / 2 + 3 * u) / (1 - u)


half_log2 = log(2) / 2
# name, variable, comment, tail, weight (1 / relative error of the whole), low, high
FITS = [
    ("log_tail", "f", "(log(1+f) - f + f^2/2) / f^3 for sqrt(1/2) <= 1+f <= sqrt(2)",
     lambda f: (log1p(f) - f + f * f / 2) / f**3, lambda f: fabs(f**3 / log1p(f)),
     sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1),
    ("atanh_tail", "z", "(2 atanh(s) - 2s) / s^3 with z = s^2, for |s| <= (sqrt(2)-1)/(sqrt(2)+1); compensated sums",
     lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z, lambda z: sqrt(z) ** 3 / (2 * atanh(sqrt(z))) * 64,
     mpf(10) ** -5, ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2),
    ("exp_tail", "x", "(exp(x) - 1 - x) / x^2 for |x| <= log(2)/2",
     lambda x: (exp(x) - 1 - x) / x**2, lambda x: x**2 / exp(x),
     -half_log2 * mpf("1.001"), half_log2 * mpf("1.0001")),
    ("sine_tail", "z", "(sin(x) - x) / x^3 with z = x^2, for |x| <= pi/4",
     lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, lambda z: sqrt(z) ** 3 / sin(sqrt(z)),
     mpf(10) ** -4, (pi / 4 * mpf("1.0001")) ** 2),
    ("cosine_tail", "z", "(cos(x) - 1 + x^2/2) / x^4 with z = x^2, for |x| <= pi/4",
     lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, lambda z: z**2 / cos(sqrt(z)),
     mpf(10) ** -3, (pi / 4 * mpf("1.0001")) ** 2),
    ("atan_tail", "z", "(atan(x) - x) / x^3 with z = x^2, for 0 <= x <= 1",
     lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z, lambda z: sqrt(z) ** 3 / atan(sqrt(z)),
     mpf(10) ** -4, mpf(1)),
    ("erf_tail", "z", "(erf(x) - x) / x with z = x^2, for 0 <= x <= 1",
     lambda z: erf(sqrt(z)) / sqrt(z) - 1, lambda z: sqrt(z) / erf(sqrt(z)),
     mpf(10) ** -4, mpf(1)),
    ("erfc_scaled", "u", "exp(x^2) erfc(x) with u = (x - 5/2) / (x + 3), for 1 <= x <= 6; the whole is erf(x)",
     lambda u: exp(erfc_place(u) ** 2) * erfc(erfc_place(u)),
     lambda u: exp(-(erfc_place(u) ** 2)) / erf(erfc_place(u)), -mpf(3) / 8, mpf(7) / 18),
]


def literal(c, double):
    return "%.17g" % float(c) if double else "%.9g" % struct.unpack("f", struct.pack("f", float(c)))[0]


def body(fit, double):
    name, variable, _, tail, weight, low, high = fit
    goal = ldexp(mpf(1), -57 if double else -28)
    for degree in range(1, 30):
        coefficients, error = remez(tail, weight, low, high, degree)
        if error < goal:
            break
    lines = [f"    /* within {float(error):.1e} of the whole */"]
    lines.append(f"    real p = R({literal(coefficients[-1], double)});")
    for c in reversed(coefficients[:-1]):
        lines.append(f"    p = r_fma(p, {variable}, R({literal(c, double)}));")
    return lines


print("""/* Minimax polynomials for functions.h and expression_functions.h, written by tools/fit_polynomials.py. */
#ifndef TESSERA_POLYNOMIALS_H
#define TESSERA_POLYNOMIALS_H

#include "dialect.h"
""")
for fit in FITS:
    print(f"/* {fit[2]} */")
    print(f"FN real {fit[0]}(real {fit[1]})\n{{\n#if PRECISION_DOUBLE")
    print("\n".join(body(fit, True)))
    print("#else")
    print("\n".join(body(fit, False)))
    print("#endif\n    return p;\n}\n")
print("#endif")

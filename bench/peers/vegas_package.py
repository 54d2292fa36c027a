#!/usr/bin/env python3
"""vegas_package.py NAME DIMENSIONS CALLS SEED...: G. P. Lepage's vegas as its documentation uses it.

Half of the calls, ten iterations, teach the grid and the other half are the result; integrands take arrays of points.
A line for each seed: value, claimed error, seconds on the clock, seconds of the processor, evaluations."""
import sys
import time

import gvar
import numpy
import vegas

ITERATIONS = 10
WIDTH = 0.01


def f2(x):
    return 1 / numpy.prod(1 / 2500 + (x - 0.5) ** 2, axis=1)


def f3(x):
    dimensions = x.shape[1]
    return (1 + x @ numpy.arange(1.0, dimensions + 1)) ** -(dimensions + 1.0)


def f4(x):
    return numpy.exp(-625 * numpy.sum((x - 0.5) ** 2, axis=1))


def f5(x):
    return numpy.exp(-10 * numpy.sum(numpy.abs(x - 0.5), axis=1))


def f6(x):
    i = numpy.arange(1, x.shape[1] + 1)
    return numpy.where(numpy.all(x < (3 + i) / 10, axis=1), numpy.exp(x @ (i + 4.0)), 0)


def fB(x):
    return numpy.exp(-numpy.sum(x * x, axis=1) / (2 * WIDTH**2)) / (WIDTH * numpy.sqrt(2 * numpy.pi)) ** x.shape[1]


def run(name, dimensions, calls, seed):
    function = vegas.lbatchintegrand({"f2": f2, "f3": f3, "f4": f4, "f5": f5, "f6": f6, "fB": fB}[name])
    gvar.ranseed(seed)
    each = max(int(calls / (2 * ITERATIONS)), 100)
    wall, processor = time.perf_counter(), time.process_time()
    integrator = vegas.Integrator(dimensions * [[-1, 1] if name == "fB" else [0, 1]], nproc=1)
    taught = integrator(function, nitn=ITERATIONS, neval=each)
    result = integrator(function, nitn=ITERATIONS, neval=each)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{result.mean:.17g} {result.sdev:.6g} {wall:.9g} {processor:.9g} {taught.sum_neval + result.sum_neval}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    for one in sys.argv[4:]:
        run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(one))

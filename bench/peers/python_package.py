#!/usr/bin/env python3
"""python_package.py [--seeds N] [--rel R]: tessera.integrate beside the package vegas, from Python, on the same functions of arrays.

Each is to claim an error of R (10^-3). Tessera is asked for it; vegas, whose calls are its user's to choose, gets twice as many
until it does, and only that last run is timed. Medians over seeds of the time of all threads' processors and on the clock, the
root mean square of the true errors, in units of R, and the lines that a user writes. Then what share of a function's own speed an
integral of it has, by the clock and by the time of processors, and how long a call takes. The machine is named first."""
import argparse
import inspect
import os
import platform
import statistics
import time
import warnings

import numpy
import tessera

try:
    import gvar
    import vegas
except ImportError:
    vegas = None  # then Tessera stands alone


def f2(x):
    return 1 / numpy.prod(1 / 2500 + (x - 0.5) ** 2, axis=1)


def f4(x):
    return numpy.exp(-625 * numpy.sum((x - 0.5) ** 2, axis=1))


def f6(x):
    i = numpy.arange(1, x.shape[1] + 1)
    return numpy.where(numpy.all(x < (3 + i) / 10, axis=1), numpy.exp(x @ (i + 4.0)), 0)


EXPRESSIONS = {
    "f2:6": (f2, 6, "1 / prod(1/2500 + (x - 0.5)^2)", 12868879901109.878),
    "f4:8": (f4, 8, "exp(-625 * sum((x - 0.5)^2))", 6.3838021900043837e-10),
    "f6:6": (f6, 6, "if(prod(if(x < (3 + i)/10, 1, 0)) > 0, exp(sum((i + 4) * x[i], 1, dim)), 0)", 154773678.85091207),
}


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        name = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    versions = [f"Python {platform.python_version()}", f"NumPy {numpy.__version__}", f"Tessera {tessera.__version__}"]
    versions += [f"vegas {vegas.__version__}"] if vegas else []
    others = os.getloadavg()[0]
    return f"{len(os.sched_getaffinity(0))} processors of {name}, {others:.1f} busy before; {', '.join(versions)}"


def lines_of(function):
    """Lines of its body, without the loop that a user adds to reach an error."""
    return len(inspect.getsource(function).strip().splitlines()) - 1


def timed(work, *arguments):
    """What it returns, seconds of the processor, seconds on the clock."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work(*arguments)
    return result, time.process_time() - processor, time.perf_counter() - wall


def by_vegas(function, dimensions, calls, seed):
    gvar.ranseed(seed)
    integrator = vegas.Integrator(dimensions * [[0, 1]], nproc=1)
    integrator(vegas.lbatchintegrand(function), nitn=10, neval=calls)
    return integrator(vegas.lbatchintegrand(function), nitn=10, neval=calls)


def vegas_to(function, dimensions, relative, seed):
    calls = 1000
    while True:
        found = timed(by_vegas, function, dimensions, calls, seed)
        if found[0].sdev < relative * abs(found[0].mean) or calls > 5e6:
            return found
        calls *= 2


def by_tessera(function, dimensions, relative, seed):
    return tessera.integrate(function, dim=dimensions, rtol=relative, seed=seed)


def compare(name, seeds, relative):
    function, dimensions, expression, truth = EXPRESSIONS[name]
    by_tessera(expression, dimensions, relative, 1)  # compiled once, and kept
    ways = {
        "vegas": lambda seed: vegas_to(function, dimensions, relative, seed),
        "Tessera, the same function": lambda seed: timed(by_tessera, function, dimensions, relative, seed),
        "Tessera, an expression": lambda seed: timed(by_tessera, expression, dimensions, relative, seed),
    }
    if not vegas:
        del ways["vegas"]
    for way, run in ways.items():
        runs = [run(seed) for seed in range(1, seeds + 1)]
        error = statistics.fmean(((result.mean / truth - 1) / relative) ** 2 for result, _, _ in runs) ** 0.5
        cpu, wall = (statistics.median(run[i] for run in runs) for i in (1, 2))
        print(f"{name:6} {way:28} {1e3 * cpu:9.3g} ms cpu {1e3 * wall:9.3g} ms  true error {error:.2f} of the one claimed", flush=True)


def share(name, function, dimensions):
    """The speed of an integral of a function, in units of that of the function alone, over the same arrays."""
    rows = numpy.random.default_rng(1).random((15000, dimensions))  # about as many as a call is given
    function(rows)
    alone, within = [], []  # pairs: processors, clock
    for _ in range(7):
        alone.append([seconds / (60 * len(rows)) for seconds in timed(lambda: [function(rows) for _ in range(60)])[1:]])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result, *times = timed(lambda: tessera.integrate(function, dim=dimensions, atol=1e-300, max_evaluations=6e6))
        within.append([seconds / result.evaluations for seconds in times])
    (cpu, wall), (cpu_within, wall_within) = numpy.min(alone, axis=0), numpy.min(within, axis=0)
    print(f"{name:20} {1e9 * cpu:6.3g} ns a point alone; in an integral {1e9 * wall_within:6.3g} ns on the clock ({100 * wall / wall_within:.0f} %), "
          f"{1e9 * cpu_within:6.3g} of processors ({100 * cpu / cpu_within:.0f} %)", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=9)
    parser.add_argument("--rel", type=float, default=1e-3)
    options = parser.parse_args()
    print(machine())
    print(f"lines of a user's code behind the function: Tessera {lines_of(by_tessera)}, vegas {lines_of(by_vegas)} and a loop to reach an error")
    for name in EXPRESSIONS:
        compare(name, options.seeds, options.rel)
    share("f4 in 8 dimensions", f4, 8)
    share("f2 in 6 dimensions", f2, 6)
    share("an expensive f4", lambda x: f4(x) + f4(x[:, ::-1]) + f4(1 - x) + f4(x * 0.9), 8)
    share("a sum of 20 cosines", lambda x: sum(numpy.cos(k * x[:, 0] + x[:, 1]) for k in range(1, 21)), 2)
    call = [timed(lambda: tessera.integrate(lambda x: x[:, 0], dim=1, rtol=0.5))[2] for _ in range(200)]
    print(f"a call with {tessera.integrate(lambda x: x[:, 0], dim=1, rtol=0.5).evaluations} evaluations: {1e3 * statistics.median(call):.2g} ms")


if __name__ == "__main__":
    main()

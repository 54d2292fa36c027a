"""Many thousand calls leave nothing behind in memory."""

import gc
import os

import numpy as np
import pytest

import tessera

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore::tessera.TesseraWarning")]  # few events, large weights

card = {"process": "g g > g g", "integration": {"events": 2000}, "histograms": ["ht"]}
momenta = np.array([[50, 0, 0, 50], [50, 0, 0, -50], [50, 30, 0, 40], [50, -30, 0, -40]])


def fails(x):
    if len(x) > 100:
        raise ZeroDivisionError
    return x[:, 0]


def failure(function, *arguments, **keywords):
    with pytest.raises((ZeroDivisionError, tessera.TesseraError)):
        function(*arguments, **keywords)


def files(folder, result=[]):
    if not result:
        result.append(tessera.run(card, {"events.count": 20, "events.format": "lhe"}, out=folder))
    list(tessera.read_events(folder / "events.lhe"))
    assert tessera.check_events(folder / "events.lhe").is_sound


calls = {  # by their names: how many, and what
    "function": (10000, lambda _: tessera.integrate(lambda x: x[:, 0], dim=1, rtol=0.1).state),
    "expression": (10000, lambda _: tessera.integrate("x1", dim=1, rtol=0.1).json),
    "state": (2000, lambda _: tessera.State(bytes(tessera.integrate("x1", dim=1, rtol=0.1).state))),
    "amplitude": (10000, lambda _: tessera.amplitude("g g > g g", momenta, alpha_s=0.118)),
    "pdf": (10000, lambda _: tessera.pdf().xf(21, 0.1, 100)),
    "run": (10000, lambda _: tessera.run(card, threads=1).histograms["ht"].values()),
    "report": (3000, lambda _: tessera.run(card, {"variations.scales": "7"}, threads=1).report()),
    "events": (1000, lambda _: list(tessera.events(card, count=20, threads=1))),
    "files": (5000, files),
    "subprocesses": (10000, lambda _: tessera.subprocesses("p p > e+ e- j")),
    "wrong expressions": (10000, lambda _: failure(tessera.integrate, "y1", dim=1)),
    "wrong cards": (10000, lambda _: failure(tessera.run, card, {"cuts.jet.pt_min": -1})),
    "functions that raise": (10000, lambda _: failure(tessera.integrate, fails, dim=1)),
}


def resident_bytes():
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("name", calls)
def test_nothing_leaks(name, tmp_path):
    count, call = calls[name]
    for _ in range(count // 10):
        call(tmp_path)
    sizes = []
    for _ in range(10):
        for _ in range(count // 10):
            call(tmp_path)
        sizes.append(resident_bytes())
    grown = (min(sizes[5:]) - min(sizes[:5])) / (count / 2)  # the least, as what is free for a while comes and goes
    print(f"{name}: {grown:.0f} bytes a call, {[size // 1024 for size in sizes]} KiB")
    assert grown < 100

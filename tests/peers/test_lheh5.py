#!/usr/bin/env python3
"""test_lheh5.py FOLDER: the LHEH5 file of a result, read by h5py, against the Les Houches file and result.json beside it.

Datasets, columns and attributes are those of version 2.0.1; both files hold the same events, particle by particle; the
sum of the weights over that of the trials is the cross section. Status 77: there is no h5py or pylhe.
"""

import json
import math
import sys

try:
    import h5py
    import numpy
    import pylhe
except ImportError as error:
    print(f"the file cannot be read: {error}")
    sys.exit(77)

INIT = "beamA beamB energyA energyB PDFgroupA PDFgroupB PDFsetA PDFsetB weightingStrategy numProcesses".split()
PROCESS = "procId npLO npNLO xSection error unitWeight".split()
EVENT = "pid nparticles start trials scale fscale rscale aqed aqcd NOMINAL".split()
PARTICLE = "id status mother1 mother2 color1 color2 px py pz e m lifetime spin".split()


def words(dataset, name):
    """The texts of the one attribute of a dataset."""
    assert list(dataset.attrs) == [name], f"{dataset.name} has the attributes {list(dataset.attrs)}"
    return [str(word) for word in dataset.attrs[name]]


def check_tables(file):
    """Layout, types and names."""
    assert sorted(file) == ["events", "init", "particles", "procInfo", "version"]
    assert file["version"][:].tolist() == [2, 0, 1] and file["version"].dtype == numpy.int32
    for name in ("init", "procInfo", "events", "particles"):
        assert file[name].dtype == numpy.float64
    assert file["init"].shape == (10,) and words(file["init"], "properties") == INIT
    assert file["procInfo"].shape[1] == 6 and words(file["procInfo"], "properties") == PROCESS
    assert words(file["events"], "events") == EVENT + words(file["events"], "events")[10:]
    assert file["events"].shape[1] == len(words(file["events"], "events"))
    assert words(file["particles"], "properties") == PARTICLE
    most = int(file["procInfo"][:, 1].max())
    assert file["particles"].shape == (len(file["events"]) * most, 13)
    assert (file["procInfo"][:, 2] == -1).all()
    return most


def check_events(file, most, path):
    """Each event against that of the Les Houches file, in the same order."""
    events, particles = file["events"][:], file["particles"][:]
    others = list(pylhe.LHEFile.fromfile(path).events)
    assert len(others) == len(events) > 0
    ratios = []
    for place, (event, other) in enumerate(zip(events, others)):
        info, count = other.eventinfo, int(event[1])
        assert event[0] == info.pid and count == info.nparticles and event[2] == place * most and event[3] >= 1
        assert (event[4], event[5], event[7], event[8]) == (info.scale, info.scale, info.aqed, info.aqcd)
        ratios.append(info.weight / event[9])
        rows = particles[place * most : (place + 1) * most]
        assert not rows[count:].any(), "rows behind an event are not zero"
        for row, p in zip(rows, other.particles):
            expected = [p.id, p.status, p.mother1, p.mother2, p.color1, p.color2]
            expected += [p.px, p.py, p.pz, p.e, p.m, p.lifetime, p.spin]
            assert row.tolist() == expected, f"event {place + 1}: {row.tolist()} for {expected}"
    assert max(ratios) / min(ratios) - 1 < 1e-12, "weights of both files are not in proportion"


def check_weights(file, result):
    """No zeros, and the cross section."""
    events = file["events"][:]
    weights, trials = events[:, 9], events[:, 3]
    assert (weights != 0).all()
    assert trials.sum() <= result["events"]["tried"]
    value, error = result["cross_section"]["value"], result["cross_section"]["error"]
    assert math.isclose(file["procInfo"][:, 3].sum(), value, rel_tol=1e-9)
    sigma = weights.sum() / trials.sum()
    spread = math.sqrt(max((weights**2).sum() - weights.sum() ** 2 / trials.sum(), 0)) / trials.sum()
    assert abs(sigma - value) < 4 * math.hypot(spread, error), f"{sigma} +- {spread} for {value} +- {error}"
    print(f"{len(events)} events, {sigma:.6g} +- {spread:.2g} pb for {value:.6g} +- {error:.2g} pb")


def main():
    folder = sys.argv[1]
    with open(f"{folder}/result.json", encoding="utf-8") as file:
        result = json.load(file)
    with h5py.File(f"{folder}/events.hdf5") as file:
        check_events(file, check_tables(file), f"{folder}/events.lhe")
        check_weights(file, result)


main()

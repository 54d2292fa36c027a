#!/usr/bin/env python3
"""test_yoda.py FILE: a file that Tessera wrote, read by readers that are not ours.

tests/program/yoda_grammar.py reads it always; YODA's own Python module and babyyoda (from
PyPI) where they can be imported, and then all must find the same numbers.
"""

import pathlib
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "program"))
import yoda_grammar  # noqa: E402


def with_yoda(name):
    import yoda

    return {
        path: [[b.xMin(), b.xMax(), b.sumW(), b.sumW2(), b.sumWX(), b.sumWX2(), b.numEntries()] for b in h.bins()]
        for path, h in yoda.read(name).items()
        if not path.startswith("/_")
    }


def with_babyyoda(name):
    from babyyoda.grogu import read

    return {
        path: [[b.xMin(), b.xMax(), b.sumW(), b.sumW2(), b.sumWX(), b.sumWX2(), b.numEntries()] for b in h.bins()]
        for path, h in read(name).items()
        if not path.startswith("/_")
    }


def check_run(histograms, facts):
    """What is said of the run agrees with a histogram into which each accepted event goes once."""
    weight, squares, _, _, entries = next(h for h in histograms if h["path"] == "/tessera/ht")["flows"]["Total"]
    (value, low, high), (sum_w, sum_w2, events) = facts["/_XSEC"], facts["/_EVTCOUNT"]
    assert value == sum_w and low == high > 0, f"/_XSEC {facts['/_XSEC']} differs from /_EVTCOUNT {facts['/_EVTCOUNT']}"
    assert abs(weight - sum_w) < 1e-6 * sum_w, f"the weights add up to {weight}, not to {sum_w}"
    # The variance of even points, of which sum_w2 is made, is smaller than that of random ones.
    assert 0.5 * squares < sum_w2 < 1.01 * squares, f"the squares add up to {squares}, far from {sum_w2}"
    assert events > entries > 0, f"{entries} of {events} events"


def main(name):
    histograms, facts = yoda_grammar.read_all(name)
    check_run(histograms, facts)
    expected = {histogram["path"]: sorted(histogram["bins"]) for histogram in histograms}
    assert expected, f"{name} holds no histograms"
    peers = 0
    for reader in (with_yoda, with_babyyoda):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # babyyoda says that it passes over Scatter1D
                found = reader(name)
        except ImportError:
            continue
        peers += 1
        # babyyoda does not keep the order of bins below 0.
        found = {path: sorted(bins) for path, bins in found.items()}
        assert found == expected, f"{reader.__name__} reads something else"
    print(f"{name}: {len(expected)} histograms, read alike by {peers} peers beside tests/program/yoda_grammar.py")


if __name__ == "__main__":
    main(sys.argv[1])

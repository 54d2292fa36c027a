#!/usr/bin/env python3
"""test_yoda.py FILE: a file that Tessera wrote, read by readers that are not ours.

tests/yoda_grammar.py reads it always; YODA's own Python module and babyyoda (from
PyPI) where they can be imported, and then all must find the same numbers.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import yoda_grammar  # noqa: E402


def with_yoda(name):
    import yoda

    return {
        path: [[b.xMin(), b.xMax(), b.sumW(), b.sumW2(), b.sumWX(), b.sumWX2(), b.numEntries()] for b in h.bins()]
        for path, h in yoda.read(name).items()
    }


def with_babyyoda(name):
    from babyyoda.grogu import read

    return {
        path: [[b.xMin(), b.xMax(), b.sumW(), b.sumW2(), b.sumWX(), b.sumWX2(), b.numEntries()] for b in h.bins()]
        for path, h in read(name).items()
    }


def main(name):
    expected = {histogram["path"]: sorted(histogram["bins"]) for histogram in yoda_grammar.read(name)}
    assert expected, f"{name} holds no histograms"
    peers = 0
    for reader in (with_yoda, with_babyyoda):
        try:
            found = reader(name)
        except ImportError:
            continue
        peers += 1
        # babyyoda does not keep the order of bins below 0.
        found = {path: sorted(bins) for path, bins in found.items()}
        assert found == expected, f"{reader.__name__} reads something else"
    print(f"{name}: {len(expected)} histograms, read alike by {peers} peers beside tests/yoda_grammar.py")


if __name__ == "__main__":
    main(sys.argv[1])

"""What all tests share: long ones run where ./test --long asks for them.

Docstrings of modules that tests call in much the same words have their examples run where TESSERA_TEST_CI is set.
"""

import os
import signal

import pytest

# A job in the background of a shell ignores Ctrl-C, and would hand that on to the tests that send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


told_by_others = {"_decay", "_events", "_integrand", "_integrate", "_reweight", "_run"}


def pytest_collection_modifyitems(items):
    if not os.environ.get("TESSERA_TEST_CI"):
        for item in items:
            if isinstance(item, pytest.DoctestItem) and item.path.stem in told_by_others:
                item.add_marker(pytest.mark.skip(reason="for ./test --ci"))
    if os.environ.get("TESSERA_TEST_LONG"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="for ./test --long"))


@pytest.fixture(scope="session")
def two_jets():
    """A card with an amplitude whose program every build has compiled ahead."""
    return {
        "process": "g g > g g",
        "beams": {"particles": ["p", "p"], "energy": 14000},
        "scales": {"renormalization": 91.188, "factorization": 91.188},
        "cuts": {"jet": {"pt_min": 20, "eta_max": 2.5, "dr_min": 0.4}},
        "integration": {"relative_error": 5e-3, "seed": 1},
        "histograms": ["ht", "rmin", "pt1"],
    }

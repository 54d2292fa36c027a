"""Helicities of events, in the shares that squared amplitudes of single helicities give at the same momenta."""

import itertools
import os

import numpy as np

import tessera

EVENTS = 200000 if os.environ.get("TESSERA_TEST_LONG") else 4000


def events_of(path):
    """Codes, momenta [E, px, py, pz] and helicities of each event of a Les Houches file, incoming particles first."""
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("<event>\n")[1:]
    rows = np.array([[line.split() for line in block.splitlines()[1:5]] for block in blocks], float)
    return rows[..., 0].astype(int), rows[..., [9, 6, 7, 8]], rows[..., 12].astype(int)


def test_helicities_have_the_shares_of_their_amplitudes(tmp_path):
    """Forward and backward, on the Z's peak: the left-right asymmetry is there, and its angle too."""
    card = {
        "process": "e+ e- > mu+ mu-",
        "beams": {"particles": ["e+", "e-"], "energy": 91.2},
        "integration": {"relative_error": 1e-2},
        "events": {"count": EVENTS, "format": "lhe"},
    }
    tessera.run(card, device="cpu", out=str(tmp_path))
    codes, momenta, helicities = events_of(tmp_path / "events.lhe")
    assert len(codes) >= EVENTS and (codes == codes[0]).all()
    choices = list(itertools.product((-1, 1), repeat=4))
    process = "e+ e- > mu+ mu-"
    squares = np.array(
        [tessera.amplitude(process, momenta, helicities="".join("-+"[h > 0] for h in choice)) for choice in choices]
    )
    shares = squares / squares.sum(axis=0)
    summed = tessera.amplitude(process, momenta)
    assert np.allclose(squares.sum(axis=0) / 4, summed, rtol=1e-10)
    forward = momenta[:, 2, 3] * momenta[:, 0, 3] > 0
    chi2 = freedom = 0
    for side in forward, ~forward:
        expected = shares[:, side].sum(axis=1)
        found = np.array([(helicities[side] == choice).all(axis=1).sum() for choice in choices])
        assert not found[expected < 1e-9 * side.sum()].any()
        there = np.flatnonzero(expected > 1e-9 * side.sum())[:-1]  # the last follows from the others
        p = shares[there][:, side]
        covariance = np.diag(expected[there]) - p @ p.T
        off = (found - expected)[there]
        chi2 += off @ np.linalg.solve(covariance, off)
        freedom += len(there)
    print(f"chi^2 {chi2:.1f} of {freedom}")
    assert freedom == 6 and chi2 < 22.5  # p = 10^-3

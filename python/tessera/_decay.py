"""Decays of the particles of files of events."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from ._cards import CardLike, make_card
from ._library import context, encoded, ffi, lib, work_aside
from .errors import InputError


class Decayed(NamedTuple):
    """What came of the decays of a file."""

    events: int
    decayed: int  #: events of which a particle has decayed
    branching: float  #: mean share of the total widths that the decays of an event have
    branching_error: float  #: of its integration; 0 where all decays are into two particles
    cross_section: float  #: pb, of the new file
    error: float
    trials: float  #: mean number of an event
    beyond: int  #: events that were more likely than the largest that was scouted
    worst: float  #: the largest of these ratios; 1 where there is none
    missing: float  #: share of the events that lacks for this, all of the kind of those beyond


def decay(
    path: str | os.PathLike,
    out: str | os.PathLike,
    card: CardLike = None,
    decays: str | Iterable[str] | None = None,
    *,
    spins: str = "on",
    helicities: str = "summed",
    spinup: str = "single",
    window: float = 15,
    seed: int | None = None,
    device: str | None = None,
    replace: bool = False,
    resume: bool = False,
    checkpoint: float = 0,
) -> Decayed:
    """Copies a file of events in which particles have decayed, with the correlations of their spins, as ``tessera decay``
    does.

    For example:

        >>> import tempfile, tessera
        >>> card = {"process": "e+ e- > z h", "beams": {"particles": ["e+", "e-"], "energy": 250},
        ...         "integration": {"relative_error": 0.01}, "events": {"count": 100, "format": "lhe"}}
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = tessera.run(card, out=folder).event_files[0]
        ...     made = tessera.decay(f"{folder}/{file}", f"{folder}/new.lhe", card, ["z > l+ l-", "z > vm vm~"])
        ...     print(made.decayed, round(made.branching, 2))
        100 0.14

    :param path: a Les Houches (compressed or not) or LHEH5 file, of any program
    :param out: the copy
    :param card: what the events are of; with a process each is one of its subprocesses, without one it is what its
        particles say
    :param decays: "t > w+ b, w+ > l+ vl", or a list of such, in place of the card's ``decay``
    :param spins: "on", or "off": decays that are flat in phase space
    :param helicities: of what does not decay: "summed" over, or "file": those that the file has
    :param spinup: of what does not decay further: "single", where one helicity alone contributes, or "drawn" for each event by
        the squared matrix elements of all choices
    :param window: how many widths a mass may be off its own, 1 to 100
    :param seed: of the random numbers, in place of the card's
    :param replace: whether a file that is there is replaced
    :param resume: whether to go on from the checkpoint beside ``out``, where there is one, to the same bytes
    :param checkpoint: seconds between checkpoints, one of which is left where the work is stopped; 0: none
    :returns: the cross section, the branching ratio and how many trials it took
    """
    if spins not in ("on", "off"):
        raise InputError(f'spins is "on" or "off", not {spins!r}.')
    if helicities not in ("summed", "file"):
        raise InputError(f'helicities is "summed" or "file", not {helicities!r}.')
    if spinup not in ("single", "drawn"):
        raise InputError(f'spinup is "single" or "drawn", not {spinup!r}.')
    if not 1 <= window <= 100:
        raise InputError(f"window is 1 to 100 widths, not {window!r}.")
    mine = context()
    changes: dict[str, object] = {}
    if decays is not None:
        changes["decay"] = decays if isinstance(decays, str) else list(decays)
    if seed is not None:
        changes["integration.seed"] = seed
    made = make_card(mine, card, changes)
    name = encoded(device)
    settings = ffi.new("ts_decay_settings *", {
        "size": ffi.sizeof("ts_decay_settings"), "card": made[0], "device": name, "without_spins": spins == "off",
        "replace": replace, "resume": resume,
        "checkpoint_seconds": checkpoint, "window": window, "of_file_helicities": helicities == "file",
        "draw_helicities": spinup == "drawn"})
    summary = ffi.new("ts_decay_summary *")
    work_aside(mine, lib.ts_events_decay, mine.handle, encoded(path), encoded(out), settings, summary)
    return Decayed(*(getattr(summary, field) for field in Decayed._fields))

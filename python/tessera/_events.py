"""Single events as arrays."""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from ._cards import CardLike
from .errors import InputError
from ._result import Result
from ._run import run


@dataclass(frozen=True)
class Event:
    """An event; rows of its arrays are particles, incoming ones first."""

    weight: float  #: pb where events are weighted; else the cross section is their mean
    scale: float  #: GeV
    alpha: float
    alpha_s: float
    process: int  #: its number in the file
    pdg: np.ndarray  #: [n] codes
    status: np.ndarray  #: [n]: -1 incoming, 1 final, 2 in between
    mothers: np.ndarray  #: [n, 2], from 0; -1: none
    colours: np.ndarray  #: [n, 2] lines of colour and anticolour; 0: none
    momenta: np.ndarray  #: [n, 4]: E, px, py, pz in GeV
    masses: np.ndarray  #: [n], GeV
    helicities: np.ndarray  #: [n]; 9: not known

    @property
    def final(self) -> np.ndarray:
        """The momenta of what is final, [m, 4]."""
        return self.momenta[self.status == 1]


def _event(lines: list[str]) -> Event:
    head = lines[0].split()
    count = int(head[0])
    rows = np.array(" ".join(lines[1 : 1 + count]).split(), dtype=float).reshape(count, 13)
    whole = rows[:, :6].astype(int)
    return Event(float(head[2]), float(head[3]), float(head[4]), float(head[5]), int(head[1]), whole[:, 0], whole[:, 1],
                 whole[:, 2:4] - 1, whole[:, 4:6], rows[:, [9, 6, 7, 8]], rows[:, 10], rows[:, 12].astype(int))


def _read(lines: IO[str], name: str) -> Iterator[Event]:
    for line in lines:
        if line.startswith("<event"):
            block = []
            for inner in lines:
                if inner.startswith("</event"):
                    break
                block.append(inner)
            else:
                raise InputError(f"{name} ends within an event.")
            try:
                yield _event(block)
            except (ValueError, IndexError):
                raise InputError(f"{name}: an event is not as Les Houches event files have it: {block[:1]}") from None


def read_lhe(path: str | os.PathLike) -> Iterator[Event]:
    """The events of a Les Houches event file, compressed or not, one by one."""
    opened = gzip.open if os.fspath(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as lines:
        yield from _read(lines, os.fspath(path))


class Events:
    """Events of a run: an iterator of ``Event``, with the ``result`` of the run."""

    def __init__(self, result: Result, folder: str) -> None:
        self.result = result
        self._path = Path(folder) / "events.lhe"
        weakref.finalize(self, shutil.rmtree, folder)

    def __len__(self) -> int:
        return self.result.json["events"]["written"]

    def __iter__(self) -> Iterator[Event]:
        yield from read_lhe(self._path)

    def awkward(self) -> Any:
        """All events as an array of ``awkward``, which has to be installed: fields of events, and of particles."""
        import awkward

        every = list(self)
        particles = awkward.zip({
            name: awkward.Array([getattr(event, name) for event in every])
            for name in ("pdg", "status", "masses", "helicities")})
        for i, name in enumerate(("E", "px", "py", "pz")):
            particles[name] = awkward.Array([event.momenta[:, i] for event in every])
        return awkward.zip({"weight": [event.weight for event in every], "scale": [event.scale for event in every],
                            "particles": particles}, depth_limit=1)


def events(card: CardLike = None, count: int | None = None, set: Mapping[str, Any] | None = None,
           **keywords: Any) -> Events:
    """Runs a card and gives its events, as arrays.

    :param count: how many; None: as the card says (``events.count``)
    :param keywords: as ``tessera.run`` takes them

    >>> for event in events({"process": "g g > g g", "integration": {"relative_error": 0.02}}, count=3):
    ...     print(event.final.shape, abs(event.final.sum(axis=0)[1]) < 1e-6)
    (2, 4) True
    (2, 4) True
    (2, 4) True
    """
    chosen = dict(set or {})
    if count is not None:
        chosen["events.count"] = count
    chosen["events.format"] = "lhe"
    folder = tempfile.mkdtemp(prefix="tessera-events-")
    try:
        result = run(card, chosen, out=folder, **keywords)
        if not result.event_files:
            raise InputError("The card asks for no events: give their number, as count or as the option events.count.")
        return Events(result, folder)
    except BaseException:
        shutil.rmtree(folder)
        raise

"""Single events as arrays."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ._cards import CardLike
from ._library import Context, box, encoded, ffi, lib, text
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
    status: np.ndarray  #: [n], of the file's format: -1 incoming, 1 final, 2 in between
    role: np.ndarray  #: [n]: 1 comes in, 2 goes out, 0 is in between
    mothers: np.ndarray  #: [n, 2], from 0; -1: none
    colours: np.ndarray  #: [n, 2] lines of colour and anticolour; 0: none
    momenta: np.ndarray  #: [n, 4]: E, px, py, pz in GeV
    masses: np.ndarray  #: [n], GeV
    helicities: np.ndarray  #: [n]; 9: not known
    weights: np.ndarray  #: of variations

    @property
    def final(self) -> np.ndarray:
        """The momenta of what goes out, [m, 4]."""
        return self.momenta[self.role == lib.TS_EVENT_OUTGOING]


class EventFile:
    """A file of events that is read from front to end: an iterable of ``Event``, made by ``tessera.read_events()``."""

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = os.fspath(path)
        own, file, head = self._open()  # which the head lives as long as
        self.format: str = text(head.format)  #: "lhe", "lheh5" or "hepmc3"
        self.generator: str = text(head.generator)
        self.beams: tuple[int, int] = (head.beams[0], head.beams[1])
        self.cross_section: float = head.cross_section  #: pb; nan: not known
        self.error: float = head.error
        self.processes: dict[int, str] = {
            head.processes[i].number: text(head.processes[i].name) for i in range(head.process_count)}
        self.weight_names: list[str] = [text(head.weight_names[i]) for i in range(head.weight_count)]

    def _open(self) -> tuple[Context, Any, Any]:
        own = Context()  # of this file, which another thread may go on reading
        file = box("ts_event_file", lib.ts_event_file_close)
        own.check(lib.ts_event_file_open(own.handle, encoded(self.path), file))
        return own, file, lib.ts_event_file_head(file[0])

    def __iter__(self) -> Iterator[Event]:
        own, file, head = self._open()
        next_event = ffi.new("ts_event **")
        while True:
            own.check(lib.ts_event_file_next(own.handle, file[0], next_event))
            if not next_event[0]:
                return
            yield _event(next_event[0], head.weight_count)


_particle = np.dtype({
    "names": ["pdg", "status", "role", "mothers", "colours", "momentum", "mass", "helicity"],
    "formats": ["i4", "i4", "i4", ("i4", 2), ("i4", 2), ("f8", 4), "f8", "f8"],
    "offsets": [ffi.offsetof("ts_event_particle", name)
                for name in ("pdg", "status", "role", "mothers", "colours", "e", "mass", "helicity")],
    "itemsize": ffi.sizeof("ts_event_particle")})


def _event(event: Any, weight_count: int) -> Event:
    """A copy of an event of the library."""
    count = event.particle_count
    rows = np.frombuffer(ffi.buffer(event.particles, count * _particle.itemsize), dtype=_particle).copy()
    weights = np.array(ffi.unpack(event.weights, weight_count)) if weight_count else np.empty(0)
    return Event(event.weight, event.scale, event.alpha, event.alpha_s, event.process, rows["pdg"], rows["status"],
                 rows["role"], rows["mothers"] - 1, rows["colours"], rows["momentum"], rows["mass"], rows["helicity"],
                 weights)


def read_events(path: str | os.PathLike) -> EventFile:
    """The events of a file, of whatever program: Les Houches (compressed or not), LHEH5, or HepMC3's text."""
    return EventFile(path)


class Events:
    """Events of a run: an iterator of ``Event``, with the ``result`` of the run."""

    def __init__(self, result: Result, folder: str) -> None:
        self.result = result
        self._path = Path(folder) / "events.lhe"
        weakref.finalize(self, shutil.rmtree, folder)

    def __len__(self) -> int:
        return self.result.json["events"]["written"]

    def __iter__(self) -> Iterator[Event]:
        yield from read_events(self._path)

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

    For example:

        >>> for event in events({"process": "g g > g g", "integration": {"relative_error": 0.02}}, count=3):
        ...     print(event.final.shape, abs(event.final.sum(axis=0)[1]) < 1e-6)
        (2, 4) True
        (2, 4) True
        (2, 4) True

    :param count: how many; None: as the card says (``events.count``)
    :param keywords: as ``tessera.run`` takes them
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

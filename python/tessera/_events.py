"""Single events as arrays."""

from __future__ import annotations

import itertools
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
from ._files import convert_events
from ._library import Context, box, encoded, ffi, lib, text, whole
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


_particle = np.dtype({
    "names": ["pdg", "status", "role", "mothers", "colours", "momentum", "mass", "helicity"],
    "formats": ["i4", "i4", "i4", ("i4", 2), ("i4", 2), ("f8", 4), "f8", "f8"],
    "offsets": [ffi.offsetof("ts_event_particle", name)
                for name in ("pdg", "status", "role", "mothers", "colours", "e", "mass", "helicity")],
    "itemsize": ffi.sizeof("ts_event_particle")})


def _columns(rows: np.ndarray) -> tuple[np.ndarray, ...]:
    """What ``Event`` has of particles, in its order."""
    return (rows["pdg"], rows["status"], rows["role"], rows["mothers"] - 1, rows["colours"], rows["momentum"], rows["mass"],
            rows["helicity"])


def _event(event: Any, weight_count: int) -> Event:
    """A copy of an event of the library."""
    count = event.particle_count
    rows = np.frombuffer(ffi.buffer(event.particles, count * _particle.itemsize), dtype=_particle).copy()
    weights = np.array(ffi.unpack(event.weights, weight_count)) if weight_count else np.empty(0)
    return Event(event.weight, event.scale, event.alpha, event.alpha_s, event.process, *_columns(rows), weights)


_nothing = Event(0.0, 0.0, 0.0, 0.0, 0, *_columns(np.empty(0, _particle)), np.empty(0))


@dataclass(frozen=True)
class EventBatch:
    """Many events as arrays: those of particles hold the events one behind the other.

    Event i has the rows ``offsets[i]`` to ``offsets[i + 1]`` of ``pdg``, ``status``, ``role``, ``mothers``, ``colours``,
    ``momenta``, ``masses`` and ``helicities``, which mean what they do in ``Event``.
    """

    offsets: np.ndarray  #: [n + 1]
    weight: np.ndarray  #: [n]
    scale: np.ndarray  #: [n]
    process: np.ndarray  #: [n]
    weights: np.ndarray  #: [n, variations]
    pdg: np.ndarray
    status: np.ndarray
    role: np.ndarray
    mothers: np.ndarray
    colours: np.ndarray
    momenta: np.ndarray
    masses: np.ndarray
    helicities: np.ndarray

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def is_final(self) -> np.ndarray:
        """Which rows go out."""
        return self.role == lib.TS_EVENT_OUTGOING


_of_particles = ("pdg", "status", "role", "mothers", "colours", "momenta", "masses", "helicities")


def _batch(every: list[Event]) -> EventBatch:
    some = every or [_nothing]  # whose arrays are empty, but of the right types
    columns = {name: np.concatenate([getattr(event, name) for event in some]) for name in _of_particles}
    numbers = {name: np.array([getattr(event, name) for event in some])[:len(every)]
               for name in ("weight", "scale", "process", "weights")}
    return EventBatch(np.cumsum([0] + [len(event.pdg) for event in every]), **numbers, **columns)


class _Every:
    """What all events of a file become, whether a run made them or they were read."""

    _path: Path

    def __iter__(self) -> Iterator[Event]:
        raise NotImplementedError

    def batches(self, size: int = 10000) -> Iterator[EventBatch]:
        """The events in batches of so many, the last one of what is left.

        For example:

            >>> import tessera
            >>> made = tessera.events({"process": "g g > g g", "integration": {"relative_error": 0.02}}, count=5)
            >>> [batch.momenta.shape for batch in made.batches(3)]
            [(12, 4), (8, 4)]
        """
        size = whole("size", size, 2**31 - 1)
        if size == 0:
            raise InputError("A batch has at least one event: size is 1 or more.")
        each = iter(self)
        while some := list(itertools.islice(each, size)):
            yield _batch(some)

    def pyhepmc(self) -> Iterator[Any]:
        """The events as ``pyhepmc.GenEvent``, which has to be installed."""
        import pyhepmc

        if read_events(self._path).format == "hepmc3":
            with pyhepmc.open(os.fspath(self._path)) as file:
                yield from file
            return
        with tempfile.TemporaryDirectory(prefix="tessera-events-") as folder:
            path = Path(folder) / "events.hepmc3"
            convert_events(self._path, path)
            with pyhepmc.open(os.fspath(path)) as file:
                yield from file

    def awkward(self) -> Any:
        """All events as an array of ``awkward``, which has to be installed: fields of events, and of particles."""
        import awkward

        every = _batch(list(self))
        columns = {name: getattr(every, name) for name in ("pdg", "status", "masses", "helicities")}
        columns |= {name: every.momenta[:, i] for i, name in enumerate(("E", "px", "py", "pz"))}
        rows = awkward.zip({name: awkward.Array(values) for name, values in columns.items()})
        particles = awkward.unflatten(rows, np.diff(every.offsets))
        return awkward.zip({"weight": every.weight, "scale": every.scale, "particles": particles}, depth_limit=1)

    def pandas(self) -> Any:
        """All particles as a ``pandas.DataFrame``, which has to be installed: a row each, with the weight of its event.

        Rows are numbered by their event and their place in it, in an index of two levels.
        """
        import pandas

        every = _batch(list(self))
        counts = np.diff(every.offsets)
        event = np.repeat(np.arange(len(every)), counts)
        place = np.arange(len(event)) - np.repeat(every.offsets[:-1], counts)
        columns = {name: getattr(every, name) for name in ("pdg", "status", "role")}
        columns |= {name: every.momenta[:, i] for i, name in enumerate(("E", "px", "py", "pz"))}
        columns |= {"mass": every.masses, "helicity": every.helicities,
                    "weight": np.repeat(every.weight, counts), "scale": np.repeat(every.scale, counts)}
        return pandas.DataFrame(columns, index=pandas.MultiIndex.from_arrays([event, place], names=["event", "particle"]))


class EventFile(_Every):
    """A file of events that is read from front to end: an iterable of ``Event``, made by ``tessera.read_events()``."""

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = os.fspath(path)
        self._path = Path(self.path)
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


def read_events(path: str | os.PathLike) -> EventFile:
    """The events of a file, of whatever program: Les Houches (compressed or not), LHEH5, or HepMC3's text.

    They come one by one, in batches, or all together, as those of ``events()`` do.
    """
    return EventFile(path)


class Events(_Every):
    """Events of a run: an iterator of ``Event``, with the ``result`` of the run."""

    def __init__(self, result: Result, folder: str) -> None:
        self.result = result
        self._path = Path(folder) / result.event_files[0]
        weakref.finalize(self, shutil.rmtree, folder)

    def __len__(self) -> int:
        return self.result.json["events"]["written"]

    def __iter__(self) -> Iterator[Event]:
        yield from read_events(self._path)


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
    return _run_for_events(card, count, set, "lhe", keywords)


def shower(card: CardLike = None, count: int | None = None, set: Mapping[str, Any] | None = None,
           **keywords: Any) -> Events:
    """Runs a card with a parton shower and gives its events with all partons that it leaves.

    The option ``shower.enabled`` is true, whatever the card says.

    For example:

        >>> made = shower({"process": "e+ e- > q q~", "beams": {"particles": ["e+", "e-"], "energy": 91.2},
        ...     "shower": {"alpha_s": 0.118, "cutoff": 1.0}, "integration": {"events": 2000}, "histograms": []}, count=20)
        >>> batch = next(made.batches(20))
        >>> momenta = np.add.reduceat(np.where(batch.is_final[:, None], batch.momenta, 0), batch.offsets[:-1])
        >>> bool(np.allclose(momenta, [91.2, 0, 0, 0], atol=1e-4)), len(batch.pdg) > 6 * len(batch)
        (True, True)

    :param count: how many; None: as the card says (``events.count``)
    :param keywords: as ``tessera.run`` takes them
    :raises InputError: also where the process has no shower, before any work starts
    """
    return _run_for_events(card, count, set, "hepmc3", {**keywords, "shower.enabled": True})


def _run_for_events(card: CardLike, count: int | None, set: Mapping[str, Any] | None, format: str,
                    keywords: Mapping[str, Any]) -> Events:
    chosen = dict(set or {})
    if count is not None:
        chosen["events.count"] = count
    chosen["events.format"] = format
    folder = tempfile.mkdtemp(prefix="tessera-events-")
    try:
        result = run(card, chosen, out=folder, **keywords)
        if not result.event_files:
            raise InputError("The card asks for no events: give their number, as count or as the option events.count.")
        return Events(result, folder)
    except BaseException:
        shutil.rmtree(folder)
        raise

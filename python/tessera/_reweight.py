"""New weights for the events of files, and their squared matrix elements."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ._cards import CardLike, make_card
from ._events import read_events
from ._library import Context, context, encoded, ffi, lib, work_aside
from .errors import InputError


class Reweighted(NamedTuple):
    """What a new weight came to."""

    events: int
    cross_section: float  #: pb, that of the file's head times ``ratio``
    error: float
    ratio: float  #: of new to old weights, their mean
    spread: float  #: of that ratio from event to event, over its mean
    effective_before: float  #: effective number of events, (sum w)^2 / sum w^2, of the events' own weights
    effective: float  #: and of the new ones
    largest: float  #: share of the largest weight in the sum of their sizes
    heaviest: float  #: share of the heaviest hundredth of the events in it
    impossible: int  #: events that the old card cannot make; their weight is 0
    unknown: int  #: events of processes that are not known; their weight is 0


def _settings(card: Any, helicities: str, unknown: str, device: str | None,
              states: tuple[str, ...] = ("summed", "file")) -> tuple[Any, list[Any]]:
    """Settings with what two functions share, and what has to live as long."""
    for name, value, words in ("helicities", helicities, states), ("unknown", unknown, ("refuse", "zero")):
        if value not in words:
            raise InputError(f'{name} is {" or ".join(f"{chr(34)}{word}{chr(34)}" for word in words)}, not {value!r}.')
    name = encoded(device)
    settings = ffi.new("ts_reweight_settings *", {
        "size": ffi.sizeof("ts_reweight_settings"), "card": card, "device": name,
        "of_file_helicities": helicities == "file", "each_helicity": helicities == "each",
        "keep_unknown": unknown == "zero"})
    return settings, [name]


def _number(name: str, value: Any) -> float:
    """A finite number that a user has given, or a refusal of what is none."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{name} is {value!r}, which is no finite number.")
    return number


def reweight(
    path: str | os.PathLike,
    out: str | os.PathLike,
    card: CardLike,
    weights: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    polynomial: str | Sequence[str] | Mapping[str, float] | None = None,
    helicities: str = "summed",
    unknown: str = "refuse",
    device: str | None = None,
    replace: bool = False,
    resume: bool = False,
    checkpoint: float = 0,
) -> dict[str, Reweighted]:
    """Copies a file of events with new weights beside each event's own, as ``tessera reweight`` does.

    For example:

        >>> import tempfile, tessera
        >>> card = {"process": "e+ e- > mu+ mu-", "beams": {"particles": ["e+", "e-"], "energy": 91.2},
        ...         "integration": {"relative_error": 0.01}, "events": {"count": 100, "format": "lhe"}}
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = tessera.run(card, out=folder).event_files[0]
        ...     made = tessera.reweight(f"{folder}/{file}", f"{folder}/new.lhe", card, {"light": {"model.m_z": 91.0}})
        ...     print(made["light"].events, tessera.weights(f"{folder}/new.lhe", "light").shape)
        100 (100,)

    :param path: a Les Houches (compressed or not) or LHEH5 file, of any program
    :param out: the copy
    :param card: what the events are of; with a process each is one of its subprocesses, without one it is what its
        particles say
    :param weights: for each name what is not as on the card, as keywords of ``run`` stand in ``set``; "mur" and "muf" are
        factors of the event's own scales
    :param polynomial: inputs of the model, "ctg,cqq", ["ctg", "cqq"] or with sizes that suit them {"ctg": 1, "cqq": 0.5}:
        coefficients of the event's weight as a polynomial in them, which ``weights()`` sums
    :param helicities: "summed", or "file": those that the file has
    :param unknown: "refuse" events of processes that are not known, or keep them with weight "zero"
    :param replace: whether a file that is there is replaced
    :param resume: whether to go on from the checkpoint beside ``out``, where there is one, to the same bytes
    :param checkpoint: seconds between checkpoints, one of which is left where the work is stopped; 0: none
    :returns: what each weight came to, by its name
    """
    mine = context()
    base = make_card(mine, card, {})
    settings, kept = _settings(base[0], helicities, unknown, device)
    chosen = dict(weights or {})
    choices = ffi.new("ts_reweight_choice[]", max(1, len(chosen)))
    for choice, (name, changes) in zip(choices, chosen.items()):
        if not isinstance(changes, Mapping):
            raise InputError(f'{name} is {changes!r}: expected what changes, as in {{"model.m_t": 172.5, "mur": 2}}.')
        factors = {key: _number(f"{name}: {key}", changes[key]) for key in ("mur", "muf") if key in changes}
        if not all(factor > 0 for factor in factors.values()):
            raise InputError(f"{name}: factors of scales are above 0, not {factors}.")
        made = make_card(mine, card, {key: value for key, value in changes.items() if key not in factors})
        text = encoded(name)
        kept += [made, text]
        choice.name, choice.card = text, made[0]
        choice.mur, choice.muf = factors.get("mur", 1), factors.get("muf", 1)
    if isinstance(polynomial, Mapping):
        polynomial = ",".join(f"{name}={_number(name, size)!r}" for name, size in polynomial.items())
    elif polynomial is not None and not isinstance(polynomial, str):
        polynomial = ",".join(map(str, polynomial))
    inputs = encoded(polynomial)
    settings.choices, settings.choice_count, settings.polynomial = choices, len(chosen), inputs
    settings.replace, settings.resume, settings.checkpoint_seconds = replace, resume, checkpoint
    summaries = ffi.new("ts_reweight_summary[]", max(1, len(chosen)))
    work_aside(mine, lib.ts_reweight, mine.handle, encoded(path), encoded(out), settings, summaries)
    del kept
    return {name: Reweighted(*(getattr(summary, field) for field in Reweighted._fields))
            for name, summary in zip(chosen, summaries)}


def weights(path: str | os.PathLike, which: str | Mapping[str, float] | None = None) -> np.ndarray:
    """The weights of a file's events, an array [events].

    :param which: the name of a weight; values of the inputs of its polynomial, {"ctg": 0.3}, those that are left out being
        0; None: the events' own weights
    :raises InputError: where the file has no such weight, or no polynomial in an input
    """
    file = read_events(path)
    if which is None:
        return np.array([event.weight for event in file])
    names = file.weight_names
    if isinstance(which, str):
        if which not in names:
            raise InputError(f"{file.path} has no weight {which!r}, but {', '.join(names) or 'none at all'}.")
        factors = np.array([name == which for name in names], dtype=float)
    elif isinstance(which, Mapping):
        factors = _factors(file.path, names, which)
    else:
        raise InputError(f'{which!r} is no weight: expected a name, or values such as {{"ctg": 0.3}}.')
    used = np.flatnonzero(factors)
    return np.array([event.weights[used] @ factors[used] for event in file])


def _factors(path: str, names: list[str], values: Mapping[str, float]) -> np.ndarray:
    """By what each weight of a file counts in the sum of its polynomial."""
    front = "polynomial:"
    terms = [[word for word in name[len(front):].split("*") if word != "1"] if name.startswith(front) else None
             for name in names]
    known = {word for term in terms if term for word in term}
    if not known:
        raise InputError(f'{path} has no polynomial: reweight(..., polynomial="NAME,NAME") writes one.')
    for name in values:
        if name not in known:
            raise InputError(f"{path} has no polynomial in {name}, but in {', '.join(sorted(known))}.")
    at = {word: _number(word, values.get(word, 0)) for word in known}
    return np.array([0.0 if term is None else np.prod([at[word] for word in term]) for term in terms])


def event_amplitudes(
    path: str | os.PathLike,
    card: CardLike = None,
    *,
    model: Mapping[str, Any] | None = None,
    helicities: str = "summed",
    unknown: str = "refuse",
    device: str | None = None,
) -> np.ndarray:
    """The squared matrix element of each event of a file, an array [events]; NaN where a process is not known.

    With ``helicities="each"`` the array has a record for each choice of helicities that does not vanish, with the fields
    event (from 1), process ("u u~ > e+ e-"), helicities ("+-+-", in the order of the process; 2 and = are 2 and -2) and
    matrix_element_squared, which is averaged over colours alone.

    :param path: a Les Houches (compressed or not) or LHEH5 file, of any program
    :param card: model, orders, and a process whose subprocesses the events are; None: their particles say it
    :param model: inputs of the model by their names, over those of the card
    :param helicities: "summed" over final and averaged over initial ones, "file": those that the file has, or "each"
    :param unknown: "refuse" events of processes that are not known, or keep them as "zero", which is NaN here
    """
    own = Context()
    made = make_card(own, card, {f"model.{name}": value for name, value in (model or {}).items()})
    settings, kept = _settings(made[0], helicities, unknown, device, ("summed", "file", "each"))
    found: list[np.ndarray] = []
    names = ("place", "matrix_element_squared")
    row_type = np.dtype({"names": names, "formats": ("u8", "f8"), "itemsize": ffi.sizeof("ts_event_amplitude"),
                         "offsets": [ffi.offsetof("ts_event_amplitude", name) for name in names]})
    choice_type = np.dtype([("event", "i8"), ("process", object), ("helicities", "U16"), ("matrix_element_squared", "f8")])

    @ffi.callback("ts_event_amplitude_visit", onerror=own.failed)
    def visit(rows: Any, count: int, _data: Any) -> int:
        fields = np.frombuffer(ffi.buffer(rows, count * row_type.itemsize), row_type)
        if helicities != "each":
            found.append(fields["matrix_element_squared"].copy())
            return 0
        records = np.empty(count, choice_type)
        records["event"], records["matrix_element_squared"] = fields["place"], fields["matrix_element_squared"]
        records["process"] = ffi.string(rows[0].process).decode()
        records["helicities"] = [ffi.string(rows[i].helicities).decode() for i in range(count)]
        found.append(records)
        return 0

    work_aside(own, lib.ts_event_amplitudes, own.handle, encoded(path), settings, visit, ffi.NULL)
    del kept
    return np.concatenate(found) if found else np.empty(0, choice_type if helicities == "each" else float)

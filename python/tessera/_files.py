"""Folders of results and files of events as wholes: merging, checking, converting."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ._library import Context, box, context, encoded, ffi, lib, taken_text, text, work_aside
from .errors import InputError


class Merged(NamedTuple):
    """What results of one card with different seeds are together."""

    runs: int
    value: float  #: pb
    error: float  #: pb
    chi2: float  #: between the runs
    degrees_of_freedom: int
    p_value: float  #: that runs which differ by chance alone differ as much, or more
    event_files: list[Path]
    json: dict[str, Any]  #: what its ``result.json`` holds


def merge(out: str | os.PathLike, folders: Sequence[str | os.PathLike]) -> Merged:
    """Makes one result of runs of one card with different seeds, as ``tessera merge`` does.

    :param out: a folder for it, like that of a run, and none of theirs. A result that is in it is replaced
    :param folders: those of the runs
    :raises InputError: where they do not belong together, or one cannot be read. A ``ConvergenceWarning`` says where they
        do not agree
    :raises FileError: where ``out`` cannot be written
    """
    if isinstance(folders, (str, bytes, os.PathLike)):
        raise InputError(f"folders is a list of the runs' folders, not one of them ({os.fsdecode(folders)}).")
    mine = context()
    names, folder = [encoded(one) for one in folders], encoded(out)
    merged = ffi.new("ts_merged *")
    lock = box("ts_folder_lock", lib.ts_folder_lock_destroy)
    try:
        mine.check(lib.ts_result_check_folder(mine.handle, folder))
        mine.check(lib.ts_result_check_others(mine.handle, folder))
        mine.check(lib.ts_folder_lock_create(mine.handle, folder, lock))
        work_aside(mine, lib.ts_result_merge, mine.handle, folder, ffi.new("char *[]", names), len(names), merged)
    finally:
        ffi.release(lock)
    files = [Path(out) / name for name in text(merged.files).split()]
    return Merged(merged.runs, merged.value, merged.error, merged.chi2, merged.degrees_of_freedom, merged.p_value, files,
                  json.loads(taken_text(merged.json)))


class EventCheck(NamedTuple):
    """A whole file of events in numbers, and what is wrong with it."""

    events: int
    cross_section: float  #: pb, from the weights; nan: they do not say
    error: float
    head_cross_section: float  #: pb, that of the head; nan: none
    worst_momentum: float  #: of the sums of momenta, over the energy that comes in
    worst_mass: float  #: of |E^2 - p^2 - m^2| / E^2
    faults: list[str]  #: a sentence for each kind of thing that is wrong; empty: nothing is

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults


def check_events(path: str | os.PathLike) -> EventCheck:
    """Reads a whole file of events, of any program, and says what is wrong with it, as ``tessera events --check`` does."""
    own = Context()
    file = box("ts_event_file", lib.ts_event_file_close)
    own.check(lib.ts_event_file_open(own.handle, encoded(path), file))
    survey = ffi.gc(ffi.new("ts_event_survey *"), lib.ts_event_survey_destroy)
    work_aside(own, lib.ts_events_survey, own.handle, file[0], survey)
    faults = [f"event {fault.first}: {text(fault.sentence)} ({fault.count} of {survey.events} events)"
              for fault in survey.faults if fault.count]
    if not survey.sums_agree:
        faults.append(text(survey.sums_sentence))
    return EventCheck(survey.events, survey.cross_section, survey.error, survey.head_cross_section,
                      survey.worst_momentum, survey.worst_mass, faults)


def convert_events(path: str | os.PathLike, to: str | os.PathLike, format: str | None = None) -> None:
    """Writes a Les Houches or LHEH5 file of events in another format.

    :param format: "lhe", "lhe.gz", "lheh5" or "hepmc3"; None: as the ending of ``to`` says
    :raises InputError: also where the ending says none, or ``path`` cannot be read
    :raises FileError: where ``to`` cannot be written
    """
    chosen = format or _format_of(to)
    mine = context()
    work_aside(mine, lib.ts_events_convert, mine.handle, encoded(path), encoded(chosen), encoded(to))


def import_model(folder: str | os.PathLike, out: str | os.PathLike | None = None,
                 restrict: str | os.PathLike | None = None) -> Path:
    """Makes the table of a model of a UFO, which runs in a Python of its own, as ``tessera model import`` does.

    :param out: the table, ``NAME.tsm``, which cards take as ``model: {name: NAME.tsm}``; None: the folder's name here
    :param restrict: a restriction card, whose zeros, ones and equal masses are fixed
    :raises InputError: where the folder is no UFO that can be read
    :raises FileError: where ``out`` cannot be written
    """
    table = Path(out) if out is not None else Path(Path(os.fsdecode(folder)).resolve().name + ".tsm")
    mine = context()
    card = ffi.NULL if restrict is None else encoded(restrict)
    work_aside(mine, lib.ts_model_import, mine.handle, encoded(folder), card, encoded(table))
    return table


_endings = {".lhe": "lhe", ".lhe.gz": "lhe.gz", ".hepmc3": "hepmc3", ".hepmc": "hepmc3", ".hdf5": "lheh5", ".h5": "lheh5"}


def _format_of(path: str | os.PathLike) -> str:
    for ending, name in _endings.items():
        if os.fsdecode(path).endswith(ending):
            return name
    raise InputError(f"The ending of {os.fsdecode(path)} says no format of events ({', '.join(_endings)}): give one of "
                     "these, or format=...")

"""Cards become results."""

from __future__ import annotations

import html
import itertools
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ._cards import CardLike, full_key, make_card, option_keys
from ._library import box, context, encoded, ffi, lib, progress_callback, whole, work
from ._progress import ProgressArgument, shown
from .errors import InputError
from ._result import Result, number_with_error


def run(
    card: CardLike = None,
    set: Mapping[str, Any] | None = None,
    *,
    out: str | os.PathLike | None = None,
    device: str | None = None,
    threads: int = 0,
    seed: int | None = None,
    grids: str | os.PathLike | None = None,
    resume: bool = False,
    checkpoint: float | None = None,
    progress: ProgressArgument = None,
    **overrides: Any,
) -> Result:
    """Computes what a card says.

    For example:

        >>> result = run(process="g g > g g", beams={"energy": 14000}, scales={"renormalization": 91.188,
        ...     "factorization": 91.188}, cuts={"jet": {"pt_min": 20, "eta_max": 2.5, "dr_min": 0.4}},
        ...     relative_error=5e-3, histograms=["ht"])
        >>> abs(result.value / 2.3114e8 - 1) < 0.02
        True
        >>> values, edges = result.histograms["ht"].to_numpy()
        >>> len(edges) - len(values)
        1

    :param card: a path, a dict, or a text in YAML (of several lines); None: what the overrides say alone
    :param set: options over those of the card, by their dotted keys: ``{"cuts.jet.pt_min": 40}``
    :param out: a folder for the result as ``tessera run --out`` writes it. A card with events needs one
    :param device: "cpu", "cuda", "opencl:0.0", ... (``tessera.devices()``)
    :param threads: of the CPU; 0: all there are
    :param seed: the option ``integration.seed``
    :param grids: a folder of ``tessera.learn()``, with whose grids the run begins, without a warm-up
    :param resume: go on from the checkpoint in ``out``, where there is one, with the bits of a run that never stopped
    :param checkpoint: seconds between checkpoints in ``out``; Ctrl-C leaves one too. 0: none; None: 60 with
        ``resume``, else none
    :param progress: a function that gets a ``Progress``; True: a bar by tqdm; False: none; None: a bar where
        somebody watches
    :param overrides: options too, by their groups: ``cuts={"jet": {"pt_min": 40}}``, or by the end of their key
        where only one ends so: ``relative_error=1e-3``
    :raises InputError: where the card is wrong, before any work starts, and other errors of ``tessera.errors``.
        Ctrl-C ends the run with KeyboardInterrupt. A result that is not as precise as was asked for comes with a
        ``ConvergenceWarning``
    """
    mine = context()
    options = {**(set or {}), **overrides}
    if seed is not None:
        options["integration.seed"] = seed
    made = make_card(mine, card, options)
    if checkpoint is None:
        checkpoint = 60 if resume else 0
    if (resume or checkpoint) and out is None:
        raise InputError("Checkpoints lie in the folder of the result: give one (out=...).")
    if not 0 <= checkpoint < math.inf:
        raise InputError(f"checkpoint is a time in seconds, not {checkpoint}.")
    folder, chosen, learned = encoded(out), encoded(device), encoded(grids)
    bar = shown(progress)
    called = progress_callback(mine, bar)
    settings = ffi.new("ts_run_settings *", {"size": ffi.sizeof("ts_run_settings"), "device": chosen,
                                             "threads": whole("threads", threads, 2**31 - 1), "progress": called, "folder": folder,
                                             "resume": resume, "checkpoint_seconds": checkpoint, "grids": learned})
    result = box("ts_result", lib.ts_result_destroy)
    lock = box("ts_folder_lock", lib.ts_folder_lock_destroy)
    try:
        if out is not None:
            mine.check(lib.ts_result_check_folder(mine.handle, folder))
            mine.check(lib.ts_result_check_others(mine.handle, folder))
            mine.check(lib.ts_folder_lock_create(mine.handle, folder, lock))
        work(mine, lib.ts_run, mine.handle, made[0], settings, result)
        done = Result(mine, result)
        if out is not None:
            done.save(out)
    finally:
        ffi.release(lock)
        if bar:
            bar.close()
    return done


def learn(
    card: CardLike,
    folder: str | os.PathLike,
    set: Mapping[str, Any] | None = None,
    *,
    device: str | None = None,
    threads: int = 0,
    seed: int | None = None,
    progress: ProgressArgument = None,
    **overrides: Any,
) -> None:
    """Learns the grids of a card into a folder, for many runs that begin with them (``run(..., grids=folder)``).

    With the same seed these have the bits of runs that learn by themselves. Seed, events and the precision may be
    others there; another card is refused. Parameters are those of ``run()``.
    """
    mine = context()
    options = {**(set or {}), **overrides}
    if seed is not None:
        options["integration.seed"] = seed
    made = make_card(mine, card, options)
    chosen, bar = encoded(device), shown(progress)
    settings = ffi.new("ts_run_settings *", {"size": ffi.sizeof("ts_run_settings"), "device": chosen,
                                             "threads": whole("threads", threads, 2**31 - 1),
                                             "progress": progress_callback(mine, bar)})
    try:
        work(mine, lib.ts_learn, mine.handle, made[0], settings, encoded(folder))
    finally:
        if bar:
            bar.close()


def plot(results: Result | Sequence[Result], path: str | os.PathLike, *, labels: Sequence[str] | None = None,
         title: str | None = None) -> None:
    """Draws the histograms of results over each other, with their ratios to the first, into a file.

    Behind those of cards with variations lie bands of scales and densities.

    :param path: its ending says what: .html, a page that needs no network, or .svg, .pdf, .png
    :param labels: of the legend; None: the processes, numbered
    """
    every = [results] if isinstance(results, Result) else list(results)
    names = list(labels) if labels is not None else [
        one.process + (f" ({i})" if len(every) > 1 else "") for i, one in enumerate(every, 1)]
    if len(names) != len(every):
        raise InputError(f"There are {len(every)} results, but {len(names)} labels.")
    texts = [encoded(name) for name in names]
    series = ffi.new("ts_plot_series[]", [
        {"label": label, "histograms": one._box[0].histograms, "count": one._box[0].histogram_count,
         "bands": one._box[0].bands}
        for label, one in zip(texts, every)])
    mine = context()
    mine.check(lib.ts_plot_write(mine.handle, series, len(every), encoded(title), encoded(path)))


class Scan(Sequence):
    """The results of a scan, with the values that each was made for.

    ``table()`` is what pandas takes: ``pandas.DataFrame(scan.table())``.
    """

    def __init__(self, points: list[dict[str, Any]], results: list[Result]) -> None:
        self.points = points  #: of each result, the values of the keys
        self.results = results

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: Any) -> Any:
        return self.results[index]

    def table(self) -> dict[str, list[Any]]:
        """Columns: one for each key, then value, error (pb) and converged."""
        keys = list(self.points[0]) if self.points else []
        columns: dict[str, list[Any]] = {key: [point[key] for point in self.points] for key in keys}
        columns["value"] = [result.value for result in self.results]
        columns["error"] = [result.error for result in self.results]
        columns["converged"] = [result.converged for result in self.results]
        return columns

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.table())

    def plot(self, axes: Any = None) -> Any:
        """Draws the cross section against the first key by matplotlib, and returns the axes."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.subplots()[1]
        table = self.table()
        key = next(iter(table))
        axes.errorbar(table[key], table["value"], table["error"], fmt="o")
        axes.set_xlabel(key)
        axes.set_ylabel("cross section [pb]")
        return axes

    def __repr__(self) -> str:
        return f"<Scan of {len(self)} results over {', '.join(self.points[0]) if self.points else 'nothing'}>"

    def _repr_html_(self) -> str:
        keys = list(self.points[0]) if self.points else []
        head = "".join(f"<th>{html.escape(key)}</th>" for key in [*keys, "cross section [pb]"])
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(point[key]))}</td>" for key in keys)
            + f"<td>{number_with_error(result.value, result.error)}{'' if result.converged else ' (not converged)'}</td></tr>"
            for point, result in zip(self.points, self.results))
        return f"<table><tr>{head}</tr>{rows}</table>"


def _points(values: Mapping[str, Sequence[Any]], together: bool) -> Iterator[dict[str, Any]]:
    names = list(values)
    lists = [list(values[name]) for name in names]
    if not together:
        return (dict(zip(names, point)) for point in itertools.product(*lists))
    if len({len(one) for one in lists}) > 1:
        raise InputError("Keys that are scanned together have equally many values, not "
                         + ", ".join(f"{name}: {len(one)}" for name, one in zip(names, lists)) + ".")
    return (dict(zip(names, point)) for point in zip(*lists))


def scan(card: CardLike, values: Mapping[str, Sequence[Any]], *, together: bool = False,
         **keywords: Any) -> Scan:
    """Runs a card for several values of one option or more.

    Numbers (cuts, energies, scales, ranges, seeds) compile nothing again.

    For example:

        >>> card = {"process": "g g > g g", "integration": {"relative_error": 1e-2}}
        >>> scanned = scan(card, {"cuts.jet.pt_min": [30, 60]})
        >>> scanned[0].value > scanned[1].value
        True
        >>> list(scanned.table())
        ['cuts.jet.pt_min', 'value', 'error', 'converged']

    :param card: as ``run`` takes it
    :param values: for each key its values: ``{"cuts.jet.pt_min": [20, 30, 40]}``. Of several keys all
        combinations are run
    :param together: in place of all combinations, the first values of all keys, then the second ones, ...
    :param keywords: as ``run`` takes them, for all points
    """
    keys = option_keys()
    named = {full_key(key, keys): list(choices) for key, choices in values.items()}
    points = list(_points(named, together))
    fixed = dict(keywords.pop("set", None) or {})
    return Scan(points, [run(card, {**fixed, **point}, **keywords) for point in points])

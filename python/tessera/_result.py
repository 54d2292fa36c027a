"""What a run gives."""

from __future__ import annotations

import html
import json
import os
from functools import cached_property
from typing import Any, NamedTuple

from . import _histogram
from ._library import Context, encoded, lib, taken_text, text


def number_with_error(value: float, error: float) -> str:
    """A value with two digits of its error in brackets.

    For example:

        >>> number_with_error(1.79103e-06, 1.7e-10)
        '1.79103(17)e-06'
        >>> number_with_error(231.14, 0.22)
        '231.14(22)'
    """
    import math

    if not (math.isfinite(value) and math.isfinite(error)) or error <= 0:
        return f"{value:.10g} ± {error:.2g}"
    exponent = math.floor(math.log10(abs(value))) if value else math.floor(math.log10(error))
    scale = exponent if not -3 <= exponent <= 6 else 0
    digits = 1 - math.floor(math.log10(error)) + scale  # behind the point
    shift = 10.0 ** max(digits, 0)
    mantissa = f"{value / 10.0**scale:.{max(digits, 0)}f}"
    return f"{mantissa}({round(error / 10.0**scale * shift)})" + (f"e{scale:+03d}" if scale else "")


class Iteration(NamedTuple):
    """One iteration of the integrator."""

    value: float
    error: float
    events: int
    counted: bool  #: else it served the adaptation only


class Subprocess(NamedTuple):
    """What a subprocess, or several with one matrix element, adds to the cross section."""

    name: str
    value: float  #: pb
    error: float  #: pb
    generated: int
    accepted: int


class Multiplicity(NamedTuple):
    """A process of a sum: a multiplicity of a range such as ``0..2 j``, or an entry of a list."""

    process: str
    jets: int  #: of its final particles, at most
    value: float  #: pb
    error: float  #: pb
    generated: int
    accepted: int
    written: int  #: events of it in the files


class Variation(NamedTuple):
    """The cross section with other scales or densities, from the same events."""

    name: str  #: as in files: "MUR=0.5_MUF=1_LHAPDF=10042"
    mur: float  #: factor of the renormalisation scale
    muf: float  #: factor of the factorisation scale
    member: int  #: of the set of densities
    value: float  #: pb
    error: float  #: pb


class Result:
    """The result of a run: cross section, histograms, and how they came about.

    It is what ``tessera run`` writes into its folder; ``save()`` does so.
    """

    def __init__(self, context: Context, box: Any) -> None:
        self._context = context  # outlives what was made with it
        self._box = box
        result = box[0]
        self.process: str = text(result.process)
        self.device: str = text(result.device)
        self.precision: str = text(result.precision)
        self.pdf: str = text(result.pdf)
        self.seed: int = result.seed
        self.value: float = result.value  #: pb
        self.error: float = result.error  #: pb, one standard deviation
        self.chi2_per_dof: float = result.chi2_per_dof
        self.converged: bool = bool(result.converged)
        self.objection: str = text(result.objection)  #: what speaks against the error; "": nothing
        self.generated: int = result.generated
        self.accepted: int = result.accepted
        self.seconds: float = result.seconds_total
        self.seconds_compiling: float = result.seconds_compile
        files = text(result.events.files).split() if result.events.file else []
        #: of each multiplicity where ``events.split`` asks for that: events-0.lhe, events-1.lhe and so on
        self.event_files: list[str] = files if not result.event_parts else [
            file.replace(".", f"-{part}.", 1) for file in files for part in range(result.event_parts)]

    @cached_property
    def histograms(self) -> _histogram.Histograms:
        """The histograms that the card asks for, by their names."""
        result = self._box[0]
        found = [_histogram.read(result.histograms[i]) for i in range(result.histogram_count)]
        return _histogram.Histograms((one.name, one) for one in found)

    @cached_property
    def subprocesses(self) -> list[Subprocess]:
        """What each subprocess adds; empty where the process is one. ``pandas.DataFrame`` takes it."""
        result = self._box[0]
        rows = (result.subprocesses[i] for i in range(result.subprocess_count))
        return [Subprocess(text(row.name), row.value, row.error, row.generated, row.accepted) for row in rows]

    @cached_property
    def multiplicities(self) -> list[Multiplicity]:
        """What each process of a sum adds; empty where there is one. ``pandas.DataFrame`` takes it."""
        result = self._box[0]
        rows = (result.multiplicities[i] for i in range(result.multiplicity_count))
        return [Multiplicity(text(row.process), row.jets, row.value, row.error, row.generated, row.accepted,
                             row.written) for row in rows]

    @cached_property
    def variations(self) -> list[Variation]:
        """What the card's ``variations`` make of the cross section; empty where it asks for none."""
        result = self._box[0]
        rows = (result.variations[i] for i in range(result.variation_count))
        return [Variation(text(row.name), row.mur, row.muf, row.member, row.value, row.error) for row in rows]

    @cached_property
    def varied_histograms(self) -> dict[str, _histogram.Histograms]:
        """The histograms of each variation, by its name and theirs."""
        result, names = self._box[0], list(self.histograms)
        count = result.histogram_count
        assert result.varied_histogram_count == count * result.variation_count
        return {
            variation.name: _histogram.Histograms(
                (name, _histogram.read(result.varied_histograms[i * count + j])) for j, name in enumerate(names))
            for i, variation in enumerate(self.variations)}

    @cached_property
    def bands(self) -> dict[str, _histogram.Bands]:
        """What the variations make of each histogram, bin by bin; empty where the card asks for none."""
        result = self._box[0]
        if not result.bands:
            return {}
        return {name: _histogram.read_bands(result.bands[i], result.histograms[i].bin_count)
                for i, name in enumerate(self.histograms)}

    @property
    def scale_band(self) -> tuple[float, float] | None:
        """The least and the largest cross section [pb] of all scales; None without variations of them."""
        spread = self._box[0].scales
        return (spread.low, spread.high) if spread.known else None

    @property
    def density_band(self) -> tuple[float, float] | None:
        """The cross section [pb] one standard deviation of the densities down and up; None without their variations."""
        spread = self._box[0].densities
        return (spread.low, spread.high) if spread.known else None

    @cached_property
    def iterations(self) -> list[Iteration]:
        """How it converged. ``pandas.DataFrame`` takes it."""
        result = self._box[0]
        rows = (result.iterations[i] for i in range(result.iteration_count))
        return [Iteration(row.value, row.error, row.events, bool(row.counted)) for row in rows]

    @property
    def json(self) -> dict[str, Any]:
        """What ``result.json`` holds."""
        return json.loads(taken_text(lib.ts_result_json(self._box[0])))

    @property
    def card(self) -> str:
        """The card of this very result as YAML, each option with a part in it, defaults too."""
        return taken_text(lib.ts_card_yaml(self._box[0].card))

    @property
    def gvar(self) -> Any:
        """Value and error as a ``gvar.GVar``, which has to be installed."""
        import gvar

        return gvar.gvar(self.value, self.error)

    def __reduce__(self) -> Any:
        raise TypeError("A Result is not pickled, as it holds memory of the library: save() it into a folder, or send its "
                        "numbers and histograms, which are pickled.")

    def report(self) -> str:
        """The page that ``save()`` leaves as ``report.html``, with pictures, which needs no network."""
        return taken_text(lib.ts_result_report(self._box[0]))

    def save(self, folder: str | os.PathLike, report: bool = True) -> None:
        """Writes ``result.json``, ``histograms.yoda``, ``card.yaml`` and ``report.html`` into a folder, which is made."""
        self._box[0].no_report = not report
        self._context.check(lib.ts_result_write(self._context.handle, self._box[0], encoded(folder)))

    def plot(self, *names: str, figure: Any = None) -> Any:
        """Draws histograms by matplotlib, all of them unless some are named, and returns the figure."""
        from matplotlib import pyplot

        chosen = [self.histograms[name] for name in names or self.histograms]
        if not chosen:
            self.histograms["ht"]  # says what there is
        columns = min(len(chosen), 3)
        rows = -(-len(chosen) // columns)
        figure = figure or pyplot.figure(figsize=(4.5 * columns, 3.4 * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False).flatten()
        for place, one in zip(axes, chosen):
            one.plot(place)
        for place in axes[len(chosen):]:
            place.set_visible(False)
        return figure

    def __repr__(self) -> str:
        note = "" if self.converged else ", not converged"
        return f"<Result {self.process}: {number_with_error(self.value, self.error)} pb{note}>"

    def _repr_html_(self) -> str:
        rows = [
            ("cross section", f"<b>{number_with_error(self.value, self.error)} pb</b>"
             + ("" if self.converged else " (not converged)")),
            ("χ² per degree of freedom", f"{self.chi2_per_dof:.3g}"),
            ("events", f"{self.generated:.3g} generated, {self.accepted:.3g} accepted"),
            ("time", f"{self.seconds:.3g} s"),
            ("device", html.escape(self.device)),
        ]
        if self.objection:
            rows.insert(1, ("objection", html.escape(self.objection)))
        if self.histograms:
            rows.append(("histograms", html.escape(", ".join(self.histograms))))
        body = "".join(f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{value}</td></tr>'
                       for name, value in rows)
        return f"<table><caption>{html.escape(self.process)}</caption>{body}</table>"

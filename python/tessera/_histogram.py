"""Histograms as arrays."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from ._library import box, context, encoded, ffi, lib, text
from .errors import InputError


class Comparison(NamedTuple):
    """How well two histograms agree."""

    chi2: float
    degrees_of_freedom: int  #: bins compared
    p_value: float


class Histogram:
    """A histogram of one quantity: weights in bins, with their errors.

    ``values()`` and ``variances()`` are of whole bins (pb, not pb per unit of the axis), as boost-histogram has
    them; ``density()`` is the differential cross section.
    """

    def __init__(self, path: str, title: str, edges: np.ndarray, bins: np.ndarray, outside: np.ndarray) -> None:
        self.path = path  #: as in YODA: "/tessera/ht"
        self.name = path.rpartition("/")[2]  #: "ht"
        self.title = title  #: "HT [GeV]"
        self.edges = edges  #: [bins + 1]
        self._bins = bins  # [bins]: sum_w, sum_w2, sum_wx, sum_wx2, entries
        self._outside = outside  # of the underflow, the overflow and all

    def values(self) -> np.ndarray:
        """The sum of the weights in each bin."""
        return self._bins["sum_w"]

    def variances(self) -> np.ndarray:
        """The squares of the errors of ``values()``."""
        return self._bins["sum_w2"]

    def errors(self) -> np.ndarray:
        """One standard deviation of each of ``values()``."""
        return np.sqrt(self._bins["sum_w2"])

    def entries(self) -> np.ndarray:
        """How many events each bin holds."""
        return self._bins["entries"]

    def density(self) -> tuple[np.ndarray, np.ndarray]:
        """Values and errors for a unit of the axis."""
        widths = np.diff(self.edges)
        return self.values() / widths, self.errors() / widths

    def mean(self) -> tuple[float, float]:
        """The mean of the quantity over what lies within the range, and its error."""
        sum_w, sum_w2 = self._bins["sum_w"].sum(), self._bins["sum_w2"].sum()
        mean = self._bins["sum_wx"].sum() / sum_w
        variance = self._bins["sum_wx2"].sum() / sum_w - mean**2
        return float(mean), float(np.sqrt(max(variance, 0.0) * sum_w2) / abs(sum_w))

    @property
    def underflow(self) -> float:
        """The weight below the first bin."""
        return float(self._outside["sum_w"][0])

    @property
    def overflow(self) -> float:
        """The weight above the last bin."""
        return float(self._outside["sum_w"][1])

    def to_numpy(self) -> tuple[np.ndarray, np.ndarray]:
        """Values and edges, as ``numpy.histogram`` gives them."""
        return self.values(), self.edges

    def to_boost(self) -> Any:
        """The same as a ``boost_histogram.Histogram`` with weights, which has to be installed."""
        import boost_histogram

        made = boost_histogram.Histogram(boost_histogram.axis.Variable(self.edges),
                                         storage=boost_histogram.storage.Weight())
        return self._fill(made)

    def to_hist(self) -> Any:
        """The same as a ``hist.Hist`` with weights and labels, which has to be installed."""
        import hist

        made = hist.Hist(hist.axis.Variable(self.edges, name=self.name, label=self.title),
                         storage=hist.storage.Weight(), name=self.name)
        return self._fill(made)

    def _fill(self, made: Any) -> Any:
        view, outside = made.view(flow=True), self._outside
        view.value = np.concatenate([outside["sum_w"][:1], self.values(), outside["sum_w"][1:2]])
        view.variance = np.concatenate([outside["sum_w2"][:1], self.variances(), outside["sum_w2"][1:2]])
        return made

    def plot(self, axes: Any = None, **keywords: Any) -> Any:
        """Draws the density with its errors by matplotlib, and returns the axes."""
        from ._plot import draw

        return draw([self], axes=axes, labels=[keywords.pop("label", "")], **keywords)

    def compare(self, other: Histogram, fewest_entries: int = 0) -> Comparison:
        """chi2 and p-value of two histograms of the same binning.

        Neighbouring bins are put together until both expect ten events in each: the mean of their contents by
        the mean weight of each. Bins with fewer entries than ``fewest_entries`` in either of the two are left out.
        """
        mine = context()
        result = ffi.new("ts_comparison *")
        a, b = self._as_c(), other._as_c()
        mine.check(lib.ts_histogram_compare(mine.handle, a[0], b[0], fewest_entries, result))
        return Comparison(result.chi2, result.degrees_of_freedom, result.p_value)

    def _as_c(self) -> tuple[Any, Any]:
        count = len(self._bins)
        bins = ffi.new("ts_bin[]", count)
        for i, row in enumerate(self._bins):
            bins[i] = [self.edges[i], self.edges[i + 1], *(row[field] for field in _sums[:-1]), int(row["entries"])]
        made = ffi.new("ts_histogram *", {"bin_count": count, "bins": bins})
        return made, bins

    def __repr__(self) -> str:
        return f"<Histogram {self.name}: {len(self._bins)} bins from {self.edges[0]:g} to {self.edges[-1]:g}>"


_sums = ("sum_w", "sum_w2", "sum_wx", "sum_wx2", "entries")
_bin = np.dtype([("low", "f8"), ("high", "f8"), *((name, "f8") for name in _sums[:-1]), ("entries", "u8")])


def read(histogram: Any) -> Histogram:
    """From the library's struct, which is copied."""
    assert ffi.sizeof("ts_bin") == _bin.itemsize
    raw = np.frombuffer(ffi.buffer(histogram.bins, histogram.bin_count * _bin.itemsize), dtype=_bin).copy()
    outside = np.zeros(3, dtype=_bin)
    for row, place in zip(range(3), (histogram.underflow, histogram.overflow, histogram.total)):
        for name in _sums:
            outside[row][name] = getattr(place, name)
    edges = np.append(raw["low"], raw["high"][-1:])
    return Histogram(text(histogram.path), text(histogram.title), edges, raw, outside)


def read_yoda(path: str | os.PathLike) -> dict[str, Histogram]:
    """The histograms of a YODA file, by their paths."""
    mine = context()
    list_, count = ffi.new("ts_histogram **"), ffi.new("size_t *")
    try:
        mine.check(lib.ts_yoda_read(mine.handle, encoded(path), list_, count))
        found = [read(list_[0][i]) for i in range(count[0])]
    finally:
        lib.ts_histograms_destroy(list_, count[0])
    return {histogram.path: histogram for histogram in found}


class _Ends(NamedTuple):
    scales: tuple[np.ndarray, np.ndarray] | None  #: the least and the largest of all scales
    densities: tuple[np.ndarray, np.ndarray] | None  #: one standard deviation down and up


class Bands(_Ends):
    """What variations make of each bin: sums of weights at both ends, or None where these were not varied.

    A pair of ``scales`` and ``densities``, with ``others`` beside it.
    """

    others: tuple[np.ndarray, np.ndarray] | None = None  #: the least and the largest of weights of other names

    def __new__(cls, scales: Any, densities: Any, others: Any = None) -> Bands:
        made = super().__new__(cls, scales, densities)
        made.others = others
        return made


def read_bands(bands: Any, bin_count: int) -> Bands:
    """From the library's struct, which is copied."""
    def pair(low: Any, high: Any) -> tuple[np.ndarray, np.ndarray] | None:
        return (np.array(ffi.unpack(low, bin_count)), np.array(ffi.unpack(high, bin_count))) if low else None

    return Bands(pair(bands.scale_low, bands.scale_high), pair(bands.density_low, bands.density_high),
                 pair(bands.weight_low, bands.weight_high))


class Histograms(dict):
    """Histograms by their names, in the order of the card; a name that is not there is told so."""

    def __missing__(self, name: str) -> Histogram:
        raise InputError(f'There is no histogram "{name}": there are {", ".join(self) or "none"}. '
                         f"A card asks for them: histograms=[\"{name}\"].")

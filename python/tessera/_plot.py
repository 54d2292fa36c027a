"""Pictures of histograms by matplotlib, where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._histogram import Histogram

_log_from = 100  #: ratio of the largest to the smallest positive value from which an axis is logarithmic


def _is_wide(numbers: np.ndarray) -> bool:
    positive = numbers[numbers > 0]
    return positive.size > 1 and positive.max() > _log_from * positive.min()


def draw(histograms: list[Histogram], axes: Any = None, labels: list[str] | None = None, **keywords: Any) -> Any:
    """Draws histograms of one quantity into one picture: steps, with errors at the middle of each bin."""
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots()[1]
    first = histograms[0]
    logarithmic = first.edges[0] > 0 and _is_wide(first.edges)
    for histogram, label in zip(histograms, labels or [h.name for h in histograms]):
        values, errors = histogram.density()
        edges = histogram.edges
        middles = np.sqrt(edges[1:] * edges[:-1]) if logarithmic else (edges[1:] + edges[:-1]) / 2
        steps = axes.stairs(values, edges, label=label or None, **keywords)
        axes.errorbar(middles, values, errors, fmt="none", ecolor=steps.get_edgecolor(), elinewidth=1)
    if logarithmic:
        axes.set_xscale("log")
    if _is_wide(np.concatenate([h.density()[0] for h in histograms])):
        axes.set_yscale("log")
    axes.set_xlabel(first.title)
    unit = first.title.rpartition("[")[2].rstrip("]") if "[" in first.title else ""
    axes.set_ylabel("dσ/dx [pb/" + unit + "]" if unit else "dσ/dx [pb]")
    if any(labels or [""]):
        axes.legend()
    return axes

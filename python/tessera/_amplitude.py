"""Squared matrix elements at points."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._cards import CardLike, make_card
from ._library import context, encoded, ffi, lib, real
from .errors import InputError, NumericError


def _check(mine: Any, status: int, array: np.ndarray) -> None:
    """Raises what the library refuses; of a number that is none, as which number of the array it stands there."""
    try:
        mine.check(status)
    except (InputError, NumericError):  # looking for it beforehand takes as long as small matrix elements do
        strange = np.argwhere(~np.isfinite(array))
        if not len(strange):
            raise
        place = tuple(int(i) for i in strange[0])
        raise InputError(
            f"momenta[{', '.join(map(str, place))}] is {array[place]}, which is no momentum.") from None


def amplitude(
    process: str,
    momenta: Any,
    *,
    alpha_s: float = 0,
    alpha: float = 0,
    scale: float = 0,
    helicities: str | None = None,
    colour: str | None = None,
    precision: str | None = None,
    device: str | None = None,
    card: CardLike = None,
    model: Mapping[str, Any] | None = None,
    gradients: Sequence[str] = (),
) -> Any:
    """The squared matrix element, summed over final and averaged over initial helicities and colours.

    It has no symmetry factor of identical particles, and the unit GeV^(4 - 2 n_final).

    For example:

        >>> momenta = [[50, 0, 0, 50], [50, 0, 0, -50], [50, 30, 0, 40], [50, -30, 0, -40]]
        >>> round(float(amplitude("g g > g g", momenta, alpha_s=0.118)), 1)
        920.5

    :param process: as in a card: "g g > g g", "u d~ > e+ ve g"
    :param momenta: an array [points, particles, 4], or [particles, 4] of one point: E, px, py, pz in GeV, incoming
        particles first with their physical (positive) energies
    :param alpha_s: the strong coupling; 0: that of the embedded densities at ``scale``
    :param alpha: the electromagnetic coupling; 0: 1/132.507
    :param scale: in GeV; 0: 91.188
    :param helicities: one '+' or '-' for each particle: this configuration alone
    :param colour: "leading" or "full"
    :param card: whose model and couplings count: a path or a dict
    :param model: inputs of the model by their names, ``{"m_t": 172.5}``, over those of the card
    :param gradients: inputs of the model, and "p" for all momenta, by which derivatives are taken: exact but for
        rounding. Those by a component of a momentum leave the mass shell: what has a meaning is their sum along a way
        that keeps to it and to the conservation of momentum
    :returns: an array [points], or a number for one point; with gradients a pair of this and of a dict of arrays
        [points], and [points, particles, 4] of "p"
    """
    if isinstance(gradients, str):
        raise InputError(f'gradients are a list of names, such as ["{gradients}"].')
    array = np.ascontiguousarray(real("momenta", momenta))
    if array.ndim not in (2, 3) or array.shape[-1] != 4:
        raise InputError("momenta are an array of shape (points, particles, 4), or (particles, 4) of one point: not "
                         f"{array.shape}.")
    points = array if array.ndim == 3 else array[np.newaxis]
    mine = context()
    texts = {"helicities": encoded(helicities), "colour": encoded(colour), "precision": encoded(precision),
             "device": encoded(device)}
    inputs = {f"model.{name}": value for name, value in (model or {}).items()}
    made = make_card(mine, card, inputs) if card is not None or inputs else [ffi.NULL]
    settings = ffi.new("ts_amplitude_settings *", {
        **texts, "size": ffi.sizeof("ts_amplitude_settings"), "alpha_s": alpha_s, "alpha": alpha, "scale": scale,
        "card": made[0]})
    squared = np.empty(len(points))
    given = (mine.handle, encoded(process), settings)
    arrays = (points.shape[1], ffi.from_buffer("double[]", points), len(points), ffi.from_buffer("double[]", squared))
    if not gradients:
        _check(mine, lib.ts_amplitude_evaluate(*given, *arrays, ffi.NULL), array)
        return squared if array.ndim == 3 else squared[0]
    widths = [4 * points.shape[1] if name == "p" else 1 for name in gradients]
    columns = np.empty((len(points), sum(widths)))
    _check(mine, lib.ts_amplitude_gradients(
        *given, encoded(",".join(gradients)), *arrays, ffi.from_buffer("double[]", columns), ffi.NULL), array)
    slopes, first = {}, 0
    for name, width in zip(gradients, widths):
        part = columns[:, first:first + width]
        part = part.reshape(points.shape) if name == "p" else part[:, 0]
        slopes[name] = part.copy() if array.ndim == 3 else part[0]
        first += width
    return (squared, slopes) if array.ndim == 3 else (squared[0], slopes)

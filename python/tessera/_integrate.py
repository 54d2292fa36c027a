"""Integrals of any function, with the habits of vegas."""

from __future__ import annotations

import html
import json
import os
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ._integrand import Integrand, PythonFunction, Table, box_of, pointwise
from ._library import Context, box, context, encoded, ffi, lib, progress_callback, taken_text, text, whole, work
from ._progress import ProgressArgument, shown
from .errors import ConvergenceWarning
from ._result import Iteration, number_with_error

__all__ = ["Integral", "Integrator", "State", "Table", "integrate", "pointwise"]


class State:
    """How far an integral has come: to go on with it, or to use its grid for another one.

    For example:

        >>> first = integrate("exp(-x1)", (0, 5), rtol=1e-2)
        >>> again = State(bytes(first.state))
        >>> integrate("exp(-x1)", (0, 5), rtol=1e-5, state=again).converged
        True
    """

    def __init__(self, source: bytes | str | os.PathLike) -> None:
        self._context = context()
        self._owner = box("ts_integral_state", lib.ts_integral_state_destroy)
        if isinstance(source, (bytes, bytearray, memoryview)):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "state.json"
                path.write_bytes(source)
                self._read(path)
        else:
            self._read(source)

    def _read(self, path: str | os.PathLike) -> None:
        self._context.check(lib.ts_integral_state_read(self._context.handle, encoded(path), self._owner))
        self.handle = self._owner[0]

    @classmethod
    def _of(cls, integral: Integral) -> State:
        """That of an integral, which goes with it."""
        state = cls.__new__(cls)
        state._context, state._owner = integral._context, integral._box
        state.handle = integral._box[0].state
        return state

    def save(self, path: str | os.PathLike) -> None:
        """Writes it into a file, which ``tessera integrate --state`` reads too."""
        self._context.check(lib.ts_integral_state_write(self._context.handle, self.handle, encoded(path)))

    def __bytes__(self) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "state.json"
            self.save(path)
            return path.read_bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (bytes(self),)


class Integral:
    """The result of an integral.

    ``mean`` and ``sdev`` are numbers where one function was integrated, arrays where it has components, and dicts
    where it returned a dict.
    """

    def __init__(self, context: Context, box: Any, shape: Any) -> None:
        self._context = context
        self._box = box
        result = box[0]
        rows = [result.components[i] for i in range(result.component_count)]
        self.mean: Any = self._shaped([row.value for row in rows], shape)
        self.sdev: Any = self._shaped([row.error for row in rows], shape)
        self.chi2_per_dof: Any = self._shaped([row.chi2_per_dof for row in rows], shape)
        self.converged: bool = bool(result.converged)
        self.objection: str = text(result.objection)  #: what speaks against the errors; "": nothing
        self.method: str = text(result.method)
        self.reason: str = text(result.reason)  #: why this method, where it was chosen
        self.device: str = text(result.device)
        self.evaluations: int = result.evaluations
        self.not_finite: int = result.not_finite  #: evaluations that were not finite, which count as zero
        self.infinite: int = result.infinite  #: of these, infinite ones, which forbid a claim
        self.seconds: float = result.seconds_total
        #: a point where the function was not finite, or None
        self.not_finite_point: np.ndarray | None = (
            np.array(ffi.unpack(result.not_finite_point, result.dimensions)) if result.not_finite else None)

    @staticmethod
    def _shaped(numbers: list[float], shape: Any) -> Any:
        if shape is None:
            return numbers[0]
        return dict(zip(shape, numbers)) if isinstance(shape, list) else np.array(numbers)

    @property
    def value(self) -> Any:
        """The same as ``mean``."""
        return self.mean

    @property
    def error(self) -> Any:
        """The same as ``sdev``."""
        return self.sdev

    @property
    def iterations(self) -> list[Iteration]:
        """Of the first component."""
        result = self._box[0]
        rows = (result.iterations[i] for i in range(result.iteration_count))
        return [Iteration(row.value, row.error, row.events, bool(row.counted)) for row in rows]

    @property
    def state(self) -> State:
        """To go on with it (``state=``), or to use its grid (``grid=``)."""
        return State._of(self)

    @property
    def json(self) -> dict[str, Any]:
        """What ``tessera integrate --json`` prints."""
        return json.loads(taken_text(lib.ts_integral_json(self._box[0])))

    @property
    def gvar(self) -> Any:
        """Means and errors as ``gvar`` has them, which has to be installed. Correlations of components are not known."""
        import gvar

        return gvar.gvar(self.mean, self.sdev)

    def __reduce__(self) -> Any:
        raise TypeError("An Integral is not pickled, as it holds memory of the library: send its mean and sdev, or its "
                        "state, which are pickled.")

    def summary(self) -> str:
        """How it converged, one iteration a line."""
        lines = ["  iteration      value    evaluations"]
        for number, row in enumerate(self.iterations, 1):
            note = "" if row.counted else "   adapting"
            lines.append(f"{number:11}   {number_with_error(row.value, row.error):>18}  {row.events:10}{note}")
        return "\n".join([*lines, str(self)])

    def _pairs(self) -> list[tuple[str, str]]:
        if isinstance(self.mean, dict):
            return [(key, number_with_error(self.mean[key], self.sdev[key])) for key in self.mean]
        means, sdevs = np.atleast_1d(self.mean), np.atleast_1d(self.sdev)
        return [(str(i), number_with_error(mean, sdev)) for i, (mean, sdev) in enumerate(zip(means, sdevs))]

    def __str__(self) -> str:
        pairs = self._pairs()
        if isinstance(self.mean, dict):
            return "{" + ", ".join(f"{key}: {shown}" for key, shown in pairs) + "}"
        return pairs[0][1] if np.ndim(self.mean) == 0 else "[" + ", ".join(shown for _, shown in pairs) + "]"

    def __repr__(self) -> str:
        return f"<Integral {self}, {'converged' if self.converged else 'not converged'}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{html.escape(key)}</th><td>{shown}</td></tr>" for key, shown in self._pairs())
        note = "converged" if self.converged else "not converged: " + html.escape(self.objection)
        return f"<table>{rows}</table><p>{self.evaluations:.3g} evaluations by {self.method}, {note}</p>"


def _state(given: Any) -> State | None:
    return given if given is None or isinstance(given, State) else State(given)


def integrate(
    function: Any,
    limits: Any = None,
    *,
    dim: int | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    max_evaluations: float | None = None,
    components: int = 1,
    params: Mapping[str, float] | None = None,
    arrays: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    method: str | None = None,
    precision: str | None = None,
    device: str | None = None,
    threads: int = 0,
    seed: int = 1,
    bins: int = 0,
    state: State | bytes | str | os.PathLike | None = None,
    grid: State | bytes | str | os.PathLike | None = None,
    progress: ProgressArgument = None,
) -> Integral:
    """Integrates a function over a box until its error is as small as was asked for.

    For example:

        >>> integrate("exp(-a * sum((x - 0.5)^2))", dim=6, params={"a": 100}).converged
        True
        >>> import numpy as np
        >>> integral = integrate(lambda x: np.exp(-np.sum(x**2, axis=1)), (-np.inf, np.inf), dim=2)
        >>> bool(abs(integral.mean - np.pi) < 5 * integral.sdev)
        True
        >>> moments = integrate(lambda x: {"one": x[:, 0], "two": x[:, 0]**2}, dim=1)
        >>> abs(moments.mean["two"] - 1 / 3) < 1e-3
        True

    :param function: an expression, a list of expressions, a text in kernel C that defines INTEGRAND(x, f), or a
        Python function of an array x[n, dim] that returns an array of n values, one of [n, k], or a dict of arrays
    :param limits: one pair (lower, upper) for all axes, or a list of pairs; infinite ends are allowed. None: the
        unit cube
    :param dim: the number of axes, where limits do not tell
    :param rtol: the relative error to reach, 1e-3 unless atol is given
    :param atol: the absolute error to reach, if that comes first
    :param max_evaluations: at most so many
    :param components: of a text in kernel C, how many elements of f it sets
    :param params: parameters of expressions and kernel C; other values compile nothing again
    :param arrays: their arrays of one axis
    :param tables: their interpolation tables: ``Table``, or a tuple of axes and, last, values
    :param method: "auto", "qmc", "vegas", "vegasplus", "mcubes" or "mcubes1d"
    :param precision: "double" or "single"
    :param device: where expressions and kernel C are evaluated: "cpu", "cuda", "opencl:0.0", ...
    :param threads: of the CPU, 0 for all; a Python function is called in the calling thread, whatever this says
    :param state: an integral of the same function to go on with
    :param grid: an integral of a similar function whose grid spares adapting
    :param progress: as ``run`` takes it
    :raises InputError: and others; what a Python function raises ends the integral and is raised again. A result
        that is not as precise as was asked for comes with a ``ConvergenceWarning``
    """
    ends = box_of(limits, dim)
    python = PythonFunction(function, ends) if callable(function) else None
    mine = context()  # not before the function was called, which may integrate too
    integrand = Integrand(mine, python or function, ends, components)
    integrand.set_parameters(params or {})
    integrand.set_arrays(arrays or {})
    integrand.set_tables(tables or {})
    if python:
        shape = None if python.is_scalar else (python.keys or np.ndarray)
    else:
        one = isinstance(function, str) and components == 1
        shape = None if one else np.ndarray
    known, similar = _state(state), _state(grid)
    texts = {"method": encoded(method), "precision": encoded(precision), "device": encoded(device)}
    bar = shown(progress)
    called = progress_callback(mine, bar)
    settings = ffi.new("ts_integrate_settings *", {
        **texts, "size": ffi.sizeof("ts_integrate_settings"), "relative_error": rtol or 0, "absolute_error": atol or 0,
        "max_evaluations": whole("max_evaluations", max_evaluations or 0, 2**64 - 1), "seed": whole("seed", seed, 2**64 - 1),
        "bins": whole("bins", bins, 2**31 - 1), "threads": whole("threads", threads, 2**31 - 1),
        "continue_from": known.handle if known else ffi.NULL, "grid_from": similar.handle if similar else ffi.NULL,
        "progress": called})
    result = box("ts_integral", lib.ts_integral_destroy)
    try:
        work(mine, lib.ts_integrate, mine.handle, integrand.box[0], settings, result)
    finally:
        if bar:
            bar.close()
    return Integral(mine, result, shape)


class Integrator:
    """An integrator over a box that keeps its grid from call to call, as ``vegas.Integrator`` does.

    What is integrated next adapts the grid further; the first call may be a short one that only adapts.

    For example:

        >>> integrator = Integrator([(0, 1)] * 4, seed=3)
        >>> warm_up = integrator("exp(-50 * sum((x - 0.3)^2))", nitn=5, neval=2000)
        >>> integral = integrator("exp(-50 * sum((x - 0.3)^2))", nitn=10, neval=10000)
        >>> float(abs(integral.mean / 0.003947 - 1)) < 0.01
        True

    :param limits: as ``integrate`` takes them
    :param settings: as ``integrate`` takes them, for all calls
    """

    def __init__(self, limits: Any, **settings: Any) -> None:
        self.limits = box_of(limits, settings.pop("dim", None))
        self.settings = settings
        self.state: State | None = None  #: of the last integral, whose grid the next one begins with

    def __call__(self, function: Any, nitn: int | None = None, neval: float | None = None, *, adapt: bool = True,
                 **settings: Any) -> Integral:
        """Integrates.

        :param nitn: with neval, the evaluations that there may be: nitn * neval. Where no error is asked for, they
            are all made
        :param adapt: whether the next call begins with the grid of this one
        """
        chosen = {**self.settings, **settings}
        budget = nitn is not None or neval is not None
        if budget:
            chosen["max_evaluations"] = (10 if nitn is None else nitn) * (1000 if neval is None else neval)
        open_ended = budget and not {"rtol", "atol"} & set(chosen)
        if open_ended:
            chosen["atol"] = np.finfo(float).tiny
        with warnings.catch_warnings():
            if open_ended:  # the evaluations are the limit that was asked for
                warnings.simplefilter("ignore", ConvergenceWarning)
            result = integrate(function, self.limits, **{"grid": self.state, **chosen})
        if adapt:
            self.state = result.state
        return result

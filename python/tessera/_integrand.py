"""What may be integrated: expressions, kernel C, and Python functions over arrays."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ._library import Context, box, encoded, ffi, lib, of_user, real
from .errors import InputError

_probes = 7  #: points at which a Python function is tried before the integral begins


class Table:
    """An interpolation table for expressions and kernel C: ``table("x", ...)``'s nodes and values.

    For example:

        >>> import tessera
        >>> table = tessera.Table([0, 1, 2], values=[0, 1, 0])
        >>> round(tessera.integrate("t(x1)", (0, 2), tables={"t": table}).mean, 2)
        1.0

    :param axes: one to three lists of nodes, ascending
    :param values: an array with an axis for each of them
    :param cubic: else linear
    """

    def __init__(self, *axes: Sequence[float], values: Any, cubic: bool = False) -> None:
        self.axes = [np.ascontiguousarray(real("An axis of a table", axis)) for axis in axes]
        self.values = np.ascontiguousarray(real("values", values))
        self.cubic = cubic
        if not 1 <= len(axes) <= 3:
            raise InputError(f"A table has one to three axes, not {len(axes)}.")
        shape = tuple(len(axis) for axis in self.axes)
        if self.values.shape != shape:
            raise InputError(f"The values of a table have the shape of its axes, {shape}, not {self.values.shape}.")


def box_of(limits: Any, dim: int | None) -> np.ndarray:
    """The ends of all axes, [dim, 2].

    For example:

        >>> box_of((-1, 1), 3).tolist()
        [[-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0]]
    """
    if limits is None:
        limits = (0.0, 1.0)
    ends = real("limits", limits)
    if ends.shape == (2,):
        ends = np.tile(ends, (1 if dim is None else dim, 1))
    if ends.ndim != 2 or ends.shape[1] != 2 or not len(ends):
        raise InputError("limits are a pair (lower, upper) for all axes, or a list with one pair for each: "
                         f"not an array of shape {ends.shape}.")
    if dim is not None and len(ends) != dim:
        raise InputError(f"There are limits of {len(ends)} axes, but dim is {dim}.")
    return ends


def pointwise(function: Callable[..., Any]) -> Callable[[np.ndarray], np.ndarray]:
    """Makes a function of arrays of one of single points, which is far slower.

    For example:

        >>> import tessera
        >>> half = tessera.pointwise(lambda x: x[0] if x[1] < 0.5 else 0.0)
        >>> round(tessera.integrate(half, dim=2, rtol=1e-2).mean, 2)
        0.25
    """

    def over_array(x: np.ndarray) -> np.ndarray:
        return np.array([function(point) for point in x])

    return over_array


class PointMemory:
    """The arrays that points lie in. One that somebody has kept is left to him, and the next points get another."""

    def __init__(self, context: Context) -> None:
        self._lent: dict[int, np.ndarray] = {}  # by their addresses
        self._spare: list[np.ndarray] = []
        self._nobody = self._holders([np.empty(1)])

        @ffi.callback("ts_batch_memory", onerror=context.failed)
        def give(kept: Any, numbers: int, _data: Any) -> Any:
            old = [self._lent.pop(int(ffi.cast("uintptr_t", kept)))] if kept else []
            if old and self._holders(old) == self._nobody:
                self._spare += old
            del old
            if not numbers:
                return ffi.NULL
            array = self._spare.pop() if self._spare else np.empty(numbers)
            if len(array) < numbers:
                array = np.empty(numbers)
            self._lent[array.ctypes.data] = array
            return ffi.cast("double *", array.ctypes.data)

        self.give = give

    @staticmethod
    def _holders(alone: list[np.ndarray]) -> float:
        """How many hold the array in a list, as far as the interpreter counts them."""
        count = getattr(sys, "getrefcount", None)
        return count(alone[0]) if count else math.nan  # which equals nothing: each time a new array

    def array(self, address: Any) -> np.ndarray:
        return self._lent[int(ffi.cast("uintptr_t", address))]


class PythonFunction:
    """A function ``f(x[n, d])`` for the library: what it is given, what it may return, what it raises."""

    def __init__(self, function: Callable[[np.ndarray], Any], ends: np.ndarray) -> None:
        kind = getattr(function, "fcntype", "")  # vegas' mark of functions over arrays
        self._function = (lambda x: np.moveaxis(function(np.ascontiguousarray(x.T)), -1, 0)) if kind == "rbatch" else function
        self.dim = len(ends)
        self.keys: list[str] | None = None
        self.components = 0
        self.is_scalar = False
        self._probe(ends)

    def lend(self, context: Context) -> None:
        """Makes what the library calls back."""
        self.memory = PointMemory(context)
        self.callback = self._callback(context)

    def _probe(self, ends: np.ndarray) -> None:
        """Asks for values at a few points, to see what shape they have, and that they have the right one."""
        points = _probes if self.dim != _probes else _probes + 4
        t = (np.arange(1, points * self.dim + 1).reshape(points, self.dim) * 0.6180339887498949) % 1
        lower, upper = ends[:, 0], ends[:, 1]
        with np.errstate(invalid="ignore"):
            finite = np.where(np.isfinite(upper - lower), lower + t * (upper - lower), 0)
            x = np.where(np.isfinite(upper - lower), finite,
                         np.where(np.isfinite(lower), lower + t / (1 - t),
                                  np.where(np.isfinite(upper), upper - t / (1 - t), (t - 0.5) / (t * (1 - t)))))
        values = self._function(np.ascontiguousarray(x))
        if isinstance(values, Mapping):
            self.keys = list(values)
            if not self.keys:
                raise InputError("The function returned an empty dict, where it is to return one array for each name.")
        got = self._array(values, points)
        self.is_scalar = got.ndim == 1
        self.components = 1 if self.is_scalar else got.shape[1]
        self.__call__(np.ascontiguousarray(x), got)

    def _array(self, values: Any, points: int) -> np.ndarray:
        if isinstance(values, Mapping):
            if self.keys is None or list(values) != self.keys:
                raise InputError(f"The function returned the names {list(values)}, and {self.keys} before.")
            values = np.stack([np.asarray(values[key]) for key in self.keys], axis=-1)
        array = np.asarray(values)
        if array.dtype.kind not in "fiub":
            raise InputError(f"The function returned {array.dtype} numbers, where real ones are integrated.")
        if array.ndim not in (1, 2) or array.shape[0] != points:
            raise InputError(
                f"The function was given x of shape ({points}, {self.dim}) and returned an array of shape "
                f"{array.shape}: it is to return one value for each point, ({points},), or one for each point and "
                f"component, ({points}, k). A function of single points goes through tessera.pointwise().")
        return array

    def __call__(self, x: np.ndarray, values: Any = None) -> np.ndarray:
        """The values, [n, components]."""
        array = self._array(self._function(x) if values is None else values, len(x))
        components = 1 if array.ndim == 1 else array.shape[1]
        if components != self.components:
            raise InputError(f"The function returned {components} components, and {self.components} before.")
        return array.reshape(len(x), components)

    def _callback(self, context: Context) -> Any:
        dim, components = self.dim, self.components

        @ffi.callback("ts_function_batch", onerror=context.failed, error=1)
        def call(points: int, x: Any, f: Any, _data: Any) -> int:
            given = self.memory.array(x)[:dim * points].reshape(points, dim)
            wanted = np.frombuffer(ffi.buffer(f, 8 * components * points)).reshape(points, components)
            wanted[:] = of_user(self, given)
            return 0

        return call


class Integrand:
    """An integrand of the library with the objects that it needs to live."""

    def __init__(self, context: Context, function: Any, ends: np.ndarray, components: int) -> None:
        self.box = box("ts_integrand", lib.ts_integrand_destroy)
        self._function = function
        self._context = context
        make, dim = context.handle, len(ends)
        if isinstance(function, PythonFunction):
            function.lend(context)
            status = lib.ts_integrand_create_batch(make, dim, function.components, function.callback, ffi.NULL, self.box)
            if self.box[0]:
                lib.ts_integrand_set_batch_memory(self.box[0], function.memory.give)
        elif isinstance(function, str) and "INTEGRAND" in function:
            status = lib.ts_integrand_create_source(make, dim, components, encoded(function), self.box)
        else:
            texts = [function] if isinstance(function, str) else function
            if not (isinstance(texts, Sequence) and texts and all(isinstance(one, str) for one in texts)):
                raise TypeError("What is integrated is an expression, a list of them, a text in kernel C or a function "
                                f"f(x) over arrays: not {type(function).__name__}.")
            chars = [encoded(one) for one in texts]
            status = lib.ts_integrand_create(make, dim, ffi.new("char *[]", chars), len(chars), self.box)
        context.check(status)
        for axis, (lower, upper) in enumerate(ends):
            context.check(lib.ts_integrand_set_limits(self.box[0], axis, lower, upper))

    def set_parameters(self, parameters: Mapping[str, float]) -> None:
        for name, value in parameters.items():
            if not math.isfinite(value):
                raise InputError(f"The parameter {name} must be a finite number, not {value}.")
            self._context.check(lib.ts_integrand_set_parameter(self.box[0], encoded(name), value))

    def set_arrays(self, arrays: Mapping[str, Any]) -> None:
        for name, given in arrays.items():
            values = np.ascontiguousarray(real(f"The array {name}", given))
            if values.ndim != 1:
                raise InputError(f"The array {name} has {values.ndim} axes, where an expression's array has one.")
            pointer = ffi.from_buffer("double[]", values)
            self._context.check(lib.ts_integrand_set_array(self.box[0], encoded(name), pointer, len(values)))

    def set_tables(self, tables: Mapping[str, Any]) -> None:
        for name, given in tables.items():
            table = given if isinstance(given, Table) else Table(*given[:-1], values=given[-1])
            axes = [ffi.from_buffer("double[]", axis) for axis in table.axes]
            status = lib.ts_integrand_set_table(
                self.box[0], encoded(name), len(axes), ffi.new("size_t[]", [len(axis) for axis in table.axes]),
                ffi.new("double *[]", axes), ffi.from_buffer("double[]", table.values), table.cubic)
            self._context.check(status)

"""Parton densities and the strong coupling that belongs to them."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from ._library import box, context, encoded, ffi, lib, real, text
from .errors import InputError


class SetName(NamedTuple):
    """A set of parton densities that is there."""

    name: str
    source: str  #: its folder, or "embedded"


class PDF:
    """One member of a set, made by ``tessera.pdf()``."""

    def __init__(self, name: str | os.PathLike, member: int = 0) -> None:
        self._context = context()
        self._box = box("ts_pdf", lib.ts_pdf_destroy)
        self._context.check(lib.ts_pdf_create(self._context.handle, encoded(name), member, self._box))
        facts = lib.ts_pdf_describe(self._box[0])
        self.name: str = text(lib.ts_pdf_name(self._box[0]))
        self.source: str = text(lib.ts_pdf_source(self._box[0]))
        self.description: str = text(facts.description)
        self.member: int = facts.member
        self.member_count: int = facts.member_count
        self.flavours: list[int] = ffi.unpack(facts.flavours, facts.flavour_count)
        self.x_range: tuple[float, float] = (facts.x_min, facts.x_max)
        self.q_range: tuple[float, float] = (facts.q_min, facts.q_max)  #: GeV

    def xf(self, pid: Any, x: Any, q: Any) -> Any:
        """x f(x, Q) of a parton: 21 the gluon, 1 to 6 quarks, negative antiquarks.

        All three may be arrays, which are broadcast. Where x or q is not a positive number it is nan.

        For example:

            >>> import tessera
            >>> gluon, up = tessera.pdf("CTEQ6L1").xf([21, 2], 0.1, 91.188)
            >>> bool(gluon > up > 0)
            True
        """
        pids, xs, qs = np.broadcast_arrays(np.asarray(pid), real("x", x), real("q", q))
        codes = np.ascontiguousarray(pids.ravel())
        if codes.dtype.kind not in "iu":
            raise TypeError(f"A parton is a whole number of the PDG, not {codes.dtype}.")
        range_of_codes = np.iinfo(np.intc)
        if codes.size and not range_of_codes.min <= codes.min() <= codes.max() <= range_of_codes.max:
            raise InputError(f"A parton's PDG code has up to {range_of_codes.max.bit_length()} bits; one of them is "
                             f"{max(codes.min(), codes.max(), key=lambda code: abs(int(code)))}.")
        codes = codes.astype(np.intc)
        flat_x, flat_q = np.ascontiguousarray(xs.ravel()), np.ascontiguousarray(qs.ravel())
        values = np.empty(len(codes))
        lib.ts_pdf_xfx_points(self._box[0], len(codes), ffi.from_buffer("int[]", codes),
                              ffi.from_buffer("double[]", flat_x), ffi.from_buffer("double[]", flat_q),
                              ffi.from_buffer("double[]", values))
        return values.reshape(pids.shape)[()]

    def alpha_s(self, q: Any) -> Any:
        """The set's own strong coupling at a scale in GeV, or an array of them.

        For example:

            >>> import tessera
            >>> round(float(tessera.pdf("CTEQ6L1").alpha_s(91.188)), 4)
            0.1298
        """
        scales = real("q", q)
        values = np.array([lib.ts_pdf_alpha_s(self._box[0], scale) for scale in scales.ravel()])
        return values.reshape(scales.shape)[()]

    def __repr__(self) -> str:
        return f"<PDF {self.name}, member {self.member} of {self.member_count}>"


def pdf(name: str | os.PathLike = "CTEQ6L1", member: int = 0) -> PDF:
    """A set of parton densities by its name or folder; ``tessera.pdf_sets()`` lists those that are there."""
    return PDF(name, member)


def pdf_sets() -> list[SetName]:
    """The sets that ``pdf()`` finds by name.

    For example:

        >>> pdf_sets()[-1]
        SetName(name='CTEQ6L1', source='embedded')
    """
    found: list[SetName] = []

    @ffi.callback("ts_pdf_visit")
    def visit(name: Any, source: Any, _data: Any) -> int:
        found.append(SetName(text(name), text(source)))
        return 0

    mine = context()
    mine.check(lib.ts_pdf_list(mine.handle, visit, ffi.NULL))
    return found

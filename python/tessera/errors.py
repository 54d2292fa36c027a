"""Exceptions and warnings: one class for each status of the library, whose sentences they carry."""

from __future__ import annotations


class TesseraError(Exception):
    """What the library refused or could not do. Its text is the library's own sentence."""


class InputError(TesseraError, ValueError):
    """A card, an option, an argument or a shape is wrong."""


class FileError(TesseraError, OSError):
    """A file cannot be read or written."""


class OutOfMemoryError(TesseraError, MemoryError):
    """There is not enough memory."""


class CompileError(TesseraError):
    """A program cannot be compiled."""


class DeviceError(TesseraError):
    """A device is not there, or failed."""


class NumericError(TesseraError, ArithmeticError):
    """The numbers have no meaning."""


class TesseraWarning(UserWarning):
    """What the library warns of."""


class ConvergenceWarning(TesseraWarning):
    """The result is there, but not the precision that was asked for; the text says what speaks against it."""


#: By the names of the library's statuses.
BY_STATUS: dict[str, type[TesseraError]] = {
    "TS_ERROR_INPUT": InputError,
    "TS_ERROR_FILE": FileError,
    "TS_ERROR_MEMORY": OutOfMemoryError,
    "TS_ERROR_COMPILE": CompileError,
    "TS_ERROR_DEVICE": DeviceError,
    "TS_ERROR_NUMERIC": NumericError,
}

"""The library, as the package calls it: where it lies, contexts, statuses that become exceptions, interruption."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

from .errors import BY_STATUS, ConvergenceWarning, TesseraError, TesseraWarning

_here = Path(__file__).resolve().parent
log = logging.getLogger("tessera")


def _declared() -> Any:
    try:
        from ._declarations import ffi
    except ImportError:  # a checkout: from its headers
        include = _here.parent.parent / "include"
        if not (include / "tessera").is_dir():
            raise
        from ._declare import declare

        ffi = declare(include, os.environ.get("CC", "cc"))
    return ffi


def _find_library() -> str:
    named = os.environ.get("TESSERA_LIBRARY")
    if named:
        return named
    packaged = sorted((_here / "lib").glob("libtessera.*"))
    return str(packaged[0]) if packaged else "libtessera.so.0.1"


ffi = _declared()
try:
    lib = ffi.dlopen(_find_library())
except OSError as error:
    raise ImportError(
        f"The library cannot be loaded ({error}). TESSERA_LIBRARY may name a libtessera.so that was built."
    ) from None
_libc = ffi.dlopen(None)


def text(pointer: Any) -> str:
    """A C string; "" for NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer else ""


def taken_text(pointer: Any) -> str:
    """A C string that the library has handed over, which is freed."""
    if not pointer:
        raise BY_STATUS["TS_ERROR_MEMORY"]("There is not enough memory for a text.")
    try:
        return text(pointer)
    finally:
        _libc.free(pointer)


def encoded(value: str | os.PathLike | None) -> Any:
    """A text or a path for the library; None is NULL. The caller keeps it for as long as it is used."""
    return ffi.NULL if value is None else ffi.new("char[]", os.fsencode(value))


def whole(name: str, value: Any, most: int) -> int:
    """A whole number from 0 to so much; 1e6 is one."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if number != value or not 0 <= number <= most:
        raise BY_STATUS["TS_ERROR_INPUT"](f"{name} is a whole number from 0 to {most}, not {value}.")
    return number


def box(kind: str, destroy: Callable[[Any], None]) -> Any:
    """Room for a handle, which is destroyed with it: ``box[0]`` is the handle."""
    return ffi.gc(ffi.new(f"{kind} **"), destroy)


class Context:
    """A context of the library, with the messages of the call that is under way."""

    def __init__(self) -> None:
        self.box = ffi.gc(ffi.new("ts_context **"), lib.ts_context_destroy)
        if lib.ts_context_create(self.box):
            raise MemoryError("There is not enough memory for a context.")
        self.handle = self.box[0]
        self._messages: list[tuple[int, str]] = []
        messages = self._messages  # not self, which would be a circle that only the collector opens

        @ffi.callback("ts_log_function")
        def note(level: int, message: Any, _data: Any) -> None:
            messages.append((level, text(message)))

        self._note = note  # lives as long as the context
        lib.ts_context_set_log(self.handle, note, ffi.NULL)

    def error(self) -> str:
        return text(lib.ts_context_error(self.handle))

    def check(self, status: int) -> int:
        """Hands messages on, and raises the exception of a status that is a failure."""
        messages, self._messages[:] = list(self._messages), []
        for level, message in messages:
            if level == lib.TS_LOG_WARNING:
                warnings.warn(message, TesseraWarning, stacklevel=4)
            else:
                log.log(logging.INFO if level == lib.TS_LOG_INFO else logging.DEBUG, "%s", message)
        if status in (lib.TS_OK, lib.TS_INTERRUPTED):
            return status
        if status == lib.TS_NOT_CONVERGED:
            warnings.warn(self.error(), ConvergenceWarning, stacklevel=4)
            return status
        name = ffi.string(ffi.cast("ts_status", status))
        raise BY_STATUS.get(name, TesseraError)(self.error())


_of_thread = threading.local()


def context() -> Context:
    """The context of this thread. It keeps its device open and the program that was used last."""
    mine = getattr(_of_thread, "context", None)
    if mine is None or lib.ts_context_interrupted(mine.handle):
        mine = _of_thread.context = Context()
    return mine


def interruptible(context: Context, function: Callable[..., int], *arguments: Any) -> int:
    """Calls a function of the library that reports no progress, so that Ctrl-C ends it.

    Python runs its signal handlers between steps of its own, so the call has a thread, and this one waits for it.
    """
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(function, *arguments)
        try:
            status = call.result()
        except BaseException:
            lib.ts_context_interrupt(context.handle)
            raise
    if status == lib.TS_INTERRUPTED:
        raise KeyboardInterrupt
    return context.check(status)


class Calls:
    """What the library calls back while it works: progress, and with it Ctrl-C.

    Python runs its signal handlers where it runs Python, so a function is called several times a second. What is
    raised in it ends the work at the next chance, and is raised again when the library has cleaned up.
    """

    def __init__(self, context: Context, show: Callable[[Any], None] | None) -> None:
        self.raised: BaseException | None = None
        handle = context.handle

        def failed(_kind: Any, error: BaseException, _traceback: Any) -> None:
            self.raised = self.raised or error
            lib.ts_context_interrupt(handle)

        @ffi.callback("ts_progress_function", onerror=failed)
        def progress(report: Any, _data: Any) -> None:
            if show and not self.raised:
                show(report)

        self.progress = progress

    def end(self, context: Context, status: int) -> int:
        """Raises what was raised, or else the exception of the status."""
        if self.raised is not None:
            raise self.raised
        if status == lib.TS_INTERRUPTED:
            raise KeyboardInterrupt
        return context.check(status)

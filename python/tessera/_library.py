"""The library, as the package calls it: where it lies, contexts, statuses that become exceptions, interruption."""

from __future__ import annotations

import logging
import os
import signal
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import numpy as np

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


def real(name: str, value: Any) -> np.ndarray:
    """An array of real numbers; complex ones would lose a part."""
    array = np.asarray(value)
    if array.dtype.kind == "c":
        raise BY_STATUS["TS_ERROR_INPUT"](f"{name} is complex: expected real numbers.")
    return np.asarray(array, dtype=float)


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
        self.raised: list[BaseException] = []  #: by what the library called back
        handle, messages, raised = self.handle, self._messages, self.raised  # self were a circle, for the collector

        def failed(_kind: Any, error: BaseException, _traceback: Any) -> None:
            raised.append(error)
            lib.ts_context_interrupt(handle)

        @ffi.callback("ts_log_function", onerror=failed)
        def note(level: int, message: Any, _data: Any) -> None:
            messages.append((level, text(message)))

        self.failed = failed  #: onerror of whatever is called back in this context: nothing that is raised is lost
        self._note = note  # lives as long as the context
        lib.ts_context_set_log(self.handle, note, ffi.NULL)

    def error(self) -> str:
        return text(lib.ts_context_error(self.handle))

    def check(self, status: int) -> int:
        """Hands messages on, and raises what a callback raised, or the exception of a status that is a failure."""
        if self.raised:
            raise self.raised.pop(0)
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
    if getattr(_of_thread, "hearing", None):
        return Context()  # for a function of the user's that is called back, as the work around it has the other one
    mine = getattr(_of_thread, "context", None)
    if mine is None or lib.ts_context_interrupted(mine.handle):
        mine = _of_thread.context = Context()
    return mine


class Hearing:
    """Ctrl-C while the library works in the main thread: the work ends at its next chance, then it is raised.

    Python runs its signal handlers where it next runs Python, which while the library works is in a callback of ours:
    what its own handler raises there would be lost in some of them. So this one marks, and raises only in functions of
    the user's. Whoever has a handler of his own for Ctrl-C keeps it, and so do other threads, which hear no signals.
    """

    def __init__(self, context: Context) -> None:
        self.heard = False
        self._is_users_turn = False
        self._handle = context.handle

    def __enter__(self) -> Hearing:
        self._outer = getattr(_of_thread, "hearing", None)  # where a function that is integrated integrates itself
        self._replaced = None
        if threading.current_thread() is threading.main_thread():
            now = signal.getsignal(signal.SIGINT)
            if now is signal.default_int_handler or isinstance(getattr(now, "__self__", None), Hearing):
                self._replaced = signal.signal(signal.SIGINT, self._hear)
        _of_thread.hearing = self
        return self

    def __exit__(self, *_: Any) -> None:
        try:
            self._is_users_turn = False
            if self._replaced and signal.getsignal(signal.SIGINT) == self._hear:  # else the user's function has set one
                signal.signal(signal.SIGINT, self._replaced)
        finally:
            _of_thread.hearing = self._outer

    def _hear(self, _number: int, _frame: Any) -> None:
        hearing: Hearing | None = self
        while hearing:  # those around it too, whatever their functions make of the exception
            hearing.heard = True
            lib.ts_context_interrupt(hearing._handle)
            hearing = hearing._outer
        if self._is_users_turn:
            raise KeyboardInterrupt

    def of_user(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            self._is_users_turn = True
            if self.heard:
                raise KeyboardInterrupt
            return function(*arguments)
        finally:
            self._is_users_turn = False


def of_user(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function of the user's, in which Ctrl-C raises KeyboardInterrupt as it does everywhere else."""
    hearing = getattr(_of_thread, "hearing", None)
    return hearing.of_user(function, *arguments) if hearing else function(*arguments)


def work(context: Context, function: Callable[..., int], *arguments: Any) -> int:
    """Calls a function of the library that may take long and reports progress, so that Ctrl-C ends it."""
    with Hearing(context) as hearing:
        status = function(*arguments)
    first = type(context.raised[0]) if context.raised else None  # an exception in a variable here were a circle
    is_interrupted = hearing.heard or (status == lib.TS_INTERRUPTED and not first)
    if is_interrupted and not (first and issubclass(first, KeyboardInterrupt)):
        raise KeyboardInterrupt from (context.raised.pop(0) if first else None)
    return context.check(status)


def work_aside(context: Context, function: Callable[..., int], *arguments: Any) -> int:
    """The same of a function that reports no progress: it has a thread, for which this one waits and hears signals."""

    def wait() -> int:
        first = None
        with ThreadPoolExecutor(1) as threads:
            try:
                future = threads.submit(function, *arguments)
            except BaseException:
                lib.ts_context_interrupt(context.handle)
                raise
            while not future.done():  # what it works with must live as long, however often a signal comes
                try:
                    future.exception()
                except BaseException as error:  # by another handler than ours
                    first = first or error
                    lib.ts_context_interrupt(context.handle)
        try:
            if first:
                raise first
            return future.result()
        finally:
            del first, future  # else exceptions were in circles

    return work(context, wait)


def progress_callback(context: Context, show: Callable[[Any], None] | None) -> Any:
    """A ts_progress_function. Without anything to show it is there too, as Python hears signals where it runs Python."""

    @ffi.callback("ts_progress_function", onerror=context.failed)
    def progress(report: Any, _data: Any) -> None:
        if show and not context.raised:
            of_user(show, report)

    return progress

"""Tessera from Python: cross sections, events and integrals on CPUs and GPUs.

For example:

    >>> import tessera
    >>> round(tessera.integrate("x1 * x2", [(0, 1), (0, 2)]).mean, 3)
    1.0
"""

from __future__ import annotations

from . import errors
from ._library import lib as _lib
from ._library import text as _text
from ._progress import Progress
from ._amplitude import amplitude
from ._decay import Decayed, decay
from .errors import (CompileError, ConvergenceWarning, DeviceError, FileError, InputError, NumericError,
                     OutOfMemoryError, TesseraError, TesseraWarning)
from ._events import Event, EventBatch, EventFile, Events, events, read_events, shower
from ._files import EventCheck, Merged, check_events, convert_events, import_model, merge
from ._histogram import Bands, Comparison, Histogram, read_yoda
from ._info import Device, Option, Process, devices, options, processes, subprocesses
from ._integrate import Integral, Integrator, State, Table, integrate, pointwise
from ._pdf import PDF, pdf, pdf_sets
from ._reweight import Reweighted, event_amplitudes, reweight, weights
from ._result import Iteration, Multiplicity, Result, Subprocess, Variation
from ._run import Scan, learn, plot, run, scan

__version__: str = _text(_lib.ts_version())

__all__ = [
    "Bands", "CompileError", "Comparison", "ConvergenceWarning", "Decayed", "Device", "DeviceError", "Event", "EventBatch", "EventCheck",
    "EventFile", "Events", "FileError",
    "Histogram", "InputError", "Integral", "Integrator", "Iteration", "Merged", "NumericError", "Option",
    "Multiplicity", "OutOfMemoryError", "PDF", "Process", "Progress", "Result", "Reweighted", "Scan", "State", "Subprocess", "Table",
    "TesseraError", "TesseraWarning", "Variation", "amplitude", "check_events", "convert_events", "decay", "devices", "errors",
    "event_amplitudes", "events", "import_model", "integrate", "learn", "merge", "options", "pdf", "pdf_sets", "plot", "pointwise",
    "processes", "read_events", "read_yoda", "reweight", "run", "scan", "shower", "subprocesses", "weights",
]

"""How far long work is: a bar by tqdm, or a function of the user's."""

from __future__ import annotations

import sys
from typing import Any, Callable, NamedTuple, Union

from ._library import text


class Progress(NamedTuple):
    """What a function given as ``progress`` receives, several times a second."""

    stage: str  #: "compiling", "adapting", "integrating", "writing events"
    fraction: float  #: done, 0 to 1
    events: int  #: generated, or evaluated, so far
    rate: float  #: of them in a second
    value: float  #: the estimate so far
    error: float  #: 0: none yet
    seconds_left: float  #: nan: not known yet


ProgressArgument = Union[None, bool, Callable[[Progress], None]]


def _read(report: Any) -> Progress:
    return Progress(text(report.stage), report.fraction, report.events, report.rate, report.value,
                    report.error, report.seconds_left)


def _is_watched() -> bool:
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


class _Bar:
    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(total=100, bar_format="{desc} |{bar}| {percentage:3.0f} %{postfix}", leave=False)

    def __call__(self, report: Any) -> None:
        now = _read(report)
        self.bar.n = 100 * now.fraction
        self.bar.set_description_str(now.stage, refresh=False)
        if now.error > 0:
            self.bar.set_postfix_str(f"{now.value:.6g} ± {now.error:.2g}", refresh=False)
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()


class _Function:
    def __init__(self, function: Callable[[Progress], None]) -> None:
        self.function = function

    def __call__(self, report: Any) -> None:
        self.function(_read(report))

    def close(self) -> None:
        pass


def shown(progress: ProgressArgument) -> Any:
    """What shows progress, with close(); None: nothing does."""
    if callable(progress):
        return _Function(progress)
    if progress is False or (progress is None and not _is_watched()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress is True:
            raise ImportError("progress=True takes tqdm (pip install tqdm); a function serves as well.") from None
        return None
    return _Bar(tqdm)

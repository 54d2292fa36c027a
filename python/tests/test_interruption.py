"""Ctrl-C at any moment: the work ends soon, KeyboardInterrupt is raised, and what is called next is right."""

import gzip
import os
import random
import signal
import tempfile
import threading
import time

import numpy as np
import pytest

import tessera
from tessera._library import Context, Hearing, context, lib, work_aside

endless = 10**15


class OwnError(Exception):
    pass


@pytest.fixture(autouse=True)
def lost_signals_are_found():
    """Who never hears of Ctrl-C hears the alarm."""

    def lost(_number, _frame):
        raise AssertionError("Ctrl-C was lost")

    before = signal.signal(signal.SIGALRM, lost)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def press_ctrl_c(delay=0.0):
    threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT)).start()


def one_and_a_half(x):
    return x[:, 0] + np.sqrt(x[:, 1]) * 1.5


def is_right():
    integral = tessera.integrate(one_and_a_half, dim=2)
    return integral.converged and abs(integral.mean - 1.5) < 4.5 * integral.sdev


lep = {"process": "e+ e- > q q~", "beams": {"particles": ["e+", "e-"], "energy": 91.2},
       "shower": {"alpha_s": 0.118, "cutoff": 1.0}, "integration": {"events": 2000}, "histograms": []}

works = {
    "run": lambda card: tessera.run(card, relative_error=1e-9, max_events=endless),
    "expression": lambda card: tessera.integrate("exp(-50 * sum((x - 0.3)^2))", dim=20, rtol=1e-9, max_evaluations=endless),
    "function": lambda card: tessera.integrate(one_and_a_half, dim=3, rtol=1e-12, max_evaluations=endless),
    "events": lambda card: tessera.events(card, count=10**9, histograms=[]),
    "shower": lambda card: tessera.shower(lep, count=10**9),
}


def at_random_moments(work, card, moments, most):
    for delay in moments:
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c(delay)
            work(card)
        assert time.monotonic() - begin < delay + most
        assert is_right()


@pytest.mark.parametrize("name", works if os.environ.get("TESSERA_TEST_CI") else ["run", "expression"])
def test_ctrl_c_at_random_moments(name, two_jets, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    at_random_moments(works[name], two_jets, np.linspace(0, 0.12, 8 if os.environ.get("TESSERA_TEST_CI") else 4), 30)
    assert os.listdir(tmp_path) == [], "folders of events are left"


@pytest.mark.long
@pytest.mark.parametrize("name", works)
def test_ctrl_c_at_many_moments(name, two_jets):
    chance = random.Random(name)
    signal.alarm(600)
    at_random_moments(works[name], two_jets, [chance.random() for _ in range(40)], 30)


def test_ctrl_c_while_a_program_is_compiled(tmp_path, monkeypatch):
    """Messages of the library come meanwhile, whose callback must lose nothing."""
    monkeypatch.setenv("TESSERA_CACHE_DIR", str(tmp_path))
    compiling = []

    def press_meanwhile():
        while not compiling:
            compiling.extend(tmp_path.rglob("*.so.tessera-*"))  # the folder of a compilation, which goes when it ends
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        compiling.append(compiling[0].exists())

    presser = threading.Thread(target=press_meanwhile, daemon=True)
    with pytest.raises(KeyboardInterrupt):
        presser.start()
        tessera.integrate("exp(-0.737 * x1)", dim=1, rtol=1e-15, max_evaluations=endless)
    presser.join()
    assert compiling[-1] is True


@pytest.mark.parametrize("begin", ["", "<init>\n11 -11 50 50 0 0 0 0 -4 1\n5 1 2 1\n</init>\n<event>\n1 1 1 1 1 1\n"
                                   "22 1 0 0 0 0 0 0 1 1 0 0 9\n"], ids=["head", "event"])
def test_ctrl_c_while_a_file_of_events_is_read(begin, tmp_path):
    """A few bytes that stand for lines without end, in the head or within an event."""
    bomb = tmp_path / "events.lhe.gz"
    head = b"<LesHouchesEvents version=\"3.0\">\n" + begin.encode()
    bomb.write_bytes(gzip.compress(head) + 200 * gzip.compress(b"#\n" * (1 << 22)))
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        press_ctrl_c(0.1)
        next(iter(tessera.read_events(bomb)))
    assert time.monotonic() - started < 20
    assert is_right()


def test_ctrl_c_in_a_function():
    """Which is left where it was: it would go on for ever."""

    def interrupted(x):
        if len(x) > 100:
            press_ctrl_c()
            time.sleep(1000)
        return x[:, 0]

    with pytest.raises(KeyboardInterrupt):
        tessera.integrate(interrupted, dim=1, rtol=1e-6)
    assert is_right()


def test_ctrl_c_that_a_function_catches():
    """The integral ends all the same."""

    def deaf(x):
        if len(x) > 100:
            try:
                press_ctrl_c()
                time.sleep(1000)
            except KeyboardInterrupt:
                pass
        return x[:, 0]

    with pytest.raises(KeyboardInterrupt):
        tessera.integrate(deaf, dim=1, rtol=1e-15, max_evaluations=endless)
    assert is_right()


def test_ctrl_c_that_a_function_turns_into_another_exception():
    """Which is the cause."""

    def renames(x):
        if len(x) > 100:
            try:
                press_ctrl_c()
                time.sleep(1000)
            except KeyboardInterrupt:
                raise OwnError from None
        return x[:, 0]

    with pytest.raises(KeyboardInterrupt) as raised:
        tessera.integrate(renames, dim=1, rtol=1e-6)
    assert isinstance(raised.value.__cause__, OwnError)
    assert is_right()


def test_ctrl_c_in_progress(two_jets):
    with pytest.raises(KeyboardInterrupt):
        press_ctrl_c(0.1)
        tessera.run(two_jets, relative_error=1e-9, max_events=endless, progress=lambda now: time.sleep(0.02))


def test_ctrl_c_in_an_integral_within_an_integral():
    def inner(x):
        if len(x) > 100:
            press_ctrl_c(0.05)
            tessera.integrate(one_and_a_half, dim=2, rtol=1e-12, max_evaluations=endless)
        return x[:, 0]

    with pytest.raises(KeyboardInterrupt):
        tessera.integrate(inner, dim=1, rtol=1e-6)
    assert is_right()


def test_ctrl_c_in_an_integral_within_an_integral_that_catches_it():
    """The one around it ends all the same."""
    caught = []

    def deaf(x):
        if len(x) > 100:
            try:
                press_ctrl_c(0.05)
                tessera.integrate(one_and_a_half, dim=2, rtol=1e-12, max_evaluations=endless)
            except KeyboardInterrupt as error:
                caught.append(error)
        return x[:, 0]

    with pytest.raises(KeyboardInterrupt):
        tessera.integrate(deaf, dim=1, rtol=1e-15, max_evaluations=100_000)
    assert len(caught) == 1
    assert is_right()


def test_integrals_within_integrals():
    """Even those that fail, where the function around them catches that."""

    def inner(x):
        with pytest.raises(ZeroDivisionError):
            tessera.integrate(lambda y: 1 / 0 if len(y) > 100 else y[:, 0], dim=1)
        return 4 * x[:, 0] * tessera.integrate("x1", dim=1).mean

    integral = tessera.integrate(inner, dim=1, rtol=1e-2)
    assert integral.converged and integral.mean == pytest.approx(1, rel=1e-2)


def test_handlers_of_others_are_kept():
    """What they raise ends the work and is raised again."""

    def own(_number, _frame):
        raise OwnError

    signal.signal(signal.SIGINT, own)
    try:
        for name in ("expression", "function"):
            with pytest.raises(OwnError):
                press_ctrl_c(0.1)
                works[name](None)
            assert signal.getsignal(signal.SIGINT) is own and is_right()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_handler_that_a_function_sets_is_kept():
    def own(_number, _frame):
        pass

    def sets(x):
        if len(x) > 100:
            signal.signal(signal.SIGINT, own)
        return x[:, 0]

    try:
        tessera.integrate(sets, dim=1, rtol=1e-2)
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def test_an_exception_while_a_call_ends_leaves_nothing_behind(monkeypatch):
    def fails(_number):
        raise OwnError

    with pytest.raises(OwnError):
        with Hearing(Context()):
            monkeypatch.setattr(signal, "getsignal", fails)
    monkeypatch.undo()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert context() is context(), "a context for each call, as in functions that are called back"


@pytest.mark.parametrize("handler", [signal.default_int_handler, None])
def test_calls_without_progress_are_interrupted(handler):
    """A call that would never end alone ends when a signal comes, with what was raised."""
    own = Context()

    def waits():
        while not lib.ts_context_interrupted(own.handle):
            time.sleep(0.01)
        return lib.TS_INTERRUPTED

    def other(_number, _frame):
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handler or other)
    try:
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c(0.1)
            work_aside(own, waits)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def test_calls_without_progress_end_before_what_handlers_raise():
    """However often one raises: the first exception is kept."""
    own = Context()
    raised, ended = [], []

    def works_on():
        while not lib.ts_context_interrupted(own.handle):
            time.sleep(0.01)
        time.sleep(0.5)
        ended.append(True)
        return lib.TS_INTERRUPTED

    def other(_number, _frame):
        raised.append(OwnError())
        raise raised[-1]

    signal.signal(signal.SIGINT, other)
    try:
        with pytest.raises(OwnError) as error:
            for delay in (0.1, 0.2, 0.3):
                press_ctrl_c(delay)
            work_aside(own, works_on)
        assert ended and len(raised) == 3 and error.value is raised[0]
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)

"""What there is: devices, processes, options, and what a process stands for."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._cards import CardLike, make_card
from ._library import box, context, encoded, ffi, lib, text
from .errors import InputError


class Device(NamedTuple):
    """A device of this machine, or a backend that has none here."""

    selector: str  #: what ``device=`` takes
    name: str
    backend: str  #: "cpu", "opencl", "cuda"
    available: bool  #: else ``note`` says why not
    note: str


class Process(NamedTuple):
    """A family of processes."""

    pattern: str  #: as a card writes it
    description: str
    observables: list[str]  #: histograms that a card may ask for
    cuts: list[str]  #: the groups of cuts that it obeys


class Option(NamedTuple):
    """An option of cards."""

    key: str
    takes: str  #: "a number from 0 to 1e+06"
    unit: str
    default: str
    help: str


class Subprocesses(NamedTuple):
    """Subprocesses with one matrix element."""

    names: list[str]  #: "u g > e+ e- u", incoming particles in the order of the beams
    diagrams: int
    helicities: int
    average: float  #: over spins and colours of what comes in
    identical: float  #: product of n! for n equal particles of the production or of one decay


def devices() -> list[Device]:
    """The devices of this machine, the default first.

    For example:

        >>> devices()[-1].selector != ""
        True
    """
    mine = context()
    found, count = box("ts_device_info", lib.ts_device_list_destroy), ffi.new("size_t *")
    mine.check(lib.ts_device_list(mine.handle, found, count))
    rows = (found[0][i] for i in range(count[0]))
    return [Device(text(row.selector), text(row.name), text(row.backend), bool(row.available), text(row.note))
            for row in rows]


def processes() -> list[Process]:
    """The families of processes.

    For example:

        >>> processes()[0].pattern[:5]
        'g g >'
    """
    mine = context()
    table, count = ffi.new("ts_process_info **"), ffi.new("size_t *")
    mine.check(lib.ts_process_list(mine.handle, table, count))
    rows = (table[0][i] for i in range(count[0]))
    return [Process(text(row.pattern), text(row.description), text(row.observables).split(), text(row.cuts).split())
            for row in rows]


def options() -> list[Option]:
    """All options of cards. ``pandas.DataFrame`` takes the list.

    For example:

        >>> [option.unit for option in options() if option.key == "cuts.jet.pt_min"]
        ['GeV']
    """
    count = ffi.new("size_t *")
    table = lib.ts_option_table(count)
    takes = ffi.new("char[]", 1024)
    rows = []
    for i in range(count[0]):
        lib.ts_option_expectation(ffi.addressof(table[i]), takes, 1024)
        rows.append(Option(text(table[i].key), text(takes), text(table[i].unit), text(table[i].default_value),
                           text(table[i].help)))
    return rows


def subprocesses(process: str, card: CardLike = None) -> list[Subprocesses]:
    """What a process in MadGraph's notation stands for, in groups of one matrix element.

    For example:

        >>> [group.names[0] for group in subprocesses("u u~ > e+ e- g")]
        ['u u~ > e+ e- g']

    :param card: whose labels, orders and model count
    """
    mine = context()
    made = make_card(mine, card, {})
    model = box("ts_model", lib.ts_model_destroy)
    mine.check(lib.ts_model_create(mine.handle, made[0], model))
    expanded = box("ts_subprocesses", lib.ts_subprocesses_destroy)
    mine.check(lib.ts_subprocesses_create(mine.handle, made[0], model[0], encoded(process), expanded))
    handle, name = expanded[0], ffi.new("char[]", 128)
    groups = []
    for number in range(lib.ts_subprocesses_group_count(handle)):
        group, names = lib.ts_subprocesses_group(handle, number), []
        for i in range(group.subprocess_count):
            member = ffi.new("ts_subprocess *", lib.ts_subprocesses_member(handle, number, i))
            lib.ts_subprocesses_print(handle, member, name, 128)
            names.append(text(name))
        diagrams = sum(int(group.orders[i].diagrams) for i in range(group.order_count))
        groups.append(Subprocesses(names, diagrams, group.helicities, group.average, group.identical))
    del expanded  # before the model that it was made of
    return groups

"""From what users give (a file, a dict, a text, keywords) to a card of the library."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from typing import Any, Union

from ._library import Context, box, encoded, ffi, lib, text
from .errors import InputError

CardLike = Union[str, os.PathLike, Mapping[str, Any], None]


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} ({type(value).__name__}) is nothing that a card holds.")


def yaml(value: Any) -> str:
    """A value as YAML on one line: JSON is YAML, but for infinities."""
    try:
        return json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
    except ValueError as error:  # an infinity, or what is no number
        raise InputError(f"{str(value):.200} is nothing that a card holds: expected finite numbers.") from error


@functools.cache
def option_keys() -> list[str]:
    """The dotted keys of all options."""
    count = ffi.new("size_t *")
    table = lib.ts_option_table(count)
    return [text(table[i].key) for i in range(count[0])]


def _nearest(key: str) -> str:
    near = ffi.new("char[]", 128)
    return f' Did you mean "{text(near)}"?' if lib.ts_option_nearest(encoded(key), near, 128) else ""


def full_key(name: str, keys: list[str]) -> str:
    """The key that a name stands for: itself, a group, or its end where only one option ends so.

    For example:

        >>> full_key("relative_error", option_keys())
        'integration.relative_error'
    """
    if name in keys or any(key.startswith(name + ".") for key in keys):
        return name
    ends = [key for key in keys if key.endswith("." + name)]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise InputError(f'"{name}" may be {", ".join(ends)}: give one of these.')
    parent = name.rpartition(".")[0]
    if parent in keys and lib.ts_option_find(encoded(parent)).type == lib.TS_OPTION_MAP:
        return name
    raise InputError(f'There is no option "{name}".{_nearest(name)} tessera.options() lists all.')


def assignments(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides as dotted keys with values; nested dicts stand for groups.

    For example:

        >>> assignments({"cuts": {"jet": {"pt_min": 30}}, "seed": 7})
        {'cuts.jet.pt_min': 30, 'integration.seed': 7}
    """
    keys = option_keys()
    flat: dict[str, Any] = {}

    def walk(name: str, value: Any) -> None:
        if isinstance(value, Mapping) and name not in keys:
            for part, inner in value.items():
                walk(f"{name}.{part}", inner)
        else:
            flat[name] = value

    for name, value in overrides.items():
        walk(full_key(name, keys), value)
    return flat


def make_card(context: Context, card: CardLike, overrides: Mapping[str, Any]) -> Any:
    """A box with the card's handle."""
    made = box("ts_card", lib.ts_card_destroy)
    context.check(lib.ts_card_create(context.handle, made))
    if isinstance(card, str) and "\n" in card:
        content, name = card, "card"
    elif isinstance(card, Mapping):
        content, name = yaml(card), "card"
    elif card is None:
        content = name = ""
    elif isinstance(card, (str, os.PathLike)):
        content = name = ""
        context.check(lib.ts_card_read(context.handle, made[0], encoded(card)))
    else:
        raise TypeError(f"A card is a path, a text of several lines or a dict, not {type(card).__name__}.")
    if content:
        raw = content.encode()
        context.check(lib.ts_card_read_text(context.handle, made[0], encoded(name), raw, len(raw)))
    for key, value in assignments(overrides).items():
        context.check(lib.ts_card_set(context.handle, made[0], encoded(f"{key}={yaml(value)}")))
    return made

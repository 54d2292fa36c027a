"""Reads restriction cards: blocks of whole numbers and a value, and DECAY lines, as SLHA has them (hep-ph/0311123)."""

import re

from ufo_propagators import UfoError

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?")
WHOLE = re.compile(r"[+-]?\d+")


def number(word, where):
    """A finite number that is all of its word. Fortran may have written it, with a D before the exponent."""
    value = float(re.sub("[dD]", "e", word)) if NUMBER.fullmatch(word) else float("inf")
    if abs(value) == float("inf"):
        raise UfoError(f"{where}: expected a number, found '{word}'")
    return value


def read_card(path, places):
    """Values by block and codes, those of blocks in which `places` has parameters; a DECAY's width is that of the block
    DECAY. Returns them, and names of parameters whose width is auto."""
    blocks = {block for block, _ in places}
    values, autos, block = {}, [], None
    with open(path, encoding="utf-8", errors="replace") as file:
        for line, text in enumerate(file, 1):
            words, where = text.split("#")[0].split(), f"{path}:{line}"
            if not words:
                continue
            kind = words[0].lower()
            if kind == "block" and len(words) > 1:
                block = words[1].lower() if words[1].lower() in blocks else None
                continue
            if kind == "decay":
                block, words = None, words[1:]
                if len(words) != 2 or not WHOLE.fullmatch(words[0]):
                    raise UfoError(f"{where}: expected DECAY, a PDG code and a width in GeV, in one line")
            elif not block:
                continue
            elif len(words) < 2 or not all(map(WHOLE.fullmatch, words[:-1])):
                raise UfoError(f"{where}: expected whole numbers and a value behind them, as all lines of the block {block} have "
                               "it; comments begin with #")
            place = "decay" if kind == "decay" else block, tuple(map(int, words[:-1]))
            if kind == "decay" and words[1].lower().startswith("auto"):
                autos += [places[place]] if place in places else []
                continue
            value = number(words[-1], where)
            if values.setdefault(place, value) != value:
                raise UfoError(f"{where}: block {place[0]} {' '.join(words[:-1])} has the value {words[-1]} here and "
                               f"{values[place]!r} before: leave one of the lines")
    return values, autos

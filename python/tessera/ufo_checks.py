"""What a UFO has to have: names, places on a parameter card and PDG codes that are no other's."""

import re

from ufo_propagators import UfoError

# MadGraph's names of what the Standard Model has, which processes are written with.
USUAL = {1: ("d", "d~"), 2: ("u", "u~"), 3: ("s", "s~"), 4: ("c", "c~"), 5: ("b", "b~"), 6: ("t", "t~"),
         11: ("e-", "e+"), 13: ("mu-", "mu+"), 15: ("ta-", "ta+"), 12: ("ve", "ve~"), 14: ("vm", "vm~"),
         16: ("vt", "vt~"), 21: ("g", "g"), 22: ("a", "a"), 23: ("z", "z"), 24: ("w+", "w-"), 25: ("h", "h")}


def is_unphysical(particle):
    """Goldstone bosons, which unitary gauge has not, ghosts, and what stands for a propagator alone."""
    if particle.spin < 0:
        return "ghosts"
    for name in ("GoldstoneBoson", "goldstoneboson", "goldstone"):
        if getattr(particle, name, False):
            return "Goldstone bosons"
    return None


def alike(first, second):
    """Whether a model has defined something twice in the same words."""
    said = [{name: str(value) for name, value in vars(thing).items() if name != "texname"} for thing in (first, second)]
    return type(first) is type(second) and said[0] == said[1]


def apart(first, second):
    """What two things of one name have apart: "one with the lhacode [1], the other with [2]"."""
    one, other = vars(first), vars(second)
    names = [name for name in one if name != "texname" and str(one[name]) != str(other.get(name))]
    said = [f"the {name} {one[name]}" for name in names], [f"{other.get(name)}" for name in names]
    return f"one with {', '.join(said[0])}, the other with {', '.join(said[1])}" if names else "of two kinds"


def check_inputs(library):
    """External parameters have a number and a place of their own on a parameter card."""
    places = {}
    for parameter in library.all_parameters:
        if parameter.nature != "external" or parameter.name.upper() == "ZERO":
            continue
        what = f"the external parameter {parameter.name}"
        if not isinstance(parameter.lhablock, str) or not isinstance(parameter.lhacode, (list, tuple)):
            raise UfoError(f"{what} needs a block and codes on a parameter card (lhablock, lhacode)")
        try:
            value = complex(parameter.value)
        except (TypeError, ValueError) as error:
            raise UfoError(f"{what} has the value {parameter.value!r}, which is no number") from error
        if value != value or abs(value) == float("inf"):
            raise UfoError(f"{what} has the value {parameter.value!r}, which is not finite")
        if value.imag != 0:
            raise UfoError(f"{what} has the complex value {parameter.value!r}: a parameter card has real numbers alone")
        place = parameter.lhablock.lower(), tuple(parameter.lhacode)
        name, first = places.setdefault(place, (parameter.name, value))
        if value != first:
            raise UfoError(f"{what} has the place of {name} on a parameter card, block {parameter.lhablock} "
                           f"{' '.join(map(str, place[1]))}, and another value: each needs a place of its own")


def check_names(library):
    """Names are words, and each parameter, coupling and Lorentz structure has its own."""
    for kind, objects in (("parameter", library.all_parameters), ("coupling", library.all_couplings),
                          ("Lorentz structure", library.all_lorentz), ("particle", library.all_particles)):
        seen = {}
        for thing in objects:
            if not re.fullmatch(r"[^\s#=]+", str(thing.name)):
                raise UfoError(f"the {kind} {thing.name!r} needs a name without blanks, # and =")
            first = seen.setdefault(thing.name, thing)
            if kind != "particle" and first is not thing and not alike(first, thing):
                raise UfoError(f"two {kind}s have the name {thing.name}, {apart(first, thing)}: rename one of them in "
                               "the UFO, or take out the one that is not meant")
        if kind != "particle":  # what stands twice, word for word, counts once
            objects[:] = seen.values()


def check_particles(library):
    """Each particle has a PDG code and a name of its own."""
    by_code, by_name = {}, {}
    for particle in library.all_particles:
        name, code = particle.name, particle.pdg_code
        if not isinstance(code, int) or isinstance(code, bool) or abs(code) > 2**31 - 1:
            raise UfoError(f"the particle {name} has the PDG code {code!r}: expected a whole number of at most ten digits")
        if is_unphysical(particle):
            continue
        if by_code.setdefault(code, name) != name:
            raise UfoError(f"the particles {by_code[code]} and {name} have one PDG code, {code}: each needs its own")
        if by_name.setdefault(name, code) != code:
            raise UfoError(f"two particles have the name {name}, those of the PDG codes {by_name[name]} and {code}: "
                           "each needs its own")
        usual = 2 if abs(code) < 20 else 1 if code == 25 else 3
        if abs(code) in USUAL and particle.spin != usual:
            raise UfoError(f"the particle {name} has the spin {particle.spin} as 2 s + 1, and its PDG code {code} is that "
                           f"of {USUAL[abs(code)][0]}, which has {usual}: give it a code of its own")


def check_model(library):
    """Refuses a model whose lists of objects have what no table can have."""
    check_names(library)
    check_inputs(library)
    check_particles(library)

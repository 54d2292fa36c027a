"""Reads a UFO (arXiv:1108.2040, 2304.09883) and writes the text table that Tessera reads (docs/models.md).

A UFO is a Python program, so that this one runs in a process of its own, with limits of time and memory and
without network: ufo_to_table.py FOLDER OUT [RESTRICTION], with ufo_propagators.py, ufo_forms.py,
ufo_cards.py and ufo_checks.py beside it. Nothing but the standard library is used.
What is dropped is listed on standard error, a line each, that begins with "dropped: " or "warning: ".
"""

import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import os
import re
import resource
import socket
import sys

from ufo_cards import read_card
from ufo_checks import USUAL, check_model, is_unphysical
from ufo_forms import TENSORS, Forms
from ufo_propagators import Propagators, UfoError, binary

PACKAGE = "ufo_model"
SECONDS = 120
MEMORY = 4 << 30


# Loading ------------------------------------------------------------------------------------------------


def modern(text, modules):
    """Source of Python 2 as Python 3: imports of neighbours become relative, prints and raises get brackets."""
    names = "|".join(map(re.escape, sorted(modules)))
    text = re.sub(rf"^(\s*)from\s+({names})\s+import\b", r"\1from .\2 import", text, flags=re.M)
    text = re.sub(rf"^(\s*)import\s+({names})[ \t]*(#.*)?$", r"\1from . import \2", text, flags=re.M)
    text = re.sub(rf"^(\s*)import\s+({names})\s+as\s+", r"\1from . import \2 as ", text, flags=re.M)
    text = text.expandtabs(8)
    text = re.sub(r"^(\s*)print[ \t]+(?!\()(.+)$", r"\1print(\2)", text, flags=re.M)
    text = re.sub(r"^(\s*)raise\s+(\w+)\s*,\s*(.+)$", r"\1raise \2(\3)", text, flags=re.M)
    text = re.sub(r"^(\s*except\s+[\w.]+)\s*,\s*(\w+)\s*:", r"\1 as \2:", text, flags=re.M)
    return text.replace("<>", "!=").replace(".has_key(", ".__contains__(").replace(".iteritems()", ".items()")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports the files of one folder as a package, each after modern()."""

    def __init__(self, folder):
        self.folder = folder
        self.modules = {f[:-3] for f in os.listdir(folder) if f.endswith(".py") and f != "__init__.py"}

    def find_spec(self, fullname, path=None, target=None):
        if fullname == PACKAGE:
            return importlib.machinery.ModuleSpec(fullname, self, origin=self.folder, is_package=True)
        package, _, name = fullname.rpartition(".")
        if package == PACKAGE and name in self.modules:
            spec = importlib.machinery.ModuleSpec(fullname, self, origin=os.path.join(self.folder, name + ".py"))
            spec.has_location = True  # a model may ask for its __file__
            return spec
        return None

    def get_filename(self, fullname):
        if fullname == PACKAGE:
            return os.path.join(self.folder, "__init__.py")
        return os.path.join(self.folder, fullname.rpartition(".")[2] + ".py")

    def get_data(self, path):
        if path == os.path.join(self.folder, "__init__.py"):
            return b""
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "replace").replace("\r\n", "\n")
        return modern(text, self.modules).encode()


def load(folder):
    """The module of each file of a model."""
    for name in ("particles", "parameters", "lorentz", "couplings", "vertices", "object_library"):
        if not os.path.isfile(os.path.join(folder, name + ".py")):
            raise UfoError(f"{folder} is no UFO: it has no {name}.py")
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, Finder(folder))
    modules = {}
    for name in ("object_library", "function_library", "coupling_orders", "parameters", "particles", "lorentz",
                 "couplings", "vertices", "propagators"):
        if not os.path.isfile(os.path.join(folder, name + ".py")):
            continue
        try:
            modules[name] = importlib.import_module(f"{PACKAGE}.{name}")
        except Exception as error:  # whatever a model raises
            raise UfoError(f"{name}.py of the model cannot be run: {type(error).__name__}: {error}") from error
    return modules


# Expressions --------------------------------------------------------------------------------------------

FUNCTIONS = {"sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
             "acosh", "atanh", "abs", "sec", "csc", "asec", "acsc", "cot", "acot", "re", "im"}
NAMES_TAKEN = FUNCTIONS | {"i", "pi", "conj", "where", "less", "equal", "both", "either", "no", "arg"}
COMPARED = {ast.Lt: "less({0},{1})", ast.Gt: "less({1},{0})", ast.LtE: "no(less({1},{0}))",
            ast.GtE: "no(less({0},{1}))", ast.Eq: "equal({0},{1})", ast.NotEq: "no(equal({0},{1}))"}
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


RENAMED = {}  # what the couplings alpha_s and alpha are called in the model


def own_name(name):
    """A parameter's name, which may not be one that expressions have."""
    return RENAMED.get(name, name + "_" if name in NAMES_TAKEN else name)


class Translator:
    """Python's expressions of one model as formulae of the table."""

    def __init__(self, library):
        self.library = library  # functions that the model defines itself

    def text(self, value, what):
        try:
            tree = ast.parse(f"({str(value).strip()}\n)", mode="eval").body  # brackets: it may have several lines
            return self.of(tree)
        except (SyntaxError, UfoError) as error:
            raise UfoError(f"{what} has an expression that is not understood: {value} ({error})") from error

    def call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "?")
        arguments = [self.of(argument) for argument in node.args]
        if name == "complex" and len(arguments) == 2:
            return f"({arguments[0]}+({arguments[1]})*i)"
        if name in ("complexconjugate", "conjugate"):
            if not arguments and isinstance(node.func, ast.Attribute):
                arguments = [self.of(node.func.value)]
            return f"conj({arguments[0]})"
        if name == "phase" and len(arguments) == 1:
            return f"arg({arguments[0]})"
        if name in ("cond", "reglog", "reglogp", "reglogm") and name != "cond":
            return f"log({arguments[0]})"
        if name == "cond":
            return f"where(equal({arguments[0]},0),{arguments[1]},{arguments[2]})"
        if name == "pow" and len(arguments) == 2:
            return f"(({arguments[0]})^({arguments[1]}))"
        if name in FUNCTIONS and len(arguments) == 1:
            return f"{name}({arguments[0]})"
        if name in self.library:
            return self.inlined(self.library[name], node.args)
        raise UfoError(f"the function {name} is not known")

    def inlined(self, function, arguments):
        """A function of the model's own library, as Function objects have them: arguments and an expression."""
        names = function.arguments
        given = dict(zip(names, arguments))
        tree = ast.parse(str(function.expr), mode="eval").body

        class Put(ast.NodeTransformer):
            def visit_Name(self, node):
                return given.get(node.id, node)

        return self.of(Put().visit(tree))

    def of(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return repr(node.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, complex):
            return f"({node.value.imag!r}*i)"
        if isinstance(node, ast.Name):
            return "pi" if node.id == "pi" else own_name(node.id)
        if isinstance(node, ast.Attribute):
            if node.attr == "pi":
                return "pi"
            if node.attr in ("real", "imag"):
                return f"{'re' if node.attr == 'real' else 'im'}({self.of(node.value)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return f"(-{self.of(node.operand)})" if isinstance(node.op, ast.USub) else self.of(node.operand)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"no({self.of(node.operand)})"
        if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
            return f"({self.of(node.left)}{SIGNS[type(node.op)]}{self.of(node.right)})"
        if isinstance(node, ast.IfExp):
            return f"where({self.of(node.test)},{self.of(node.body)},{self.of(node.orelse)})"
        if isinstance(node, ast.BoolOp):
            name = "both" if isinstance(node.op, ast.And) else "either"
            text = self.of(node.values[0])
            for value in node.values[1:]:
                text = f"{name}({text},{self.of(value)})"
            return text
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            return COMPARED[type(node.ops[0])].format(self.of(node.left), self.of(node.comparators[0]))
        if isinstance(node, ast.Call):
            return self.call(node)
        raise UfoError(f"{type(node).__name__} has no meaning here")


# What a model has ---------------------------------------------------------------------------------------


def names_of_particles(particles):
    """The names that the table has: usual ones, small letters where that is no other's name."""
    usual = {name for pair in USUAL.values() for name in pair}
    by_code = {p.pdg_code: p.name for p in particles}
    small = [name.lower() for name in by_code.values()]
    names = {}
    for code, name in by_code.items():
        if abs(code) in USUAL and (code > 0 or -code in by_code):
            names[name] = USUAL[abs(code)][code < 0]
        else:
            lower = name.lower()
            names[name] = lower if small.count(lower) == 1 and lower not in usual else name
    return names


def name_of(parameter):
    """A parameter's name; "0" where it is none."""
    text = getattr(parameter, "name", str(parameter))
    return "0" if text.upper() == "ZERO" else own_name(text)


class Table:
    """The table of a model, made line by line."""

    def __init__(self, modules, restriction):
        self.modules = modules
        self.library = {f.name: f for f in getattr(modules["object_library"], "all_functions", [])}
        self.translate = Translator(self.library)
        self.known_propagators = Propagators(modules["object_library"])
        self.lines, self.notes, self.ends = [], [], []
        self.card = self.restricted(restriction) if restriction else {}
        self.taken_off = []  # particles whose usual propagators have a factor i that no other one tells of

    def add(self, line):
        self.lines.append(line)

    def restricted(self, path):
        """Values of a restriction card, by the places of the model's parameters."""
        parameters = self.modules["object_library"].all_parameters
        places = {(p.lhablock.lower(), tuple(p.lhacode)): p.name for p in parameters
                  if p.nature == "external" and isinstance(p.lhablock, str) and isinstance(p.lhacode, (list, tuple))}
        values, autos = read_card(path, places)
        self.notes += [f"warning: the restriction card {path} has the width {name} as auto, which restricts nothing"
                       for name in autos]
        return values

    def note(self, what, names):
        if names:
            self.notes.append(f"dropped: {what}: {' '.join(sorted(set(names)))}")

    def note_vertices(self, what, vertices):
        """Vertices are many: the table has their names, and what is told how many they are."""
        if vertices:
            self.notes.append(f"dropped: {len(vertices)} vertices {what}, which the table's end names")
            self.ends += [f"# dropped: vertex {v.name} {what}: {' '.join(p.name for p in v.particles)}" for v in vertices]

    def orders(self):
        listed = {}
        for order in getattr(self.modules["object_library"], "all_orders", []):
            listed[order.name] = (order.hierarchy, order.expansion_order)
        for coupling in self.modules["object_library"].all_couplings:
            for name in coupling.order:
                listed.setdefault(name, (1, 99))
        for name in ("QCD", "QED"):
            listed.setdefault(name, (1 if name == "QCD" else 2, 99))
        for name in sorted(listed, key=lambda n: (n != "QCD", n != "QED")):
            self.add(f"order {name} {listed[name][0]} {listed[name][1]}")

    def inputs(self):
        """External parameters, those that a restriction fixes as constants."""
        equal = {}
        for parameter in self.modules["object_library"].all_parameters:
            if parameter.nature != "external" or parameter.name.upper() == "ZERO":
                continue
            block, codes = parameter.lhablock.lower(), tuple(parameter.lhacode)
            value = float(parameter.value) if not isinstance(parameter.value, complex) else parameter.value.real
            place = f"block {parameter.lhablock} {' '.join(map(str, codes))}"
            name = own_name(parameter.name)
            if (block, codes) not in self.card:
                self.add(f"input {name} {place} = {value!r}")
                continue
            value = self.card[block, codes]
            first = equal.setdefault((block, value), name)
            if value in (0, 1):
                self.add(f"derived {name} = {value!r}")
            elif first != name and block in ("mass", "decay"):
                self.add(f"derived {name} = {first}")
            else:
                self.add(f"input {name} {place} = {value!r}")

    def parameters(self):
        for parameter in self.modules["object_library"].all_parameters:
            if parameter.nature == "internal" and not isinstance(parameter.value, dict):
                text = self.translate.text(parameter.value, f"the parameter {parameter.name}")
                self.add(f"derived {own_name(parameter.name)} = {text}")

    def particles(self):
        """Returns those that are kept, by their objects' names."""
        kept, dropped = set(), {}
        seen = set()
        self.names = names_of_particles([p for p in self.modules["object_library"].all_particles
                                         if not is_unphysical(p)])
        for particle in self.modules["object_library"].all_particles:
            why = is_unphysical(particle)
            if why:
                dropped.setdefault(why, []).append(particle.name)
                continue
            kept.add(particle.name)
            if particle.pdg_code < 0 and -particle.pdg_code in seen or particle.pdg_code in seen:
                continue
            seen.add(particle.pdg_code)
            if particle.pdg_code == 0:
                raise UfoError(f"the particle {particle.name} has the PDG code 0")
            antiname = particle.antiname
            pdg, name = particle.pdg_code, self.names[particle.name]
            antiname = self.names.get(antiname, antiname)
            charge = round(3 * float(particle.charge))
            if abs(charge - 3 * float(particle.charge)) > 1e-6:
                raise UfoError(f"the charge {particle.charge} of {name} is no multiple of 1/3")
            colour = particle.color
            if pdg < 0:
                pdg, name, antiname = -pdg, antiname, name
                charge = -charge
                colour = -colour if abs(colour) in (3, 6) else colour
            own = self.propagator(particle, name)
            self.add(f"particle {pdg} {name} {antiname} spin {particle.spin} colour {colour} charge {charge} "
                     f"mass {name_of(particle.mass)} width {name_of(particle.width)}{own}")
        for why, names in dropped.items():
            self.note(why, names)
        if self.taken_off:
            self.notes.append("warning: the propagators of " + " ".join(self.taken_off) + " are usual ones times the factor i, "
                              "which is taken as that of Feynman rules: no usual propagator of the model tells")
        return kept

    def propagator(self, particle, name):
        """Writes a propagator of the model's own, and returns what the particle's line says of it."""
        if not getattr(particle, "propagating", True):
            return " propagator own"
        found = self.known_propagators.own(particle, name_of(particle.mass) == "0")
        own, has_i = found or (None, False)
        if found and own is None:
            return " propagator own"
        if self.known_propagators.guesses(particle) and not found:
            self.taken_off.append(name)
        elif found and self.known_propagators.guesses(particle):
            self.notes.append(f"warning: the propagator of {particle.name} begins with the factor i, which is taken as that of "
                              "Feynman rules: no usual propagator of the model tells")
        if not found:
            return ""
        lines = [f"propagator {name} spin {particle.spin}"]
        for number, (structure, scalar) in enumerate(own.numerators.items()):
            scalar = binary(ast.Constant(-1j), ast.Mult(), scalar) if has_i else scalar
            lines.append(f"numerator {structure or 1} " + self.scalar(particle, name, f"n{number}", scalar))
        for number, factor in enumerate(own.factors):
            lines.append("denominator " + " ".join(self.scalar(particle, name, f"d{number}_{power}", scalar)
                                                   for power, scalar in enumerate(factor)))
        self.lines += lines
        return f" propagator {name}"

    def scalar(self, particle, name, part, node):
        """A parameter for a scalar of a propagator; returns its name."""
        what = f"the propagator of {particle.name}"

        class Put(ast.NodeTransformer):
            def visit_Call(self, call):
                of = getattr(call.func, "id", "")
                if of in ("Mass", "Width"):
                    text = name_of(particle.mass if of == "Mass" else particle.width)
                    return ast.Constant(0) if text == "0" else ast.Name(text)
                return self.generic_visit(call)

        known = {own_name(parameter.name) for parameter in self.modules["object_library"].all_parameters}
        tree = Put().visit(ast.fix_missing_locations(ast.Expression(copy.deepcopy(node)))).body
        functions = {id(inner.func) for inner in ast.walk(tree) if isinstance(inner, ast.Call)}
        for inner in ast.walk(tree):
            if isinstance(inner, ast.Name) and id(inner) not in functions and own_name(inner.id) not in known | {"pi", "cmath"}:
                raise UfoError(f"{what} has the word {inner.id}, which is no parameter of the model")
        try:
            text = self.translate.of(tree)
        except UfoError as error:
            raise UfoError(f"{what} has an expression that is not understood: {error}") from error
        self.add(f"coupling {name}.{part} orders = {text}")
        return f"{name}.{part}"

    def couplings(self):
        """Returns the names of those that are of tree level."""
        kept, loops = set(), []
        for coupling in self.modules["object_library"].all_couplings:
            if isinstance(coupling.value, dict):
                loops.append(coupling.name)
                continue
            orders = " ".join(f"{name} {power}" for name, power in sorted(coupling.order.items()))
            text = self.translate.text(coupling.value, f"the coupling {coupling.name}")
            self.add(f"coupling {own_name(coupling.name)} orders {orders} = {text}")
            kept.add(coupling.name)
        self.note("couplings of loops", loops)
        return kept

    @staticmethod
    def indices(text):
        """Inner indices by name, as some models have them, become numbers below all others."""
        taken = [int(n) for n in re.findall(r"-\d+", text)]
        for number, name in enumerate(sorted(set(re.findall(r"'(\w+)'", text)))):
            text = text.replace(f"'{name}'", str(min(taken + [0]) - 1 - number))
        return text

    @staticmethod
    def text_of(lorentz, forms):
        """A structure's text; what has more than tensors and numbers goes through form factors."""
        text = str(lorentz.structure)
        words = set(re.findall(r"\b[A-Za-z_]\w*", re.sub(r"'\w+'|complex\(|cmath\.|\d[eE]", "", text)))
        if words <= TENSORS and not re.search(r"/\s*[A-Z(]", text):
            return text
        try:
            return forms.structure(lorentz)
        except (SyntaxError, UfoError):
            return text  # which the table's reader refuses where a process needs it

    def structures(self, used):
        library = self.modules["object_library"]
        parameters = {own_name(p.name) for p in library.all_parameters} | {p.name for p in library.all_parameters}
        forms = Forms(library, self.add, self.translate, parameters)
        for lorentz in library.all_lorentz:
            if lorentz.name not in used:
                continue
            text = self.text_of(lorentz, forms)
            text = re.sub(r"\bcomplex\(0,\s*1\)|\bcomplex\(0\.,\s*1\.\)", "i", text)
            text = self.indices(text)
            text = re.sub(r"\s+", "", re.sub(r"\bcmath\.", "", text).replace("**", "^"))
            spins = " ".join(map(str, lorentz.spins))
            self.add(f"lorentz {lorentz.name} spins {spins} = {text}")
        for name, (structure, why) in forms.unknown.items():
            self.notes.append(f"warning: the form factor {name} of {structure} cannot be computed: {why}")

    def vertices(self, particles, couplings):
        lines, used, dropped, loops = [], set(), [], []
        for vertex in self.modules["object_library"].all_vertices:
            if any(p.name not in particles for p in vertex.particles):
                dropped.append(vertex)
                continue
            rows = []
            for (colour, lorentz), value in sorted(vertex.couplings.items()):
                for coupling in value if isinstance(value, (list, tuple)) else [value]:
                    if getattr(coupling, "name", None) not in couplings:
                        continue
                    if not (colour < len(vertex.color) and lorentz < len(vertex.lorentz)):
                        raise UfoError(f"the vertex {vertex.name} has a coupling at ({colour}, {lorentz}), and there are "
                                       f"{len(vertex.color)} colour and {len(vertex.lorentz)} Lorentz structures in it")
                    structure = vertex.lorentz[lorentz]
                    word = self.indices(re.sub(r"\s+", "", str(vertex.color[colour])))
                    used.add(structure.name)
                    rows.append(f"term {word} {structure.name} {own_name(coupling.name)}")
            if rows:
                lines.append("vertex " + " ".join(self.names[p.name] for p in vertex.particles))
                lines.extend(rows)
            else:
                loops.append(vertex)
        self.note_vertices("of ghosts and Goldstone bosons", dropped)
        self.note_vertices("without couplings of tree level", loops)
        self.structures(used)
        self.lines.extend(lines)

    def rename(self):
        """The strong coupling and the fine-structure constant get the names that they have in every model."""
        parameters = self.modules["object_library"].all_parameters
        taken = {parameter.name for parameter in parameters}
        for parameter in parameters:
            strong = parameter.nature == "external" and parameter.lhablock.lower() == "sminputs" and \
                list(parameter.lhacode) == [3]
            if strong and "alpha_s" not in taken:
                RENAMED[parameter.name] = "alpha_s"
            if parameter.name == "aEW" and "alpha" not in taken:
                RENAMED[parameter.name] = "alpha"

    def make(self, folder):
        check_model(self.modules["object_library"])
        self.rename()
        self.add("tessera-model 1")
        self.add("name " + re.sub(r"[^A-Za-z0-9_.+-]", "_", os.path.basename(os.path.abspath(folder))))
        self.orders()
        self.inputs()
        self.parameters()
        particles = self.particles()
        couplings = self.couplings()
        self.vertices(particles, couplings)
        self.note("counterterms of loops", [n for n in ("CT_couplings.py", "CT_parameters.py", "CT_vertices.py")
                                            if os.path.isfile(os.path.join(folder, n))])
        self.lines += [f"# {note}" for note in self.notes] + self.ends
        self.lines[0] += f" {len(self.lines)}"
        return "\n".join(self.lines) + "\n"


def confine():
    """No network, and limits of time and memory."""

    def refuse(*_, **__):
        raise OSError("a model may not use the network")

    socket.socket = socket.create_connection = refuse
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(arguments):
    folder, out = arguments[0], arguments[1]
    restriction = arguments[2] if len(arguments) > 2 else None
    confine()
    stdout, sys.stdout = sys.stdout, sys.stderr  # what a model prints is no part of the answer
    try:
        table = Table(load(folder), restriction)
        text = table.make(folder)
    except (UfoError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        sys.stdout = stdout
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)
    for note in table.notes:
        print(note, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

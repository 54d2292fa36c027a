"""What Lorentz structures of UFOs have beside tensors: form factors (FormFactor objects, or expressions in the structure
itself), which become formulae of parameters and of products of momenta. A part of ufo_to_table.py."""

import ast
import copy

from ufo_propagators import UfoError, binary

TENSORS = {"P", "Metric", "Gamma", "Gamma5", "ProjM", "ProjP", "Identity", "Epsilon", "C", "Sigma"}
MINUS = ast.UnaryOp(ast.USub(), ast.Constant(1))


def is_number(node):
    """Whether a node is a number, which may be complex(0,1)."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "complex" and all(map(is_number, node.args))
    if isinstance(node, (ast.UnaryOp, ast.BinOp)):
        return all(is_number(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))


def is_plain(node):
    """Whether a node has tensors and numbers alone, in sums, products and whole powers, as tables have them."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TENSORS:
        return True
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return is_plain(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        return is_plain(node.left) and is_plain(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return is_plain(node.left) and is_number(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not is_number(node.left):
        return is_plain(node.left) and getattr(node.right, "value", None) in (2, 3, 4)
    return is_number(node)


def index_of(node):
    """An index or the number of a leg, as text."""
    return ast.unparse(node)


def contracted(scalar, vectors):
    """A scalar times momenta by their indices: those of one index become the product of two momenta."""
    vectors = list(vectors)
    for place, (index, leg) in enumerate(vectors):
        for other, (second, partner) in enumerate(vectors[place + 1:], place + 1):
            if index == second:
                name = "P_" + "_".join(sorted((leg, partner)))
                rest = [v for n, v in enumerate(vectors) if n not in (place, other)]
                return contracted(binary(scalar, ast.Mult(), ast.Name(name)), rest)
    return scalar, vectors


def terms(node):
    """An expression as a sum of scalars times momenta whose indices stand once."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "P" and len(node.args) == 2:
        leg = index_of(node.args[1])
        if leg not in tuple("123456"):
            raise UfoError(f"P has the leg {leg}")
        return [(ast.Constant(1), [(index_of(node.args[0]), leg)])]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = terms(node.operand)
        return [(binary(MINUS, ast.Mult(), s), v) for s, v in inner] if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        return terms_of_pair(node)
    closed_node = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(closed_node, field, [closed(v) if isinstance(v, ast.expr) else v for v in value])
        elif isinstance(value, ast.expr) and field != "func":
            setattr(closed_node, field, closed(value))
    return [(closed_node, [])]


def terms_of_pair(node):
    """The terms of a sum, a product, a quotient or a power."""
    left, right = terms(node.left), terms(node.right)
    if not any(v for _, v in left + right):
        return [(ast.BinOp(total(left), node.op, total(right)), [])]
    if isinstance(node.op, (ast.Add, ast.Sub)):
        sign = MINUS if isinstance(node.op, ast.Sub) else ast.Constant(1)
        return left + [(binary(sign, ast.Mult(), s), v) for s, v in right]
    if isinstance(node.op, ast.Div):
        return [(binary(s, ast.Div(), total(right)), v) for s, v in left]
    if isinstance(node.op, ast.Pow):
        exponent = getattr(node.right, "value", None)
        if not isinstance(exponent, int) or exponent % 2 or exponent < 2:
            raise UfoError("a power of a momentum is not 2, 4 and so on")
        square = total([contracted(binary(a, ast.Mult(), b), v + w) for a, v in left for b, w in left])
        return [(square if exponent == 2 else ast.BinOp(square, ast.Pow(), ast.Constant(exponent // 2)), [])]
    return [contracted(binary(a, ast.Mult(), b), v + w) for a, v in left for b, w in right]


def total(found):
    """The sum of terms, none of which has an index that is left."""
    if any(vectors for _, vectors in found):
        raise UfoError("it has a momentum that is not multiplied with another one")
    node = found[0][0]
    for scalar, _ in found[1:]:
        node = ast.BinOp(node, ast.Add(), scalar)
    return node


def closed(node):
    """An expression whose momenta stand in products alone, P_1_2."""
    return total(terms(node))


class Forms:
    """The form factors of a model, written where structures have them.

    `line` takes a line of the table, `translate` makes formulae, `parameters` are the names that may stand in them."""

    def __init__(self, library, line, translate, parameters):
        self.given = {form.name: form for form in getattr(library, "all_form_factors", [])}
        self.line, self.translate, self.parameters = line, translate, parameters
        self.named, self.unknown, self.count = {}, {}, 0

    def structure(self, lorentz):
        """The text of a structure, with names for what is no tensor."""
        tree = ast.parse(str(lorentz.structure).strip(), mode="eval").body
        forms = {form.name: form for form in getattr(lorentz, "formfactors", None) or []}
        return self.of(tree, lorentz, {**self.given, **forms})

    def of(self, node, lorentz, forms):
        if is_plain(node):
            text = ast.unparse(node)
            return f"({text})" if isinstance(node, (ast.BinOp, ast.UnaryOp)) else text
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            inner = self.of(node.operand, lorentz, forms)
            return f"(-{inner})" if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}[type(node.op)]
            return f"({self.of(node.left, lorentz, forms)}{sign}{self.of(node.right, lorentz, forms)})"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            inverse = ast.BinOp(ast.Constant(1), ast.Div(), node.right)
            return f"({self.of(node.left, lorentz, forms)}*{self.form(inverse, lorentz, forms)})"
        return self.form(node, lorentz, forms)

    def form(self, node, lorentz, forms):
        """The name of a form factor, which becomes a line where it is new."""
        alone = node.id if isinstance(node, ast.Name) and node.id in forms else None

        class Put(ast.NodeTransformer):
            def visit_Name(self, name):
                if name.id not in forms:
                    return name
                return ast.parse(str(forms[name.id].value).strip(), mode="eval").body

        tree = Put().visit(copy.deepcopy(node))
        key = ast.dump(tree)
        if key in self.named:
            return self.named[key]
        name = alone if alone and alone not in TENSORS | {"i"} and alone not in self.named.values() else ""
        while not name or name in self.parameters:
            self.count += 1
            name = f"form_{self.count}"
        self.named[key] = name
        try:
            self.write(name, closed(tree))
        except (UfoError, SyntaxError) as error:
            self.unknown[name] = (lorentz.name, str(error))
        return name

    def write(self, name, tree):
        """Lines of a form factor: parts without momenta are numbers of their own."""
        called = {id(call.func) for call in ast.walk(tree) if isinstance(call, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and id(node) not in called and not node.id.startswith("P_") and \
                    node.id not in self.parameters | {"pi", "cmath"}:
                raise UfoError(f"it has the word {node.id}, which is no parameter of the model")
        lines, translate = [], self.translate

        def has_momenta(node):
            return any(isinstance(n, ast.Name) and n.id.startswith("P_") for n in ast.walk(node))

        class Part(ast.NodeTransformer):
            def generic_visit(self, node):
                if not isinstance(node, (ast.BinOp, ast.Call, ast.IfExp)) or is_number(node) and not isinstance(
                        getattr(node, "op", None), (ast.Pow, ast.Div)):
                    return super().generic_visit(node)
                if has_momenta(node):
                    return super().generic_visit(node)
                lines.append(f"coupling {name}_c{len(lines)} orders = {translate.of(node)}")
                return ast.Name(f"{name}_c{len(lines) - 1}")

        formula = translate.of(Part().visit(tree))
        for line in lines + [f"form {name} = {formula}"]:
            self.line(line)

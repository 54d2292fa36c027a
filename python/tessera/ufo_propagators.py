"""What UFOs say of propagators (arXiv:2304.09883): expressions of tensors, which become sums of products of tensors over
products of polynomials of p^2. A part of ufo_to_table.py."""

import ast
import itertools


class UfoError(Exception):
    """A sentence that says what is wrong with the model."""


TENSORS = {"P": 2, "Metric": 2, "Gamma": 3, "Gamma5": 2, "ProjM": 2, "ProjP": 2, "Identity": 2, "Epsilon": 4}
ENDS = {"1": 1, "2": 2, "l1": 1, "l2": 2, "s1": 1, "s2": 2}  # of a propagator, as UFOs have named them
USUAL_DENOMINATOR = "P('mu',id)*P('mu',id) - Mass(id)*Mass(id) + complex(0,1)*Mass(id)*Width(id)"
USUAL_NUMERATORS = {1: "1", 2: "Gamma('mu',1,2)*P('mu',id) + Mass(id)*Identity(1,2)",
                    3: "-Metric(1,2) + Metric(1,'mu')*P('mu',id)*P(2,id)/Mass(id)**2"}
FEYNMAN = {3: "-Metric(1,2)"}  # of massless ones
POWERS_MOST, FACTORS_MOST = 2, 6


def parsed(text):
    """An expression of a propagator; FeynRules writes a bracket too few in that of massive vectors."""
    text = str(text).strip()
    return ast.parse(text + ")" * (text.count("(") - text.count(")")), mode="eval").body


def is_one(node):
    return isinstance(node, ast.Constant) and node.value == 1


def binary(left, sign, right):
    """The syntax tree of a sum, a difference, a product or a quotient."""
    if isinstance(sign, (ast.Mult, ast.Div)) and is_one(right):
        return left
    return right if isinstance(sign, ast.Mult) and is_one(left) else ast.BinOp(left, sign, right)


class Expansion:
    """A sum of products of tensors, each times a scalar expression, over a product of such sums.

    A term is a scalar's syntax tree and a list of tensors, each a name and indices: 1 and 2 are those of the
    propagator, ("", n) are summed over, others are words that stand once so far."""

    fresh = 0

    def __init__(self, terms, over=()):
        self.terms, self.over = terms, tuple(over)

    @staticmethod
    def new_index():
        Expansion.fresh += 1
        return ("", Expansion.fresh)

    @staticmethod
    def closed(tensors):
        """The tensors, in which an index that stands twice is one of its own."""
        seen = [index for _, indices in tensors for index in indices if index not in (1, 2)]
        for index in {i for i in seen if isinstance(i, str) and seen.count(i) == 2}:
            own = Expansion.new_index()
            tensors = [(name, tuple(own if i == index else i for i in indices)) for name, indices in tensors]
        if any(seen.count(i) > 2 for i in seen):
            raise UfoError("an index stands more than twice")
        return tensors

    @staticmethod
    def apart(tensors):
        """A copy whose inner indices are others."""
        names = {i: Expansion.new_index() for _, indices in tensors for i in indices if isinstance(i, tuple)}
        return [(name, tuple(names.get(i, i) for i in indices)) for name, indices in tensors]

    @staticmethod
    def products(one, other):
        found = [(binary(a, ast.Mult(), b), Expansion.closed(x + Expansion.apart(y))) for a, x in one for b, y in other]
        if len(found) > 400:
            raise UfoError("it has too many terms")
        return found

    def times(self, other):
        return Expansion(self.products(self.terms, other.terms), self.over + other.over)

    def negative(self):
        return Expansion([(ast.UnaryOp(ast.USub(), scalar), tensors) for scalar, tensors in self.terms], self.over)

    def plus(self, other):
        if self.over == other.over:
            return Expansion(self.terms + other.terms, self.over)
        one, two = self.terms, other.terms
        for divisor in other.over:
            one = self.products(one, divisor)
        for divisor in self.over:
            two = self.products(two, divisor)
        return Expansion(one + two, self.over + other.over)

    def divided(self, other):
        terms = self.terms
        for divisor in other.over:
            terms = self.products(terms, divisor)
        if all(not tensors for _, tensors in other.terms):
            total = other.terms[0][0]
            for scalar, _ in other.terms[1:]:
                total = binary(total, ast.Add(), scalar)
            return Expansion([(binary(scalar, ast.Div(), total), tensors) for scalar, tensors in terms], self.over)
        return Expansion(terms, self.over + (other.terms,))

    @staticmethod
    def index_of(node):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"-{node.operand.value}"
        name = str(node.value if isinstance(node, ast.Constant) else getattr(node, "id", "?"))
        return ENDS.get(name, name)

    @classmethod
    def of_call(cls, node):
        name, arguments = getattr(node.func, "id", "?"), node.args
        if name == "PSlash" and len(arguments) in (2, 3):
            between, ends = "slash", [cls.index_of(a) for a in arguments[:2]]
            return cls([(ast.Constant(1), cls.closed([("P", (between,)), ("Gamma", (between, *ends))]))])
        if name not in TENSORS:
            return cls([(node, [])])
        if len(arguments) != TENSORS[name]:
            raise UfoError(f"{name} has {len(arguments)} indices, and should have {TENSORS[name]}")
        if name == "P":
            if cls.index_of(arguments[1]) != "id":
                raise UfoError("P has the particle id as its second index")
            arguments = arguments[:1]
        return cls([(ast.Constant(1), cls.closed([(name, tuple(map(cls.index_of, arguments)))]))])

    @classmethod
    def of(cls, node):
        if isinstance(node, ast.Call):
            return cls.of_call(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            inner = cls.of(node.operand)
            return inner.negative() if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            right = cls.of(node.right)
            return cls.of(node.left).plus(right.negative() if isinstance(node.op, ast.Sub) else right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return cls.of(node.left).times(cls.of(node.right))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return cls.of(node.left).divided(cls.of(node.right))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            base = cls.of(node.left)
            if not base.over and all(not tensors for _, tensors in base.terms):
                return cls([(node, [])])
            exponent = getattr(node.right, "value", None)
            if exponent not in (1, 2, 3, 4):
                raise UfoError("a power of momenta is none of 1, 2, 3 and 4")
            power = base
            for _ in range(exponent - 1):
                power = power.times(base)
            return power
        return cls([(node, [])])


def contracted(tensors):
    """Tensors without metrics that only rename an index, and how often p^2 stands beside them."""
    tensors, squares = list(tensors), 0
    while True:
        for place, (name, indices) in enumerate(tensors):
            inner = next((i for i in indices if isinstance(i, tuple)), None) if name == "Metric" else None
            if inner and indices[0] != indices[1]:
                other = indices[1] if indices[0] == inner else indices[0]
                rest = tensors[:place] + tensors[place + 1:]
                tensors = [(n, tuple(other if i == inner else i for i in ii)) for n, ii in rest]
                break
            if name == "P" and inner is None and tensors[place + 1:].count((name, indices)) == 1 and \
                    isinstance(indices[0], tuple):
                tensors.remove((name, indices))
                tensors.remove((name, indices))
                squares += 1
                break
        else:
            return tensors, squares


def factors_of(node):
    """The factors of a denominator, each without an index that stands in another one."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [ast.Constant(-1)] + factors_of(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and getattr(node.right, "value", 0) in (2, 3, 4) and \
            not is_open(node.left):
        return factors_of(node.left) * node.right.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and not is_open(node.left):
        return factors_of(node.left) + factors_of(node.right)
    return [node]


def is_open(node):
    return any(isinstance(i, str) or i in (1, 2) for _, tensors in Expansion.of(node).terms for _, ii in tensors for i in ii)


def product_text(tensors):
    """A product of tensors as text, the same one in whatever order they and their inner indices are written: the first by
    the alphabet. Of more tensors than five the order that is given stays."""
    def text_of(order):
        numbers, text = {}, []
        for name, indices in order:
            indices = sorted(indices, key=str) if name == "Metric" else indices
            words = [str(i) if i in (1, 2) else str(numbers.setdefault(i, -1 - len(numbers))) for i in indices]
            text.append(f"{name}({','.join(words + ['1'] * (name == 'P'))})")
        return "*".join(text)

    return min(map(text_of, itertools.permutations(tensors))) if len(tensors) <= 5 else text_of(tensors)


class OwnPropagator:
    """What a UFO says of a particle's propagator: scalars of products of tensors, over polynomials of p^2."""

    def __init__(self, numerator, denominator):
        top = Expansion.of(parsed(numerator))
        self.numerators, self.factors = {}, []
        lower = list(top.over)
        for node in factors_of(parsed(denominator)):
            factor = Expansion.of(node)
            lower.append(factor.terms)
            for divisor in factor.over:
                top = Expansion(Expansion.products(top.terms, divisor))
        for scalar, tensors in top.terms:
            self.add_numerator(scalar, *contracted(tensors))
        for terms in lower:
            self.add_factor(terms)

    def add_numerator(self, scalar, tensors, squares):
        tensors = tensors + [("P", (("square", n),)) for n in range(squares) for _ in range(2)]
        ends = sorted(i for _, indices in tensors for i in indices if i in (1, 2))
        if any(isinstance(i, str) for _, indices in tensors for i in indices) or ends not in ([], [1, 2]):
            raise UfoError("its numerator has indices other than 1 and 2, each once, and pairs that are summed over")
        key = product_text(tensors)
        known = self.numerators.get(key)
        self.numerators[key] = scalar if known is None else binary(known, ast.Add(), scalar)

    def add_factor(self, terms):
        """A polynomial of p^2, by powers; one without p^2 divides the numerators."""
        powers = {}
        for scalar, tensors in terms:
            rest, squares = contracted(tensors)
            if rest:
                raise UfoError("its denominator has an index that is not summed over")
            powers[squares] = binary(powers[squares], ast.Add(), scalar) if squares in powers else scalar
        if max(powers) == 0:
            self.numerators = {key: binary(scalar, ast.Div(), powers[0]) for key, scalar in self.numerators.items()}
            return
        if max(powers) > POWERS_MOST:
            raise UfoError(f"a factor of its denominator has a power of p^2 above {POWERS_MOST}: write it as a product")
        self.factors.append([powers.get(i, ast.Constant(0)) for i in range(max(powers) + 1)])
        if len(self.factors) > FACTORS_MOST:
            raise UfoError(f"its denominator has more than {FACTORS_MOST} factors")

    def numbers(self, mass, width):
        """All scalars where no parameters but these two stand in them: those of the numerator, and of the denominator as
        one polynomial. None where there are others, or where one is infinite."""
        try:
            top = {key: evaluated(scalar, mass, width) for key, scalar in self.numerators.items()}
            bottom = [1]
            for factor in self.factors:
                product = [0] * (len(bottom) + len(factor) - 1)
                for i, a in enumerate(bottom):
                    for k, b in enumerate(factor):
                        product[i + k] += a * evaluated(b, mass, width)
                bottom = product
        except (NameError, ZeroDivisionError, TypeError, ValueError, OverflowError):
            return None
        return {key: value for key, value in top.items() if value != 0}, bottom

    def is_like(self, usual, mass, width, factor):
        """Whether both are equal with these numbers, but for a factor of the numerators."""
        one, other = self.numbers(mass, width), usual.numbers(mass, width)
        if not one or not other or one[0].keys() != other[0].keys() or len(one[1]) != len(other[1]):
            return False
        pairs = [(one[0][key], factor * other[0][key]) for key in one[0]] + list(zip(one[1], other[1]))
        return all(abs(a - b) <= 1e-12 * abs(b) for a, b in pairs)


def evaluated(node, mass, width):
    names = {"Mass": lambda _: mass, "Width": lambda _: width, "complex": complex, "id": None, "__builtins__": {}}
    return eval(compile(ast.fix_missing_locations(ast.Expression(node)), "propagator", "eval"), names)


def usual_factor(own, spin, massless):
    """1 or i where a propagator is that of a spin, without or with the factor i of Feynman rules; 0: it is another one."""
    points = [(1.7, 0.3, USUAL_NUMERATORS.get(spin)), (2.3, 0.9, USUAL_NUMERATORS.get(spin))]
    for factor in (1, 1j):
        if spin in USUAL_NUMERATORS and all(
                own.is_like(OwnPropagator(text, USUAL_DENOMINATOR), mass, width, factor) for mass, width, text in points):
            return factor
        text = FEYNMAN.get(spin, USUAL_NUMERATORS.get(spin))
        if massless and text and own.is_like(OwnPropagator(text, USUAL_DENOMINATOR), 0, 0, factor):
            return factor
    return 0


def begins_with_i(node):
    """Whether the first factor of a product is i, or -i."""
    while isinstance(node, (ast.BinOp, ast.UnaryOp)):
        if isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Mult, ast.Div)):
            return False
        node = node.left if isinstance(node, ast.BinOp) else node.operand
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "complex":
        try:
            return complex(*map(ast.literal_eval, node.args)) in (1j, -1j)
        except (ValueError, TypeError):
            return False
    return isinstance(node, ast.Constant) and node.value in (1j, -1j)


class Propagators:
    """The propagators of a model's own, of one model."""

    def __init__(self, library):
        self.given = getattr(library, "all_propagators", [])
        self.factors = set()  # 1 or i: what the usual propagators of the model have
        for propagator in self.given:
            for spin in USUAL_NUMERATORS:
                try:
                    self.factors.add(usual_factor(self.read(propagator), spin, True))
                except (UfoError, SyntaxError):
                    continue
        self.factors.discard(0)

    @staticmethod
    def read(propagator):
        return OwnPropagator(propagator.numerator, getattr(propagator, "denominator", None) or USUAL_DENOMINATOR)

    @staticmethod
    def of(particle):
        """The object that a particle has, that of unitary gauge where it has two; None: it has none."""
        given = getattr(particle, "propagator", None)
        return given.get(0, next(iter(given.values()), None)) if isinstance(given, dict) else given

    def own(self, particle, massless):
        """What a particle has in place of the propagator of its spin, and i where that is a factor of it that Feynman rules
        have; None where it is the usual one."""
        propagator, what = self.of(particle), f"the propagator of {particle.name}"
        if propagator is None or particle.spin not in USUAL_NUMERATORS:
            return propagator and (None, False)
        if not hasattr(propagator, "numerator"):
            raise UfoError(f"{what} is {propagator!r}, which has no numerator")
        try:
            own = self.read(propagator)
            leads = begins_with_i(parsed(propagator.numerator))
        except (UfoError, SyntaxError) as error:
            raise UfoError(f"{what} is not understood: {error}") from error
        factor = usual_factor(own, particle.spin, massless)
        if factor and (len(self.factors) != 1 or factor in self.factors):
            return None
        return own, self.factors == {1j} or len(self.factors) != 1 and leads

    def guesses(self, particle):
        """Whether i is taken off a numerator by its place alone, as no usual propagator of the model tells."""
        return self.of(particle) is not None and len(self.factors) != 1 and particle.spin in USUAL_NUMERATORS and \
            begins_with_i(parsed(self.of(particle).numerator))

"""The classes of a UFO (arXiv:1108.2040): each object adds itself to the list of its class."""


class Listed:
    """Keeps what it is given as attributes."""

    names = ()

    def __init__(self, *values, **options):
        self.__dict__.update(zip(self.names, values))
        self.__dict__.update(options)
        self.listed.append(self)

    def __str__(self):
        return self.name


all_particles, all_parameters, all_lorentz = [], [], []
all_couplings, all_vertices, all_orders, all_form_factors = [], [], [], []
all_functions = []


class Particle(Listed):
    """A particle; anti() makes its antiparticle."""

    names, listed = ("pdg_code", "name", "antiname", "spin", "color", "mass", "width", "texname"), all_particles

    def anti(self):
        colour = -self.color if self.color in (3, 6) else self.color
        return Particle(-self.pdg_code, self.antiname, self.name, self.spin, colour, self.mass, self.width,
                        self.antiname, charge=-self.charge)


class Parameter(Listed):
    """A number: external on a block of the parameter card, or internal by an expression."""

    names, listed = ("name", "nature", "type", "value", "texname", "lhablock", "lhacode"), all_parameters


class Lorentz(Listed):
    """A Lorentz structure with the spins of its legs."""

    names, listed = ("name", "spins", "structure"), all_lorentz


class Coupling(Listed):
    """An expression with its powers of couplings."""

    names, listed = ("name", "value", "order"), all_couplings


class Vertex(Listed):
    """Particles that go out, colours, Lorentz structures, and the coupling of each pair of these."""

    names, listed = ("name", "particles", "color", "lorentz", "couplings"), all_vertices


class CouplingOrder(Listed):
    """A name that couplings have powers of."""

    names, listed = ("name", "expansion_order", "hierarchy"), all_orders


class FormFactor(Listed):
    """A function of parameters and of products of momenta, which Lorentz structures name."""

    names, listed = ("name", "type", "value"), all_form_factors


class Function(Listed):
    """A function of the model's own, by its arguments and an expression."""

    names, listed = ("name", "arguments", "expr"), all_functions

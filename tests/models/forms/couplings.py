from .object_library import Coupling

ORDERS = ("QED", "BAR", "CON", "DIP", "DIR", "PRO")
electric = {order: Coupling("electric_" + order, "-complex(0,1)*ee", {order: 1}) for order in ORDERS}
reduced = Coupling("reduced", "-complex(0,1)*ee*fc", {"BAR": 1})
opposite = Coupling("opposite", "ee", {"HEA": 1})  # i times that of a photon: the exchange has the other sign
moment = {order: Coupling("moment_" + order, "complex(0,1)*ee/MV", {order: 1}) for order in ("SIG", "GAM")}
LEFT = {order: Coupling("left_" + order, "complex(0,1)*gl", {order: 1}) for order in ("FLO", "CHA")}
RIGHT = {order: Coupling("right_" + order, "complex(0,1)*gr", {order: 1}) for order in ("FLO", "CHA")}
decay = Coupling("decay", "complex(0,1)*gl", {"DEC": 1})
contact = Coupling("contact", "complex(0,1)*gl/MV**2", {"DEC": 1})
many = Coupling("many", "complex(0,1)*gl/MV**2", {"LEG": 1})

# Of four fermions by a boson that is too heavy to move.
PRODUCTS = ("gl*gl", "gl*gr", "gr*gl", "gr*gr")
four = {(order, kind): [Coupling(f"four_{order}{kind}{n}", f"{factor}*{product}", {order: 1}) for n, product in enumerate(PRODUCTS)]
        for order in ("FOF", "FOC") for kind, factor in (("S", "complex(0,1)/MK**2"), ("V", "-complex(0,1)/MK**2"), ("L", "complex(0,1)/MK**4"))}

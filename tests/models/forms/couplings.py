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

from .object_library import Coupling

electric = Coupling("electric", "-complex(0,1)*ee", {"QED": 1})
photon = Coupling("photon", "-complex(0,1)*ee", {"PHO": 1})
gauged = Coupling("gauged", "-complex(0,1)*ee", {"GAU": 1})
LEFT = {order: Coupling("left_" + order, "complex(0,1)*gl", {order: 1}) for order in ("OLD", "NEW", "RUN", "QUA", "COR", "RXI", "ZER", "WID")}
RIGHT = {order: Coupling("right_" + order, "complex(0,1)*gr", {order: 1}) for order in LEFT}
MIXED = {order: Coupling("mixed_" + order, "complex(0,1)*ee", {order: 1}) for order in ("OLD", "NEW")}

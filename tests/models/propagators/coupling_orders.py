from .object_library import CouplingOrder

for name in ("QED", "OLD", "NEW", "PHO", "GAU", "RUN", "QUA", "COR", "RXI", "ZER", "WID"):
    CouplingOrder(name, 99, 1)

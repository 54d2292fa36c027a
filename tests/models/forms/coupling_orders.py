from .object_library import CouplingOrder

for name in ("QED", "BAR", "CON", "DIP", "DIR", "PRO", "HEA", "SIG", "GAM", "FLO", "CHA", "DEC", "LEG"):
    CouplingOrder(name, 99, 1)

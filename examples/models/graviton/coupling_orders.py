from .object_library import CouplingOrder

QCD = CouplingOrder("QCD", 99, 1)
QED = CouplingOrder("QED", 99, 2)
NP = CouplingOrder("NP", 99, 1)

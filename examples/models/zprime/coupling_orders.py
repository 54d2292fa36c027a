from .object_library import CouplingOrder

QCD = CouplingOrder("QCD", 99, 1)
QED = CouplingOrder("QED", 99, 2)
NP = CouplingOrder("NP", 99, 2)  # couplings of the Z', as large as those of QED

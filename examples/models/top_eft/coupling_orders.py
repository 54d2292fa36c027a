from .object_library import CouplingOrder

QCD = CouplingOrder("QCD", 99, 1)
QED = CouplingOrder("QED", 99, 2)
NP = CouplingOrder("NP", 1, 3)  # 1/Lambda^2; processes have it where they ask for NP=1
HIG = CouplingOrder("HIG", 1, 1)  # the loop of a heavy top quark

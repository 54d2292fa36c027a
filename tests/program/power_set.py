"""A set of parton densities of powers of x, in LHAPDF's format, with a member for each factor that all of its densities have.

    python3 power_set.py FOLDER [FACTOR...]    FOLDER/NAME.info and FOLDER/NAME_0000.dat and on, NAME being FOLDER's own
"""

import math
import os
import sys

PARTONS = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 21]
X = [10 ** (-6 + 0.2 * i) for i in range(26)] + [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1]
Q = [1.3, 3, 10, 50, 300, 3000, 10000]


def density(parton, x, q):
    steepness = 0.2 + 0.05 * math.log(q)
    valence = {1: 1.5, 2: 2.5}.get(parton, 0) * math.sqrt(x) * (1 - x) ** 3
    return (2 if parton == 21 else 0.2) * x**-steepness * (1 - x) ** 6 + valence


def main(folder, *factors):
    name = os.path.basename(folder)
    os.makedirs(folder)
    with open(f"{folder}/{name}.info", "w") as file:
        file.write(f"""SetDesc: "Powers of x, for tests"
SetIndex: 99000
Format: lhagrid1
NumMembers: {max(1, len(factors))}
ErrorType: symmhessian
OrderQCD: 0
NumFlavors: 5
Flavors: {PARTONS}
XMin: {X[0]}
XMax: 1
QMin: {Q[0]}
QMax: {Q[-1]}
MZ: 91.1876
MCharm: 1.3
MBottom: 4.5
MTop: 180
AlphaS_MZ: 0.129808
AlphaS_OrderQCD: 0
AlphaS_Type: analytic
AlphaS_Lambda5: 0.1652
""")
    for member, factor in enumerate(factors or ("1",)):
        with open(f"{folder}/{name}_{member:04}.dat", "w") as file:
            file.write("PdfType: central\nFormat: lhagrid1\n---\n")
            for row in X, Q, PARTONS:
                file.write(" ".join(f"{number:.9g}" for number in row) + "\n")
            for x in X:
                for q in Q:
                    file.write(" ".join(f"{float(factor) * density(parton, x, q):.9e}" for parton in PARTONS) + "\n")
            file.write("---\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

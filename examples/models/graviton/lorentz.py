from itertools import permutations

from .object_library import Lorentz

FFV = Lorentz("FFV", [2, 2, 3], "Gamma(3,2,1)")
VVV = Lorentz("VVV", [3, 3, 3],
              "P(3,1)*Metric(1,2) - P(3,2)*Metric(1,2) - P(2,1)*Metric(1,3) + P(2,3)*Metric(1,3) "
              "+ P(1,2)*Metric(2,3) - P(1,3)*Metric(2,3)")
VVVV12 = Lorentz("VVVV12", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,3)*Metric(2,4)")
VVVV13 = Lorentz("VVVV13", [3, 3, 3, 3], "Metric(1,4)*Metric(2,3) - Metric(1,2)*Metric(3,4)")
VVVV14 = Lorentz("VVVV14", [3, 3, 3, 3], "Metric(1,3)*Metric(2,4) - Metric(1,2)*Metric(3,4)")

# A graviton has two indices, 1000 and 2000 more than the number of its leg.
SST = Lorentz("SST", [1, 1, 5], "P(1003,1)*P(2003,2) + P(2003,1)*P(1003,2) - P(-1,1)*P(-1,2)*Metric(1003,2003)")
SSTm = Lorentz("SSTm", [1, 1, 5], "Metric(1003,2003)")
FFT = Lorentz("FFT", [2, 2, 5],
              "Gamma(1003,2,1)*(P(2003,1) - P(2003,2)) + Gamma(2003,2,1)*(P(1003,1) - P(1003,2)) "
              "- 2*Metric(1003,2003)*Gamma(-1,2,1)*(P(-1,1) - P(-1,2))")
FFTm = Lorentz("FFTm", [2, 2, 5], "Metric(1003,2003)*Identity(2,1)")
FFVT = Lorentz("FFVT", [2, 2, 3, 5],
               "Gamma(1004,2,1)*Metric(3,2004)/2 + Gamma(2004,2,1)*Metric(3,1004)/2 - Gamma(3,2,1)*Metric(1004,2004)")


def fields(m, n):
    """Field strengths of two vectors, F_m^a F_na."""
    return (f"P({m},1)*P({n},2)*Metric(1,2) - P({m},1)*P(1,2)*Metric(2,{n}) - P(2,1)*P({n},2)*Metric(1,{m}) "
            f"+ P(-1,1)*P(-1,2)*Metric(1,{m})*Metric(2,{n})")


def three_fields(first, second, third, m, n):
    """The field strength of one vector and the product of two, -F_ma A_n A^a."""
    return (f"P({third},{first})*Metric({first},{m})*Metric({second},{n}) "
            f"- P({m},{first})*Metric({first},{third})*Metric({second},{n})")


def three():
    """Signs of permutations are those of f(1,2,3)."""
    terms = []
    for a, b, c in permutations((1, 2, 3)):
        sign = "+" if (b - a) % 3 == 1 else "-"
        terms.append(f"{sign} ({three_fields(a, b, c, 1004, 2004)} + {three_fields(a, b, c, 2004, 1004)} "
                     f"+ P({b},{a})*Metric({a},{c})*Metric(1004,2004))")
    return " ".join(terms)


VVT = Lorentz("VVT", [3, 3, 5],
              f"-({fields(1003, 2003)} + {fields(2003, 1003)} - Metric(1003,2003)*(P(-1,1)*P(-1,2)*Metric(1,2) "
              "- P(1,2)*P(2,1)))")
VVTm = Lorentz("VVTm", [3, 3, 5], "Metric(1,1003)*Metric(2,2003) + Metric(1,2003)*Metric(2,1003) "
               "- Metric(1,2)*Metric(1003,2003)")
VVVT = Lorentz("VVVT", [3, 3, 3, 5], three())


def stretched(metrics, m, n):
    """A product of two metric tensors with the graviton at one of them, less the trace."""
    (a, b), (c, d) = metrics
    return (f"(Metric({a},{m})*Metric({b},{n}) + Metric({a},{n})*Metric({b},{m}))*Metric({c},{d}) "
            f"+ (Metric({c},{m})*Metric({d},{n}) + Metric({c},{n})*Metric({d},{m}))*Metric({a},{b}) "
            f"- Metric({a},{b})*Metric({c},{d})*Metric({m},{n})")


def four(first, second):
    """Four gluons and a graviton; without it, the difference of two products of metric tensors."""
    return f"{stretched(first, 1005, 2005)} - ({stretched(second, 1005, 2005)})"


VVVVT12 = Lorentz("VVVVT12", [3, 3, 3, 3, 5], four(((1, 4), (2, 3)), ((1, 3), (2, 4))))
VVVVT13 = Lorentz("VVVVT13", [3, 3, 3, 3, 5], four(((1, 4), (2, 3)), ((1, 2), (3, 4))))
VVVVT14 = Lorentz("VVVVT14", [3, 3, 3, 3, 5], four(((1, 3), (2, 4)), ((1, 2), (3, 4))))

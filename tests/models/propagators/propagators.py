from .object_library import Propagator

USUAL = "(P('mu', id) * P('mu', id) - Mass(id) * Mass(id) + complex(0,1) * Mass(id) * Width(id))"
VECTOR = "(-1 * Metric(1,2) + Metric(1,'mu')*P('mu',id)*P(2,id)/Mass(id)**2)"
FERMION = "(Gamma('mu', 1, 2) * P('mu', id) + Mass(id) * Identity(1, 2))"

V = Propagator("V", VECTOR, USUAL)

# The usual ones with a factor that cancels, in other words.
scalar = Propagator("scalar", "(1 + eps)", USUAL + "*(1 + eps)")
vector = Propagator("vector", "(1+eps)*(P(1,id)*P(2,id)/Mass(id)**2 - Metric(1,'a')*Metric('a',2))", "(1+eps)*" + USUAL)
fermion = Propagator("fermion", "(1+eps)*PSlash(1,2,id) + Identity(1,-1)*(ProjM(-1,2) + ProjP(-1,2))*Mass(id)*(1+eps)",
                     "-(1+eps)*(Mass(id)**2 - P(-1,id)**2 - complex(0,1)*Mass(id)*Width(id))")
massless = Propagator("massless", "-(1 + eps)*Metric(1,2)", "P(-1,id)**2 * (1 + eps)")

# A gauge of massless vectors, and one of massive ones.
gauge = Propagator("gauge", "-Metric(1,2) + xi*P(1,id)*P(2,id)/P('mu',id)**2", "P('mu',id)*P('mu',id)")
massive_gauge = Propagator("massive_gauge", "-Metric(1,2) + (1 - xi)*P(1,id)*P(2,id)/(P('mu',id)*P('mu',id) - xi*Mass(id)**2)",
                           USUAL)

# A width that runs, a term of p^4, and the first power of a change of the width.
running = Propagator("running", VECTOR, "P('mu',id)**2 - Mass(id)**2 + complex(0,1)*P('mu',id)**2*Width(id)/Mass(id)")
quartic = Propagator("quartic", VECTOR, USUAL + " - eta*P('mu',id)**4/Mass(id)**2")
correction = Propagator("correction", "-" + VECTOR + "*complex(0,1)*Mass(id)*dWV", USUAL + "**2")

# A pole at 0 besides that of the mass, and a width that the particle itself has not.
at_zero = Propagator("at_zero", "Mass(id)**2*" + VECTOR, "P('mu',id)**2*" + USUAL)
with_width = Propagator("with_width", VECTOR, "P('mu',id)**2 - Mass(id)**2 + complex(0,1)*Mass(id)*WV")

from .object_library import Function

theta_function = Function("theta_function", ("x", "y", "z"), "y if x else z")

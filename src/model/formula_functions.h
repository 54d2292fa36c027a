/* The functions that formulae of a model may call, of complex numbers with principal values. */
#ifndef TESSERA_MODEL_FORMULA_FUNCTIONS_H
#define TESSERA_MODEL_FORMULA_FUNCTIONS_H

#include "model/formula.h"

#include <stddef.h>

enum { FORMULA_ARGUMENTS = 3 };

struct formula_function {
    const char *name;
    int arguments;
    void (*compute)(const struct formula_value *arguments, struct formula_value *result);
};

/* The function of a name of `length` bytes, or NULL. */
const struct formula_function *formula_function_find(const char *name, size_t length);

/* a^b, with the cut of the logarithm along negative numbers. */
struct formula_value formula_power(struct formula_value a, struct formula_value b);

#endif

/* Formulae of a model's parameters: text to a complex number. */
#ifndef TESSERA_MODEL_FORMULA_H
#define TESSERA_MODEL_FORMULA_H

#include <stddef.h>

/* A value, and its derivative by one of the names: what is not told else has none. */
struct formula_value {
    double re, im, slope_re, slope_im;
};

/* Looks up a name of `length` bytes; 0 where there is none. */
typedef int formula_lookup(const void *names, const char *name, size_t length, struct formula_value *value);

/* Passes blanks. Whether the character behind them is this one, which is passed too. */
int formula_take(const char **at, char c);

/* Computes "sqrt(4*pi*alpha)": sums, products, quotients, whole powers, minus signs, sqrt(), numbers, pi, i
 * and names. Real numbers are computed as real ones. Returns 0 where the text is no such formula. Numbers are
 * read in the locale of the caller, which must be the C locale. */
int formula_compute(const char *text, formula_lookup *lookup, const void *names,
                    struct formula_value *result);

#endif

/* Derivatives of the lines that a structure's function is made of (structure_text.h). */
#ifndef TESSERA_AMPLITUDE_STRUCTURE_TANGENT_H
#define TESSERA_AMPLITUDE_STRUCTURE_TANGENT_H

#include "program/program.h"

/* Writes the derivative of "const TYPE n7 = c_multiply(n3, n5);" as dn7. A line is linear in each name that
 * it holds, but for a sum and for functions of forms.h, those of truth being constants. `letter` is the first
 * of its name, `add` the function that adds two of its type. `has`: of the lines before which have one.
 * Returns 0 where it is a constant, and nothing is written. */
int tangent_write(const char *type, const char *add, char letter, int number, const char *line,
                  const signed char *has, struct source *text);

#endif

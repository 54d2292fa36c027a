/* Kernel text of form factors (model/forms.h): lines of numbers, one operation each. */
#ifndef TESSERA_AMPLITUDE_FORM_TEXT_H
#define TESSERA_AMPLITUDE_FORM_TEXT_H

#include "amplitude/structure_lines.h"
#include "model/forms.h"

/* The product of two legs' momenta, as the function at hand has them. */
typedef struct value form_product(void *of, const int legs[2]);

/* The constants of a tree's form factors: the square of the unit of energies, then parameters
 * (form_constants()). */
enum { FORM_CONSTANT_UNIT, FORM_CONSTANT_FIRST };

/* Adds the lines of a form factor; returns its value. */
struct value form_write(const ts_model *model, const struct form_row *form, form_product *product, void *of,
                        struct line_list *list);

#endif

/* Form factors of a model's own: formulae of its parameters and of products of momenta, which multiply
 * Lorentz structures. P_1_2 is the product of the momenta of legs 1 and 2 [GeV^2]. */
#ifndef TESSERA_MODEL_FORMS_H
#define TESSERA_MODEL_FORMS_H

#include "model/model.h"
#include "model/table_lines.h"

struct form_row {
    const char *name, *formula;
};

/* "form NAME = FORMULA". TS_ERROR_INPUT with the line, TS_ERROR_MEMORY. */
ts_status form_read(struct table_reader *reader);

/* The legs of "P_1_2", from 0 on; 0: the word is no product of momenta. */
int form_momenta(const char *word, size_t length, int legs[2]);

/* The highest leg, from 1 on, whose momentum a form factor has; 0: none. */
int form_legs(const struct form_row *form);

/* Parameters that the form factors of a model have, each once: their places in it. Returns how many. */
enum { FORM_CONSTANTS_MOST = 500 };
int form_constants(const ts_model *model, int places[FORM_CONSTANTS_MOST]);

#endif

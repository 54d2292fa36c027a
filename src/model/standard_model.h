/* The table of the Standard Model. Outside of src/model/ nobody knows of it but tests: the rest of the
 * program asks model.h. */
#ifndef TESSERA_MODEL_STANDARD_MODEL_H
#define TESSERA_MODEL_STANDARD_MODEL_H

#include "model/model.h"

extern const struct model_table standard_model;

#endif

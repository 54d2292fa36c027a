/* Masses and widths that a file says its events were made with, beside those of a card's model. */
#ifndef TESSERA_REWEIGHT_VALUES_H
#define TESSERA_REWEIGHT_VALUES_H

#include "io/event_file.h"
#include "reweight/elements.h"

/* Warns where <slha> in the head of a file has another mass or width than the model. Of all particles those
 * count that the matrix elements which are known so far have, and widths of their lines alone. */
void values_tell(ts_context *context, const ts_event_file *file, const struct elements *elements);

#endif

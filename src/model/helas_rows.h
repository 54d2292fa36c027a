/* Vertices of a table whose structures HELAS has: its functions serve them, which are faster and shared. */
#ifndef TESSERA_MODEL_HELAS_ROWS_H
#define TESSERA_MODEL_HELAS_ROWS_H

#include "model/model.h"

/* Gives vertices of a model that is made of a table HELAS's structures where they are sums of these. Terms of
 * one vertex and colour become one; their couplings are new parameters. TS_ERROR_MEMORY. */
ts_status helas_rows_find(ts_context *context, ts_model *model);

/* helas_contacts.c. Vertices of four vectors as HELAS has them: the partner of one of them is twice as
 * strong. */

/* Coefficients of g^12 g^34, g^13 g^24 and g^14 g^23 in a structure of four vectors. Returns 0 where it has
 * others. */
int contact_pairs(const struct structure *structure, double pairs[3][2]);

/* Of pairs in the ratio 2 : -1 : -1 which is the first, and its half; -1: they are in no such ratio. */
int contact_partner(double pairs[3][2], double half[2]);

/* Whether rows `first` to `end` are four gluons, f f times such pairs for each word of colour. Then *value
 * receives the square of the coupling of three, else nothing. */
int contact_is_of_gluons(const ts_model *model, size_t first, size_t end, double value[2]);

#endif

/* Spinor indices of a Lorentz structure's term, and the matrix C of charge conjugation among them. */
#ifndef TESSERA_MODEL_STRUCTURE_SPINORS_H
#define TESSERA_MODEL_STRUCTURE_SPINORS_H

#include "model/structure.h"

/* Takes each matrix C = i gamma^2 gamma^0 out of a term. It turns a leg's spinor into that of the other
 * fermion number, so that a leg becomes a row, or a column. Then matrices stand from a row's leg to a
 * column's leg. Returns what is wrong in words, NULL where nothing is. */
const char *structure_join_spinors(const struct structure *structure, struct structure_term *term);

/* Which legs stand in rows in a term, a bit each. */
unsigned structure_rows(const struct structure_term *term);

#endif

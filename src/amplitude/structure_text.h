/* Kernel text of a model's own Lorentz structures: what a vertex makes of its other legs. */
#ifndef TESSERA_AMPLITUDE_STRUCTURE_TEXT_H
#define TESSERA_AMPLITUDE_STRUCTURE_TEXT_H

#include "model/model.h"
#include "program/source.h"

/* The number of the function of structure number `structure` of a model that makes leg `out`, from 0 on. */
static inline int structure_function(int structure, int out) { return structure * STRUCTURE_LEGS + out; }

/* Appends "FN tree_current structure_N(tree_branches b, complex_number g)" (kernels/amplitude/structures.h)
 * for a function's number N (structure_function()). With `tangent` its derivative follows,
 * "structure_N_tangent(b, d, g, dg)", along d and dg. Returns 0 where the structure is beyond it, which
 * structure_is_known() asks before; failures of memory are the text's. */
int structure_write(const ts_model *model, int number, int tangent, struct source *text);

#endif

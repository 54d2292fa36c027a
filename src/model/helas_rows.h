/* Vertices of a table whose structures HELAS has: its functions serve them, which are faster and shared. */
#ifndef TESSERA_MODEL_HELAS_ROWS_H
#define TESSERA_MODEL_HELAS_ROWS_H

#include "model/model.h"

/* Gives vertices of a model that is made of a table HELAS's structures where they are sums of these. Terms of
 * one vertex and colour become one; their couplings are new parameters. TS_ERROR_MEMORY. */
ts_status helas_rows_find(ts_context *context, ts_model *model);

#endif

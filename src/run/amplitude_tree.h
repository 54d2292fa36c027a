/* Squared matrix elements of any tree-level process of the model (src/amplitude/). */
#ifndef TESSERA_RUN_AMPLITUDE_TREE_H
#define TESSERA_RUN_AMPLITUDE_TREE_H

#include "process/family.h"
#include "tessera/model.h"

/* The model of the settings: of their card and couplings. */
ts_status amplitude_model(ts_context *context, const ts_amplitude_settings *settings, ts_model **model);

/* ts_amplitude_evaluate() for processes of no family. `particles`: of each point. */
ts_status amplitude_tree_evaluate(ts_context *context, const char *process, size_t particles,
                                  const struct amplitude_request *request, double *values,
                                  ts_amplitude_info *info);

#endif

/* Which model a process was made of, with which values: for results, checkpoints and files of events. */
#ifndef TESSERA_DERIVED_MODEL_IDENTITY_H
#define TESSERA_DERIVED_MODEL_IDENTITY_H

#include "process/process.h"
#include "tessera/model.h"

/* Keeps what a model is. TS_ERROR_MEMORY */
ts_status process_take_model(ts_context *context, const ts_model *model, struct process *process);

#endif

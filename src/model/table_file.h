/* A model from its text table, NAME.tsm (docs/models.md). */
#ifndef TESSERA_MODEL_TABLE_FILE_H
#define TESSERA_MODEL_TABLE_FILE_H

#include "model/model.h"

/* Opaque: a table with all that its rows point to. */
struct table_file;

/* Reads a table. TS_ERROR_INPUT with file and line where it makes no sense, TS_ERROR_MEMORY, TS_ERROR_IO. */
ts_status table_file_open(ts_context *context, const char *path, struct table_file **file);
void table_file_close(struct table_file **file);

const struct model_table *table_file_table(const struct table_file *file);

#endif

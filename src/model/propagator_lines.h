/* Lines of a model's table that say what its own propagators are. */
#ifndef TESSERA_MODEL_PROPAGATOR_LINES_H
#define TESSERA_MODEL_PROPAGATOR_LINES_H

#include "model/table_lines.h"

/* "propagator NAME spin S", and of the propagator at hand "numerator STRUCTURE PARAMETER" and
 * "denominator PARAMETER ...", from the lowest power of p^2 on. TS_ERROR_INPUT with the line,
 * TS_ERROR_MEMORY. */
ts_status propagator_read(struct table_reader *reader);
ts_status numerator_read(struct table_reader *reader);
ts_status denominator_read(struct table_reader *reader);

/* Finds the propagator of a particle's line: its place plus one, -1 for "own". Returns 0 where there is none
 * of this name and spin. */
int propagator_find(const struct table_reader *reader, const char *name, int spin, int *place);

#endif

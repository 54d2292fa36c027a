/* Studies as pictures: `tessera bench NAME --plot FILE`. */
#ifndef TESSERA_STUDY_PICTURE_H
#define TESSERA_STUDY_PICTURE_H

#include "study/study.h"

/* The rows of a study, which all have the columns of the first; {0} has none. */
struct study_table {
    struct study_value *cells; /* row behind row; names and texts are the table's own */
    size_t columns, rows;
    int failed; /* there was no memory */
};

void study_table_add(struct study_table *table, const struct study_value *values, size_t count);
void study_table_free(struct study_table *table);

/* Whether a study may be drawn into that file, before it runs: TS_ERROR_INPUT with a sentence where not. */
ts_status study_check_plot(ts_context *context, const char *name, const char *path);

/* Draws the rows of a study into a file: .html with the table below, .svg, .pdf or .png. `machine` stands
 * below the title. TS_OK; TS_ERROR_INPUT where no row has what is drawn; TS_ERROR_FILE, _MEMORY. */
ts_status study_plot(ts_context *context, const char *name, const char *machine,
                     const struct study_table *table, const char *path);

#endif

/* The .dat files of LHAPDF6: the format "lhagrid1". */
#ifndef TESSERA_PDF_LHAGRID_H
#define TESSERA_PDF_LHAGRID_H

#include "pdf/grid.h"

/* Reads a grid from text of `bytes` bytes, followed by a zero byte. `name` stands
 * in messages: "name:line: ...". TS_ERROR_INPUT where the text is no grid. */
ts_status lhagrid_parse(ts_context *context, const char *name, const char *text, size_t bytes,
                        struct pdf_grid *grid);

#endif

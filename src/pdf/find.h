/* Where sets of parton densities lie. */
#ifndef TESSERA_PDF_FIND_H
#define TESSERA_PDF_FIND_H

#include "tessera/pdf.h"

#define PDF_EMBEDDED_NAME "CTEQ6L1"

/* Finds the folder of a set: `name` itself, or below LHAPDF_DATA_PATH and where packages
 * put sets. A name may end in "/MEMBER", which is written to *member. *embedded is 1
 * where no folder is found and the name is the embedded set's.
 * TS_ERROR_INPUT with where it was looked for and the nearest name that is there. */
ts_status pdf_find(ts_context *context, const char *name, int *member, char *folder, size_t bytes,
                   int *embedded);

/* The last part of a folder's path: the name of its set. */
ts_status pdf_name_of(ts_context *context, const char *folder, char *name, size_t bytes);

#endif

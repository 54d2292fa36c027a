/* The embedded set: CTEQ6L1 from its starting distribution, evolved by this library. */
#ifndef TESSERA_PDF_EMBEDDED_H
#define TESSERA_PDF_EMBEDDED_H

#include "pdf/set.h"

/* Makes the set: from the cache where it was kept, else by evolution (less than a second). The result is then
 * kept where the cache can be written. */
ts_status pdf_embedded_create(ts_context *context, ts_pdf *pdf);

#endif

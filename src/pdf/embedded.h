/* The embedded set: CTEQ6L1 from its starting distribution, evolved by this library. */
#ifndef TESSERA_PDF_EMBEDDED_H
#define TESSERA_PDF_EMBEDDED_H

#include "pdf/evolution.h"
#include "pdf/set.h"

/* Makes the set: from the cache where it was kept, else by evolution (less than a second). The result is then
 * kept where the cache can be written. */
ts_status pdf_embedded_create(ts_context *context, ts_pdf *pdf);

/* A grid of the gluon and of the quarks d to b, evolved from `starting` at STARTING_SCALE (starting.h). The
 * coupling has its threshold of the bottom quark at STARTING_BOTTOM. The grid lacks its extrapolator. */
ts_status pdf_evolve(ts_context *context, const struct alpha_s *coupling,
                     void (*starting)(double x, double density[EVOLVED_COUNT]), struct pdf_grid *grid);

#endif

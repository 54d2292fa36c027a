/* Where a process leaves the grid of its densities. */
#ifndef TESSERA_PROCESS_PDF_RANGE_H
#define TESSERA_PROCESS_PDF_RANGE_H

#include "tessera/pdf.h"

/* Warns of what is extrapolated. `fixed`: the factorization scale [GeV], or 0 where it changes from event to
 * event and falls to `lowest`; `x`: the lowest of the cuts. */
void pdf_warn_of_range(ts_context *context, const ts_pdf *pdf, double fixed, double lowest, double x);

#endif

/* One member of a set, as the library's other parts see it. */
#ifndef TESSERA_PDF_SET_H
#define TESSERA_PDF_SET_H

#include "pdf/alpha_s.h"
#include "pdf/grid.h"
#include "tessera/pdf.h"

struct ts_pdf {
    char *name, *source, *description, *reference;
    int order, member, member_count;
    struct pdf_grid grid;
    struct alpha_s coupling;
};

/* The set's definition of alpha_s, for coupling_table_create(). */
static inline const struct alpha_s *pdf_coupling(const ts_pdf *pdf) { return &pdf->coupling; }

/* Whether the set has a parton; LHAPDF's other code of the gluon is 0. */
int pdf_has_flavour(const ts_pdf *pdf, int pdg);

#endif

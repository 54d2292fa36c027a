/* One member of a set, as the library's other parts see it. */
#ifndef TESSERA_PDF_SET_H
#define TESSERA_PDF_SET_H

#include "pdf/alpha_s.h"
#include "pdf/grid.h"
#include "tessera/pdf.h"

struct ts_pdf {
    char *name, *source, *description, *reference;
    int order, member, member_count;
    char *error_type;  /* ErrorType of the set, or "unknown" */
    double confidence; /* ErrorConfLevel: per cent */
    int number;        /* LHAPDF's of the set's first member; 0: none */
    struct pdf_grid grid;
    struct alpha_s coupling;
};

/* Another member of a set, as ts_pdf_create() reads it, but for warnings that the first one gave. */
ts_status pdf_create_member(ts_context *context, const ts_pdf *pdf, int member, ts_pdf **other);

/* x f of one parton at a scale q in GeV above 0, for `count` logarithms of x, below 0. The bits are those of
 * ts_pdf_xfx(); callers have the library's own environment. */
void pdf_xfx_at(const ts_pdf *pdf, int pdg, double q, size_t count, const double *log_x, double *xf);

/* The set's definition of alpha_s, for coupling_table_create(). */
static inline const struct alpha_s *pdf_coupling(const ts_pdf *pdf) { return &pdf->coupling; }

/* LHAPDF's number of the member; 0: it has none. */
static inline int pdf_number(const ts_pdf *pdf) { return pdf->number ? pdf->number + pdf->member : 0; }

/* Whether the set has a parton; LHAPDF's other code of the gluon is 0. */
int pdf_has_flavour(const ts_pdf *pdf, int pdg);

#endif

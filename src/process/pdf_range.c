#include "process/pdf_range.h"

#include "core/context.h"
#include "pdf/table.h"

void pdf_warn_of_range(ts_context *context, const ts_pdf *pdf, double fixed, double lowest, double x)
{
    const ts_pdf_facts facts = ts_pdf_describe(pdf);
    const double q = fixed > 0 ? fixed : lowest;
    if (q < facts.q_min)
        ts_log(context, TS_LOG_WARNING,
               "The factorization scale is as low as %.3g GeV, below the %.4g GeV at which %s begins: its "
               "densities are extrapolated there%s.",
               q, facts.q_min, ts_pdf_name(pdf),
               fixed > 0 || q >= PDF_TABLE_LOWEST ? "" : ", and below 0.5 GeV they are those at 0.5 GeV");
    if (fixed > facts.q_max)
        ts_log(context, TS_LOG_WARNING,
               "The factorization scale of %g GeV is above the %.6g GeV at which %s ends: its densities are "
               "extrapolated there.",
               fixed, facts.q_max, ts_pdf_name(pdf));
    if (x < facts.x_min)
        ts_log(context, TS_LOG_WARNING,
               "The cuts allow x down to %.2g, below the %.2g at which %s begins: its densities are "
               "extrapolated there.",
               x, facts.x_min, ts_pdf_name(pdf));
}

/* Densities of a like size for all flavours, for tests: with few events each flavour has enough. They begin
 * at 1.3 GeV, charm with them, and bottom quarks at their mass. The evolution is that of the embedded set, at
 * leading order with its coupling. */
#ifndef TEST_EVEN_DENSITIES_H
#define TEST_EVEN_DENSITIES_H

#include "pdf/embedded.h"
#include "pdf/starting.h"
#include "test_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where these evolve in tests, gluons take so much of the momentum at the least. */
#define EVOLUTION_LEAST 3e-5

static inline double even_shape(double size, double low, double high, double x)
{
    return size * pow(x, low) * pow(1 - x, high);
}

static inline void even_starting(double x, double density[EVOLVED_COUNT])
{
    density[EVOLVED_GLUON] = even_shape(1.2, 0.1, 2, x);
    density[EVOLVED_UP_VALENCE] = even_shape(0.9, 0.6, 1.5, x);
    density[EVOLVED_DOWN_VALENCE] = even_shape(0.6, 0.7, 2, x);
    density[EVOLVED_UP_SEA] = even_shape(0.5, 0.2, 2, x);
    density[EVOLVED_DOWN_SEA] = even_shape(0.6, 0.15, 2.5, x);
    density[EVOLVED_STRANGE] = even_shape(0.5, 0.25, 2, x);
    density[EVOLVED_CHARM] = even_shape(0.4, 0.1, 1.5, x);
    density[EVOLVED_BOTTOM] = 0;
}

/* The set, for ts_pdf_destroy(). */
static inline ts_pdf *even_densities(ts_context *context)
{
    ts_pdf *pdf = calloc(1, sizeof *pdf);
    assert_non_null(pdf);
    *pdf = (ts_pdf){.name = strdup("even"),
                    .source = strdup("a test"),
                    .description = strdup(""),
                    .reference = strdup(""),
                    .error_type = strdup("unknown"),
                    .member_count = 1,
                    .coupling = starting_coupling()};
    assert_status(context, pdf_evolve(context, &pdf->coupling, even_starting, &pdf->grid));
    return pdf;
}

#endif

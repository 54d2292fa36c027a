/* Bounds of ratios of densities for a shower of partons that come in, as a table (kernels/shower/beams.h). */
#ifndef TESSERA_SHOWER_DENSITY_BOUNDS_H_HOST
#define TESSERA_SHOWER_DENSITY_BOUNDS_H_HOST

#include "tessera/pdf.h"

/* The scales of t in GeV^2 between which densities are looked up. */
struct density_scales {
    double lowest, highest;
    double charm2, bottom2; /* t at which their densities begin; 0: below the lowest */
    double factor;          /* k_F: densities of t are those at k_F sqrt(t) */
};

/* Finds where the densities of c and b begin. */
void density_thresholds(const ts_pdf *pdf, struct density_scales *scales);

/* PDG codes of the partons of the table of densities, in the order of beam_slot(). */
extern const int density_partons[];

/* Makes the table; free() it. */
ts_status density_bounds_create(ts_context *context, const ts_pdf *pdf, const struct density_scales *scales,
                                double **table, size_t *length);

#endif

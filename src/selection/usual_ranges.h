/* Ranges of histograms for which the card gives none: where cuts leave only a part of the usual range it is
 * that part. */
#ifndef TESSERA_SELECTION_USUAL_RANGES_H
#define TESSERA_SELECTION_USUAL_RANGES_H

#include "process/process.h"
#include "selection/particle_cuts.h"

/* Makes cuts that leave what one of both leaves. */
void usual_ranges_widen(struct particle_cuts *widest, const struct particle_cuts *other);

/* Narrows [low, high] of pT, eta or y ("pt", "eta", "y") by the cuts on each of these particles. */
void usual_range_of_each(const struct particle_cuts *cuts, const char *quantity, const int *which, int count,
                         struct integrand_histogram *usual);

/* Narrows the range of the mass of two particles by the cut on that pair. */
void usual_range_of_mass(const struct particle_cuts *cuts, int i, int k, struct integrand_histogram *usual);

#endif

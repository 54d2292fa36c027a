/* What cuts on final particles leave at least of scales and momentum fractions. */
#ifndef TESSERA_SELECTION_PARTICLE_BOUNDS_H
#define TESSERA_SELECTION_PARTICLE_BOUNDS_H

#include "selection/particle_cuts.h"

/* What a scale follows, HT, MT or M, is at least this [GeV] within cuts on final particles `pdg`. */
double particle_bounds_scale(const ts_model *model, const struct particle_cuts *cuts, const int *pdg,
                             ts_scale_base base);

/* The momentum fractions of partons are at least this, in beams of root_s GeV. `mass`: of all final particles
 * together at least [GeV]. */
double particle_bounds_x(const ts_model *model, const struct particle_cuts *cuts, const int *pdg, double mass,
                         double root_s);

#endif

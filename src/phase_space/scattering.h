/* The cut on Q^2 of deep inelastic scattering: minus the square of the momentum that a lepton of the beams
 * loses. */
#ifndef TESSERA_PHASE_SPACE_SCATTERING_H
#define TESSERA_PHASE_SPACE_SCATTERING_H

#include "selection/particle_cuts.h"

/* What collides. */
struct scattering {
    const ts_model *model;
    const int *whole; /* [LEGS_IN] whether a beam is no hadron */
    double root_s;    /* GeV */
};

/* Reads cuts.q2_min for a subprocess with these legs, incoming first, behind its other cuts. TS_ERROR_INPUT
 * where not one lepton alone goes in, or not one alone comes out that it may have become. */
ts_status scattering_read(ts_context *context, const ts_card *card, const struct scattering *scattering,
                          const int *pdg, struct particle_cuts *cuts);

#endif

/* q q~ -> PHOTONS photons, in three forms that differ by rounding alone. They are permutations of one
 * diagram, diagrams that share waves, and a recursion over sets of photons, whose 2^n currents replace the
 * n! orders. Beside them stands the sum over all helicities, by the currents of sets from both ends
 * (photons_helicities.h).
 *
 * The closed form of the helicities with one photon unlike the others is what tests/kernels/test_photons.c
 * compares with. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_H
#define TESSERA_AMPLITUDE_PHOTONS_H

#include "amplitude/photons_helicities.h"
#include "amplitude/photons_permutations.h"
#include "amplitude/photons_shared.h"
#include "amplitude/photons_subsets.h"

/* The form that one choice of helicities has: the fastest from 4 photons on, and nearly so below. */
#define FORM_PERMUTATIONS 0
#define FORM_SHARED 1
#define FORM_SUBSETS 2
#ifndef PHOTONS_FORM
#define PHOTONS_FORM FORM_SUBSETS
#endif

FN complex_number photons_amplitude(const photon_line *line, uint32 helicities)
{
#if PHOTONS_FORM == FORM_PERMUTATIONS
    return photons_by_permutations(line, helicities);
#elif PHOTONS_FORM == FORM_SHARED
    return photons_by_shared_waves(line, helicities);
#else
    return photons_by_subsets(line, helicities);
#endif
}

#endif

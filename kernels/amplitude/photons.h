/* q q~ -> PHOTONS photons, in three forms that differ by rounding alone: permutations of one diagram,
 * diagrams that share waves, and a recursion over sets of photons, whose 2^n currents replace the n! orders.
 *
 * The closed form of the helicities with one photon unlike the others is what tests/kernels/test_photons.c
 * compares with. */
#ifndef TESSERA_AMPLITUDE_PHOTONS_H
#define TESSERA_AMPLITUDE_PHOTONS_H

#include "amplitude/photons_permutations.h"
#include "amplitude/photons_shared.h"
#include "amplitude/photons_subsets.h"

#endif

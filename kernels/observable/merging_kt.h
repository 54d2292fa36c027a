/* Durham's kT between hadrons as a scale of merging: of two partons min(pT_i, pT_k) Delta R_ik / D, of one
 * its pT. */
#ifndef TESSERA_OBSERVABLE_MERGING_KT_H
#define TESSERA_OBSERVABLE_MERGING_KT_H

#include "functions.h"
#include "observable/distance.h"

/* The square of what two partons are apart, from the differences of pseudorapidities and azimuths. */
FN real merging_kt2_pair(real pt1, real pt2, real eta, real phi, scalar inverse_d2)
{
    const real pt = r_min(pt1, pt2);
    return pt * pt * distance2(eta, phi) * r_set(inverse_d2);
}

#endif

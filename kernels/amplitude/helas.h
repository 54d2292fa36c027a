/* The HELAS functions, for tree amplitudes of the Standard Model on every device. They are external waves,
 * and for each vertex its amplitude and the off-shell waves that flow on. helas_wave.h says what they have
 * in common. Names end in six letters as in KEK-91-11, or in a digit for a special form of massless
 * particles.
 *
 *   helas_fermions.h         ixxxxx ixxxx0 ixxxx1 ixxxx2 oxxxxx oxxxx0 oxxxx1 oxxxx2
 *   helas_bosons.h           vxxxxx vxxxx0 vxxxx1 vxxxx2 sxxxxx
 *   helas_fermion_vector.h   iovxxx fvixxx fvixx0 fvoxxx fvoxx0 jioxxx jioxx0
 *   helas_fermion_scalar.h   iosxxx fsixxx fsoxxx hioxxx
 *   helas_three_vectors.h    vvvxxx jvvxxx jvvxx0
 *   helas_four_vectors.h     w3w3xx jw3wxx wwwwxx jwwwxx ggggxx jgggxx
 *   helas_vector_scalar.h    vvsxxx hvvxxx jvsxxx vssxxx hvsxxx jssxxx vvssxx hvvsxx jvssxx
 *   helas_scalars.h          sssxxx hssxxx ssssxx hsssxx
 *
 * For example e- e+ -> mu- mu+ by a photon, without masses, p the momenta and h the helicities:
 *
 *   helas_vector photon = jioxx0(ixxxx0(p[0], h[0], R(1.0)), oxxxx0(p[1], h[1], R(-1.0)), charge);
 *   complex_number m = iovxxx(ixxxx0(p[3], h[3], R(-1.0)), oxxxx0(p[2], h[2], R(1.0)), photon, charge); */
#ifndef TESSERA_AMPLITUDE_HELAS_H
#define TESSERA_AMPLITUDE_HELAS_H

#include "amplitude/helas_bosons.h"
#include "amplitude/helas_fermion_scalar.h"
#include "amplitude/helas_fermion_vector.h"
#include "amplitude/helas_fermions.h"
#include "amplitude/helas_four_vectors.h"
#include "amplitude/helas_scalars.h"
#include "amplitude/helas_three_vectors.h"
#include "amplitude/helas_vector_scalar.h"

#endif

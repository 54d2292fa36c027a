/* Sobol' points, scrambled. */
#ifndef TESSERA_CUBATURE_SOBOL_H
#define TESSERA_CUBATURE_SOBOL_H

#include "cubature/sweep.h"

#include <stdint.h>

/* Direction numbers of `axes` axes and shifts behind each
 * (kernels/cubature/sobol_points.h). They come with the random linear
 * scrambling and the digital shift that belong to a seed and a set. There are
 * so many sets from the first on: scrambled[sets][axes][SOBOL_NUMBERS]. Of
 * each axis the first `count` numbers, which serve 2^count points; others stay
 * as they are. */
void sobol_scramble(uint64_t seed, uint64_t first, int sets, int axes, int count, uint64_t *scrambled);

/* Direction numbers of one set as Sobol' has them, not scrambled and not shifted. */
void sobol_plain(int axes, uint64_t *plain);

#endif

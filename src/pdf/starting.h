/* Where the embedded set starts: the partons at Q0 and the coupling. */
#ifndef TESSERA_PDF_STARTING_H
#define TESSERA_PDF_STARTING_H

#include "pdf/alpha_s.h"
#include "pdf/evolution.h"

/* The starting scale, the bottom quark's mass (the only threshold above it), and
 * the highest scale of the grid, in GeV. */
#define STARTING_SCALE 1.3
#define STARTING_BOTTOM 4.5
#define STARTING_HIGHEST 1e5
#define STARTING_LOWEST_X 1e-8

/* The densities x f(x, Q0) of CTEQ6L1. */
void starting_densities(double x, double density[EVOLVED_COUNT]);

/* The one-loop coupling of CTEQ6L1: Lambda for five flavours 0.1652 GeV, that for
 * four such that alpha_s is continuous at the bottom quark's mass. */
struct alpha_s starting_coupling(void);

#endif

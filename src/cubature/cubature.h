/* Integrals of a user's function: which points, how the grid learns, when it is enough, and what may be
 * claimed. The entrance is ts_integrate(). */
#ifndef TESSERA_CUBATURE_CUBATURE_H
#define TESSERA_CUBATURE_CUBATURE_H

/* Bins of the grid on each axis: those asked for, or by the dimensions. */
int cubature_bins(int asked, int dimensions);

#endif

/* Numbers that complex masses make complex: masses in numerators, and couplings of three vectors.
 *
 * With TREE_COMPLEX_MASSES internal lines have mu^2 = m^2 - i m Gamma wherever their mass stands,
 * which keeps gauge invariance (arXiv:hep-ph/0605312). Without it numerators and these couplings
 * are real. */
#ifndef TESSERA_AMPLITUDE_TREE_NUMBERS_H
#define TESSERA_AMPLITUDE_TREE_NUMBERS_H

#include "amplitude/weyl.h"

#ifdef TREE_COMPLEX_MASSES

typedef complex_number tree_number;

FN tree_number tree_number_of(complex_number a) { return a; }

FN complex_vector tree_times(complex_vector v, tree_number g) { return cv_multiply(v, g); }

/* t + m s */
FN weyl_spinor tree_axpy(tree_number m, weyl_spinor s, weyl_spinor t)
{
    weyl_spinor u = {c_fma(m, s.a, t.a), c_fma(m, s.b, t.b)};
    return u;
}

/* a / m^2 */
FN complex_number tree_over_square(complex_number a, tree_number m)
{
    return c_multiply(a, c_inverse(c_multiply(m, m)));
}

#else

typedef real tree_number;

FN tree_number tree_number_of(complex_number a) { return a.re; }

FN complex_vector tree_times(complex_vector v, tree_number g) { return cv_scale(v, g); }

FN weyl_spinor tree_axpy(tree_number m, weyl_spinor s, weyl_spinor t) { return weyl_axpy(m, s, t); }

FN complex_number tree_over_square(complex_number a, tree_number m) { return c_scale(a, R(1.0) / (m * m)); }

#endif

/* Of a particle: what its pole and its external waves have, and what numerators have. */
typedef struct tree_mass {
    real mass, width;
    tree_number internal;
} tree_mass;

#endif

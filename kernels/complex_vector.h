/* Complex four-vectors (E, x, y, z), metric (+,-,-,-); products are bilinear, without complex conjugation. */
#ifndef TESSERA_COMPLEX_VECTOR_H
#define TESSERA_COMPLEX_VECTOR_H

#include "complex.h"
#include "lorentz.h"

typedef struct complex_vector {
    complex_number e, x, y, z;
} complex_vector;

FN complex_vector cv_add(complex_vector a, complex_vector b)
{
    complex_vector c = {c_add(a.e, b.e), c_add(a.x, b.x), c_add(a.y, b.y), c_add(a.z, b.z)};
    return c;
}

FN complex_vector cv_multiply(complex_vector a, complex_number s)
{
    complex_vector c = {c_multiply(a.e, s), c_multiply(a.x, s), c_multiply(a.y, s), c_multiply(a.z, s)};
    return c;
}

FN complex_vector cv_scale(complex_vector a, real s)
{
    complex_vector c = {c_scale(a.e, s), c_scale(a.x, s), c_scale(a.y, s), c_scale(a.z, s)};
    return c;
}

/* y + s a */
FN complex_vector cv_axpy(complex_number s, complex_vector a, complex_vector y)
{
    complex_vector c = {c_fma(s, a.e, y.e), c_fma(s, a.x, y.x), c_fma(s, a.y, y.y), c_fma(s, a.z, y.z)};
    return c;
}

/* y + s p with p real */
FN complex_vector cv_axpy_momentum(complex_number s, vector4 p, complex_vector y)
{
    complex_vector c = {c_axpy(p.e, s, y.e), c_axpy(p.x, s, y.x), c_axpy(p.y, s, y.y), c_axpy(p.z, s, y.z)};
    return c;
}

/* a.b */
FN complex_number cv_dot(complex_vector a, complex_vector b)
{
    complex_number space = c_fma(a.z, b.z, c_fma(a.y, b.y, c_multiply(a.x, b.x)));
    return c_fma(a.e, b.e, c_negate(space));
}

/* p.a with p real */
FN complex_number cv_dot_momentum(vector4 p, complex_vector a)
{
    complex_number space = c_axpy(p.z, a.z, c_axpy(p.y, a.y, c_scale(a.x, p.x)));
    return c_axpy(p.e, a.e, c_negate(space));
}

#endif

/* What the functions of a model's own Lorentz structures are made of (src/amplitude/structure_text.h).
 *
 * Vectors have upper indices, and gamma matrices, rows and columns are those of weyl.h. epsilon^0123 = -1
 * with upper indices, as in UFO models that are computed by helicity amplitudes. */
#ifndef TESSERA_AMPLITUDE_STRUCTURES_H
#define TESSERA_AMPLITUDE_STRUCTURES_H

#include "amplitude/tree_halves.h"
#ifdef TREE_FORMS
#include "amplitude/forms.h"
#include "amplitude/tree_layout.h"
#endif
#ifdef TREE_TENSORS
#include "amplitude/tree_tensors.h"
#endif

/* The branches of a vertex but the one that is made, in the order of its legs, and their outgoing momenta. */
typedef struct tree_branches {
    int count;
    const tree_current *in[5];
    const vector4 *momentum[5];
#ifdef TREE_FORMS
    GLOBAL const scalar *forms; /* constants of form factors, left numbers of couplings; 0: none */
#endif
} tree_branches;

#ifdef TREE_FORMS
FN complex_number structure_constant(GLOBAL const scalar *forms, int number)
{
    GLOBAL const scalar *g = forms + number * TREE_COUPLING;
    return forms ? c_set(r_set(g[0]), r_set(g[1])) : c_set(R(0.0), R(0.0));
}
#endif

/* The momentum of the leg which is made: what goes out of it comes in by all others. */
FN vector4 structure_momentum_made(tree_branches b)
{
    vector4 sum = *b.momentum[0];
    for (int i = 1; i < b.count; ++i)
        sum = v_add(sum, *b.momentum[i]);
    return v_scale(sum, R(-1.0));
}

FN complex_vector structure_vector(vector4 p)
{
    const real zero = R(0.0);
    complex_vector v = {c_set(p.e, zero), c_set(p.x, zero), c_set(p.y, zero), c_set(p.z, zero)};
    return v;
}

FN complex_vector structure_unit(int axis)
{
    const vector4 unit = {axis == 0 ? R(1.0) : R(0.0), axis == 1 ? R(1.0) : R(0.0),
                          axis == 2 ? R(1.0) : R(0.0), axis == 3 ? R(1.0) : R(0.0)};
    return structure_vector(unit);
}

FN complex_number structure_square(vector4 p, vector4 q) { return c_set(v_dot(p, q), R(0.0)); }

FN tree_current structure_of_halves(weyl_spinor upper, weyl_spinor lower)
{
    tree_current f = {{upper.a, upper.b, lower.a, lower.b}};
    return f;
}

/* v-slash times a column, and a row times v-slash. */
FN tree_current structure_slash_column(complex_vector v, tree_current f)
{
    const slashed s = slash(v);
    return structure_of_halves(weyl_from_lower(s, tree_lower(f)), weyl_from_upper(s, tree_upper(f)));
}

FN tree_current structure_slash_row(complex_vector v, tree_current f)
{
    return structure_slash_column(row_vector(v), f);
}

FN tree_current structure_slash_column_momentum(vector4 p, tree_current f)
{
    return structure_of_halves(weyl_from_lower_momentum(p, tree_lower(f)),
                               weyl_from_upper_momentum(p, tree_upper(f)));
}

FN tree_current structure_slash_row_momentum(vector4 p, tree_current f)
{
    return structure_slash_column_momentum(row_momentum(p), f);
}

/* P_L, P_R and gamma5 of columns and rows alike. */
FN tree_current structure_left(tree_current f) { return tree_of_upper(tree_upper(f)); }

FN tree_current structure_right(tree_current f) { return tree_of_lower(tree_lower(f)); }

FN tree_current structure_gamma5(tree_current f)
{
    tree_current g = {{c_negate(f.c[0]), c_negate(f.c[1]), f.c[2], f.c[3]}};
    return g;
}

/* row gamma^mu column */
FN complex_vector structure_current(tree_current row, tree_current column)
{
    const complex_vector left = weyl_current(tree_lower(row), tree_upper(column));
    const complex_vector right = weyl_current(tree_upper(row), tree_lower(column));
    complex_vector j = {c_add(right.e, left.e), c_subtract(right.x, left.x), c_subtract(right.y, left.y),
                        c_subtract(right.z, left.z)};
    return j;
}

/* epsilon^mu nu rho sigma a_nu b_rho c_sigma */
FN complex_number structure_volume(complex_number a1, complex_number a2, complex_number a3, complex_number b1,
                                   complex_number b2, complex_number b3, complex_number c1, complex_number c2,
                                   complex_number c3)
{
    const complex_number first = c_subtract(c_multiply(b2, c3), c_multiply(b3, c2));
    const complex_number second = c_subtract(c_multiply(b3, c1), c_multiply(b1, c3));
    const complex_number third = c_subtract(c_multiply(b1, c2), c_multiply(b2, c1));
    return c_fma(a1, first, c_fma(a2, second, c_multiply(a3, third)));
}

FN complex_vector structure_epsilon(complex_vector a, complex_vector b, complex_vector c)
{
    complex_vector v;
    v.e = structure_volume(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z);
    v.x = structure_volume(a.e, a.y, a.z, b.e, b.y, b.z, c.e, c.y, c.z);
    v.y = c_negate(structure_volume(a.e, a.x, a.z, b.e, b.x, b.z, c.e, c.x, c.z));
    v.z = structure_volume(a.e, a.x, a.y, b.e, b.x, b.y, c.e, c.x, c.y);
    return v;
}

FN complex_vector structure_times_vector(complex_number s, complex_vector v) { return cv_multiply(v, s); }

FN complex_vector structure_add_vector(complex_number s, complex_vector v, complex_vector sum)
{
    return cv_axpy(s, v, sum);
}

FN tree_current structure_times_spinor(complex_number s, tree_current f)
{
    tree_current g = {
        {c_multiply(s, f.c[0]), c_multiply(s, f.c[1]), c_multiply(s, f.c[2]), c_multiply(s, f.c[3])}};
    return g;
}

FN tree_current structure_add_spinor(complex_number s, tree_current f, tree_current sum)
{
    tree_current g = {{c_fma(s, f.c[0], sum.c[0]), c_fma(s, f.c[1], sum.c[1]), c_fma(s, f.c[2], sum.c[2]),
                       c_fma(s, f.c[3], sum.c[3])}};
    return g;
}

#ifdef TREE_TENSORS

FN_APART tree_current structure_times_tensor(complex_number s, tree_current t)
{
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        t.c[i] = c_multiply(s, t.c[i]);
    return t;
}

FN_APART tree_current structure_add_tensor(complex_number s, tree_current t, tree_current sum)
{
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        sum.c[i] = c_fma(s, t.c[i], sum.c[i]);
    return sum;
}

#endif

/* left + right q^2 + third q^4 */
FN complex_number tree_denominator_at(real square, helas_coupling g, complex_number third)
{
    return c_axpy(square, c_axpy(square, third, g.right), g.left);
}

/* A numerator over a factor of its denominator. */
FN tree_current tree_denominator(tree_current a, vector4 q, helas_coupling g, complex_number third)
{
    return structure_times_spinor(c_inverse(tree_denominator_at(v_dot(q, q), g, third)), a);
}

/* What is of the other fermion number, with C = i gamma^2 gamma^0. A column becomes C times the transposed of
 * a row; a row becomes the transposed of a column times C. */
FN tree_current tree_row_turned(tree_current f)
{
    tree_current g = {{f.c[1], c_negate(f.c[0]), c_negate(f.c[3]), f.c[2]}};
    return g;
}

FN tree_current tree_column_turned(tree_current f)
{
    tree_current g = {{c_negate(f.c[1]), f.c[0], f.c[3], c_negate(f.c[2])}};
    return g;
}

#endif

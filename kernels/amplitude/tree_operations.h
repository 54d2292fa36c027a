/* The steps of a recursion over off-shell currents (src/amplitude/operations.h): HELAS's functions without
 * their propagators, so that a current is summed before it gets its own.
 *
 * A current is four complex numbers: the components of a vector, the upper and lower halves of a fermion, or
 * a scalar in the first. Those of spin 2 are in tree_tensors.h. Momenta are outgoing ones of all legs. A
 * fermion's along the flow of fermion number is that of its legs where fermion number flows out, minus that
 * where it flows in. The width is fixed: it counts at every q^2 (helas_wave.h differs for q^2 < 0). */
#ifndef TESSERA_AMPLITUDE_TREE_OPERATIONS_H
#define TESSERA_AMPLITUDE_TREE_OPERATIONS_H

#include "amplitude/helas.h"
#include "amplitude/tree_numbers.h"

/* Where there are particles of spin 2 all currents have room for the components of one, row by row. */
#ifdef TREE_TENSORS
enum { TREE_COMPONENTS = 16 };
#else
enum { TREE_COMPONENTS = 4 };
#endif

typedef struct tree_current {
    complex_number c[TREE_COMPONENTS];
} tree_current;

FN complex_vector tree_vector(tree_current a)
{
    complex_vector v = {a.c[0], a.c[1], a.c[2], a.c[3]};
    return v;
}

FN tree_current tree_of_vector(complex_vector v)
{
    tree_current a = {{v.e, v.x, v.y, v.z}};
    return a;
}

FN helas_fermion tree_fermion(tree_current a, vector4 q)
{
    helas_fermion f;
    f.upper.a = a.c[0], f.upper.b = a.c[1];
    f.lower.a = a.c[2], f.lower.b = a.c[3];
    f.momentum = q;
    return f;
}

FN tree_current tree_of_fermion(helas_fermion f)
{
    tree_current a = {{f.upper.a, f.upper.b, f.lower.a, f.lower.b}};
    return a;
}

FN tree_current tree_of_scalar(complex_number s)
{
    const complex_number zero = c_set(R(0.0), R(0.0));
    tree_current a = {{s, zero, zero, zero}};
    return a;
}

FN vector4 tree_no_momentum(void)
{
    vector4 q = {R(0.0), R(0.0), R(0.0), R(0.0)};
    return q;
}

#ifdef TREE_TENSORS

FN tree_current tree_add(tree_current a, tree_current b)
{
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        a.c[i] = c_add(a.c[i], b.c[i]);
    return a;
}

/* t + factor a */
FN tree_current tree_add_scaled(real factor, tree_current a, tree_current t)
{
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        t.c[i] = c_axpy(factor, a.c[i], t.c[i]);
    return t;
}

FN tree_current tree_scaled(real factor, tree_current a)
{
    for (int i = 0; i < TREE_COMPONENTS; ++i)
        a.c[i] = c_scale(a.c[i], factor);
    return a;
}

#else

FN tree_current tree_add(tree_current a, tree_current b)
{
    tree_current s = {
        {c_add(a.c[0], b.c[0]), c_add(a.c[1], b.c[1]), c_add(a.c[2], b.c[2]), c_add(a.c[3], b.c[3])}};
    return s;
}

/* t + factor a */
FN tree_current tree_add_scaled(real factor, tree_current a, tree_current t)
{
    tree_current s = {{c_axpy(factor, a.c[0], t.c[0]), c_axpy(factor, a.c[1], t.c[1]),
                       c_axpy(factor, a.c[2], t.c[2]), c_axpy(factor, a.c[3], t.c[3])}};
    return s;
}

FN tree_current tree_scaled(real factor, tree_current a)
{
    tree_current s = {
        {c_scale(a.c[0], factor), c_scale(a.c[1], factor), c_scale(a.c[2], factor), c_scale(a.c[3], factor)}};
    return s;
}

#endif

FN tree_current tree_fvi(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_fermion(helas_emit(tree_fermion(f, tree_no_momentum()), tree_vector(v), g));
}

FN tree_current tree_fvo(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_fermion(helas_row_emit(tree_fermion(f, tree_no_momentum()), tree_vector(v), g));
}

FN tree_current tree_jio(tree_current fi, tree_current fo, helas_coupling g)
{
    const vector4 none = tree_no_momentum();
    return tree_of_vector(helas_fermion_current(tree_fermion(fi, none), tree_fermion(fo, none), g));
}

/* Of a column and of a row alike. */
FN tree_current tree_fs(tree_current f, tree_current s, helas_coupling g)
{
    return tree_of_fermion(helas_emit_scalar(tree_fermion(f, tree_no_momentum()), s.c[0], g));
}

FN tree_current tree_hio(tree_current fi, tree_current fo, helas_coupling g)
{
    const vector4 none = tree_no_momentum();
    return tree_of_scalar(helas_fermion_density(tree_fermion(fi, none), tree_fermion(fo, none), g));
}

FN tree_current tree_vvv(tree_current a, vector4 p, tree_current b, vector4 q, helas_coupling g)
{
    helas_vector v1 = {tree_vector(a), p}, v2 = {tree_vector(b), q};
    vector4 sum;
    const complex_vector j = helas_three_vector_current(v1, v2, &sum);
    return tree_of_vector(tree_times(j, tree_number_of(c_negate(g.left))));
}

/* Three vectors beside a fourth particle, so that their momenta do not sum up to zero. p and q are those of a
 * and b less that of the vector which is made. */
FN tree_current tree_vvv_apart(tree_current a, vector4 p, tree_current b, vector4 q, helas_coupling g)
{
    const complex_vector v1 = tree_vector(a), v2 = tree_vector(b);
    complex_vector j = cv_multiply(v2, cv_dot_momentum(q, v1));
    j = cv_axpy(c_negate(cv_dot_momentum(p, v2)), v1, j);
    j = cv_axpy_momentum(cv_dot(v1, v2), v_subtract(p, q), j);
    return tree_of_vector(cv_multiply(j, c_negate(g.left)));
}

/* A scalar times the square of a field strength, of two vectors of momenta p and q:
 * (p . q) (a . b) - (p . b) (q . a), which is the scalar. */
FN tree_current tree_vvsh(tree_current a, vector4 p, tree_current b, vector4 q, helas_coupling g)
{
    const complex_vector v1 = tree_vector(a), v2 = tree_vector(b);
    const complex_number across = c_multiply(cv_dot_momentum(p, v2), cv_dot_momentum(q, v1));
    return tree_of_scalar(c_multiply(g.left, c_axpy(v_dot(p, q), cv_dot(v1, v2), c_negate(across))));
}

/* The vector of that vertex, made of the other one and of the scalar. */
FN tree_current tree_jvsh(tree_current a, vector4 p, tree_current s, vector4 q, helas_coupling g)
{
    const vector4 made = v_add(p, q);
    const complex_vector v = tree_vector(a);
    const complex_vector j = cv_axpy_momentum(cv_dot_momentum(made, v), p, cv_scale(v, -v_dot(p, made)));
    return tree_of_vector(cv_multiply(j, c_multiply(g.left, s.c[0])));
}

FN tree_current tree_contact(tree_current a, tree_current b, tree_current c, helas_coupling g)
{
    return tree_of_vector(cv_multiply(helas_contact(tree_vector(a), tree_vector(b), tree_vector(c)), g.left));
}

FN tree_current tree_vs(tree_current v, tree_current s, helas_coupling g)
{
    return tree_of_vector(cv_multiply(tree_vector(v), c_multiply(g.left, s.c[0])));
}

FN tree_current tree_vv(tree_current a, tree_current b, helas_coupling g)
{
    return tree_of_scalar(c_multiply(g.left, cv_dot(tree_vector(a), tree_vector(b))));
}

FN tree_current tree_vss(tree_current v, tree_current a, tree_current b, helas_coupling g)
{
    return tree_of_vector(cv_multiply(tree_vector(v), c_multiply(g.left, c_multiply(a.c[0], b.c[0]))));
}

FN tree_current tree_vvs(tree_current a, tree_current b, tree_current s, helas_coupling g)
{
    return tree_of_scalar(c_multiply(tree_vv(a, b, g).c[0], s.c[0]));
}

FN tree_current tree_ss(tree_current a, tree_current b, helas_coupling g)
{
    return tree_of_scalar(c_multiply(g.left, c_multiply(a.c[0], b.c[0])));
}

FN tree_current tree_sss(tree_current a, tree_current b, tree_current c, helas_coupling g)
{
    return tree_of_scalar(c_multiply(tree_ss(a, b, g).c[0], c.c[0]));
}

/* 1 / (q^2 - m^2 + i m Gamma) */
FN complex_number tree_pole(vector4 q, tree_mass m)
{
    return c_inverse(c_set(r_fma(-m.mass, m.mass, v_dot(q, q)), m.mass * m.width));
}

/* Propagators, from the sum of what makes the current; q is the outgoing momentum of its legs. */
FN tree_current tree_vector_wave(tree_current a, vector4 q, tree_mass m)
{
    const complex_vector j = tree_vector(a);
    const complex_number along = c_negate(tree_over_square(cv_dot_momentum(q, j), m.internal));
    return tree_of_vector(cv_multiply(cv_axpy_momentum(along, q, j), tree_pole(q, m)));
}

FN tree_current tree_massless_wave(tree_current a, vector4 q)
{
    return tree_of_vector(cv_scale(tree_vector(a), R(1.0) / v_dot(q, q)));
}

FN tree_current tree_scalar_wave(tree_current a, vector4 q, tree_mass m)
{
    return tree_of_scalar(c_negate(c_multiply(a.c[0], tree_pole(q, m))));
}

/* -(q-slash + m) / D of a column, q along the flow of fermion number. */
FN helas_fermion tree_fermion_over(helas_fermion f, vector4 q, tree_number mass, complex_number pole)
{
    const complex_number d = c_negate(pole);
    helas_fermion w;
    w.upper = weyl_multiply(tree_axpy(mass, f.upper, weyl_from_lower_momentum(q, f.lower)), d);
    w.lower = weyl_multiply(tree_axpy(mass, f.lower, weyl_from_upper_momentum(q, f.upper)), d);
    w.momentum = q;
    return w;
}

FN tree_current tree_column_wave(tree_current a, vector4 q, tree_mass m)
{
    const vector4 along = v_scale(q, R(-1.0));
    return tree_of_fermion(tree_fermion_over(tree_fermion(a, q), along, m.internal, tree_pole(q, m)));
}

FN tree_current tree_row_wave(tree_current a, vector4 q, tree_mass m)
{
    return tree_of_fermion(
        tree_fermion_over(tree_fermion(a, q), row_momentum(q), m.internal, tree_pole(q, m)));
}

FN tree_current tree_massless_column_wave(tree_current a, vector4 q)
{
    return tree_of_fermion(helas_fermion_wave_massless(tree_fermion(a, q), v_scale(q, R(-1.0))));
}

FN tree_current tree_massless_row_wave(tree_current a, vector4 q)
{
    return tree_of_fermion(helas_fermion_wave_massless(tree_fermion(a, q), row_momentum(q)));
}

/* Amplitudes: a last current and the closing leg. */
FN complex_number tree_close_vector(tree_current a, tree_current b)
{
    return cv_dot(tree_vector(a), tree_vector(b));
}

FN complex_number tree_close_fermion(tree_current a, tree_current b)
{
    return c_fma(a.c[3], b.c[3], c_fma(a.c[2], b.c[2], c_fma(a.c[1], b.c[1], c_multiply(a.c[0], b.c[0]))));
}

FN complex_number tree_close_scalar(tree_current a, tree_current b) { return c_multiply(a.c[0], b.c[0]); }

#endif

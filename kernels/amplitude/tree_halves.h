/* Operations of a recursion on massless fermions with one half, the other one being zero: those of
 * tree_operations.h without products by zero. Each is named for the half that it takes. */
#ifndef TESSERA_AMPLITUDE_TREE_HALVES_H
#define TESSERA_AMPLITUDE_TREE_HALVES_H

#include "amplitude/tree_operations.h"

FN weyl_spinor tree_upper(tree_current f)
{
    weyl_spinor part = {f.c[0], f.c[1]};
    return part;
}

FN weyl_spinor tree_lower(tree_current f)
{
    weyl_spinor part = {f.c[2], f.c[3]};
    return part;
}

FN tree_current tree_of_upper(weyl_spinor part)
{
    const complex_number zero = c_set(R(0.0), R(0.0));
    tree_current f = {{part.a, part.b, zero, zero}};
    return f;
}

FN tree_current tree_of_lower(weyl_spinor part)
{
    const complex_number zero = c_set(R(0.0), R(0.0));
    tree_current f = {{zero, zero, part.a, part.b}};
    return f;
}

FN tree_current tree_fvi_upper(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_lower(weyl_from_upper(slash(tree_vector(v)), weyl_multiply(tree_upper(f), g.left)));
}

FN tree_current tree_fvi_lower(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_upper(weyl_from_lower(slash(tree_vector(v)), weyl_multiply(tree_lower(f), g.right)));
}

FN tree_current tree_fvo_upper(tree_current f, tree_current v, helas_coupling g)
{
    const slashed s = slash(row_vector(tree_vector(v)));
    return tree_of_lower(weyl_multiply(weyl_from_upper(s, tree_upper(f)), g.right));
}

FN tree_current tree_fvo_lower(tree_current f, tree_current v, helas_coupling g)
{
    const slashed s = slash(row_vector(tree_vector(v)));
    return tree_of_upper(weyl_multiply(weyl_from_lower(s, tree_lower(f)), g.left));
}

FN tree_current tree_jio_upper(tree_current fi, tree_current fo, helas_coupling g)
{
    const complex_vector left = cv_multiply(weyl_current(tree_lower(fo), tree_upper(fi)), g.left);
    const complex_vector j = {left.e, c_negate(left.x), c_negate(left.y), c_negate(left.z)};
    return tree_of_vector(j);
}

FN tree_current tree_jio_lower(tree_current fi, tree_current fo, helas_coupling g)
{
    return tree_of_vector(cv_multiply(weyl_current(tree_upper(fo), tree_lower(fi)), g.right));
}

/* -q-slash / q^2, q along the flow of fermion number. */
FN tree_current tree_wave_upper(tree_current a, vector4 q)
{
    return tree_of_lower(weyl_scale(weyl_from_upper_momentum(q, tree_upper(a)), R(-1.0) / v_dot(q, q)));
}

FN tree_current tree_wave_lower(tree_current a, vector4 q)
{
    return tree_of_upper(weyl_scale(weyl_from_lower_momentum(q, tree_lower(a)), R(-1.0) / v_dot(q, q)));
}

FN complex_number tree_close_upper(tree_current a, tree_current b)
{
    return c_fma(a.c[1], b.c[1], c_multiply(a.c[0], b.c[0]));
}

/* Rounded as the sum of all four products. */
FN complex_number tree_close_lower(tree_current a, tree_current b)
{
    return c_fma(a.c[3], b.c[3], c_fma(a.c[2], b.c[2], c_set(R(0.0), R(0.0))));
}

#endif

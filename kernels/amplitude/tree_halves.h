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
    return tree_of_lower(helas_emit_upper(slash(tree_vector(v)), tree_upper(f), g));
}

FN tree_current tree_fvi_lower(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_upper(helas_emit_lower(slash(tree_vector(v)), tree_lower(f), g));
}

FN tree_current tree_fvo_upper(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_lower(helas_row_emit_upper(slash(row_vector(tree_vector(v))), tree_upper(f), g));
}

FN tree_current tree_fvo_lower(tree_current f, tree_current v, helas_coupling g)
{
    return tree_of_upper(helas_row_emit_lower(slash(row_vector(tree_vector(v))), tree_lower(f), g));
}

FN tree_current tree_jio_upper(tree_current fi, tree_current fo, helas_coupling g)
{
    return tree_of_vector(helas_current_upper(tree_upper(fi), tree_lower(fo), g));
}

FN tree_current tree_jio_lower(tree_current fi, tree_current fo, helas_coupling g)
{
    return tree_of_vector(helas_current_lower(tree_lower(fi), tree_upper(fo), g));
}

/* q along the flow of fermion number. */
FN tree_current tree_wave_upper(tree_current a, vector4 q)
{
    return tree_of_lower(helas_wave_upper(q, tree_upper(a)));
}

FN tree_current tree_wave_lower(tree_current a, vector4 q)
{
    return tree_of_upper(helas_wave_lower(q, tree_lower(a)));
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

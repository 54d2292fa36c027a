/* Propagators of polarised particles that decay: of all helicities, whose sum the numerator is, some alone.
 * Waves are those of the mass that the line has in the event, in the frame of the momenta. Off the mass shell
 * a numerator has more than their sum, which is left out. Of a vector that is what is along its momentum, of
 * a fermion the part of the other sign of energy. `states`: a bit each helicity, -1 first; `comes_out`:
 * whether q, the outgoing momentum of what makes the current, is that of the particle. */
#ifndef TESSERA_AMPLITUDE_TREE_STATES_H
#define TESSERA_AMPLITUDE_TREE_STATES_H

#include "amplitude/tree_operations.h"

/* The momentum of what decays, whose energy is positive. */
FN vector4 tree_decaying(vector4 q, uint32 comes_out) { return comes_out ? q : v_scale(q, R(-1.0)); }

/* - sum e e*, over D: the wave e is met where the boson comes in, and e* where it goes out. */
FN tree_current tree_vector_states(tree_current a, vector4 q, tree_mass m, uint32 states, uint32 comes_out)
{
    const vector4 p = tree_decaying(q, comes_out);
    const real mass = r_sqrt(v_dot(p, p)), sign = comes_out ? R(1.0) : R(-1.0);
    const complex_vector j = tree_vector(a);
    complex_vector sum = cv_scale(j, R(0.0));
    for (int i = 0; i < 3; ++i) {
        const real helicity = r_set((scalar)(i - 1));
        if (states >> i & 1u)
            sum = cv_axpy(cv_dot(vxxxxx(p, mass, helicity, -sign).v, j), vxxxxx(p, mass, helicity, sign).v,
                          sum);
    }
    return tree_of_vector(cv_multiply(sum, c_negate(tree_pole(q, m))));
}

/* - sum u u-bar, over D, or where fermion number flows against the momentum + sum v v-bar: a column or a row
 * is met by the one factor, and the other one goes on. */
FN tree_current tree_fermion_states(tree_current a, vector4 q, tree_mass m, uint32 states, uint32 comes_out,
                                    int is_row)
{
    const vector4 p = tree_decaying(q, comes_out);
    const int along = is_row ? comes_out != 0 : comes_out == 0;
    const real mass = r_sqrt(v_dot(p, p)), sign = along ? R(1.0) : R(-1.0);
    const complex_number factor = c_scale(tree_pole(q, m), -sign);
    tree_current sum = tree_scaled(R(0.0), a);
    for (int i = 0; i < 3; i += 2) {
        const real helicity = r_set((scalar)(i - 1));
        if (states >> i & 1u) {
            const tree_current column = tree_of_fermion(ixxxxx(p, mass, helicity, sign));
            const tree_current row = tree_of_fermion(oxxxxx(p, mass, helicity, sign));
            const complex_number met = c_multiply(factor, tree_close_fermion(a, is_row ? column : row));
            const tree_current made = is_row ? row : column;
            for (int k = 0; k < 4; ++k)
                sum.c[k] = c_fma(met, made.c[k], sum.c[k]);
        }
    }
    return sum;
}

FN tree_current tree_column_states(tree_current a, vector4 q, tree_mass m, uint32 states, uint32 comes_out)
{
    return tree_fermion_states(a, q, m, states, comes_out, 0);
}

FN tree_current tree_row_states(tree_current a, vector4 q, tree_mass m, uint32 states, uint32 comes_out)
{
    return tree_fermion_states(a, q, m, states, comes_out, 1);
}

#endif

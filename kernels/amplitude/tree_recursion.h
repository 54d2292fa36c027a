/* Squared tree amplitudes by a recursion over off-shell currents that the host
 * wrote down. They stand in a table (tree_steps.h) or, where TREE_STRAIGHT is
 * defined, in the text of one process, whose tree_steps() stands before this
 * header. */
#ifndef TESSERA_AMPLITUDE_TREE_RECURSION_H
#define TESSERA_AMPLITUDE_TREE_RECURSION_H

/* FN_APART where a program evaluates trees at several places. */
#ifndef FN_TREE
#define FN_TREE FN
#endif
#ifndef TREE_STRAIGHT
#include "amplitude/tree_steps.h"
#endif

/* Momenta that flow through currents. */
FN void tree_momenta(tree_state *s, GLOBAL const uint32 *words)
{
    GLOBAL const uint32 *sum = words + tree_word(words, TREE_HEAD_MOMENTA_AT);
    const uint32 legs = tree_word(words, TREE_HEAD_LEGS), count = tree_word(words, TREE_HEAD_MOMENTA);
    for (uint32 i = 0; i < count; ++i, sum += TREE_SUMMANDS) {
        vector4 q = v_add(s->momenta[tree_word(sum, 0)], s->momenta[tree_word(sum, 1)]);
        if (tree_word(sum, 2) != TREE_NONE)
            q = v_add(q, s->momenta[tree_word(sum, 2)]);
        s->momenta[legs + i] = q;
    }
}

/* Takes one more flow into a row of the colour matrix. */
FN complex_number tree_colours_row(scalar element, complex_number flow, complex_number row)
{
    return c_axpy(r_set(element), flow, row);
}

/* Takes a row that is complete into the sum of squares. */
FN real tree_colours_sum(complex_number row, complex_number flow, real sum)
{
    return r_fma(row.re, flow.re, r_fma(row.im, flow.im, sum));
}

/* The sum over colours of the amplitudes' squares. */
FN real tree_colours(const tree_state *s, uint32 flows, GLOBAL const scalar *matrix)
{
    real sum = R(0.0);
    for (uint32 i = 0; i < flows; ++i) {
        complex_number row = c_set(R(0.0), R(0.0));
        for (uint32 k = 0; k <= i; ++k)
            row = tree_colours_row(matrix[k], s->flows[k], row);
        sum = tree_colours_sum(row, s->flows[i], sum);
        matrix += i + 1;
    }
    return sum;
}

/* The words of a choice of helicities. */
FN GLOBAL const uint32 *tree_choice_words(GLOBAL const uint32 *words, uint32 choice)
{
    return words + tree_word(words, TREE_HEAD_HELICITIES_AT) + choice * TREE_CHOICE_WORDS;
}

/* The square of choice number `choice` of the helicities, whose amplitudes are left in the state. Unless it
 * is `first`, the choice before it came before it; momenta are those of tree_momenta(). */
FN_TREE real tree_square(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                         uint32 choice, int first)
{
    GLOBAL const uint32 *helicities = tree_choice_words(words, choice);
#ifndef TREE_STRAIGHT
    if (tree_word(words, TREE_HEAD_SHARED_AT))
        tree_shared_steps(s, words, helicities, values);
    else
#endif
        tree_steps(s, first ? ~(uint32)0 : tree_word(helicities, TREE_CHOICE_CHANGED), words, helicities,
                   values);
    return tree_colours(s, tree_word(words, TREE_HEAD_FLOWS), values + tree_word(words, TREE_HEAD_MATRIX_AT));
}

/* The sum of slice number `slice` of the helicities; the momenta of the legs, all outgoing, are in the state.
 */
FN real tree_sum(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values, uint32 slice)
{
    const uint32 choices = tree_word(words, TREE_HEAD_HELICITIES);
    const uint32 slices = tree_word(words, TREE_HEAD_SLICES);
    const uint32 first = slice * choices / slices, end = (slice + 1) * choices / slices;
    real sum = R(0.0);
    tree_momenta(s, words);
    for (uint32 i = first; i < end; ++i)
        sum += tree_square(s, words, values, i, i == first);
    return sum;
}

#endif

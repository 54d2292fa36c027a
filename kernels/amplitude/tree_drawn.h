/* A squared tree amplitude for one choice of helicities a lane, in place of the sum over all of them.
 *
 * Lanes follow the same operations, whatever their helicities: only external waves differ. So one choice
 * costs what the first of a sum does, and no current is shared with another choice. */
#ifndef TESSERA_AMPLITUDE_TREE_DRAWN_H
#define TESSERA_AMPLITUDE_TREE_DRAWN_H

#include "amplitude/tree_choice.h"

/* The number of the choice that `place`, a number between 0 and 1, stands for among `count` of them. */
FN real tree_drawn_number(real place, uint32 count)
{
    return r_min(r_floor_small(place * r_set((scalar)count)), r_set((scalar)count - 1));
}

/* The helicities of choice number `number` of the list. */
FN void tree_drawn_helicities(GLOBAL const uint32 *words, real number, real helicity[CHOICE_LEGS])
{
    GLOBAL const uint32 *list = tree_choice_words(words, 0);
    const index row = r_floor_index(number * r_set((scalar)TREE_CHOICE_WORDS));
    const uint32 legs = tree_word(words, TREE_HEAD_LEGS);
    word left = w_load(list + TREE_CHOICE_LOW, row); /* four bits a leg */
    for (uint32 leg = 0; leg < legs; ++leg) {
        if (leg == TREE_WORD_LEGS)
            left = w_load(list + TREE_CHOICE_HIGH, row);
        helicity[leg] = r_from_index(w_index(left & w_set(15))) - r_set((scalar)TREE_STATE_ZERO);
        left = left >> 4;
    }
}

/* All amplitudes for these helicities. */
FN void tree_drawn_steps(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                         const real helicity[CHOICE_LEGS])
{
    GLOBAL const uint32 *op = words + tree_word(words, TREE_HEAD_OPERATIONS_AT);
    GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);
    const uint32 count = tree_word(words, TREE_HEAD_OPERATIONS);
    for (uint32 i = 0; i < count; ++i, op += TREE_WORDS) {
        const int kind = (int)(tree_word(op, TREE_KIND) & (TREE_ADD - 1));
        if (kind <= TREE_WAVE_SCALAR) {
            const uint32 leg = tree_word(op, TREE_IN);
            s->currents[tree_word(op, TREE_OUT)] =
                tree_wave_of(kind, s->momenta[leg], tree_mass_at(poles, tree_word(op, TREE_VALUE)).mass,
                             helicity[leg], tree_word(op, TREE_IN + 1), (int)tree_word(op, TREE_IN + 2));
        } else {
            tree_step(s, words, op, tree_choice_words(words, 0), values, poles);
        }
    }
}

/* The square of the choice that `place` stands for, times the number of choices: on the average over `place`
 * the sum over all. Its helicities and amplitudes are left in `helicity` and in the state, where the momenta
 * of the legs are, all outgoing. */
FN real tree_drawn_square(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values, real place,
                          real helicity[CHOICE_LEGS])
{
    const uint32 count = tree_word(words, TREE_HEAD_HELICITIES);
    tree_momenta(s, words);
    tree_drawn_helicities(words, tree_drawn_number(place, count), helicity);
    tree_drawn_steps(s, words, values, helicity);
    return r_set((scalar)count) *
           tree_colours(s, tree_word(words, TREE_HEAD_FLOWS), values + tree_word(words, TREE_HEAD_MATRIX_AT));
}

/* Draws the colour flow of such an event; its helicities are those that it has. */
FN void tree_drawn_lines(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                         event_number event, real place, tree_choice *drawn)
{
    const uint32 legs = tree_word(words, TREE_HEAD_LEGS);
    tree_choice_clear(legs, drawn);
    (void)tree_drawn_square(s, words, values, place, drawn->helicity);
    tree_draw_lines(tree_flows_at(words, values), legs, s->flows, event, drawn);
}

#endif

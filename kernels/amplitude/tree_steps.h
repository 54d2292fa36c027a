/* A recursion by its table of operations (tree_layout.h): all threads follow the same one. */
#ifndef TESSERA_AMPLITUDE_TREE_STEPS_H
#define TESSERA_AMPLITUDE_TREE_STEPS_H

#include "amplitude/tree_state.h"

#ifdef TREE_STRUCTURES
/* What goes into a structure, of a state. `values` may be 0: constants of form factors are so then. */
FN tree_branches tree_branches_of(const tree_state *s, GLOBAL const uint32 *words, GLOBAL const uint32 *op,
                                  GLOBAL const scalar *values)
{
    const uint32 kind = tree_word(op, TREE_KIND);
    GLOBAL const uint32 *list = words + tree_word(words, TREE_HEAD_LISTS_AT) +
                                TREE_LIST_WORDS * (kind >> TREE_LIST_SHIFT);
    const uint32 fourth = tree_word(list, TREE_LIST_MORE), fifth = tree_word(list, TREE_LIST_MORE + 1);
    tree_branches b;
    b.count = TREE_STRUCTURE_BRANCHES(kind & (TREE_ADD - 1), fifth);
    for (int i = 0; i < 5; ++i) {
        const uint32 place = i < 3 ? tree_word(op, TREE_IN + i) : i == 3 ? fourth : fifth;
        b.in[i] = &s->currents[i < b.count ? place : 0];
        b.momentum[i] = &s->momenta[i < b.count ? tree_word(list, TREE_LIST_MOMENTA + i) : 0];
    }
#ifdef TREE_FORMS
    b.forms = values ? values + tree_word(list, TREE_LIST_FORMS) * TREE_COUPLING : values;
#else
    (void)values;
#endif
    return b;
}

/* A vertex whose structure is the model's own. */
FN tree_current tree_structure_step(const tree_state *s, GLOBAL const uint32 *words, GLOBAL const uint32 *op,
                                    GLOBAL const scalar *values)
{
    GLOBAL const uint32 *list = words + tree_word(words, TREE_HEAD_LISTS_AT) +
                                TREE_LIST_WORDS * (tree_word(op, TREE_KIND) >> TREE_LIST_SHIFT);
    return tree_structure((int)tree_word(list, TREE_LIST_FUNCTION), tree_branches_of(s, words, op, values),
                          tree_vertex_coupling(s, values, tree_word(op, TREE_VALUE)).left);
}

/* What the third number of a denominator's factor is. */
FN complex_number tree_third_of(GLOBAL const uint32 *op, GLOBAL const scalar *values)
{
    const uint32 third = tree_word(op, TREE_IN + 1);
    return third ? tree_coupling(values, third - 1).left : c_set(R(0.0), R(0.0));
}
#endif

/* Vertices with momenta. */
FN tree_current tree_vectors(int kind, tree_current a, vector4 p, tree_current b, vector4 q, helas_coupling g)
{
    switch (kind) {
    case TREE_VVV:
        return tree_vvv(a, p, b, q, g);
    case TREE_VVV_APART:
        return tree_vvv_apart(a, p, b, q, g);
    case TREE_VVSH:
        return tree_vvsh(a, p, b, q, g);
    default:
        return tree_jvsh(a, p, b, q, g);
    }
}

/* How many currents go into a vertex without momenta. */
FN int tree_inputs(int kind)
{
    return kind == TREE_CONTACT || kind == TREE_VSS || kind == TREE_VVS || kind == TREE_SSS ? 3 : 2;
}

/* Vertices without momenta; `c` counts where three currents go in. */
FN tree_current tree_vertex_of(int kind, tree_current a, tree_current b, tree_current c, helas_coupling g)
{
    switch (kind) {
    case TREE_FVI:
        return tree_fvi(a, b, g);
    case TREE_FVO:
        return tree_fvo(a, b, g);
    case TREE_JIO:
        return tree_jio(a, b, g);
    case TREE_FVI_UPPER:
        return tree_fvi_upper(a, b, g);
    case TREE_FVI_LOWER:
        return tree_fvi_lower(a, b, g);
    case TREE_FVO_UPPER:
        return tree_fvo_upper(a, b, g);
    case TREE_FVO_LOWER:
        return tree_fvo_lower(a, b, g);
    case TREE_JIO_UPPER:
        return tree_jio_upper(a, b, g);
    case TREE_JIO_LOWER:
        return tree_jio_lower(a, b, g);
    case TREE_FS:
        return tree_fs(a, b, g);
    case TREE_HIO:
        return tree_hio(a, b, g);
    case TREE_CONTACT:
        return tree_contact(a, b, c, g);
    case TREE_VS:
        return tree_vs(a, b, g);
    case TREE_VV:
        return tree_vv(a, b, g);
    case TREE_VSS:
        return tree_vss(a, b, c, g);
    case TREE_VVS:
        return tree_vvs(a, b, c, g);
    case TREE_SS:
        return tree_ss(a, b, g);
    default:
        return tree_sss(a, b, c, g);
    }
}

FN tree_current tree_vertex(int kind, const tree_state *s, GLOBAL const uint32 *words,
                            GLOBAL const uint32 *op, GLOBAL const scalar *values)
{
#ifdef TREE_STRUCTURES
    if (kind == TREE_ROW_TURNED)
        return tree_row_turned(s->currents[tree_word(op, TREE_IN)]);
    if (kind == TREE_COLUMN_TURNED)
        return tree_column_turned(s->currents[tree_word(op, TREE_IN)]);
    if (kind >= TREE_STRUCTURE_1)
        return tree_structure_step(s, words, op, values);
#else
    (void)words;
#endif
    const helas_coupling g = tree_vertex_coupling(s, values, tree_word(op, TREE_VALUE));
    const tree_current *a = &s->currents[tree_word(op, TREE_IN)],
                       *b = &s->currents[tree_word(op, TREE_IN + 1)];
    const uint32 third = tree_word(op, TREE_IN + 2);
    if (kind >= TREE_VVV && kind <= TREE_JVSH)
        return tree_vectors(kind, *a, s->momenta[third & ((1 << TREE_PAIR_BITS) - 1)], *b,
                            s->momenta[third >> TREE_PAIR_BITS], g);
    return tree_vertex_of(kind, *a, *b, tree_inputs(kind) == 3 ? s->currents[third] : *a, g);
}

FN tree_current tree_propagate(int kind, tree_current a, vector4 q, tree_mass m)
{
    switch (kind) {
    case TREE_COLUMN:
        return tree_column_wave(a, q, m);
    case TREE_COLUMN_MASSLESS:
        return tree_massless_column_wave(a, q);
    case TREE_ROW:
        return tree_row_wave(a, q, m);
    case TREE_ROW_MASSLESS:
        return tree_massless_row_wave(a, q);
    case TREE_COLUMN_UPPER:
        return tree_wave_upper(a, v_scale(q, R(-1.0)));
    case TREE_COLUMN_LOWER:
        return tree_wave_lower(a, v_scale(q, R(-1.0)));
    case TREE_ROW_UPPER:
        return tree_wave_upper(a, row_momentum(q));
    case TREE_ROW_LOWER:
        return tree_wave_lower(a, row_momentum(q));
    case TREE_VECTOR:
        return tree_vector_wave(a, q, m);
    case TREE_VECTOR_MASSLESS:
        return tree_massless_wave(a, q);
#ifdef TREE_TENSORS
    case TREE_TENSOR:
        return tree_tensor_wave(a, q, m);
    case TREE_TENSOR_MASSLESS:
        return tree_massless_tensor_wave(a, q);
#endif
    default:
        return tree_scalar_wave(a, q, m);
    }
}

#ifdef TREE_STATES
/* A propagator of some helicities. */
FN tree_current tree_propagate_states(int kind, tree_current a, vector4 q, tree_mass m, uint32 states,
                                      uint32 comes_out)
{
    if (kind == TREE_VECTOR_STATES)
        return tree_vector_states(a, q, m, states, comes_out);
    return kind == TREE_ROW_STATES ? tree_row_states(a, q, m, states, comes_out)
                                   : tree_column_states(a, q, m, states, comes_out);
}
#endif

/* The product of a last current and the closing leg. */
FN complex_number tree_close_of(int kind, tree_current a, tree_current b)
{
    if (kind == TREE_CLOSE_VECTOR)
        return tree_close_vector(a, b);
    if (kind == TREE_CLOSE_FERMION)
        return tree_close_fermion(a, b);
#ifdef TREE_TENSORS
    if (kind == TREE_CLOSE_TENSOR)
        return tree_close_tensor(a, b);
#endif
    if (kind == TREE_CLOSE_UPPER)
        return tree_close_upper(a, b);
    if (kind == TREE_CLOSE_LOWER)
        return tree_close_lower(a, b);
    return tree_close_scalar(a, b);
}

FN void tree_close(int kind, tree_state *s, GLOBAL const uint32 *op, GLOBAL const scalar *values, int add)
{
    const tree_current a = s->currents[tree_word(op, TREE_IN)], b = s->currents[tree_word(op, TREE_IN + 1)];
    const real factor = r_set(values[tree_word(op, TREE_VALUE) * TREE_COUPLING]);
    const complex_number m = c_scale(tree_close_of(kind, a, b), factor);
    s->flows[tree_word(op, TREE_OUT)] = add ? c_add(s->flows[tree_word(op, TREE_OUT)], m) : m;
}

FN void tree_step(tree_state *s, GLOBAL const uint32 *words, GLOBAL const uint32 *op,
                  GLOBAL const uint32 *choice, GLOBAL const scalar *values, GLOBAL const scalar *poles)
{
    const int kind = (int)(tree_word(op, TREE_KIND) & (TREE_ADD - 1)),
              add = (tree_word(op, TREE_KIND) & TREE_ADD) != 0;
    tree_current *out = &s->currents[tree_word(op, TREE_OUT)];
    if (kind <= TREE_WAVE_SCALAR) {
        const uint32 leg = tree_word(op, TREE_IN);
        *out = tree_wave(kind, s->momenta[leg], tree_mass_at(poles, tree_word(op, TREE_VALUE)).mass,
                         tree_leg_state(choice, leg), tree_word(op, TREE_IN + 1),
                         (int)tree_word(op, TREE_IN + 2));
    } else if (kind < TREE_SCALED) {
        const tree_current made = tree_vertex(kind, s, words, op, values);
        *out = add ? tree_add(*out, made) : made;
    } else if (kind == TREE_SCALED) {
        const real factor = r_set(values[tree_word(op, TREE_VALUE) * TREE_COUPLING]);
        const tree_current made = s->currents[tree_word(op, TREE_IN)];
        *out = add ? tree_add_scaled(factor, made, *out) : tree_scaled(factor, made);
#ifdef TREE_STATES
    } else if (kind >= TREE_COLUMN_STATES && kind <= TREE_VECTOR_STATES) {
        *out = tree_propagate_states(kind, *out, s->momenta[tree_word(op, TREE_IN)],
                                     tree_mass_at(poles, tree_word(op, TREE_VALUE)),
                                     tree_word(op, TREE_IN + 1), tree_word(op, TREE_IN + 2));
#endif
#ifdef TREE_STRUCTURES
    } else if (kind == TREE_DENOMINATOR) {
        *out = tree_denominator(*out, s->momenta[tree_word(op, TREE_IN)],
                                tree_coupling(values, tree_word(op, TREE_VALUE)), tree_third_of(op, values));
#endif
    } else if (kind <= TREE_SCALAR) {
        *out = tree_propagate(kind, *out, s->momenta[tree_word(op, TREE_IN)],
                              tree_mass_at(poles, tree_word(op, TREE_VALUE)));
    } else {
        tree_close(kind, s, op, values, add);
    }
}

/* All amplitudes of one choice of helicities: what depends on none of the legs that changed stands. */
FN void tree_steps(tree_state *s, uint32 changed, GLOBAL const uint32 *words, GLOBAL const uint32 *choice,
                   GLOBAL const scalar *values)
{
    GLOBAL const uint32 *op = words + tree_word(words, TREE_HEAD_OPERATIONS_AT);
    GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);
    const uint32 count = tree_word(words, TREE_HEAD_OPERATIONS);
    for (uint32 i = 0; i < count; ++i, op += TREE_WORDS)
        if (tree_word(op, TREE_LEGS) & changed)
            tree_step(s, words, op, choice, values, poles);
}

/* The operations that this choice of helicities adds to those that the choices before it shared. */
FN void tree_shared_steps(tree_state *s, GLOBAL const uint32 *words, GLOBAL const uint32 *choice,
                          GLOBAL const scalar *values)
{
    GLOBAL const uint32 *op = words + tree_word(words, TREE_HEAD_SHARED_AT) +
                              TREE_WORDS * tree_word(choice, TREE_CHOICE_FIRST);
    GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);
    const uint32 count = tree_word(choice, TREE_CHOICE_COUNT);
    for (uint32 i = 0; i < count; ++i, op += TREE_WORDS)
        tree_step(s, words, op, choice, values, poles);
}

#endif

/* Squared tree amplitudes by a recursion over off-shell currents that the host wrote down as tables
 * (tree_layout.h): all threads follow the same table. TREE_SLOTS, TREE_FLOWS and TREE_MOMENTA say how much
 * room there is. Where TREE_STRAIGHT is defined, tree_steps() is the text of one process instead. */
#ifndef TESSERA_AMPLITUDE_TREE_RECURSION_H
#define TESSERA_AMPLITUDE_TREE_RECURSION_H

#include "amplitude/tree_layout.h"
#include "amplitude/tree_operations.h"

typedef struct tree_state {
    vector4 momenta[TREE_MOMENTA];
#ifndef TREE_STRAIGHT
    tree_current currents[TREE_SLOTS];
#endif
    complex_number flows[TREE_FLOWS];
} tree_state;

FN helas_coupling tree_coupling(GLOBAL const scalar *values, uint32 number)
{
    GLOBAL const scalar *g = values + number * TREE_COUPLING;
    helas_coupling coupling = {c_set(r_set(g[0]), r_set(g[1])), c_set(r_set(g[2]), r_set(g[3]))};
    return coupling;
}

/* The state of a leg: 0, 1, 2 for the helicities -1, 0, 1, or TREE_GAUGE. */
FN int tree_leg_state(GLOBAL const uint32 *choice, uint32 leg)
{
    const uint32 word = leg < 8 ? choice[TREE_CHOICE_LOW] : choice[TREE_CHOICE_HIGH];
    return (int)(word >> (4 * (leg & 7)) & 15);
}

/* An external wave. What is incoming, or an antifermion, has sign -1; `outgoing` is the momentum. In the
 * state TREE_GAUGE a vector has its momentum over its energy in place of a polarisation. */
FN tree_current tree_wave(int kind, vector4 outgoing, real mass, int leg_state, uint32 incoming, int negative)
{
    const vector4 p = incoming ? v_scale(outgoing, R(-1.0)) : outgoing;
    const real sign = negative ? R(-1.0) : R(1.0), helicity = r_set((scalar)(leg_state - 1));
    const real none = R(0.0), inverse = R(1.0) / p.e;
    const complex_vector gauge = {c_set(R(1.0), none), c_set(p.x * inverse, none), c_set(p.y * inverse, none),
                                  c_set(p.z * inverse, none)};
    if (kind == TREE_WAVE_COLUMN)
        return tree_of_fermion(ixxxxx(p, mass, helicity, sign));
    if (kind == TREE_WAVE_ROW)
        return tree_of_fermion(oxxxxx(p, mass, helicity, sign));
    if (kind == TREE_WAVE_VECTOR && leg_state == TREE_GAUGE)
        return tree_of_vector(gauge);
    if (kind == TREE_WAVE_VECTOR)
        return tree_of_vector(vxxxxx(p, mass, helicity, sign).v);
    return tree_of_scalar(c_set(R(1.0), none));
}

#ifndef TREE_STRAIGHT
FN tree_current tree_vertex(int kind, const tree_state *s, GLOBAL const uint32 *op,
                            GLOBAL const scalar *values)
{
    const helas_coupling g = tree_coupling(values, op[TREE_VALUE]);
    const tree_current *a = &s->currents[op[TREE_IN]], *b = &s->currents[op[TREE_IN + 1]];
    const uint32 third = op[TREE_IN + 2];
    switch (kind) {
    case TREE_FVI:
        return tree_fvi(*a, *b, g);
    case TREE_FVO:
        return tree_fvo(*a, *b, g);
    case TREE_JIO:
        return tree_jio(*a, *b, g);
    case TREE_FS:
        return tree_fs(*a, *b, g);
    case TREE_HIO:
        return tree_hio(*a, *b, g);
    case TREE_VVV:
        return tree_vvv(*a, s->momenta[third & 0xffff], *b, s->momenta[third >> 16], g);
    case TREE_CONTACT:
        return tree_contact(*a, *b, s->currents[third], g);
    case TREE_VS:
        return tree_vs(*a, *b, g);
    case TREE_VV:
        return tree_vv(*a, *b, g);
    case TREE_VSS:
        return tree_vss(*a, *b, s->currents[third], g);
    case TREE_VVS:
        return tree_vvs(*a, *b, s->currents[third], g);
    case TREE_SS:
        return tree_ss(*a, *b, g);
    default:
        return tree_sss(*a, *b, s->currents[third], g);
    }
}

FN tree_current tree_propagate(int kind, tree_current a, vector4 q, real mass, real width)
{
    switch (kind) {
    case TREE_COLUMN:
        return tree_column_wave(a, q, mass, width);
    case TREE_COLUMN_MASSLESS:
        return tree_massless_column_wave(a, q);
    case TREE_ROW:
        return tree_row_wave(a, q, mass, width);
    case TREE_ROW_MASSLESS:
        return tree_massless_row_wave(a, q);
    case TREE_VECTOR:
        return tree_vector_wave(a, q, mass, width);
    case TREE_VECTOR_MASSLESS:
        return tree_massless_wave(a, q);
    default:
        return tree_scalar_wave(a, q, mass, width);
    }
}

FN void tree_close(int kind, tree_state *s, GLOBAL const uint32 *op, GLOBAL const scalar *values, int add)
{
    const tree_current a = s->currents[op[TREE_IN]], b = s->currents[op[TREE_IN + 1]];
    const real factor = r_set(values[op[TREE_VALUE] * TREE_COUPLING]);
    complex_number m;
    if (kind == TREE_CLOSE_VECTOR)
        m = tree_close_vector(a, b);
    else if (kind == TREE_CLOSE_FERMION)
        m = tree_close_fermion(a, b);
    else
        m = tree_close_scalar(a, b);
    m = c_scale(m, factor);
    s->flows[op[TREE_OUT]] = add ? c_add(s->flows[op[TREE_OUT]], m) : m;
}

FN void tree_step(tree_state *s, GLOBAL const uint32 *op, GLOBAL const uint32 *choice,
                  GLOBAL const scalar *values, GLOBAL const scalar *poles)
{
    const int kind = (int)(op[TREE_KIND] & (TREE_ADD - 1)), add = op[TREE_KIND] >= TREE_ADD;
    tree_current *out = &s->currents[op[TREE_OUT]];
    if (kind <= TREE_WAVE_SCALAR) {
        const uint32 leg = op[TREE_IN];
        *out = tree_wave(kind, s->momenta[leg], r_set(poles[2 * op[TREE_VALUE]]), tree_leg_state(choice, leg),
                         op[TREE_IN + 1], (int)op[TREE_IN + 2]);
    } else if (kind <= TREE_SSS) {
        const tree_current made = tree_vertex(kind, s, op, values);
        *out = add ? tree_add(*out, made) : made;
    } else if (kind <= TREE_SCALAR) {
        *out = tree_propagate(kind, *out, s->momenta[op[TREE_IN]], r_set(poles[2 * op[TREE_VALUE]]),
                              r_set(poles[2 * op[TREE_VALUE] + 1]));
    } else {
        tree_close(kind, s, op, values, add);
    }
}

/* All amplitudes of one choice of helicities: what depends on none of the legs that changed stands. */
FN void tree_steps(tree_state *s, uint32 changed, GLOBAL const uint32 *words, GLOBAL const uint32 *choice,
                   GLOBAL const scalar *values)
{
    GLOBAL const uint32 *op = words + words[TREE_HEAD_OPERATIONS_AT];
    GLOBAL const scalar *poles = values + words[TREE_HEAD_POLES_AT];
    for (uint32 i = 0; i < words[TREE_HEAD_OPERATIONS]; ++i, op += TREE_WORDS)
        if (op[TREE_LEGS] & changed)
            tree_step(s, op, choice, values, poles);
}
#else
FN void tree_steps(tree_state *s, uint32 changed, GLOBAL const uint32 *words, GLOBAL const uint32 *choice,
                   GLOBAL const scalar *values);
#endif

/* Momenta that flow through currents. */
FN void tree_momenta(tree_state *s, GLOBAL const uint32 *words)
{
    GLOBAL const uint32 *sum = words + words[TREE_HEAD_MOMENTA_AT];
    const uint32 legs = words[TREE_HEAD_LEGS];
    for (uint32 i = 0; i < words[TREE_HEAD_MOMENTA]; ++i, sum += TREE_SUMMANDS) {
        vector4 q = v_add(s->momenta[sum[0]], s->momenta[sum[1]]);
        if (sum[2] != TREE_NONE)
            q = v_add(q, s->momenta[sum[2]]);
        s->momenta[legs + i] = q;
    }
}

/* The sum over colours of the amplitudes' squares. */
FN real tree_colours(const tree_state *s, uint32 flows, GLOBAL const scalar *matrix)
{
    real sum = R(0.0);
    for (uint32 i = 0; i < flows; ++i) {
        complex_number row = c_set(R(0.0), R(0.0));
        for (uint32 k = 0; k <= i; ++k)
            row = c_axpy(r_set(matrix[k]), s->flows[k], row);
        sum = r_fma(row.re, s->flows[i].re, r_fma(row.im, s->flows[i].im, sum));
        matrix += i + 1;
    }
    return sum;
}

/* The sum of slice number `slice` of the helicities; the momenta of the legs, all outgoing, are in the state.
 */
FN real tree_sum(tree_state *s, GLOBAL const uint32 *words, GLOBAL const scalar *values, uint32 slice)
{
    const uint32 choices = words[TREE_HEAD_HELICITIES], slices = words[TREE_HEAD_SLICES];
    const uint32 first = slice * choices / slices, end = (slice + 1) * choices / slices;
    real sum = R(0.0);
    tree_momenta(s, words);
    for (uint32 i = first; i < end; ++i) {
        GLOBAL const uint32 *choice = words + words[TREE_HEAD_HELICITIES_AT] + i * TREE_CHOICE_WORDS;
        tree_steps(s, i == first ? ~(uint32)0 : choice[TREE_CHOICE_CHANGED], words, choice, values);
        sum += tree_colours(s, words[TREE_HEAD_FLOWS], values + words[TREE_HEAD_MATRIX_AT]);
    }
    return sum;
}

#endif

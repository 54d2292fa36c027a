/* Derivatives of the recursion in forward mode. Beside each current goes its derivative along one direction,
 * a parameter or a component of a momentum.
 *
 * Vertices are linear in each current and in the coupling. So their derivative is a sum of the same vertices,
 * with one of these replaced by its own. Propagators and external waves have theirs written out.
 *
 * An external wave is a function of E, |p|, mass and direction. Where the direction turns, its frame of
 * helicities turns with it by the shortest way. That is the derivative up to a phase, of which no square
 * knows, and it is regular in every direction. */
#ifndef TESSERA_AMPLITUDE_TREE_TANGENT_H
#define TESSERA_AMPLITUDE_TREE_TANGENT_H

#ifndef TREE_COMPLEX_MASSES
#define TREE_COMPLEX_MASSES /* derivatives of real numbers may be complex */
#endif
#include "amplitude/tree_recursion.h"

/* What the recursion moves along. */
typedef struct tree_direction {
    GLOBAL const uint32 *words;
    GLOBAL const scalar *values, *slopes; /* slopes: derivatives of the values, or NULL: there are none */
} tree_direction;

/* How a direction turns, and how fast |p| grows; both are zero at rest. */
typedef struct tree_turn {
    vector4 p, turn; /* turn: n x dn */
    real length, growth;
} tree_turn;

FN tree_turn tree_turn_of(vector4 p, vector4 slope)
{
    tree_turn t;
    const real square = r_fma(p.z, p.z, r_fma(p.y, p.y, p.x * p.x));
    const real inverse = r_select(square > R(0.0), R(1.0) / square, R(0.0));
    t.p = p;
    t.length = r_sqrt(square);
    t.growth = r_fma(p.z, slope.z, r_fma(p.y, slope.y, p.x * slope.x)) * t.length * inverse;
    t.turn.e = R(0.0);
    t.turn.x = r_fma(p.y, slope.z, -(p.z * slope.y)) * inverse;
    t.turn.y = r_fma(p.z, slope.x, -(p.x * slope.z)) * inverse;
    t.turn.z = r_fma(p.x, slope.y, -(p.y * slope.x)) * inverse;
    return t;
}

/* -i/2 turn.sigma s + rate s */
FN weyl_spinor tree_turned_spinor(vector4 turn, real rate, weyl_spinor s)
{
    const weyl_spinor turned = weyl_from_upper_momentum(turn, s);
    const weyl_spinor moved = {c_scale(c_times_i(turned.a), R(-0.5)), c_scale(c_times_i(turned.b), R(-0.5))};
    return weyl_axpy(rate, s, moved);
}

/* Of ixxxxx: its halves go with the roots of E + |p| and of m^2 / (E + |p|). */
FN helas_fermion tree_column_slope(tree_turn t, real energy_slope, real mass, real mass_slope, real helicity,
                                   real sign)
{
    const helas_fermion f = ixxxxx(t.p, mass, helicity, sign);
    const mask right = helicity * sign > R(0.0);
    const real large = R(0.5) * (energy_slope + t.growth) / (t.p.e + t.length);
    const real small = r_select(mass > R(0.0), mass_slope / mass, R(0.0)) - large;
    return helas_fermion_at(tree_turned_spinor(t.turn, r_select(right, small, large), f.upper),
                            tree_turned_spinor(t.turn, r_select(right, large, small), f.lower), t.p, sign);
}

/* turn x v */
FN complex_vector tree_turned_vector(vector4 turn, complex_vector v)
{
    complex_vector w;
    w.e = c_set(R(0.0), R(0.0));
    w.x = c_axpy(turn.y, v.z, c_scale(v.y, -turn.z));
    w.y = c_axpy(turn.z, v.x, c_scale(v.z, -turn.x));
    w.z = c_axpy(turn.x, v.y, c_scale(v.x, -turn.y));
    return w;
}

/* Of vxxxxx: transverse ones turn; the longitudinal one is (|p|, E n) / m. */
FN complex_vector tree_vector_slope(tree_turn t, real energy_slope, real mass, real mass_slope, int leg_state,
                                    real sign)
{
    const complex_vector v = vxxxxx(t.p, mass, r_set((scalar)(leg_state - TREE_STATE_ZERO)), sign).v;
    complex_vector slope = tree_turned_vector(t.turn, v);
    if (leg_state != TREE_STATE_ZERO)
        return slope;
    const real per_mass = R(1.0) / mass, shrink = -mass_slope * per_mass;
    const real rate = energy_slope / t.p.e + shrink;
    slope.e = c_axpy(shrink, v.e, c_set(t.growth * per_mass, R(0.0)));
    slope.x = c_axpy(rate, v.x, slope.x);
    slope.y = c_axpy(rate, v.y, slope.y);
    slope.z = c_axpy(rate, v.z, slope.z);
    return slope;
}

/* Of tree_wave_of(). */
FN tree_current tree_wave_slope(int kind, vector4 outgoing, vector4 outgoing_slope, tree_mass mass,
                                tree_mass mass_slope, int leg_state, uint32 incoming, int negative)
{
    const real way = incoming ? R(-1.0) : R(1.0), sign = negative ? R(-1.0) : R(1.0);
    const vector4 slope = v_scale(outgoing_slope, way);
    const tree_turn t = tree_turn_of(v_scale(outgoing, way), slope);
    const real helicity = r_set((scalar)(leg_state - TREE_STATE_ZERO));
    if (kind == TREE_WAVE_VECTOR)
        return tree_of_vector(tree_vector_slope(t, slope.e, mass.mass, mass_slope.mass, leg_state, sign));
    if (kind == TREE_WAVE_SCALAR)
        return tree_of_scalar(c_set(R(0.0), R(0.0)));
    const helas_fermion f = tree_column_slope(t, slope.e, mass.mass, mass_slope.mass, helicity, sign);
    return tree_of_fermion(kind == TREE_WAVE_COLUMN ? f : helas_adjoint(f));
}

/* The number of currents that a vertex takes. */
FN int tree_vertex_inputs(int kind)
{
    return kind == TREE_CONTACT || kind == TREE_VSS || kind == TREE_VVS || kind == TREE_SSS ? 3 : 2;
}

/* The part of vertices with momenta that comes from these. */
FN tree_current tree_vectors_slope(int kind, tree_current a, vector4 p, vector4 dp, tree_current b, vector4 q,
                                   vector4 dq, helas_coupling g)
{
    if (kind == TREE_VVSH)
        return tree_add(tree_vvsh(a, dp, b, q, g), tree_vvsh(a, p, b, dq, g));
    if (kind == TREE_JVSH)
        return tree_add(tree_jvsh_of(a, dp, b, v_add(p, q), g), tree_jvsh_of(a, p, b, v_add(dp, dq), g));
    return tree_vectors(kind, a, dp, b, dq, g);
}

#ifdef TREE_STRUCTURES
/* Of tree_structure_step(): the text of the function's derivative takes all of it at once. */
FN tree_current tree_structure_slope(const tree_state *s, const tree_state *t, const tree_direction *along,
                                     GLOBAL const uint32 *op)
{
    const uint32 kind = tree_word(op, TREE_KIND), number = tree_word(op, TREE_VALUE);
    GLOBAL const uint32 *list = along->words + tree_word(along->words, TREE_HEAD_LISTS_AT) +
                                TREE_LIST_WORDS * (kind >> TREE_LIST_SHIFT);
    const complex_number none = c_set(R(0.0), R(0.0));
    return tree_structure_tangent((int)tree_word(list, TREE_LIST_FUNCTION),
                                  tree_branches_of(s, along->words, op, along->values),
                                  tree_branches_of(t, along->words, op, along->slopes),
                                  tree_coupling(along->values, number).left,
                                  along->slopes ? tree_coupling(along->slopes, number).left : none);
}

/* Of tree_denominator(), N / D: (dN - N dD / D) / D. */
FN tree_current tree_denominator_slope(tree_state *s, const tree_state *t, const tree_direction *along,
                                       GLOBAL const uint32 *op)
{
    const uint32 number = tree_word(op, TREE_VALUE), at = tree_word(op, TREE_OUT),
                 leg = tree_word(op, TREE_IN);
    const vector4 q = s->momenta[leg];
    const real square = v_dot(q, q), square_slope = R(2.0) * v_dot(q, t->momenta[leg]);
    const helas_coupling g = tree_coupling(along->values, number);
    const complex_number third = tree_third_of(op, along->values);
    complex_number grows = c_scale(c_axpy(R(2.0) * square, third, g.right), square_slope);
    if (along->slopes)
        grows = c_add(grows, tree_denominator_at(square, tree_coupling(along->slopes, number),
                                                 tree_third_of(op, along->slopes)));
    const tree_current whole = tree_denominator(s->currents[at], q, g, third);
    const tree_current moved = tree_add(t->currents[at], structure_times_spinor(c_negate(grows), whole));
    return tree_denominator(moved, q, g, third);
}
#endif

FN tree_current tree_vertex_slope(int kind, tree_state *s, const tree_state *t, const tree_direction *along,
                                  GLOBAL const uint32 *op)
{
#ifdef TREE_STRUCTURES
    if (kind == TREE_ROW_TURNED)
        return tree_row_turned(t->currents[tree_word(op, TREE_IN)]);
    if (kind == TREE_COLUMN_TURNED)
        return tree_column_turned(t->currents[tree_word(op, TREE_IN)]);
    if (kind >= TREE_STRUCTURE_1)
        return tree_structure_slope(s, t, along, op);
#endif
    tree_current sum = tree_of_scalar(c_set(R(0.0), R(0.0)));
    if (along->slopes)
        sum = tree_vertex(kind, s, along->words, op, along->slopes);
    if (kind >= TREE_VVV && kind <= TREE_JVSH) {
        const uint32 both = tree_word(op, TREE_IN + 2), first = both & ((1 << TREE_PAIR_BITS) - 1),
                     second = both >> TREE_PAIR_BITS;
        const helas_coupling g = tree_vertex_coupling(s, along->values, tree_word(op, TREE_VALUE));
        sum = tree_add(sum, tree_vectors_slope(kind, s->currents[tree_word(op, TREE_IN)], s->momenta[first],
                                               t->momenta[first], s->currents[tree_word(op, TREE_IN + 1)],
                                               s->momenta[second], t->momenta[second], g));
    }
    for (int i = 0; i < tree_vertex_inputs(kind); ++i) {
        const uint32 place = tree_word(op, TREE_IN + i);
        const tree_current whole = s->currents[place];
        s->currents[place] = t->currents[place];
        sum = tree_add(sum, tree_vertex(kind, s, along->words, op, along->values));
        s->currents[place] = whole;
    }
    return sum;
}

/* Of the numerator of a vector's propagator, q (q.j) / M^2. */
FN tree_current tree_vector_numerator_slope(tree_current a, vector4 q, vector4 dq, tree_mass m, tree_mass dm)
{
    const complex_vector j = tree_vector(a);
    const complex_number inverse = c_inverse(m.internal);
    const complex_number along = c_negate(tree_over_square(cv_dot_momentum(q, j), m.internal));
    const complex_number of_momentum = c_negate(tree_over_square(cv_dot_momentum(dq, j), m.internal));
    const complex_number of_mass = c_multiply(c_scale(along, R(-2.0)), c_multiply(dm.internal, inverse));
    const complex_number none = c_set(R(0.0), R(0.0));
    const complex_vector zero = {none, none, none, none};
    return tree_of_vector(
        cv_axpy_momentum(along, dq, cv_axpy_momentum(c_add(of_momentum, of_mass), q, zero)));
}

FN int tree_is_massless(int kind)
{
    return kind != TREE_COLUMN && kind != TREE_ROW && kind != TREE_VECTOR && kind != TREE_SCALAR;
}

FN tree_current tree_times_number(tree_current a, complex_number g)
{
    tree_current b = {
        {c_multiply(a.c[0], g), c_multiply(a.c[1], g), c_multiply(a.c[2], g), c_multiply(a.c[3], g)}};
    return b;
}

/* Of D, q^2 - m^2 + i m Gamma. */
FN complex_number tree_pole_slope(vector4 q, vector4 dq, tree_mass m, tree_mass dm)
{
    return c_set(r_fma(R(-2.0) * m.mass, dm.mass, R(2.0) * v_dot(q, dq)),
                 r_fma(m.mass, dm.width, dm.mass * m.width));
}

#ifdef TREE_STATES
/* Of a propagator of some helicities, along a parameter: waves have the mass that the line has in the event,
 * which no parameter moves. */
FN tree_current tree_states_slope(GLOBAL const uint32 *op, tree_current a, tree_current da, vector4 q,
                                  tree_mass m, tree_mass dm)
{
    const int kind = (int)tree_word(op, TREE_KIND);
    const uint32 states = tree_word(op, TREE_IN + 1), comes_out = tree_word(op, TREE_IN + 2);
    const complex_number grows = tree_pole_slope(q, v_scale(q, R(0.0)), m, dm);
    const tree_current whole = tree_propagate_states(kind, a, q, m, states, comes_out);
    return tree_add(tree_propagate_states(kind, da, q, m, states, comes_out),
                    tree_times_number(whole, c_negate(c_multiply(grows, tree_pole(q, m)))));
}
#endif

/* Of N(q, M) a / D, from the derivative of a: N da / D + dN a / D - N a dD / D^2. */
FN tree_current tree_propagate_slope(int kind, tree_current a, tree_current da, vector4 q, vector4 dq,
                                     tree_mass m, tree_mass dm)
{
    const int massless = tree_is_massless(kind);
    const real none = R(0.0);
    const complex_number zero = c_set(none, none);
    const complex_number pole = massless ? c_set(R(1.0) / v_dot(q, q), none) : tree_pole(q, m);
    const complex_number grows = massless ? c_set(R(2.0) * v_dot(q, dq), none)
                                          : tree_pole_slope(q, dq, m, dm);
    const complex_number mass_slope = massless ? zero : dm.internal;
    const tree_current whole = tree_propagate(kind, a, q, m);
    tree_current sum = tree_add(tree_propagate(kind, da, q, m),
                                tree_times_number(whole, c_negate(c_multiply(grows, pole))));
    if (kind == TREE_VECTOR)
        return tree_add(sum, tree_times_number(tree_vector_numerator_slope(a, q, dq, m, dm), pole));
    if (kind == TREE_VECTOR_MASSLESS || kind == TREE_SCALAR)
        return sum;
    const int is_column = kind == TREE_COLUMN || kind == TREE_COLUMN_MASSLESS || kind == TREE_COLUMN_UPPER ||
                          kind == TREE_COLUMN_LOWER;
    const vector4 flow = is_column ? v_scale(dq, R(-1.0)) : row_momentum(dq);
    return tree_add(sum, tree_of_fermion(tree_fermion_over(tree_fermion(a, q), flow, mass_slope, pole)));
}

/* Exchanges a current for another, and gives back what stood there. */
FN tree_current tree_exchange(tree_state *s, uint32 place, tree_current other)
{
    const tree_current whole = s->currents[place];
    s->currents[place] = other;
    return whole;
}

/* Of tree_close(), which is linear in both currents; its factor is a number of colour. */
FN void tree_close_slope(int kind, tree_state *s, tree_state *t, GLOBAL const uint32 *op,
                         GLOBAL const scalar *values, int add)
{
    const uint32 flow = tree_word(op, TREE_OUT);
    const complex_number amplitude = s->flows[flow];
    complex_number sum = add ? t->flows[flow] : c_set(R(0.0), R(0.0));
    for (int i = 0; i < 2; ++i) {
        const uint32 place = tree_word(op, TREE_IN + i);
        const tree_current whole = tree_exchange(s, place, t->currents[place]);
        tree_close(kind, s, op, values, 0);
        sum = c_add(sum, s->flows[flow]);
        tree_exchange(s, place, whole);
    }
    s->flows[flow] = amplitude;
    t->flows[flow] = sum;
}

/* One operation on the derivatives; that on the currents comes behind it, as it may change what it takes. */
FN void tree_step_slope(tree_state *s, tree_state *t, const tree_direction *along, GLOBAL const uint32 *op,
                        GLOBAL const uint32 *choice)
{
    const int kind = (int)(tree_word(op, TREE_KIND) & (TREE_ADD - 1)),
              add = (tree_word(op, TREE_KIND) & TREE_ADD) != 0;
    const uint32 at = tree_word(along->words, TREE_HEAD_POLES_AT), number = tree_word(op, TREE_VALUE);
    tree_current *out = &t->currents[tree_word(op, TREE_OUT)];
    if (kind > TREE_SCALAR) {
        tree_close_slope(kind, s, t, op, along->values, add);
        return;
    }
    if (kind == TREE_SCALED) {
        const real factor = r_set(along->values[number * TREE_COUPLING]);
        const tree_current made = t->currents[tree_word(op, TREE_IN)];
        *out = add ? tree_add_scaled(factor, made, *out) : tree_scaled(factor, made);
        return;
    }
    if (kind > TREE_WAVE_SCALAR && kind < TREE_SCALED) {
        const tree_current made = tree_vertex_slope(kind, s, t, along, op);
        *out = add ? tree_add(*out, made) : made;
        return;
    }
#ifdef TREE_STRUCTURES
    if (kind == TREE_DENOMINATOR) {
        *out = tree_denominator_slope(s, t, along, op);
        return;
    }
#endif
    const tree_number none = tree_number_of(c_set(R(0.0), R(0.0)));
    const tree_mass m = tree_mass_at(along->values + at, number);
    tree_mass dm = {R(0.0), R(0.0), none};
    if (along->slopes)
        dm = tree_mass_at(along->slopes + at, number);
    const uint32 leg = tree_word(op, TREE_IN);
    if (kind <= TREE_WAVE_SCALAR)
        *out = tree_wave_slope(kind, s->momenta[leg], t->momenta[leg], m, dm, tree_leg_state(choice, leg),
                               tree_word(op, TREE_IN + 1), (int)tree_word(op, TREE_IN + 2));
#ifdef TREE_STATES
    else if (kind >= TREE_COLUMN_STATES && kind <= TREE_VECTOR_STATES)
        *out = tree_states_slope(op, s->currents[tree_word(op, TREE_OUT)], *out, s->momenta[leg], m, dm);
#endif
    else
        *out = tree_propagate_slope(kind, s->currents[tree_word(op, TREE_OUT)], *out, s->momenta[leg],
                                    t->momenta[leg], m, dm);
}

/* Of tree_colours(). */
FN real tree_colours_slope(const tree_state *s, const tree_state *t, uint32 flows,
                           GLOBAL const scalar *matrix)
{
    real sum = R(0.0);
    for (uint32 i = 0; i < flows; ++i) {
        complex_number row = c_set(R(0.0), R(0.0)), slope = row;
        for (uint32 k = 0; k <= i; ++k) {
            row = c_axpy(r_set(matrix[k]), s->flows[k], row);
            slope = c_axpy(r_set(matrix[k]), t->flows[k], slope);
        }
        sum = r_fma(slope.re, s->flows[i].re, r_fma(slope.im, s->flows[i].im, sum));
        sum = r_fma(row.re, t->flows[i].re, r_fma(row.im, t->flows[i].im, sum));
        matrix += i + 1;
    }
    return sum;
}

/* Of tree_square(). */
FN real tree_square_slope(tree_state *s, tree_state *t, const tree_direction *along, uint32 choice, int first)
{
    GLOBAL const uint32 *words = along->words, *helicities = tree_choice_words(words, choice);
    GLOBAL const scalar *poles = along->values + tree_word(words, TREE_HEAD_POLES_AT);
    const uint32 shared = tree_word(words, TREE_HEAD_SHARED_AT);
    const uint32 changed = first || shared ? ~(uint32)0 : tree_word(helicities, TREE_CHOICE_CHANGED);
    const uint32 count = tree_word(shared ? helicities : words,
                                   shared ? (int)TREE_CHOICE_COUNT : (int)TREE_HEAD_OPERATIONS);
    GLOBAL const uint32 *op = shared ? words + shared + TREE_WORDS * tree_word(helicities, TREE_CHOICE_FIRST)
                                     : words + tree_word(words, TREE_HEAD_OPERATIONS_AT);
    for (uint32 i = 0; i < count; ++i, op += TREE_WORDS)
        if (tree_word(op, TREE_LEGS) & changed) {
            tree_step_slope(s, t, along, op, helicities);
            tree_step(s, words, op, helicities, along->values, poles);
        }
    return tree_colours_slope(s, t, tree_word(words, TREE_HEAD_FLOWS),
                              along->values + tree_word(words, TREE_HEAD_MATRIX_AT));
}

#endif

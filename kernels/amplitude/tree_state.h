/* What a recursion over currents works on, and its external waves. TREE_SLOTS, TREE_FLOWS and TREE_MOMENTA
 * say how much room there is. With TREE_STRONG each event has its own g_s. */
#ifndef TESSERA_AMPLITUDE_TREE_STATE_H
#define TESSERA_AMPLITUDE_TREE_STATE_H

#ifndef TREE_SLOTS
#define TREE_SLOTS 128
#endif
#ifndef TREE_FLOWS
#define TREE_FLOWS 16
#endif
#ifndef TREE_MOMENTA
#define TREE_MOMENTA 64
#endif

#include "amplitude/tree_halves.h"
#include "amplitude/tree_layout.h"
#ifdef TREE_STATES
#include "amplitude/tree_states.h"
#endif
#ifdef TREE_TENSORS
#include "amplitude/tree_tensors.h"
#endif

FN uint32 tree_word(GLOBAL const uint32 *words, int i) { return words[i]; }

typedef struct tree_state {
    vector4 momenta[TREE_MOMENTA];
    tree_current currents[TREE_SLOTS];
    complex_number flows[TREE_FLOWS];
#ifdef TREE_STRONG
    real strong; /* g_s of the event over that of the values */
#endif
} tree_state;

FN helas_coupling tree_coupling(GLOBAL const scalar *values, uint32 number)
{
    GLOBAL const scalar *g = values + number * TREE_COUPLING;
    helas_coupling coupling = {c_set(r_set(g[0]), r_set(g[1])), c_set(r_set(g[2]), r_set(g[3]))};
    return coupling;
}

/* The coupling of a vertex for the event's g_s. */
FN helas_coupling tree_vertex_coupling(const tree_state *s, GLOBAL const scalar *values, uint32 number)
{
    helas_coupling g = tree_coupling(values, number);
#ifdef TREE_STRONG
    const int power = (int)values[number * TREE_COUPLING + TREE_COUPLING_STRONG];
    for (int i = 0; i < power; ++i) {
        g.left = c_scale(g.left, s->strong);
        g.right = c_scale(g.right, s->strong);
    }
#else
    (void)s;
#endif
    return g;
}

FN tree_mass tree_mass_at(GLOBAL const scalar *poles, uint32 number)
{
    GLOBAL const scalar *m = poles + number * TREE_POLE;
    const complex_number internal = c_set(r_set(m[TREE_COMPLEX_MASS]), r_set(m[TREE_COMPLEX_MASS + 1]));
    tree_mass mass = {r_set(m[TREE_MASS]), r_set(m[TREE_WIDTH]), tree_number_of(internal)};
    return mass;
}

/* The state of a leg: 0 to 4 for the helicities -2 to 2, or TREE_GAUGE. */
FN int tree_leg_state(GLOBAL const uint32 *choice, uint32 leg)
{
    const int is_low = leg < TREE_WORD_LEGS;
    const uint32 word = tree_word(choice, is_low ? TREE_CHOICE_LOW : TREE_CHOICE_HIGH);
    return (int)(word >> (4 * (is_low ? leg : leg - TREE_WORD_LEGS)) & 15);
}

/* An external wave. What is incoming, or an antifermion, has sign -1; `outgoing` is the momentum. */
FN tree_current tree_wave_of(int kind, vector4 outgoing, real mass, real helicity, uint32 incoming,
                             int negative)
{
    const vector4 p = incoming ? v_scale(outgoing, R(-1.0)) : outgoing;
    const real sign = negative ? R(-1.0) : R(1.0);
    if (kind == TREE_WAVE_COLUMN)
        return tree_of_fermion(ixxxxx(p, mass, helicity, sign));
    if (kind == TREE_WAVE_ROW)
        return tree_of_fermion(oxxxxx(p, mass, helicity, sign));
    if (kind == TREE_WAVE_VECTOR)
        return tree_of_vector(vxxxxx(p, mass, helicity, sign).v);
#ifdef TREE_TENSORS
    if (kind == TREE_WAVE_TENSOR)
        return tree_tensor_external(p, mass, helicity, sign);
#endif
    return tree_of_scalar(c_set(R(1.0), R(0.0)));
}

/* A vector that has its momentum over its energy in place of a polarisation. */
FN tree_current tree_gauge_wave(vector4 p)
{
    const real none = R(0.0), inverse = R(1.0) / p.e;
    const complex_vector gauge = {c_set(R(1.0), none), c_set(p.x * inverse, none), c_set(p.y * inverse, none),
                                  c_set(p.z * inverse, none)};
    return tree_of_vector(gauge);
}

/* An external wave of a leg in a state. */
FN tree_current tree_wave(int kind, vector4 outgoing, real mass, int leg_state, uint32 incoming, int negative)
{
    if (kind == TREE_WAVE_VECTOR && leg_state == TREE_GAUGE)
        return tree_gauge_wave(incoming ? v_scale(outgoing, R(-1.0)) : outgoing);
#ifdef TREE_TENSORS
    if (kind == TREE_WAVE_TENSOR && leg_state == TREE_GAUGE)
        return tree_tensor_gauge(incoming ? v_scale(outgoing, R(-1.0)) : outgoing);
#endif
    return tree_wave_of(kind, outgoing, mass, r_set((scalar)(leg_state - TREE_STATE_ZERO)), incoming,
                        negative);
}

#endif

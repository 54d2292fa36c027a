/* A squared tree amplitude by a team of threads, with its numbers in the memory of their group.
 *
 * TEAM_POINTS neighbours of a group's threads have points of their own, so that a number of all of them is
 * read at once. The others share the work: in each wave of the schedule that the host wrote
 * (src/amplitude/team.c) every worker of TEAM_WORKERS makes numbers that depend on those of waves before
 * alone, and all wait for the last. A number is a current, a momentum, the amplitude of a flow, or the square
 * of a choice of helicities. One worker makes it from the first summand to the last, in the order in which a
 * thread of its own would: bits are the same. */
#ifndef TESSERA_AMPLITUDE_TREE_TEAM_H
#define TESSERA_AMPLITUDE_TREE_TEAM_H

#include "amplitude/tree_drawn.h"

/* What a number of all points takes is what the memory reads in one go, 128 bytes. A program says how many
 * numbers there are (TEAM_UNITS), and how many workers. TEAM_FITS: whether the device has room for them. */
#ifdef GPU
#define TEAM_POINTS (PRECISION_DOUBLE ? 8 : 16)
#define TEAM_GROUP (TEAM_POINTS * TEAM_WORKERS)
#define TEAM_BYTES (128 * TEAM_UNITS)
#define TEAM_THREADS (PRECISION_DOUBLE ? 512 : 1024)
#if defined(TEAM_UNITS) && TEAM_BYTES <= GPU_LOCAL_MOST && TEAM_GROUP <= GPU_GROUP_MOST
#define TEAM_FITS 1
#endif
#else
#define TEAM_POINTS LANES
#endif
#ifndef TEAM_FITS
#define TEAM_FITS 0
#endif
#ifndef TEAM_WORKERS
#define TEAM_WORKERS 32
#endif

/* The memory of a lane's point, from its first number on. */
typedef struct tree_team {
    LOCAL scalar *memory;
    uint32 worker;
} tree_team;

FN complex_number team_number(const tree_team *t, uint32 place)
{
    real parts[2];
    local_load2(t->memory + (uint32)place * (2 * TEAM_POINTS), parts);
    return c_set(parts[0], parts[1]);
}

FN void team_put_number(const tree_team *t, uint32 place, complex_number a)
{
    local_store2(t->memory + (uint32)place * (2 * TEAM_POINTS), a.re, a.im);
}

FN tree_current team_current(const tree_team *t, uint32 place)
{
    tree_current a = {{team_number(t, place), team_number(t, place + 1), team_number(t, place + 2),
                       team_number(t, place + 3)}};
    return a;
}

FN vector4 team_momentum(const tree_team *t, uint32 place)
{
    const complex_number a = team_number(t, place), b = team_number(t, place + 1);
    vector4 q = {a.re, a.im, b.re, b.im};
    return q;
}

FN void team_put_momentum(const tree_team *t, uint32 place, vector4 q)
{
    team_put_number(t, place, c_set(q.e, q.x));
    team_put_number(t, place + 1, c_set(q.y, q.z));
}

/* A row of the colour matrix times the flows. */
FN complex_number team_row(const tree_team *t, GLOBAL const TREE_WORD *places, uint32 number,
                           GLOBAL const scalar *matrix)
{
    complex_number row = c_set(R(0.0), R(0.0));
    matrix += number * (number + 1) / 2;
    for (uint32 k = 0; k <= number; ++k)
        row = c_axpy(r_set(matrix[k]), team_number(t, tree_word(places, (int)k)), row);
    return row;
}

/* The sum over all rows, as tree_colours() adds it up. */
FN real team_square(const tree_team *t, GLOBAL const TREE_WORD *places, uint32 flows)
{
    real sum = R(0.0);
    for (uint32 i = 0; i < flows; ++i) {
        const complex_number flow = team_number(t, tree_word(places, (int)i));
        const complex_number row = team_number(t, tree_word(places, (int)(flows + i)));
        sum = r_fma(row.re, flow.re, r_fma(row.im, flow.im, sum));
    }
    return sum;
}

FN tree_current team_vertex(int kind, const tree_team *t, GLOBAL const TREE_WORD *op,
                            GLOBAL const scalar *values)
{
    const helas_coupling g = tree_coupling(values, tree_word(op, TEAM_VALUE));
    const tree_current a = team_current(t, tree_word(op, TEAM_IN)),
                       b = team_current(t, tree_word(op, TEAM_IN + 1));
    const uint32 third = tree_word(op, TEAM_IN + 2);
    if (kind >= TREE_VVV && kind <= TREE_JVSH)
        return tree_vectors(kind, a, team_momentum(t, third & ((1 << TREE_PAIR_BITS) - 1)), b,
                            team_momentum(t, third >> TREE_PAIR_BITS), g);
    return tree_vertex_of(kind, a, b, tree_inputs(kind) == 3 ? team_current(t, third) : a, g);
}

FN tree_current team_wave(int kind, const tree_team *t, GLOBAL const TREE_WORD *op,
                          GLOBAL const scalar *poles)
{
    const vector4 q = team_momentum(t, tree_word(op, TEAM_IN));
    const uint32 signs = tree_word(op, TEAM_IN + 1), state = tree_word(op, TEAM_IN + 2);
    const real mass = tree_mass_at(poles, tree_word(op, TEAM_VALUE)).mass;
    if (state < TEAM_DRAWN)
        return tree_wave(kind, q, mass, (int)state, signs & 1, (int)(signs >> 1));
    return tree_wave_of(kind, q, mass, team_number(t, state - TEAM_DRAWN).re, signs & 1, (int)(signs >> 1));
}

/* One step; `made` is the number that the worker makes. */
FN void team_step(const tree_team *t, GLOBAL const TREE_WORD *op, GLOBAL const TREE_WORD *words,
                  GLOBAL const scalar *values, tree_current *made)
{
    GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);
    const uint32 in = tree_word(op, TEAM_IN), second = tree_word(op, TEAM_IN + 1);
    const int kind = (int)(tree_word(op, TEAM_KIND) & (TREE_ADD - 1)),
              add = (tree_word(op, TEAM_KIND) & TREE_ADD) != 0;
    if (kind <= TREE_WAVE_SCALAR) {
        *made = team_wave(kind, t, op, poles);
    } else if (kind < TREE_SCALED) {
        const tree_current summand = team_vertex(kind, t, op, values);
        *made = add ? tree_add(*made, summand) : summand;
    } else if (kind == TREE_SCALED) {
        const real factor = r_set(values[tree_word(op, TEAM_VALUE) * TREE_COUPLING]);
        const tree_current summand = team_current(t, in);
        *made = add ? tree_add_scaled(factor, summand, *made) : tree_scaled(factor, summand);
#ifdef TREE_STATES
    } else if (kind >= TREE_COLUMN_STATES && kind <= TREE_VECTOR_STATES) {
        *made = tree_propagate_states(kind, *made, team_momentum(t, in),
                                      tree_mass_at(poles, tree_word(op, TEAM_VALUE)), second,
                                      tree_word(op, TEAM_IN + 2));
#endif
    } else if (kind <= TREE_SCALAR) {
        *made = tree_propagate(kind, *made, team_momentum(t, in),
                               tree_mass_at(poles, tree_word(op, TEAM_VALUE)));
    } else if (kind < TREE_KINDS) {
        const real factor = r_set(values[tree_word(op, TEAM_VALUE) * TREE_COUPLING]);
        const complex_number m = c_scale(tree_close_of(kind, team_current(t, in), team_current(t, second)),
                                         factor);
        made->c[0] = add ? c_add(made->c[0], m) : m;
    } else if (kind == TEAM_MOMENTUM) {
        vector4 q = v_add(team_momentum(t, in), team_momentum(t, second));
        if (tree_word(op, TEAM_IN + 2) != TREE_NONE)
            q = v_add(q, team_momentum(t, tree_word(op, TEAM_IN + 2)));
        made->c[0] = c_set(q.e, q.x);
        made->c[1] = c_set(q.y, q.z);
    } else if (kind == TEAM_ROW) {
        made->c[0] = team_row(t, words + tree_word(words, TREE_HEAD_TEAM_AT) + in, second,
                              values + tree_word(words, TREE_HEAD_MATRIX_AT));
    } else {
        made->c[0] = c_set(team_square(t, words + tree_word(words, TREE_HEAD_TEAM_AT) + in,
                                       tree_word(words, TREE_HEAD_FLOWS)),
                           R(0.0));
    }
}

/* The steps of a worker in one wave. */
FN void team_wave_steps(const tree_team *t, GLOBAL const TREE_WORD *words, GLOBAL const scalar *values,
                        uint32 wave)
{
    GLOBAL const TREE_WORD *team = words + tree_word(words, TREE_HEAD_TEAM_AT);
    GLOBAL const TREE_WORD *first = team + TEAM_HEAD_WORDS + wave * TEAM_WORKERS + t->worker;
    GLOBAL const TREE_WORD *op = team + tree_word(team, TEAM_HEAD_STEPS_AT) +
                                 TEAM_WORDS * tree_word(first, 0);
    const uint32 count = tree_word(first, 1) - tree_word(first, 0);
    tree_current made = tree_of_scalar(c_set(R(0.0), R(0.0)));
    for (uint32 i = 0; i < count; ++i, op += TEAM_WORDS) {
        const uint32 place = tree_word(op, TEAM_OUT), size = tree_word(op, TEAM_SIZE);
        team_step(t, op, words, values, &made);
        if (place == TREE_NONE)
            continue;
        team_put_number(t, place, made.c[0]);
        if (size > 1)
            team_put_number(t, place + 1, made.c[1]);
        if (size > 2) {
            team_put_number(t, place + 2, made.c[2]);
            team_put_number(t, place + 3, made.c[3]);
        }
    }
}

/* The sum of the squares of a slice of the choices of helicities, in their order. */
FN real team_squares(const tree_team *t, GLOBAL const TREE_WORD *words, uint32 slice)
{
    GLOBAL const TREE_WORD *team = words + tree_word(words, TREE_HEAD_TEAM_AT);
    const uint32 count = tree_word(team, TEAM_HEAD_SQUARES), slices = tree_word(words, TREE_HEAD_SLICES);
    const uint32 end = (slice + 1) * count / slices, at = tree_word(team, TEAM_HEAD_SQUARES_AT);
    real sum = R(0.0);
    for (uint32 i = slice * count / slices; i < end; ++i)
        sum = sum + team_number(t, at + i).re;
    return sum;
}

/* Puts the helicities of the choice that `place` stands for (tree_drawn_square()) where waves find them. */
FN void team_draw(const tree_team *t, GLOBAL const TREE_WORD *words, real place)
{
    const uint32 at = tree_word(words + tree_word(words, TREE_HEAD_TEAM_AT), TEAM_HEAD_HELICITIES);
    real helicity[CHOICE_LEGS];
    tree_drawn_helicities(words, tree_drawn_number(place, tree_word(words, TREE_HEAD_HELICITIES)), helicity);
    for (uint32 leg = 0; leg < tree_word(words, TREE_HEAD_LEGS); ++leg)
        team_put_number(t, at + leg, c_set(helicity[leg], R(0.0)));
}

#ifdef GPU
/* All waves. Momenta of the legs and drawn helicities are in their places. */
FN void team_steps(const tree_team *t, GLOBAL const TREE_WORD *words, GLOBAL const scalar *values)
{
    const uint32 waves = tree_word(words + tree_word(words, TREE_HEAD_TEAM_AT), TEAM_HEAD_WAVES);
    for (uint32 wave = 0; wave < waves; ++wave) {
        gpu_barrier();
        team_wave_steps(t, words, values, wave);
    }
    gpu_barrier();
}
#endif

/* The sum over helicities, or what the choice that was drawn stands for. */
FN real team_sum(const tree_team *t, GLOBAL const TREE_WORD *words)
{
    const uint32 slices = tree_word(words, TREE_HEAD_SLICES);
    if (tree_word(words + tree_word(words, TREE_HEAD_TEAM_AT), TEAM_HEAD_DRAWN))
        return r_set((scalar)tree_word(words, TREE_HEAD_HELICITIES)) *
               team_number(t, tree_word(words + tree_word(words, TREE_HEAD_TEAM_AT), TEAM_HEAD_SQUARES_AT))
                   .re;
    real sum = R(0.0);
    for (uint32 i = 0; i < slices; ++i)
        sum = sum + team_squares(t, words, i);
    return sum;
}

#endif

/* A squared tree amplitude by a team of threads, with its numbers in the memory of their group.
 *
 * TEAM_POINTS neighbours of a group's threads have points of their own, so that a number of all of them is
 * read at once. Behind them come as many for the next of TEAM_WORKERS workers. The host wrote a schedule of
 * waves (src/amplitude/team.c). In each a worker makes numbers that depend on those of waves before, and all
 * wait for the last. A number is a current, a momentum, or the amplitude of a flow. It may be a row of the
 * colour matrix times flows, or the square of a choice of helicities. One worker makes it, from the first
 * summand to the last. So bits are those of a thread that has the point to itself. */
#ifndef TESSERA_AMPLITUDE_TREE_TEAM_H
#define TESSERA_AMPLITUDE_TREE_TEAM_H

#include "amplitude/tree_recursion.h"

/* What a number of all points takes is what the memory reads in one go, 128 bytes. A program says how many
 * numbers there are (TEAM_UNITS), and how many workers. TEAM_FITS: whether the device has room for them. */
#ifdef GPU
#define TEAM_POINTS TEAM_POINTS_OF(PRECISION_DOUBLE)
#define TEAM_GROUP (TEAM_POINTS * TEAM_WORKERS)
#define TEAM_BYTES (TEAM_UNIT_BYTES * TEAM_UNITS)
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
#ifndef TEAM_UNITS
#define TEAM_UNITS 1
#define TEAM_WORKERS 1
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
FN complex_number team_row(const tree_team *t, GLOBAL const uint32 *places, uint32 number,
                           GLOBAL const scalar *matrix)
{
    complex_number row = c_set(R(0.0), R(0.0));
    matrix += number * (number + 1) / 2;
    for (uint32 k = 0; k <= number; ++k)
        row = tree_colours_row(matrix[k], team_number(t, tree_word(places, (int)k)), row);
    return row;
}

/* The sum over all rows, as tree_colours() adds it up. */
FN real team_square(const tree_team *t, GLOBAL const uint32 *places, uint32 flows)
{
    real sum = R(0.0);
    for (uint32 i = 0; i < flows; ++i) {
        const complex_number flow = team_number(t, tree_word(places, (int)i));
        const complex_number row = team_number(t, tree_word(places, (int)(flows + i)));
        sum = tree_colours_sum(row, flow, sum);
    }
    return sum;
}

/* A step, read from the table. */
typedef struct team_order {
    int kind, add;
    uint32 size, out, list, first, second, third, value;
} team_order;

FN team_order team_order_at(GLOBAL const uint32 *step)
{
    const uint32 head = tree_word(step, TEAM_KIND), in = tree_word(step, TEAM_IN);
    team_order o;
    o.kind = (int)(head & (TREE_ADD - 1));
    o.add = (head & TREE_ADD) != 0;
    o.size = head >> TEAM_KIND_BITS & ((1 << TEAM_SIZE_BITS) - 1);
    o.out = head >> (TEAM_KIND_BITS + TEAM_SIZE_BITS);
    o.list = in;
    o.first = in & TEAM_NONE;
    o.second = in >> TEAM_PLACE_BITS;
    o.third = tree_word(step, TEAM_THIRD);
    o.value = tree_word(step, TEAM_VALUE);
    return o;
}

FN tree_current team_vertex(const tree_team *t, team_order o, GLOBAL const scalar *values)
{
    const helas_coupling g = tree_coupling(values, o.value);
    const tree_current a = team_current(t, o.first), b = team_current(t, o.second);
    if (o.kind >= TREE_VVV && o.kind <= TREE_JVSH)
        return tree_vectors(o.kind, a, team_momentum(t, o.third & TEAM_NONE), b,
                            team_momentum(t, o.third >> TEAM_PLACE_BITS), g);
    return tree_vertex_of(o.kind, a, b, tree_inputs(o.kind) == 3 ? team_current(t, o.third) : a, g);
}

FN tree_current team_wave(const tree_team *t, team_order o, GLOBAL const scalar *poles)
{
    const vector4 q = team_momentum(t, o.first);
    const uint32 incoming = o.second & 1;
    const int negative = (int)(o.second >> 1);
    const real mass = tree_mass_at(poles, o.value).mass;
    if (o.third < TEAM_DRAWN)
        return tree_wave(o.kind, q, mass, (int)o.third, incoming, negative);
    return tree_wave_of(o.kind, q, mass, team_number(t, o.third - TEAM_DRAWN).re, incoming, negative);
}

FN vector4 team_momenta_sum(const tree_team *t, team_order o)
{
    const vector4 q = v_add(team_momentum(t, o.first), team_momentum(t, o.second));
    return o.third == TEAM_NONE ? q : v_add(q, team_momentum(t, o.third));
}

/* One step; `made` is the number that the worker makes. */
FN void team_step(const tree_team *t, team_order o, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                  tree_current *made)
{
    GLOBAL const scalar *poles = values + tree_word(words, TREE_HEAD_POLES_AT);
    GLOBAL const uint32 *team = words + tree_word(words, TREE_HEAD_TEAM_AT);
    if (o.kind <= TREE_WAVE_SCALAR) {
        *made = team_wave(t, o, poles);
    } else if (o.kind < TREE_SCALED) {
        const tree_current summand = team_vertex(t, o, values);
        *made = o.add ? tree_add(*made, summand) : summand;
    } else if (o.kind == TREE_SCALED) {
        const real factor = r_set(values[o.value * TREE_COUPLING]);
        const tree_current summand = team_current(t, o.first);
        *made = o.add ? tree_add_scaled(factor, summand, *made) : tree_scaled(factor, summand);
#ifdef TREE_STATES
    } else if (o.kind >= TREE_COLUMN_STATES && o.kind <= TREE_VECTOR_STATES) {
        *made = tree_propagate_states(o.kind, *made, team_momentum(t, o.first), tree_mass_at(poles, o.value),
                                      o.second, o.third);
#endif
    } else if (o.kind <= TREE_SCALAR) {
        *made = tree_propagate(o.kind, *made, team_momentum(t, o.first), tree_mass_at(poles, o.value));
    } else if (o.kind < TREE_KINDS) {
        const real factor = r_set(values[o.value * TREE_COUPLING]);
        const complex_number m = c_scale(tree_close_of(o.kind, team_current(t, o.first),
                                                       team_current(t, o.second)),
                                         factor);
        made->c[0] = o.add ? c_add(made->c[0], m) : m;
    } else if (o.kind == TEAM_MOMENTUM) {
        const vector4 q = team_momenta_sum(t, o);
        made->c[0] = c_set(q.e, q.x);
        made->c[1] = c_set(q.y, q.z);
    } else if (o.kind == TEAM_ROW) {
        made->c[0] = team_row(t, team + o.list, o.third, values + tree_word(words, TREE_HEAD_MATRIX_AT));
    } else {
        made->c[0] = c_set(team_square(t, team + o.list, tree_word(words, TREE_HEAD_FLOWS)), R(0.0));
    }
}

/* The steps of a worker in one wave. Each is read ahead of the one before, so that it is there in time. */
FN void team_wave_steps(const tree_team *t, GLOBAL const uint32 *words, GLOBAL const scalar *values,
                        uint32 wave)
{
    GLOBAL const uint32 *team = words + tree_word(words, TREE_HEAD_TEAM_AT);
    GLOBAL const uint32 *first = team + TEAM_HEAD_WORDS + wave * TEAM_WORKERS + t->worker;
    GLOBAL const uint32 *step = team + tree_word(team, TEAM_HEAD_STEPS_AT) + TEAM_WORDS * tree_word(first, 0);
    const uint32 count = tree_word(first, 1) - tree_word(first, 0);
    tree_current made = tree_of_scalar(c_set(R(0.0), R(0.0)));
    team_order next = team_order_at(step);
    for (uint32 i = 0; i < count; ++i) {
        const team_order now = next;
        step += TEAM_WORDS;
        next = team_order_at(step);
        team_step(t, now, words, values, &made);
        if (now.size > 0 && now.size != TEAM_LOWER)
            team_put_number(t, now.out, made.c[0]);
        if (now.size > 1 && now.size != TEAM_LOWER)
            team_put_number(t, now.out + 1, made.c[1]);
        if (now.size > 2) {
            team_put_number(t, now.out + 2, made.c[2]);
            team_put_number(t, now.out + 3, made.c[3]);
        }
    }
}

/* The sum of the squares of a slice of the choices of helicities, in their order. */
FN real team_squares(const tree_team *t, GLOBAL const uint32 *words, uint32 slice)
{
    GLOBAL const uint32 *team = words + tree_word(words, TREE_HEAD_TEAM_AT);
    const uint32 count = tree_word(team, TEAM_HEAD_SQUARES), slices = tree_word(words, TREE_HEAD_SLICES);
    const uint32 end = (slice + 1) * count / slices, at = tree_word(team, TEAM_HEAD_SQUARES_AT);
    real sum = R(0.0);
    for (uint32 i = slice * count / slices; i < end; ++i)
        sum = sum + team_number(t, at + i).re;
    return sum;
}

/* Puts drawn helicities of all legs where waves find them. */
FN void team_put_helicities(const tree_team *t, GLOBAL const uint32 *words, const real *helicity)
{
    const uint32 at = tree_word(words + tree_word(words, TREE_HEAD_TEAM_AT), TEAM_HEAD_HELICITIES);
    for (uint32 leg = 0; leg < tree_word(words, TREE_HEAD_LEGS); ++leg)
        team_put_number(t, at + leg, c_set(helicity[leg], R(0.0)));
}

#ifdef GPU
/* All waves. Momenta of the legs and drawn helicities are in their places. */
FN void team_steps(const tree_team *t, GLOBAL const uint32 *words, GLOBAL const scalar *values)
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
FN real team_sum(const tree_team *t, GLOBAL const uint32 *words)
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

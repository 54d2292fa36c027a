/* Events of massless partons as kernels/shower/event.h lays them out: rows[row * EVENTS + slot].
 * Their kinds take turns, each with all numbers of partons. */
#ifndef TEST_PARTON_EVENTS_H
#define TEST_PARTON_EVENTS_H

#include "kernel_support.h"
#include "phase_space_points.h"

#include "shower/event_layout.h"

/* The room that kernels have unless they are told otherwise. */
enum { EVENTS = 4096, MOST_PARTONS = 32, EVENT_ROWS = EVENT_ROWS_FOR(MOST_PARTONS) };

enum parton_kind {
    ISOTROPIC, /* flat in phase space */
    JETS,      /* about two axes, at angles and with energies over orders of magnitude */
    SPLIT,     /* as the kind before, with two exact halves of a parton in each */
    PLANAR,    /* all in one plane, but for rounding */
    OPEN,      /* isotropic, but one parton has gone unseen */
    KINDS
};

static double event_rows[(size_t)EVENT_ROWS * EVENTS];

static inline double *event_row(int parton, int component, size_t slot)
{
    return event_rows + (size_t)(EVENT_PARTON + PARTON_ROWS * parton + component) * EVENTS + slot;
}
static inline double *event_count(size_t slot) { return event_rows + (size_t)EVENT_PARTONS * EVENTS + slot; }

/* The momentum that the device gets. */
static inline void parton_get(size_t slot, int parton, long double p[4])
{
    for (int c = 0; c < 4; ++c)
        p[c] = kernel_scalar(*event_row(parton, c, slot));
}
static inline void parton_set(size_t slot, int parton, const long double p[4])
{
    for (int c = 0; c < 4; ++c)
        *event_row(parton, c, slot) = (double)p[c];
}
static inline void event_set(size_t slot, int count, const long double p[][4])
{
    *event_count(slot) = count;
    for (int i = 0; i < count; ++i)
        parton_set(slot, i, p[i]);
}

/* Fills slots 0 to 3. They get a star and a tetrahedron of equal partons, seven along one line, one of them
 * without momentum, and two in one direction. */
static inline void events_symmetric(void)
{
    const long double h = sqrtl(3) / 2, t = 1 / sqrtl(3);
    const long double star[][4] = {{1, 1, 0, 0}, {1, -.5L, h, 0}, {1, -.5L, -h, 0}};
    const long double tetrahedron[][4] = {{1, t, t, t}, {1, t, -t, -t}, {1, -t, t, -t}, {1, -t, -t, t}};
    const long double line[][4] = {{3, 0, 0, 3}, {1, 0, 0, 1}, {2, 0, 0, -2}, {2, 0, 0, -2},
                                   {0},          {1, 0, 0, 1}, {1, 0, 0, -1}};
    event_set(0, 3, star);
    event_set(1, 4, tetrahedron);
    event_set(2, 7, line);
    event_set(3, 2, line);
}

static inline long double space_dot(const long double a[4], const long double b[4])
{
    return a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* A direction: anywhere, in the plane across (1, 2, 3), or within a wide range of small angles of an axis. */
static inline void direction_random(enum parton_kind kind, uint64_t *random, long double n[4])
{
    const long double pi = acosl(-1.0L), phi = 2 * pi * random_uniform(random);
    long double cosine = 2 * (long double)random_uniform(random) - 1,
                sine = sqrtl((1 - cosine) * (1 + cosine));
    if (kind == JETS || kind == SPLIT) {
        sine = powl(10, -6 * (long double)random_uniform(random));
        cosine = copysignl(sqrtl((1 - sine) * (1 + sine)), cosine);
    }
    n[1] = sine * cosl(phi), n[2] = sine * sinl(phi), n[3] = cosine;
    if (kind == PLANAR) {
        const long double u[2][4] = {{0, 2, -1, 0}, {0, 3, 6, -5}}; /* both across (1, 2, 3) */
        for (int c = 1; c < 4; ++c)
            n[c] = cosl(phi) * u[0][c] / sqrtl(5) + sinl(phi) * u[1][c] / sqrtl(70);
    }
}

/* Takes partons to the frame in which they are in balance, with 91.2 GeV in all. */
static inline void partons_balance(int count, long double p[][4])
{
    long double total[4] = {0};
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 4; ++c)
            total[c] += p[i][c];
    const long double mass = sqrtl(point_dot(total, total)), gamma = total[0] / mass, scale = 91.2L / mass;
    for (int i = 0; i < count; ++i) {
        const long double along = -space_dot(total, p[i]) / mass;
        for (int c = 1; c < 4; ++c)
            p[i][c] = scale * (p[i][c] - total[c] / mass * (p[i][0] + along / (1 + gamma)));
        p[i][0] = sqrtl(space_dot(p[i], p[i]));
    }
}

/* An event of a kind; two partons are back to back. */
static inline void event_random(size_t slot, enum parton_kind kind, int count, uint64_t *random)
{
    long double p[MOST_PARTONS + 1][4];
    const int drawn = count < 4 ? count : kind == SPLIT ? count - 1 : kind == OPEN ? count + 1 : count;
    const int wide = kind == ISOTROPIC || kind == OPEN;
    for (int i = 0; i < drawn; ++i) {
        const long double size = wide ? 1 : powl(10, -3 * (long double)random_uniform(random));
        p[i][0] = i < 2 ? 1 : -logl((long double)random_uniform(random) * random_uniform(random)) * size;
        direction_random(kind, random, p[i]);
        for (int c = 1; c < 4; ++c)
            p[i][c] = i == 1 && (count == 2 || !wide) ? -p[0][c] : p[i][c] * p[i][0];
    }
    partons_balance(drawn, p);
    if (drawn < count)
        for (int c = 0; c < 4; ++c)
            p[drawn][c] = p[1][c] /= 2;
    *event_count(slot) = count;
    for (int i = 0; i < count; ++i)
        parton_set(slot, i, p[i]);
}

/* Events of 2 to `most` partons; what no event uses is not a number. */
static inline void events_random(uint64_t seed, int most)
{
    for (size_t i = 0; i < sizeof event_rows / sizeof *event_rows; ++i)
        event_rows[i] = NAN;
    for (size_t slot = 0; slot < EVENTS; ++slot)
        event_random(slot, (enum parton_kind)(slot % KINDS), 2 + (int)(slot / KINDS) % (most - 1), &seed);
}

/* Runs `name` over all events, whose buffers are the events and `results` of each. */
static inline void events_run(const struct kernel *kernel, const char *name, size_t results, double *values)
{
    kernel_run(kernel, name,
               (struct kernel_array[]){{event_rows, sizeof event_rows / sizeof *event_rows, KERNEL_IN},
                                       {values, results * EVENTS, KERNEL_OUT}},
               2);
}

/* Events in the opposite order of slots, so that others are neighbours. */
static inline void events_reverse(void)
{
    for (int row = 0; row < EVENT_ROWS; ++row)
        for (size_t slot = 0; slot < EVENTS / 2; ++slot) {
            double *one = event_rows + (size_t)row * EVENTS + slot;
            double *other = event_rows + (size_t)(row + 1) * EVENTS - 1 - slot, kept = *one;
            *one = *other;
            *other = kept;
        }
}

/* Each event has the bits that it had among other neighbours, which come before and after events_reverse().
 */
static inline void assert_same_reversed(const double *before, const double *after, size_t results)
{
    for (size_t i = 0; i < results; ++i)
        for (size_t slot = 0; slot < EVENTS; ++slot)
            assert_memory_equal(before + i * EVENTS + slot, after + (i + 1) * EVENTS - 1 - slot,
                                sizeof *before);
}

#endif

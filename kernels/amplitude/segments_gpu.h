/* The segments of an event that a team of GLUON_TEAM threads shares, in the memory of their group. They are
 * for where an event has more currents than one thread has registers. Included by segments.h.
 *
 * 32 threads hold TEAM_EVENTS events. Number k of event e lies at k * TEAM_EVENTS + e, and segments of one
 * length are neighbours in the order of their first gluon. So the threads of a team, which work on
 * neighbouring segments, read from different banks. */
#ifndef TESSERA_AMPLITUDE_SEGMENTS_GPU_H
#define TESSERA_AMPLITUDE_SEGMENTS_GPU_H

#include "amplitude/tensor.h"

#define TEAM_EVENTS (32 / GLUON_TEAM)

/* Scalars of a number, numbers of a segment, scalars of an event: momenta, then segments. The place of the
 * last segment, which is the amplitude, has the last gluon's polarisation. */
#define NUMBER_SCALARS (1 + GLUON_POLARIZATION)
#define SEGMENT_SCALARS (NUMBER_SCALARS * (4 + PARTNER_NUMBERS))
#define TEAM_SCALARS EVENT_SCALARS(GLUONS, GLUON_POLARIZATION, PARTNER_NUMBERS)

/* The team's memory, at its event; `rank` is the thread's number in the team. */
typedef struct segments {
    LOCAL scalar *memory;
    int rank;
} segments;

/* Where segment i..j begins: those of length 1, then of length 2, ... */
FN int segment_place(int i, int j)
{
    int shorter = j - i;
    return 4 * GLUONS + SEGMENT_SCALARS * (shorter * LEGS - shorter * (shorter - 1) / 2 + i);
}

FN number number_fetch(const segments *s, int place)
{
#if GLUON_POLARIZATION == 0
    return s->memory[place * TEAM_EVENTS];
#else
    return c_set(s->memory[place * TEAM_EVENTS], s->memory[(place + 1) * TEAM_EVENTS]);
#endif
}

FN void number_put(const segments *s, int place, number a)
{
#if GLUON_POLARIZATION == 0
    s->memory[place * TEAM_EVENTS] = a;
#else
    s->memory[place * TEAM_EVENTS] = a.re;
    s->memory[(place + 1) * TEAM_EVENTS] = a.im;
#endif
}

FN vector4 segment_momentum(const segments *s, int i)
{
    LOCAL const scalar *p = s->memory + 4 * i * TEAM_EVENTS;
    vector4 momentum = {p[0], p[TEAM_EVENTS], p[2 * TEAM_EVENTS], p[3 * TEAM_EVENTS]};
    return momentum;
}

FN void momentum_put(const segments *s, int i, vector4 momentum)
{
    LOCAL scalar *p = s->memory + 4 * i * TEAM_EVENTS;
    p[0] = momentum.e;
    p[TEAM_EVENTS] = momentum.x;
    p[2 * TEAM_EVENTS] = momentum.y;
    p[3 * TEAM_EVENTS] = momentum.z;
}

FN current segment_fetch(const segments *s, int i, int j)
{
    int place = segment_place(i, j);
    current J;
    J.e = number_fetch(s, place);
    J.x = number_fetch(s, place + NUMBER_SCALARS);
    J.y = number_fetch(s, place + 2 * NUMBER_SCALARS);
    J.z = number_fetch(s, place + 3 * NUMBER_SCALARS);
    return J;
}

#if PARTNER_NUMBERS == 1
FN number partner_fetch(const segments *s, int i, int j)
{
    return number_fetch(s, segment_place(i, j) + 4 * NUMBER_SCALARS);
}

FN void partner_put(const segments *s, int place, number D) { number_put(s, place, D); }
#else
FN tensor partner_fetch(const segments *s, int i, int j)
{
    int place = segment_place(i, j) + 4 * NUMBER_SCALARS;
    tensor F;
    F.ex = number_fetch(s, place);
    F.ey = number_fetch(s, place + NUMBER_SCALARS);
    F.ez = number_fetch(s, place + 2 * NUMBER_SCALARS);
    F.xy = number_fetch(s, place + 3 * NUMBER_SCALARS);
    F.xz = number_fetch(s, place + 4 * NUMBER_SCALARS);
    F.yz = number_fetch(s, place + 5 * NUMBER_SCALARS);
    return F;
}

FN void partner_put(const segments *s, int place, tensor F)
{
    number_put(s, place, F.ex);
    number_put(s, place + NUMBER_SCALARS, F.ey);
    number_put(s, place + 2 * NUMBER_SCALARS, F.ez);
    number_put(s, place + 3 * NUMBER_SCALARS, F.xy);
    number_put(s, place + 4 * NUMBER_SCALARS, F.xz);
    number_put(s, place + 5 * NUMBER_SCALARS, F.yz);
}
#endif

FN void segment_put(const segments *s, int i, int j, current J, segment_partner partner)
{
    int place = segment_place(i, j);
    number_put(s, place, J.e);
    number_put(s, place + NUMBER_SCALARS, J.x);
    number_put(s, place + 2 * NUMBER_SCALARS, J.y);
    number_put(s, place + 3 * NUMBER_SCALARS, J.z);
    partner_put(s, place + 4 * NUMBER_SCALARS, partner);
}

#endif

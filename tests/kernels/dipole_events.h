/* Events before they shower: two partons that come in make two partons and a boson, and dipoles of all kinds.
 */
#ifndef TEST_DIPOLE_EVENTS_H
#define TEST_DIPOLE_EVENTS_H

#include "beam_events.h"

#include <string.h>

/* Of both that come in and both that go out; `mass` of those of these that are no gluons, GeV. */
struct beginning {
    double pdg[4];
    double colour[4], anticolour[4];
    double mass;
};
static const struct beginning beginnings[] = {{{2, -2, 21, 21}, {0, 3, 1, 2}, {1, 0, 2, 3}, 0},
                                              {{21, 21, 3, -3}, {2, 3, 1, 0}, {1, 2, 0, 3}, 0},
                                              {{2, 21, 2, 21}, {0, 1, 3, 2}, {1, 2, 0, 3}, 0},
                                              {{21, -1, 21, -1}, {2, 1, 3, 0}, {3, 0, 1, 2}, 0}};
static const double boson_mass = 91;
enum {
    NUMBER_PDG = BEAM_NUMBERS,
    NUMBER_COLOUR = NUMBER_PDG + 4,
    NUMBER_ANTICOLOUR = NUMBER_COLOUR + 4,
    NUMBER_MASS = NUMBER_ANTICOLOUR + 4,
    NUMBER_START,
    NUMBERS
};
/* What an event has before and behind its first emission. There is room for no more. */
enum { BEFORE = 5, BEHIND = BEFORE + 1 };

static const char dipole_begin[] = KERNEL_TEXT(FN void integrand_begin(CONSTANT parameters *p,
                                                                       GLOBAL const scalar *tables,
                                                                       event_number event, event_state state,
                                                                       event_list events, uint32 slot) {
    const index slots = w_index(w_lane() + w_set(slot));
    const real none = R(0.0);
    real colour[5], anticolour[5], plus = R(0.0), minus = R(0.0), x = R(0.0), y = R(0.0);
    (void)state;
    event_begin(events, slot, r_set(p->start));
    event_store(events, EVENT_BOOST, slot, R(1.0));
    for (int i = 2; i < 5; ++i) {
        real a[2], b[2], sine, cosine;
        uniform_pair(event, STREAM_SAMPLING, (uint32)(2 * i), a);
        uniform_pair(event, STREAM_SAMPLING, (uint32)(2 * i + 1), b);
        const real pt = R(20.0) + R(80.0) * a[0], rapidity = r_exp(R(4.0) * a[1] - R(2.0));
        r_sincos_2pi(b[0], &sine, &cosine);
        const mask boson = i < 4 ? m_none() : m_all();
        const real px = r_select(boson, -x, pt * cosine), py = r_select(boson, -y, pt * sine);
        const mask gluon = i < 4 ? r_set(p->pdg[i]) == R(21.0) : m_none();
        const real own = i < 4 ? r_set(p->mass) : R(91.0);
        const real mass = r_select(gluon, none, own), mt = r_sqrt(px * px + py * py + mass * mass);
        const real up = mt * rapidity, down = mt / rapidity;
        const vector4 q = {R(0.5) * (up + down), px, py, R(0.5) * (up - down)};
        x = x + px;
        y = y + py;
        plus = plus + up;
        minus = minus + down;
        colour[i] = i < 4 ? r_set(p->colour[i]) : none;
        anticolour[i] = i < 4 ? r_set(p->anticolour[i]) : none;
        event_set_parton(events, slot, i, q, i < 4 ? r_set(p->pdg[i]) : R(23.0), colour[i], anticolour[i]);
        event_store(events, EVENT_PARTON + i * PARTON_ROWS + PARTON_MASS, slot, mass);
    }
    for (int i = 0; i < 2; ++i) {
        const real energy = R(0.5) * (i ? minus : plus);
        const vector4 q = {energy, none, none, i ? -energy : energy};
        colour[i] = r_set(p->colour[i]);
        anticolour[i] = r_set(p->anticolour[i]);
        event_set_parton(events, slot, i, q, r_set(p->pdg[i]), colour[i], anticolour[i]);
    }
    event_join_lines(events, m_all(), slots, colour, anticolour, 5);
    beams_measure(p, tables, events, m_all(), slots, r_set(p->start));
    dipoles_measure(p, events, m_all(), slots, event_fetch(events, EVENT_DIPOLES, slot));
});

/* Events with their first emission, or before it; `constants`: what stands before all. */
static inline struct events dipole_events_make(const struct beam_shower *shower, const struct beginning *of,
                                               const char *constants, int count, size_t slots)
{
    double numbers[NUMBERS];
    memcpy(numbers, shower->numbers, sizeof shower->numbers);
    for (int i = 0; i < 4; ++i) {
        numbers[NUMBER_PDG + i] = of->pdg[i];
        numbers[NUMBER_COLOUR + i] = of->colour[i];
        numbers[NUMBER_ANTICOLOUR + i] = of->anticolour[i];
    }
    numbers[NUMBER_MASS] = of->mass;
    numbers[NUMBER_START] = count == BEHIND ? 8 : 0; /* ln t; 0: below the cut-off */
    const struct beam_process process = {constants, "scalar pdg[4], colour[4], anticolour[4], mass, start;",
                                         dipole_begin, numbers, NUMBERS};
    return beam_events_make(shower, &process, BEHIND, slots);
}

#endif

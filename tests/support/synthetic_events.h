/* Events made of random numbers, of two to sixteen partons in a line of colour; they conserve nothing. */
#ifndef TESSERA_TESTS_SYNTHETIC_EVENTS_H
#define TESSERA_TESTS_SYNTHETIC_EVENTS_H

#include "io/event.h"

#include <math.h>

enum { SYNTHETIC_PARTICLES = 18 };

struct synthetic {
    uint64_t state;
    struct event event;
    struct event_particle particles[SYNTHETIC_PARTICLES];
};

static inline double synthetic_uniform(struct synthetic *source)
{
    source->state = source->state * 6364136223846793005u + 1442695040888963407u;
    return ldexp((double)((source->state ^ source->state >> 29) >> 11), -53);
}

static inline void synthetic_parton(struct synthetic *source, int i, int count)
{
    const double sizes[] = {1e2, 1, 1e-9, 1e13};
    const double size = sizes[(int)(4 * synthetic_uniform(source))];
    struct event_particle *p = &source->particles[2 + i];
    *p = (struct event_particle){.status = EVENT_FINAL, .pdg = i == 0 ? 5 : i == count - 1 ? -5 : 21};
    p->x = size * (synthetic_uniform(source) - 0.5);
    p->y = size * (synthetic_uniform(source) - 0.5);
    p->z = i % 5 ? size * (synthetic_uniform(source) - 0.5) : 0;
    p->mass = i % 7 ? 0 : 4.75;
    p->e = sqrt(p->x * p->x + p->y * p->y + p->z * p->z + p->mass * p->mass);
    p->colour = i == count - 1 ? 0 : 501 + i;
    p->anticolour = i == 0 ? 0 : 500 + i;
}

/* The next event; its number may be any of 64 bits, its weight of any sign. */
static inline const struct event *synthetic_next(struct synthetic *source)
{
    struct event *event = &source->event;
    const int partons = 2 + (int)(15 * synthetic_uniform(source));
    const double energy = 45.6 * (1 + synthetic_uniform(source));
    source->particles[0] = (struct event_particle){.e = energy, .z = energy, .pdg = 11, .status = EVENT_BEAM};
    source->particles[1] =
        (struct event_particle){.e = energy, .z = -energy, .pdg = -11, .status = EVENT_BEAM};
    for (int i = 0; i < partons; ++i)
        synthetic_parton(source, i, partons);
    event->tried += 1 + (uint64_t)(3 * synthetic_uniform(source));
    event->number = source->state;
    event->weight = 4e4 * (synthetic_uniform(source) - 0.1);
    event->incoming = 2;
    event->outgoing = partons;
    event->particles = source->particles;
    return event;
}

#endif

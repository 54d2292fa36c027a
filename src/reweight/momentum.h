/* Momenta of particles as events have them: sums, and boosts into and out of rest frames. */
#ifndef TESSERA_REWEIGHT_MOMENTUM_H
#define TESSERA_REWEIGHT_MOMENTUM_H

#include "tessera/events.h"

#include <math.h>

struct momentum {
    double e, x, y, z; /* GeV */
};

static inline struct momentum momentum_of(const ts_event_particle *particle)
{
    return (struct momentum){particle->e, particle->x, particle->y, particle->z};
}

static inline void momentum_give(ts_event_particle *particle, struct momentum p)
{
    particle->e = p.e;
    particle->x = p.x;
    particle->y = p.y;
    particle->z = p.z;
}

static inline double momentum_square(struct momentum p)
{
    return (p.e - p.z) * (p.e + p.z) - p.x * p.x - p.y * p.y;
}

static inline double momentum_mass(struct momentum p) { return sqrt(fmax(0, momentum_square(p))); }

static inline struct momentum momentum_sum(struct momentum a, struct momentum b)
{
    return (struct momentum){a.e + b.e, a.x + b.x, a.y + b.y, a.z + b.z};
}

/* A momentum in the rest frame of `frame` (sign -1), or one there as the laboratory has it (sign 1). */
static inline struct momentum momentum_boost(struct momentum p, struct momentum frame, double mass, int sign)
{
    const double along = sign * (p.x * frame.x + p.y * frame.y + p.z * frame.z);
    const double e = (p.e * frame.e + along) / mass, factor = sign * (p.e + e) / (frame.e + mass);
    return (struct momentum){e, p.x + factor * frame.x, p.y + factor * frame.y, p.z + factor * frame.z};
}

#endif

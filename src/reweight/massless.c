#include "reweight/massless.h"

#include "io/les_houches.h"
#include "reweight/momentum.h"
#include "reweight/rescale.h"

#include <string.h>

enum { FINAL = 1 };

/* The largest mass that is taken for a shower's alone, of a b quark [GeV]. */
static const double light_most = 5.5;

static int is_external(const ts_event_particle *p)
{
    return p->status == LES_HOUCHES_INCOMING || p->status == FINAL;
}

/* Whether a file has a mass for a particle that the model has none for. */
static int has_mass(const ts_model *model, const ts_event_particle *p)
{
    if (!is_external(p) || !(p->mass > 0) || p->mass > light_most)
        return 0;
    const ts_particle *known = ts_model_particle(model, p->pdg);
    return known && known->mass == 0;
}

/* Gives two particles that come in no mass, which keep their sum and, in its rest frame, their axis. */
static int put_incoming(ts_event_particle *one, ts_event_particle *other)
{
    const struct momentum sum = momentum_sum(momentum_of(one), momentum_of(other));
    const double mass = momentum_mass(sum);
    if (!(mass > 0))
        return 0;
    const struct momentum p = momentum_boost(momentum_of(one), sum, mass, -1);
    const double length = sqrt(p.x * p.x + p.y * p.y + p.z * p.z), half = mass / 2;
    if (!(length > 0))
        return 0;
    for (int sign = 1; sign >= -1; sign -= 2) {
        const double scale = sign * half / length;
        const struct momentum at_rest = {half, scale * p.x, scale * p.y, scale * p.z};
        ts_event_particle *put = sign > 0 ? one : other;
        momentum_give(put, momentum_boost(at_rest, sum, mass, 1));
        put->mass = 0;
    }
    return 1;
}

/* Moves what comes in, where one of both has a mass; returns 0 where that cannot be. */
static int move_incoming(const ts_event *event, const double *masses, ts_event_particle *particles)
{
    ts_event_particle *in[2];
    int count = 0, has = 0;
    for (size_t i = 0; i < event->particle_count; ++i)
        if (particles[i].status == LES_HOUCHES_INCOMING) {
            if (count == 2)
                return 0;
            in[count++] = &particles[i];
            has |= masses[i] >= 0;
        }
    return !has || (count == 2 && put_incoming(in[0], in[1]));
}

const ts_event_particle *massless_put(const ts_model *model, const ts_event *event,
                                      ts_event_particle particles[MASSLESS_PARTICLES_MOST])
{
    const size_t count = event->particle_count;
    const ts_event_particle *heaviest = NULL;
    double masses[MASSLESS_PARTICLES_MOST];
    if (count > MASSLESS_PARTICLES_MOST)
        return NULL;
    for (size_t i = 0; i < count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const int has = has_mass(model, p);
        masses[i] = has ? 0 : -1;
        if (is_external(p) && !(p->e > 0)) /* which no momentum has that can be moved */
            return NULL;
        if (has && (!heaviest || p->mass > heaviest->mass))
            heaviest = p;
    }
    if (!heaviest || rescale_find_circle(event->particles, count) < count)
        return NULL;
    memcpy(particles, event->particles, count * sizeof *particles);
    const int fits = rescale(event->particles, count, masses, particles) > 0;
    return fits && move_incoming(event, masses, particles) ? heaviest : NULL;
}

/* The record of an event: what it is to everything behind the matrix element, as rows of numbers.
 *
 * Row r of the event in slot s lies at rows[r * capacity + s]. Neighbouring slots are neighbours in memory,
 * so that LANES of them are one vector. The beams are not among the particles: they are the run's. Whole
 * numbers are kept as scalars. */
#ifndef TESSERA_EVENT_RECORD_H
#define TESSERA_EVENT_RECORD_H

#include "event/record_layout.h"
#include "lorentz.h"

typedef struct record_list {
    GLOBAL scalar *rows;
    uint32 capacity;
} record_list;

/* A particle of LANES neighbouring events. */
typedef struct record_particle {
    vector4 momentum;
    real mass, pdg, colour, anticolour, helicity;
    real scale; /* at which clustering takes it off, GeV; 0: events have none */
} record_particle;

FN void record_store(record_list records, int row, uint32 slot, real value)
{
    r_store(records.rows + (uint64)row * records.capacity + slot, value);
}

/* The records of a configuration of the events, each with room for so many particles (integrand.h). */
FN record_list record_configuration(record_list records, int configuration, int particles)
{
    records.rows = records.rows + (uint64)(RECORD_ROWS_FOR(particles) * configuration) * records.capacity;
    return records;
}

/* Begins LANES neighbouring records: so many particles, nothing chosen. */
FN void record_begin(record_list records, uint32 slot, int particles)
{
    for (int row = 0; row < RECORD_PARTICLE; ++row)
        record_store(records, row, slot, R(0.0));
    record_store(records, RECORD_PARTICLES, slot, r_set((scalar)particles));
}

/* Puts a particle at a place of the lists, from 0. The first `incoming`, none or two, come out of the beams,
 * one out of each. All others come from these, or from the beams themselves, which are particles 1 and 2. */
FN void record_put(record_list records, uint32 slot, int place, int incoming, record_particle particle)
{
    const int comes_in = place < incoming, mother1 = comes_in ? place + 1 : incoming + 1,
              mother2 = comes_in ? 0 : incoming + 2;
    const int row = RECORD_PARTICLE + PARTICLE_ROWS * place;
    record_store(records, row + PARTICLE_E, slot, particle.momentum.e);
    record_store(records, row + PARTICLE_X, slot, particle.momentum.x);
    record_store(records, row + PARTICLE_Y, slot, particle.momentum.y);
    record_store(records, row + PARTICLE_Z, slot, particle.momentum.z);
    record_store(records, row + PARTICLE_MASS, slot, particle.mass);
    record_store(records, row + PARTICLE_PDG, slot, particle.pdg);
    record_store(records, row + PARTICLE_STATUS, slot,
                 r_set((scalar)(comes_in ? STATUS_INCOMING : STATUS_FINAL)));
    record_store(records, row + PARTICLE_MOTHER1, slot, r_set((scalar)mother1));
    record_store(records, row + PARTICLE_MOTHER2, slot, r_set((scalar)mother2));
    record_store(records, row + PARTICLE_COLOUR, slot, particle.colour);
    record_store(records, row + PARTICLE_ANTICOLOUR, slot, particle.anticolour);
    record_store(records, row + PARTICLE_HELICITY, slot, particle.helicity);
    record_store(records, row + PARTICLE_SCALE, slot, particle.scale);
}

/* A massless particle whose helicity nobody knows. */
FN record_particle record_massless(vector4 momentum, real pdg, real colour, real anticolour)
{
    record_particle particle = {momentum, R(0.0), pdg, colour, anticolour, r_set((scalar)HELICITY_UNKNOWN),
                                R(0.0)};
    return particle;
}

#endif

/* The recursion alone, for measuring it: an item is LANES events, whose momenta
 * and polarisations lie ready in memory. Buffers: the momenta and the polarisations
 * [items][GLUONS][4][LANES], squares [items][LANES], and where the number of lanes
 * goes, 64 bits. */
#ifndef TESSERA_PROCESS_GLUON_RECURSION_CPU_H
#define TESSERA_PROCESS_GLUON_RECURSION_CPU_H

#include "amplitude/gluons.h"
#include "amplitude/polarization.h"
#define FINAL (GLUONS - 2)
#include "map_cpu.h"
#include "phase_space/rambo.h"
#include "random.h"

FN void store_vector(scalar *numbers, vector4 p)
{
    r_store(numbers, p.e);
    r_store(numbers + LANES, p.x);
    r_store(numbers + 2 * LANES, p.y);
    r_store(numbers + 3 * LANES, p.z);
}

FN vector4 fetch_vector(const scalar *numbers)
{
    vector4 p = {r_fetch(numbers), r_fetch(numbers + LANES), r_fetch(numbers + 2 * LANES),
                 r_fetch(numbers + 3 * LANES)};
    return p;
}

/* Fills the first two buffers with points of flat phase space. */
MAP_ENTRY gluon_recursion_prepare(void *const *buffers, uint64 first, uint64 count)
{
    scalar *momenta = buffers[0], *polarizations = buffers[1];
    *(uint64 *)buffers[3] = LANES;
    for (uint64 item = first; item < first + count; ++item) {
        event_number event = {w_lane(), w_set((uint32)item), 1, 0};
        real u[RAMBO_NUMBERS + 2], energy = R(8.0), half = R(0.5) * energy;
        for (int i = 0; i < RAMBO_NUMBERS; i += 2)
            uniform_pair(event, STREAM_SAMPLING, (uint32)i / 2, u + i);
        vector4 p[GLUONS] = {{-half, R(0.0), R(0.0), -half}, {-half, R(0.0), R(0.0), half}};
        rambo(u, energy, p + 2);
        for (int i = 0; i < GLUONS; ++i) {
            uint64 at = (item * GLUONS + (uint64)i) * 4 * LANES;
            store_vector(momenta + at, p[i]);
            store_vector(polarizations + at, polarization_real(p[i], u[i]));
        }
    }
}

MAP_ENTRY gluon_recursion_run(void *const *buffers, uint64 first, uint64 count)
{
    const scalar *momenta = buffers[0], *polarizations = buffers[1];
    scalar *squares = buffers[2];
    for (uint64 item = first; item < first + count; ++item) {
        vector4 momentum[GLUONS];
        current polarization[GLUONS];
        for (int i = 0; i < GLUONS; ++i) {
            uint64 at = (item * GLUONS + (uint64)i) * 4 * LANES;
            momentum[i] = fetch_vector(momenta + at);
            polarization[i] = fetch_vector(polarizations + at);
        }
        r_store(squares + item * LANES, gluon_amplitude_squared(momentum, polarization));
    }
}

#endif

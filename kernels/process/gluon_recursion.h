/* The recursion alone, for measuring it: an item is LANES events, whose momenta
 * and polarisations lie ready in memory. Buffers: the momenta and the polarisations,
 * 4 GLUONS numbers of each event, and the squares. */
#ifndef TESSERA_PROCESS_GLUON_RECURSION_H
#define TESSERA_PROCESS_GLUON_RECURSION_H

#include "amplitude/gluons.h"
#include "amplitude/polarization.h"
#define FINAL (GLUONS - 2)
#include "map.h"
#include "phase_space/rambo.h"
#include "random.h"

#ifndef RECURSION_ITEMS
#define RECURSION_ITEMS 256
#endif

/* What neighbouring threads read are neighbours in memory; a vector's event lies together. */
#ifdef GPU
#define RECURSION_PLACE(item, number) ((number) * (uint64)RECURSION_ITEMS + (item))
#else
#define RECURSION_PLACE(item, number) ((item) * (4 * GLUONS * LANES) + (number) * (uint64)LANES)
#endif

FN void recursion_store(GLOBAL scalar *numbers, uint64 item, int gluon, vector4 p)
{
    r_store(numbers + RECURSION_PLACE(item, 4 * gluon), p.e);
    r_store(numbers + RECURSION_PLACE(item, 4 * gluon + 1), p.x);
    r_store(numbers + RECURSION_PLACE(item, 4 * gluon + 2), p.y);
    r_store(numbers + RECURSION_PLACE(item, 4 * gluon + 3), p.z);
}

FN vector4 recursion_fetch(GLOBAL const scalar *numbers, uint64 item, int gluon)
{
    vector4 p;
    p.e = r_fetch(numbers + RECURSION_PLACE(item, 4 * gluon));
    p.x = r_fetch(numbers + RECURSION_PLACE(item, 4 * gluon + 1));
    p.y = r_fetch(numbers + RECURSION_PLACE(item, 4 * gluon + 2));
    p.z = r_fetch(numbers + RECURSION_PLACE(item, 4 * gluon + 3));
    return p;
}

/* Fills the first two buffers with points of flat phase space. */
MAP(gluon_recursion_prepare, GLOBAL scalar *, momenta, GLOBAL scalar *, polarizations, GLOBAL scalar *,
    squares, GLOBAL scalar *, none)
{
    (void)squares;
    (void)none;
    event_number event = {w_lane(), w_set((uint32)item), 1, 0};
    real u[RAMBO_NUMBERS + 2], energy = R(8.0), beam = R(0.5) * energy, zero = R(0.0);
    for (int i = 0; i < RAMBO_NUMBERS; i += 2)
        uniform_pair(event, STREAM_SAMPLING, (uint32)i / 2, u + i);
    vector4 p[GLUONS], first = {-beam, zero, zero, -beam}, second = {-beam, zero, zero, beam};
    p[0] = first;
    p[1] = second;
    rambo(u, energy, p + 2);
    for (int i = 0; i < GLUONS; ++i) {
        recursion_store(momenta, item, i, p[i]);
        recursion_store(polarizations, item, i, polarization_real(p[i], u[i]));
    }
}

MAP(gluon_recursion_run, GLOBAL const scalar *, momenta, GLOBAL const scalar *, polarizations,
    GLOBAL scalar *, squares, GLOBAL scalar *, none)
{
    (void)none;
    vector4 momentum[GLUONS];
    current polarization[GLUONS];
    for (int i = 0; i < GLUONS; ++i) {
        momentum[i] = recursion_fetch(momenta, item, i);
        polarization[i] = recursion_fetch(polarizations, item, i);
    }
    r_store(squares + item * LANES, gluon_amplitude_squared(momentum, polarization));
}

#endif

/* The recursion alone, for measuring it: an item is LANES events, each evaluated RECURSION_REPEATS times
 * from the same registers. Buffer: the sum of the squares of each event. */

#include "amplitude/gluons.h"
#include "amplitude/polarization.h"
#define FINAL (GLUONS - 2)
#include "map.h"
#include "phase_space/rambo.h"
#include "random.h"

/* So many that making the event does not count. */
#ifndef RECURSION_REPEATS
#define RECURSION_REPEATS 256
#endif

/* The compiler must take the vector for a new one. */
FN vector4 recursion_opaque(vector4 p)
{
    vector4 q = {r_opaque(p.e), r_opaque(p.x), r_opaque(p.y), r_opaque(p.z)};
    return q;
}

/* A point of flat phase space, all momenta outgoing, and polarisations. */
FN void recursion_event(uint64 item, vector4 momentum[GLUONS], current polarization[GLUONS])
{
    event_number event = {w_lane(), w_set((uint32)item), 1, 0};
    real u[RAMBO_NUMBERS + 2], energy = R(8.0), beam = R(0.5) * energy, zero = R(0.0);
    for (int i = 0; i < RAMBO_NUMBERS; i += 2)
        uniform_pair(event, STREAM_SAMPLING, (uint32)i / 2, u + i);
    vector4 first = {-beam, zero, zero, -beam}, second = {-beam, zero, zero, beam};
    momentum[0] = first;
    momentum[1] = second;
    rambo(u, energy, momentum + 2);
    for (int i = 0; i < GLUONS; ++i)
        polarization[i] = polarization_real(momentum[i], u[i]);
}

MAP(gluon_recursion, GLOBAL scalar *, squares, GLOBAL scalar *, none1, GLOBAL scalar *, none2,
    GLOBAL scalar *, none3)
{
    (void)none1;
    (void)none2;
    (void)none3;
    vector4 momentum[GLUONS];
    current polarization[GLUONS];
    recursion_event(item, momentum, polarization);
    real sum = R(0.0);
    for (int repeat = 0; repeat < RECURSION_REPEATS; ++repeat) {
        UNROLL
        for (int i = 0; i < GLUONS; ++i) {
            momentum[i] = recursion_opaque(momentum[i]);
            polarization[i] = recursion_opaque(polarization[i]);
        }
        sum = sum + gluon_amplitude_squared(momentum, polarization);
    }
    r_store(squares + item * LANES, sum);
}

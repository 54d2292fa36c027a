/* Events of q q~ > photons for measuring amplitudes alone: points of flat phase space without cuts. */

#include "amplitude/photons.h"
#define FINAL PHOTONS
#include "phase_space/rambo.h"
#include "random.h"

/* The events of an item, LANES of them, in units where energies are near one. */
FN void time_event(uint64 item, vector4 photon[PHOTONS], vector4 *quark, vector4 *antiquark)
{
    event_number event = {w_lane(), w_set((uint32)item), 1, 0};
    real u[RAMBO_NUMBERS + 2], energy = R(8.0), beam = R(0.5) * energy, zero = R(0.0);
    for (int i = 0; i < RAMBO_NUMBERS; i += 2)
        uniform_pair(event, STREAM_SAMPLING, (uint32)i / 2, u + i);
    vector4 along = {beam, zero, zero, beam}, against = {beam, zero, zero, -beam};
    *quark = along;
    *antiquark = against;
    rambo(u, energy, photon);
}

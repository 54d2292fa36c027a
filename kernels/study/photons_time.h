/* The amplitude of q q~ > photons alone, for measuring it: an item is LANES events, each evaluated
 * TIME_REPEATS times from the same registers, polarisations included. Buffer: the sum of the squares of each
 * event. PHOTONS_FORM: the form of one helicity configuration (amplitude/photons.h), or FORM_SUM, the sum
 * over all of them. */

#include "map.h"
#include "study/photons_time_event.h"

#ifndef TIME_REPEATS
#define TIME_REPEATS 1
#endif

#define FORM_SUM 3

/* The compiler must take the vector for a new one. */
FN vector4 time_opaque(vector4 p)
{
    vector4 q = {r_opaque(p.e), r_opaque(p.x), r_opaque(p.y), r_opaque(p.z)};
    return q;
}

FN real time_square(const photon_line *line, uint32 helicities)
{
#if PHOTONS_FORM == FORM_SUM
    (void)helicities;
    return photons_squared(line);
#else
    return c_norm(photons_amplitude(line, helicities));
#endif
}

MAP(photons_time, GLOBAL scalar *, squares, GLOBAL scalar *, none1, GLOBAL scalar *, none2, GLOBAL scalar *,
    none3)
{
    (void)none1;
    (void)none2;
    (void)none3;
    vector4 photon[PHOTONS], quark, antiquark;
    photon_line line;
    time_event(item, photon, &quark, &antiquark);
    real sum = R(0.0);
    for (int repeat = 0; repeat < TIME_REPEATS; ++repeat) {
        for (int i = 0; i < PHOTONS; ++i)
            photon[i] = time_opaque(photon[i]);
        photon_line_make(quark, antiquark, photon, &line);
        /* Neither first nor last are all alike, where the amplitude vanishes. */
        sum = sum + time_square(&line, 1 + (uint32)repeat % ((1 << PHOTONS) - 2));
    }
    r_store(squares + item * LANES, sum);
}

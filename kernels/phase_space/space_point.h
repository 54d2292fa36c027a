/* What every kind of phase space of derived processes gives for an event. Each kind is a header of its own,
 * space_NAME.h, which programs include by the kind's row (src/phase_space/phase_space_kind.c). It has
 *
 *   SPACE_AXES, SPACE_NUMBERS   its random numbers, and its run-time numbers
 *   space_mass()                the mass of a final particle
 *   space_sample()              random numbers to an event; the lanes within the beams' energy */
#ifndef TESSERA_PHASE_SPACE_SPACE_POINT_H
#define TESSERA_PHASE_SPACE_SPACE_POINT_H

#include "functions.h"
#include "lorentz.h"
#include "process/state_momenta.h"

#ifndef FINAL
#define FINAL 2
#endif

typedef struct space_point {
    vector4 rest[FINAL], laboratory[FINAL]; /* momenta where the partons rest, and where the beams meet */
    real weight;                            /* of phase space and flux, but for what is constant */
    real log_x[2];                          /* of the momentum fractions of both legs */
} space_point;

/* Which of the channels an event is of, and the beams. */
typedef struct space_setting {
    CONSTANT scalar *node; /* [SPACE_NUMBERS] */
    int channel, channels;
    scalar root_s;
} space_setting;

/* Between two hadrons: the rest, once momenta in the laboratory are there. `plus`, `minus`: E + p_z and E -
 * p_z of all of them; `weight`: of phase space. */
FN void space_between(space_setting setting, real plus, real minus, real weight, space_point *point)
{
    const real inverse = R(1.0) / r_set(setting.root_s), back = r_sqrt(minus / plus);
    const real x1 = plus * inverse, x2 = minus * inverse;
    for (int i = 0; i < FINAL; ++i)
        point->rest[i] = state_laboratory(point->laboratory[i], R(1.0), back);
    point->weight = weight / (x1 * x1 * x2 * x2);
    point->log_x[0] = r_log(x1);
    point->log_x[1] = r_log(x2);
}

#endif

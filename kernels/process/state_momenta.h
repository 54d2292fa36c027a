/* Momenta in an event's state, four numbers each from its beginning on, in the partons' rest frame. */
#ifndef TESSERA_PROCESS_STATE_MOMENTA_H
#define TESSERA_PROCESS_STATE_MOMENTA_H

#include "integrand.h"
#include "lorentz.h"

FN void state_put_momentum(real state[], int i, vector4 p)
{
    state[4 * i] = p.e;
    state[4 * i + 1] = p.x;
    state[4 * i + 2] = p.y;
    state[4 * i + 3] = p.z;
}

FN vector4 state_momentum(event_state state, int i)
{
    vector4 p = {state_fetch(state, 4 * i), state_fetch(state, 4 * i + 1), state_fetch(state, 4 * i + 2),
                 state_fetch(state, 4 * i + 3)};
    return p;
}

/* A momentum in the laboratory, which moves along z against the partons' rest frame: exp of its rapidity is
 * `boost`; times a unit. */
FN vector4 state_laboratory(vector4 p, real unit, real boost)
{
    real back = R(1.0) / boost, halved = R(0.5) * unit;
    real along = (p.e + p.z) * boost, against = (p.e - p.z) * back;
    vector4 q = {halved * (along + against), unit * p.x, unit * p.y, halved * (along - against)};
    return q;
}

#endif

/* Momenta by their light-cone components, which large rapidities leave exact. */
#ifndef TESSERA_PHASE_SPACE_LIGHT_VECTOR_H
#define TESSERA_PHASE_SPACE_LIGHT_VECTOR_H

#include "functions.h"
#include "lorentz.h"

/* E + pz, E - pz, px, py */
typedef struct light_vector {
    real plus, minus, x, y;
} light_vector;

FN light_vector light_add(light_vector a, light_vector b)
{
    light_vector c = {a.plus + b.plus, a.minus + b.minus, a.x + b.x, a.y + b.y};
    return c;
}

FN real light_pt2(light_vector p) { return r_fma(p.x, p.x, p.y * p.y); }

FN vector4 light_momentum(light_vector p)
{
    vector4 q = {R(0.5) * (p.plus + p.minus), p.x, p.y, R(0.5) * (p.plus - p.minus)};
    return q;
}

#endif

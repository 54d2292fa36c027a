/* Event shapes of e+ e- annihilation with respect to the thrust axis n (thrust.h), which halves an event into
 * two hemispheres h. Partons are massless; P = sum |p_k| over all of them.
 *
 *   1 - T = sum (|p_k| - |p_k . n|) / P
 *   jet masses sqrt(M_h^2) / P, M_h^2 = (sum_h p_k)^2, the heavy and the light one
 *       (L. Clavelli, Phys. Lett. B 85 (1979) 111)
 *   jet broadenings B_h = sum_h |p_k x n| / (2 P), the wide and the narrow one
 *       (S. Catani, G. Turnock, B. R. Webber, Phys. Lett. B 295 (1992) 269)
 *
 * With |p_k| - |p_k . n| = perp_k^2 / (|p_k| + |p_k . n|) nothing cancels in narrow jets. With these as the
 * small components, M_h^2 = sum plus * sum minus - (sum perp)^2. The last is next to nothing where momentum
 * is conserved; elsewhere M_h^2 is as good as a difference can be. */
#ifndef TESSERA_OBSERVABLE_EVENT_SHAPES_H
#define TESSERA_OBSERVABLE_EVENT_SHAPES_H

#include "observable/histogram_bin.h"
#include "observable/thrust.h"

/* Of events with fewer than three partons all are HISTOGRAM_NONE. */
typedef struct event_shape_values {
    real thrust; /* 1 - T */
    real heavy_mass, light_mass;
    real wide, narrow; /* broadenings */
} event_shape_values;

/* Sums over the partons of a hemisphere. */
typedef struct event_hemisphere {
    real plus, minus; /* |p| + |p . n| and |p| - |p . n| */
    real across;      /* |p x n| */
    vector3 perp;     /* p - (p . n) n */
} event_hemisphere;

/* Takes the momenta of events; sum |p_k|. */
FN real event_momenta(event_list events, uint32 slot, real count, int most, thrust_momenta *p)
{
    real sum = R(0.0);
    for (int i = 0; i < most || i < THRUST_TABLE; ++i) {
        vector3 space = v3_zero();
        if (i < most) {
            vector4 q = event_momentum(events, FIRST_FINAL + i, slot);
            vector3 read = {q.x, q.y, q.z};
            space = v3_where(r_set((scalar)i) < count, read);
        }
        p->x[i] = space.x;
        p->y[i] = space.y;
        p->z[i] = space.z;
        sum = sum + r_sqrt(v3_dot(space, space));
    }
    return sum;
}

FN void event_hemisphere_add(event_hemisphere *side, mask m, event_hemisphere parton)
{
    side->plus = side->plus + r_select(m, parton.plus, R(0.0));
    side->minus = side->minus + r_select(m, parton.minus, R(0.0));
    side->across = side->across + r_select(m, parton.across, R(0.0));
    side->perp = v3_add(side->perp, v3_where(m, parton.perp));
}

/* Both sides of the plane across n, a unit vector. */
FN void event_hemispheres(const thrust_momenta *p, int most, vector3 n, event_hemisphere side[2])
{
    event_hemisphere none = {R(0.0), R(0.0), R(0.0), v3_zero()};
    side[0] = side[1] = none;
    for (int k = 0; k < most; ++k) {
        vector3 q = thrust_get(p, k);
        event_hemisphere parton;
        real along = v3_dot(q, n);
        parton.perp = v3_axpy(-along, n, q);
        real square = v3_dot(parton.perp, parton.perp);
        parton.plus = r_sqrt(v3_dot(q, q)) + r_abs(along);
        parton.minus = square / r_max(parton.plus, r_set(SMALLEST_NORMAL));
        parton.across = r_sqrt(square);
        mask ahead = along >= R(0.0);
        event_hemisphere_add(&side[0], ahead, parton);
        event_hemisphere_add(&side[1], m_not(ahead), parton);
    }
}

FN real event_hemisphere_mass(event_hemisphere side)
{
    return r_sqrt(r_max(r_fma(side.plus, side.minus, -v3_dot(side.perp, side.perp)), R(0.0)));
}

/* The shapes of the events in LANES neighbouring slots. */
FN void event_shapes(event_list events, uint32 slot, event_shape_values *values)
{
    thrust_momenta p;
    event_hemisphere side[2];
    real count = event_fetch(events, EVENT_PARTONS, slot) - r_set((scalar)FIRST_FINAL);
    const int most = (int)r_most(count);
    real sum = event_momenta(events, slot, count, most, &p);
    vector3 axis = thrust_axis(&p, count, most);
    real length = r_sqrt(r_max(v3_dot(axis, axis), r_set(SMALLEST_NORMAL)));
    event_hemispheres(&p, most, v3_scale(axis, R(1.0) / length), side);

    mask enough = count > R(2.5);
    real first = event_hemisphere_mass(side[0]), second = event_hemisphere_mass(side[1]);
    real scale = R(1.0) / sum;
    real none = r_set(HISTOGRAM_NONE);
    values->thrust = r_select(enough, (side[0].minus + side[1].minus) * scale, none);
    values->heavy_mass = r_select(enough, r_max(first, second) * scale, none);
    values->light_mass = r_select(enough, r_min(first, second) * scale, none);
    values->wide = r_select(enough, r_max(side[0].across, side[1].across) * scale * R(0.5), none);
    values->narrow = r_select(enough, r_min(side[0].across, side[1].across) * scale * R(0.5), none);
}

#endif

/* Emissions of massive quarks as the literature has them: splitting functions in scalar products, and t of a
 * point of phase space. */
#ifndef TEST_MASSIVE_EMISSIONS_H
#define TEST_MASSIVE_EMISSIONS_H

#include <math.h>

enum kind { FF, FI, IF };
enum row { Q_QG, G_GG, G_QQ, IN_Q_QG, IN_G_GG, IN_Q_G, IN_G_Q, SCALAR };
static const double cf = 4 / 3.0, ca = 3, tr = 0.5;

static inline double dot(const double *a, const double *b)
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/* What an emission is made of, as scalar products say it: i emits j, k takes the recoil. Incoming momenta are
 * those behind the emission. `s` is 2 p_ij.p_k before it. */
struct point {
    enum kind kind;
    double s, mass2, spectator2; /* of the emitter and of the spectator where they are final */
    double y, z, x, u, ij, jk;   /* p_i.p_j and p_j.p_k */
};

/* Velocities of pair and spectator, before and behind: Nucl. Phys. B 627 (2002) 189, eq. (5.12) and (5.14).
 */
static inline double speed_before(const struct point *at)
{
    return sqrt(1 - 4 * at->mass2 * at->spectator2 / (at->s * at->s));
}

static inline double speed(const struct point *at)
{
    const double room = at->s * (1 - at->y), all = at->s + at->mass2 + at->spectator2;
    const double square = pow(2 * at->spectator2 + room, 2) - 4 * at->spectator2 * all;
    return sqrt(square > 0 ? square : 0) / room;
}

/* <V> over 8 pi alpha_s, half of it for gluons: eq. (5.16), (5.20), (5.21), (5.54), (5.82) to (5.88),
 * averaged. */
static inline double splitting(enum row row, const struct point *at)
{
    const double z = at->z, x = at->x, u = at->u, v = speed(at), edge = (1 - v * v) / 4;
    const double hard = (1 - x) / x * (1 - u * at->spectator2 / (2 * (1 - u) * at->jk));
    switch (row) {
    case Q_QG:
        return at->kind == FF
                   ? cf * (2 / (1 - z * (1 - at->y)) - speed_before(at) / v * (1 + z + at->mass2 / at->ij))
                   : cf * (2 / (2 - z - x) - 1 - z - at->mass2 / at->ij);
    case G_GG:
        return at->kind == FF ? ca / 2 * (2 / (1 - z * (1 - at->y)) + (z * (1 - z) - edge - 2) / v)
                              : ca / 2 * (2 / (2 - z - x) + z * (1 - z) - 2);
    case G_QQ:
        return tr / 2 * (1 - 2 * (z * (1 - z) - (at->kind == FF ? edge : 0)));
    case SCALAR: /* of squarks, but for the colour factor */
        return at->kind == FF ? 2 / (1 - z * (1 - at->y)) - speed_before(at) / v * (2 + at->mass2 / at->ij)
                              : 2 / (2 - z - x) - 2 - at->mass2 / at->ij;
    case IN_Q_QG:
        return cf * (2 / (1 - x + u) - 1 - x);
    case IN_G_GG:
        return ca * (1 / (1 - x + u) + hard - 1 + x * (1 - x));
    case IN_Q_G:
        return tr * (1 - 2 * x * (1 - x));
    default:
        return cf / 2 * (x + 2 * hard);
    }
}

/* t of a point; below 0: it is not in phase space. */
static inline double scale_of(const struct point *at)
{
    const double z = at->z, rest = 1 - z;
    if (at->kind == IF)
        return at->s * at->u * (1 - at->u) * (1 - at->x) / at->x - at->u * at->u * at->spectator2;
    if (at->kind == FI)
        return at->s * z * rest * (1 - at->x) / at->x - rest * rest * at->mass2;
    const double most = 2 * (at->mass2 + at->s * at->y), v = speed(at) * at->s * at->y;
    const double middle = 2 * at->mass2 + at->s * at->y;
    return z * most < middle - v || z * most > middle + v
               ? -1
               : at->s * at->y * z * rest - rest * rest * at->mass2;
}

#endif

/* Random phase-space points for tests of amplitudes, in extended precision.
 *
 * All momenta are outgoing. Particles 0 and 1 are the incoming ones, along the
 * z axis with negative energy. The others follow flat massless phase space
 * (RAMBO: R. Kleiss, W. J. Stirling, S. D. Ellis, Comput. Phys. Commun. 40
 * (1986) 359), without cuts. The centre-of-mass energy is the power of two
 * near the number of outgoing particles. So their energies are near one, as
 * the generator has it. */
#ifndef TEST_PHASE_SPACE_POINTS_H
#define TEST_PHASE_SPACE_POINTS_H

#include <math.h>
#include <stdint.h>

typedef struct point {
    long double p[16][4]; /* (E, x, y, z) */
} point;

/* SplitMix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014. */
static inline double random_uniform(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

static inline long double point_dot(const long double a[4], const long double b[4])
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

/* 2 p_i.p_j, for light-like momenta (p_i + p_j)^2 */
static inline long double point_invariant(const point *event, int i, int j)
{
    return 2 * point_dot(event->p[i], event->p[j]);
}

static inline double point_energy(int n) { return exp2(round(log2(n - 2))); }

static inline point point_random(int n, uint64_t *state)
{
    point event = {0};
    const long double pi = acosl(-1.0L), energy = point_energy(n);
    long double total[4] = {0};
    for (int i = 2; i < n; ++i) {
        long double cosine = 2.0L * random_uniform(state) - 1, phi = 2 * pi * random_uniform(state);
        long double sine = sqrtl((1 - cosine) * (1 + cosine));
        long double q = -logl((long double)random_uniform(state) * random_uniform(state));
        long double v[4] = {q, q * sine * cosl(phi), q * sine * sinl(phi), q * cosine};
        for (int c = 0; c < 4; ++c) {
            event.p[i][c] = v[c];
            total[c] += v[c];
        }
    }
    long double mass = sqrtl(point_dot(total, total)), gamma = total[0] / mass, scale = energy / mass;
    for (int i = 2; i < n; ++i) {
        long double *p = event.p[i], along = 0;
        for (int c = 1; c < 4; ++c)
            along -= total[c] / mass * p[c];
        for (int c = 1; c < 4; ++c)
            p[c] = scale * (p[c] - total[c] / mass * (p[0] + along / (1 + gamma)));
        p[0] = sqrtl(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    }
    for (int i = 0; i < 2; ++i) {
        event.p[i][0] = -energy / 2;
        event.p[i][3] = i ? energy / 2 : -energy / 2;
    }
    return event;
}

/* The smallest invariant |2 p_i.p_j| of a point over the squared energy. */
static inline double point_smallest_invariant(const point *event, int n)
{
    long double smallest = 1;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            smallest = fminl(smallest, fabsl(point_invariant(event, i, j)));
    return (double)(smallest / (point_energy(n) * point_energy(n)));
}

#endif

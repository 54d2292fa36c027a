/* The gluon amplitudes of every n and both forms of the recursion, compiled once for all tests. A test that
 * wants helicity vectors defines GLUON_POLARIZATION as 1. */
#ifndef TEST_GLUON_TABLE_H
#define TEST_GLUON_TABLE_H

#include "amplitude/current.h"
#include "amplitude/polarization.h"
#include "phase_space_points.h"

enum { GLUONS_MIN = 4, GLUONS_MAX = 16 };

/* m in the colour order of the arrays */
typedef number gluon_function(const vector4 *momentum, const current *polarization);

#if GLUON_POLARIZATION == 0
#define gluon_table gluon_table_real
#else
#define gluon_table gluon_table_helicity
#endif
/* [recursion, 3 or 4][n] */
extern gluon_function *const gluon_table[5][GLUONS_MAX + 1];

/* LANES phase-space points, as tests and as kernels see them. */
typedef struct batch {
    point points[LANES];
    vector4 momentum[GLUONS_MAX];
} batch;

static inline void batch_set(batch *events, int n)
{
    for (int i = 0; i < n; ++i)
        FOR_LANES(l) {
            const long double *p = events->points[l].p[i];
            events->momentum[i].e[l] = (scalar)p[0];
            events->momentum[i].x[l] = (scalar)p[1];
            events->momentum[i].y[l] = (scalar)p[2];
            events->momentum[i].z[l] = (scalar)p[3];
        }
}

static inline void batch_random(batch *events, int n, uint64_t *state)
{
    FOR_LANES(l)
        events->points[l] = point_random(n, state);
    batch_set(events, n);
}

#endif

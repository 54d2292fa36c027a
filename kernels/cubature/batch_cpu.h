/* Integrands that are C functions of many points at once, on the CPU, in double precision. The host calls the
 * function between two passages over the same units (cubature/launch.h); `data` is its struct cubature_batch.
 */
#ifndef TESSERA_CUBATURE_BATCH_CPU_H
#define TESSERA_CUBATURE_BATCH_CPU_H

#include "cubature/integrand.h"
#include "cubature/launch.h"

/* What the second passage needs of the first: where a vector of points lies, and its Jacobians. */
typedef struct batch_place {
    index bin[DIMENSIONS];
    real slope, jacobian; /* of the grid's map; of all others, with the share of the point */
} batch_place;

FN struct cubature_batch *batch_of(const scalar *data) { return (struct cubature_batch *)data; }

/* The place of the vector at hand. */
FN batch_place *batch_here(const struct cubature_batch *batch)
{
    return (batch_place *)batch->places + batch->points / LANES;
}

/* In the first passage: adds a vector of points. */
FN void batch_collect(const real x[DIMENSIONS], struct cubature_batch *batch)
{
    double *row = batch->x + DIMENSIONS * batch->points;
    FOR_LANES(l)
        for (int axis = 0; axis < DIMENSIONS; ++axis)
            row[DIMENSIONS * l + axis] = x[axis][l];
    batch->points += LANES;
}

/* In the second passage: the values of the next vector. */
FN void batch_read(real f[COMPONENTS], const scalar *data)
{
    struct cubature_batch *batch = batch_of(data);
    const double *row = batch->f + COMPONENTS * batch->points;
    FOR_LANES(l)
        for (int c = 0; c < COMPONENTS; ++c)
            f[c][l] = row[COMPONENTS * l + c];
    batch->points += LANES;
}

/* Takes back the last vector, which comes once more. */
FN void batch_again(const scalar *data) { batch_of(data)->points -= LANES; }

#endif

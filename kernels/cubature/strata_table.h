/* Adaptive stratification: evaluations go where the integrand varies (G. P. Lepage, arXiv:2009.05112, section
 * III). A table names the sub-cube of each unit, and how many units that sub-cube has. A sweep goes through
 * the table as often as it has units for. */
#ifndef TESSERA_CUBATURE_STRATA_TABLE_H
#define TESSERA_CUBATURE_STRATA_TABLE_H

#include "accumulate.h"
#include "cubature/sweep.h"

/* Where a unit lies and what it counts for. */
typedef struct cubature_stratum {
    real cube;   /* the number of its sub-cube, from that of the run's first one */
    real share;  /* of a value, against units that are spread evenly */
    real factor; /* of what the grid learns, against the sub-cube with most units */
} cubature_stratum;

/* Without a table: sub-cube after sub-cube. */
FN cubature_stratum cubature_even(real slot)
{
    cubature_stratum stratum;
    stratum.cube = slot;
    stratum.share = stratum.factor = R(1.0);
    return stratum;
}

/* The unit in that place of the table. The integral is the mean of value * share. Squares are not to be
 * weighed twice, hence the factor, which is 1 / share but for a factor that keeps it below one. */
FN cubature_stratum cubature_stratum_of(GLOBAL const scalar *table, uint64 parts, uint64 cubes, uint64 most,
                                        index place)
{
    cubature_stratum stratum;
    real units = r_load(table + parts + STRATA_MORE, place);
    stratum.cube = r_load(table, place);
    stratum.share = r_set((scalar)parts / (scalar)cubes) / units;
    stratum.factor = units / r_set((scalar)most);
    return stratum;
}

/* How much values differ within a unit, to be summed for its sub-cube. It is the sum of squared deviations to
 * the power 3/8, for Lepage's beta of 3/4, which takes the edge off what two evaluations happen to say. */
FN wide cubature_spread(real square)
{
    real quarter = r_sqrt(r_sqrt(square));
    return wide_from(quarter * r_sqrt(quarter) * UNITS(SPREAD_EXPONENT));
}

#endif

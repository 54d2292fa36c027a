/* Adaptive stratification (kernels/cubature/strata_table.h): how many evaluations each sub-cube gets. */
#ifndef TESSERA_CUBATURE_STRATA_H
#define TESSERA_CUBATURE_STRATA_H

#include "device/device.h"
#include "integrate/stratify.h"

struct strata {
    int dimensions;
    uint64_t per_axis, cubes; /* sub-cubes; 0: no sweep has been prepared */
    uint64_t parts, most;     /* entries of the table, and of the sub-cube that has most */
    uint64_t *units;          /* [cubes] entries of each */
    double *density;          /* [cubes] what evaluations follow, 1 in all; NULL: nothing is known */
    int64_t *spread;          /* [cubes] the deviations that the last sweep summed */
};

/* What it holds; its dimensions stay. */
void strata_free(struct strata *strata);

/* Settles the sub-cubes and the table of a sweep of about so many evaluations. What was learned of other
 * sub-cubes is carried over; frozen: the sub-cubes stay. changed: the table is another than before. */
ts_status strata_plan(ts_context *context, struct strata *strata, uint64_t evaluations, int frozen,
                      struct stratification *layout, int *changed);

/* Makes `into` know what `from` knows; tables are to be made anew. */
ts_status strata_copy(ts_context *context, struct strata *into, const struct strata *from);

/* Makes it know this division of the axes, and a density of [per_axis^dimensions] numbers, 1 in all, or NULL.
 * TS_ERROR_INPUT where there are too many sub-cubes or these are no such numbers. */
ts_status strata_set(ts_context *context, struct strata *strata, uint64_t per_axis, const double *density);

/* The table as kernels read it, of which `length` numbers; free() it. NULL: not enough memory. */
double *strata_table(const struct strata *strata, size_t *length);

/* Learns from the deviations of the last sweep. */
ts_status strata_learn(ts_context *context, struct strata *strata);

#endif

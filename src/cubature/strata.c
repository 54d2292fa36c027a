#include "cubature/strata.h"

#include "cubature/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tables of this size are made and carried to a device in a few milliseconds. */
enum { MOST_PARTS = 1 << 20, SAMPLES = 2 /* of a part */ };

void strata_free(struct strata *strata)
{
    free(strata->units);
    free(strata->density);
    free(strata->spread);
    strata->units = NULL;
    strata->density = NULL;
    strata->spread = NULL;
    strata->cubes = strata->per_axis = strata->parts = strata->most = 0;
}

/* The sub-cube of another division of the axes that holds the centre of this one. */
static uint64_t cube_there(uint64_t cube, uint64_t per_axis, uint64_t there, int dimensions)
{
    uint64_t result = 0, place = 1;
    for (int axis = 0; axis < dimensions; ++axis, cube /= per_axis, place *= there)
        result += (2 * (cube % per_axis) + 1) * there / (2 * per_axis) * place;
    return result;
}

/* Other sub-cubes, with what is known of the old ones. */
static ts_status divide(ts_context *context, struct strata *strata, uint64_t per_axis, uint64_t cubes)
{
    struct strata next = {0};
    next.units = calloc(cubes, sizeof *next.units);
    next.spread = calloc(cubes, sizeof *next.spread);
    next.density = strata->density ? calloc(cubes, sizeof *next.density) : NULL;
    if (!next.units || !next.spread || (strata->density && !next.density)) {
        strata_free(&next);
        return ts_fail_memory(context, "the sub-cubes");
    }
    double sum = 0;
    for (uint64_t cube = 0; cube < cubes && next.density; ++cube)
        sum += next.density[cube] =
            strata->density[cube_there(cube, per_axis, strata->per_axis, strata->dimensions)];
    for (uint64_t cube = 0; cube < cubes && next.density; ++cube)
        next.density[cube] = sum > 0 ? next.density[cube] / sum : 1.0 / (double)cubes;
    strata_free(strata);
    strata->per_axis = per_axis;
    strata->cubes = cubes;
    strata->units = next.units;
    strata->density = next.density;
    strata->spread = next.spread;
    return TS_OK;
}

/* Half of the parts evenly, one for each sub-cube at least. What was overlooked there is then no worse than
 * it would be without any density. The rest by the density. */
static void share_out(struct strata *strata)
{
    const uint64_t half = strata->parts / 2 / strata->cubes, even = half ? half : 1;
    const double rest = (double)(strata->parts - even * strata->cubes);
    double sum = 0;
    uint64_t given = 0;
    strata->most = even;
    for (uint64_t cube = 0; cube < strata->cubes; ++cube) {
        sum += strata->density ? strata->density[cube] : 1.0 / (double)strata->cubes;
        const uint64_t last = cube + 1 == strata->cubes;
        const uint64_t until = last ? (uint64_t)rest : (uint64_t)fmin(floor(sum * rest), rest);
        strata->units[cube] = even + until - given;
        given = until;
        if (strata->units[cube] > strata->most)
            strata->most = strata->units[cube];
    }
}

/* Sub-cubes for so many parts: half as many at most. */
static ts_status choose_cubes(ts_context *context, struct strata *strata, uint64_t parts)
{
    const uint64_t per_axis = stratify(parts, strata->dimensions).per_axis;
    uint64_t cubes = 1;
    for (int axis = 0; axis < strata->dimensions; ++axis)
        cubes *= per_axis;
    return strata->cubes && per_axis == strata->per_axis ? TS_OK : divide(context, strata, per_axis, cubes);
}

ts_status strata_plan(ts_context *context, struct strata *strata, uint64_t evaluations, int frozen,
                      struct stratification *layout, int *changed)
{
    const uint64_t wanted = evaluations / SAMPLES > 2 ? evaluations / SAMPLES : 2;
    uint64_t parts = wanted < MOST_PARTS ? wanted : MOST_PARTS;
    ts_status status = frozen && strata->cubes ? TS_OK : choose_cubes(context, strata, parts);
    if (status)
        return status;
    if (parts < strata->cubes + strata->cubes / 2)
        parts = strata->cubes + strata->cubes / 2;
    *changed = parts != strata->parts;
    if (*changed) {
        strata->parts = parts;
        share_out(strata);
    }
    const uint64_t passages = wanted / parts;
    *layout = (struct stratification){.per_axis = strata->per_axis,
                                      .samples = SAMPLES,
                                      .cubes = (passages ? passages : 1) * parts};
    return TS_OK;
}

/* Whether numbers can be followed: none below zero, 1 in all. */
static int is_density(const double *density, uint64_t count)
{
    double sum = 0;
    for (uint64_t i = 0; i < count; ++i) {
        if (!(density[i] >= 0))
            return 0;
        sum += density[i];
    }
    return fabs(sum - 1) < 1e-6;
}

ts_status strata_set(ts_context *context, struct strata *strata, uint64_t per_axis, const double *density)
{
    const int dimensions = strata->dimensions;
    uint64_t cubes = 1;
    for (int axis = 0; axis < dimensions && cubes <= MOST_PARTS; ++axis)
        cubes *= per_axis;
    if (cubes < 1 || cubes > MOST_PARTS || (density && !is_density(density, cubes)))
        return ts_fail(context, TS_ERROR_INPUT, "There is no such density of sub-cubes.");
    strata_free(strata);
    ts_status status = divide(context, strata, per_axis, cubes);
    if (status || !density)
        return status;
    strata->density = malloc(cubes * sizeof *strata->density);
    if (!strata->density)
        return ts_fail_memory(context, "the sub-cubes");
    memcpy(strata->density, density, cubes * sizeof *strata->density);
    return TS_OK;
}

ts_status strata_copy(ts_context *context, struct strata *into, const struct strata *from)
{
    strata_free(into);
    into->dimensions = from->dimensions;
    return from->cubes ? strata_set(context, into, from->per_axis, from->density) : TS_OK;
}

double *strata_table(const struct strata *strata, size_t *length)
{
    const uint64_t parts = strata->parts, half = parts + STRATA_MORE;
    double *table = malloc(STRATA_LENGTH(parts) * sizeof *table);
    *length = STRATA_LENGTH(parts);
    uint64_t part = 0;
    for (uint64_t cube = 0; cube < strata->cubes && table; ++cube)
        for (uint64_t i = 0; i < strata->units[cube]; ++i, ++part) {
            table[part] = (double)cube;
            table[half + part] = (double)strata->units[cube];
        }
    for (; part < half && table; ++part) {
        table[part] = table[part - parts];
        table[half + part] = table[half + part - parts];
    }
    return table;
}

/* The deviations of a sub-cube with k parts were summed k times, each to the power 3/4 of one over k, by
 * which values count. What is wanted came out larger by k to the power 1/4. */
ts_status strata_learn(ts_context *context, struct strata *strata)
{
    const int known = strata->density != NULL;
    double sum = 0;
    if (!known)
        strata->density = calloc(strata->cubes, sizeof *strata->density);
    if (!strata->density)
        return ts_fail_memory(context, "the sub-cubes");
    for (uint64_t cube = 0; cube < strata->cubes; ++cube)
        sum += (double)strata->spread[cube] / sqrt(sqrt((double)strata->units[cube]));
    for (uint64_t cube = 0; cube < strata->cubes; ++cube) {
        const double even = 1.0 / (double)strata->cubes, old = known ? strata->density[cube] : even;
        const double found = (double)strata->spread[cube] / sqrt(sqrt((double)strata->units[cube]));
        strata->density[cube] = sum > 0 ? (known ? (old + found / sum) / 2 : found / sum) : old;
    }
    strata->parts = 0; /* a table is to be made */
    return TS_OK;
}

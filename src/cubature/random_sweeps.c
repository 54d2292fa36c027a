/* Random sweeps in sub-cubes that are all alike or follow a table, or by points of one randomisation
 * of Sobol's. The search for a peak too.
 *
 * Where weights have outgrown their scale a sweep is made again, but only those of its pieces where an
 * evaluation was not zero. Where there is next to nothing but zeros, that is next to nothing. */
#include "cubature/random_sweeps.h"

#include "cubature/launches.h"
#include "integrate/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units of a sweep, of which one evaluation at least was not zero. */
struct piece {
    uint64_t first, count;
};

/* A random sweep that is under way. */
struct random_sweep {
    struct cubature_sweep sweep;
    int coarse;    /* small weights are served by any scale */
    uint64_t each; /* evaluations of a unit */
    uint64_t done; /* units */
    struct piece *pieces;
    size_t count, room;
};

static uint64_t exponent_bits(struct sweep_teaching teaching)
{
    return (uint64_t)llrint(ldexp(teaching.exponent, EXPONENT_BITS));
}

static struct random_sweep random_of(const struct sweeps *sweeps, struct stratification layout,
                                     struct sweep_teaching teaching, const struct strata *strata)
{
    return (struct random_sweep){.coarse = teaching.coarse,
                                 .each = layout.samples,
                                 .sweep = {.seed = sweeps->seed,
                                           .first_event = sweeps->next_event,
                                           .per_axis = layout.per_axis,
                                           .samples = layout.samples,
                                           .blocks = 1,
                                           .rung = (uint64_t)teaching.rung,
                                           .exponent = exponent_bits(teaching),
                                           .one_grid = teaching.one_grid != 0,
                                           .climb = (uint64_t)teaching.climb,
                                           .parts = strata->parts,
                                           .cubes = strata->cubes,
                                           .most = strata->most,
                                           .thin = (uint64_t)teaching.thin,
                                           .learn = teaching.learn != 0}};
}

/* The next points of the randomisation, from a whole block on; behind its last one, from its first on. */
static struct random_sweep points_of(const struct sweeps *sweeps, uint64_t count,
                                     struct sweep_teaching teaching)
{
    const uint64_t bits = sweep_block_bits(count), each = (uint64_t)1 << bits;
    const uint64_t first = (sweeps->next_event + each - 1) % ((uint64_t)1 << SOBOL_BITS);
    return (struct random_sweep){.coarse = teaching.coarse,
                                 .each = each,
                                 .sweep = {.seed = sweeps->seed,
                                           .samples = 1,
                                           .per_axis = 1,
                                           .sobol = 1,
                                           .block_bits = bits,
                                           .blocks = UINT64_MAX, /* there is no other */
                                           .first_block = first >> bits,
                                           .rung = (uint64_t)teaching.rung,
                                           .exponent = exponent_bits(teaching),
                                           .one_grid = teaching.one_grid != 0,
                                           .climb = (uint64_t)teaching.climb,
                                           .thin = (uint64_t)teaching.thin}};
}

/* Empties all sums, for units with the scales that are known. */
static ts_status begin_sums(struct sweeps *sweeps, const struct random_sweep *random)
{
    sweeps_clear(sweeps);
    if (random->sweep.learn)
        memset(sweeps->strata.spread, 0, sweeps->strata.cubes * sizeof *sweeps->strata.spread);
    ts_status status = scales_take(sweeps);
    if (status || !random->sweep.rung)
        return status;
    if (!sweeps->empty.refinement)
        status = device_buffer_clear(sweeps->context, sweeps->buffers.refinement);
    sweeps->empty.refinement = 0;
    return status;
}

static ts_status keep_piece(struct sweeps *sweeps, struct random_sweep *random, struct piece piece)
{
    if (random->count == random->room) {
        const size_t room = 2 * random->room + 16;
        struct piece *pieces = realloc(random->pieces, room * sizeof *pieces);
        if (!pieces)
            return ts_fail_memory(sweeps->context, "the pieces of a sweep");
        random->pieces = pieces;
        random->room = room;
    }
    random->pieces[random->count++] = piece;
    return TS_OK;
}

/* So many units more, as one piece. */
static ts_status add_piece(struct sweeps *sweeps, struct random_sweep *random, uint64_t count)
{
    const uint64_t hits = sweeps->sums.hits;
    ts_status status = launch_all(sweeps, &random->sweep, random->done, count, random->each);
    if (!status && sweeps->sums.hits > hits)
        status = keep_piece(sweeps, random, (struct piece){random->done, count});
    random->done += count;
    return status;
}

/* Makes what is not zero again until it has the scales that it needs. */
static ts_status settle(struct sweeps *sweeps, struct random_sweep *random)
{
    ts_status status = TS_OK;
    int served = scales_served(sweeps, random->coarse);
    scales_set(sweeps);
    while (!served && !status) {
        status = begin_sums(sweeps, random);
        sweeps->again = 1;
        for (size_t i = 0; i < random->count && !status; ++i)
            status = launch_all(sweeps, &random->sweep, random->pieces[i].first, random->pieces[i].count,
                                random->each);
        sweeps->again = 0;
        served = scales_served(sweeps, random->coarse);
        scales_set(sweeps);
    }
    return status;
}

/* What there is of it is the sweep. */
static ts_status end_sweep(struct sweeps *sweeps, struct random_sweep *random, ts_status status)
{
    const struct cubature_sweep *sweep = &random->sweep;
    const uint64_t evaluations = random->done * random->each;
    sweeps->sums.points = sweep->sobol != 0;
    sweeps->sums.units = sweep->sobol ? evaluations : random->done;
    sweeps->sums.evaluations = evaluations;
    sweeps->next_event = evaluations +
                         (sweep->sobol ? sweep->first_block << sweep->block_bits : sweeps->next_event);
    free(random->pieces);
    return status;
}

static ts_status run_random(struct sweeps *sweeps, struct random_sweep *random, uint64_t units)
{
    ts_status status = begin_sums(sweeps, random);
    if (!status)
        status = add_piece(sweeps, random, units);
    if (!status)
        status = settle(sweeps, random);
    return end_sweep(sweeps, random, status);
}

ts_status sweep_random(struct sweeps *sweeps, struct stratification layout, struct sweep_teaching teaching)
{
    static const struct strata none = {0};
    struct random_sweep random = random_of(sweeps, layout, teaching, &none);
    return run_random(sweeps, &random, layout.cubes);
}

ts_status sweep_points(struct sweeps *sweeps, uint64_t evaluations, struct sweep_teaching teaching)
{
    struct random_sweep random = points_of(sweeps, evaluations, teaching);
    return run_random(sweeps, &random, (evaluations + random.each - 1) / random.each);
}

/* On to so many units, in pieces few of which hold what is searched for. */
static ts_status search_on(struct sweeps *sweeps, struct random_sweep *random, uint64_t end)
{
    enum { PIECES = 32, LEAST = 1 << 16 };
    const uint64_t part = (end - random->done) / PIECES, least = LEAST / random->each;
    const uint64_t whole = random->sweep.sobol ? 1 : PIPELINE_BLOCK;
    const uint64_t each = (part < least ? least : part) / whole * whole;
    ts_status status = TS_OK;
    while (random->done < end && !status)
        status = add_piece(sweeps, random, each < end - random->done ? each : end - random->done);
    return status;
}

ts_status sweep_search(struct sweeps *sweeps, uint64_t evaluations, uint64_t most, double fewest, int points,
                       struct sweep_teaching teaching)
{
    static const struct strata none = {0};
    const struct stratification layout = stratify(evaluations, sweeps->cubature->dimensions);
    struct random_sweep random = points ? points_of(sweeps, evaluations, teaching)
                                        : random_of(sweeps, layout, teaching, &none);
    const uint64_t last = most / random.each, first = points ? evaluations / random.each : layout.cubes;
    const uint64_t least = 2; /* units, that half of them are one more */
    double enough = fewest;
    ts_status status = begin_sums(sweeps, &random);
    for (uint64_t end = first < least ? least : first; !status && random.done < last; end += end / 2) {
        status = search_on(sweeps, &random, end < last ? end : last);
        if (status || ((double)sweeps->sums.hits < enough && random.done < last))
            continue;
        status = settle(sweeps, &random);
        if (sweep_count(sweeps, CUBATURE_RUNGS) >= fewest)
            break;
        enough = (double)sweeps->sums.hits + fewest;
    }
    return end_sweep(sweeps, &random, status);
}

static ts_status write_strata(struct sweeps *sweeps)
{
    struct cubature_buffers *buffers = &sweeps->buffers;
    size_t length;
    double *table = strata_table(&sweeps->strata, &length);
    if (!table)
        return ts_fail_memory(sweeps->context, "the sub-cubes");
    struct device *device = sweeps->program->device;
    device_buffer_destroy(&buffers->strata);
    device_buffer_destroy(&buffers->spread);
    ts_status status = scalars_create(sweeps->context, device, sweeps->cubature->double_precision, table,
                                      length, &buffers->strata);
    if (!status)
        status = device_buffer_create(sweeps->context, device,
                                      sweeps->strata.cubes * sizeof *sweeps->strata.spread, NULL,
                                      &buffers->spread);
    free(table);
    return status;
}

ts_status sweep_strata(struct sweeps *sweeps, uint64_t evaluations, struct sweep_teaching teaching)
{
    struct stratification layout;
    int changed;
    ts_status status = strata_plan(sweeps->context, &sweeps->strata, evaluations, !teaching.learn, &layout,
                                   &changed);
    if (!status && changed)
        status = write_strata(sweeps);
    struct random_sweep random = random_of(sweeps, layout, teaching, &sweeps->strata);
    return status ? status : run_random(sweeps, &random, layout.cubes);
}

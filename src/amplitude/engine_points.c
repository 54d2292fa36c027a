/* Points on their way through an engine: momenta to what kernels take, and sums to values. */
#include "amplitude/mass_shell.h"
#include "amplitude/tree.h"
#include "core/context.h"
#include "core/ranks.h"
#include "device/cpu/cpu.h"
#include "device/cpu/parallel.h"
#include "device/cpu/pieces.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* Bytes of a piece of the work of a thread, so that it stays in a cache, and groups of lanes at most. */
enum { PIECE_BYTES = 1 << 17, PIECE_GROUPS = 64, PIECES_OF_THREAD = 8 };

enum { POINTS_AHEAD = 16, CACHE_LINE = 64, DOUBLE_LANES_MOST = 8 };

/* Points of a launch from which on threads share what the host has to do. */
enum { POINTS_SHARED = 1 << 12 };

/* A number of points in memory, on their way. */
struct journey {
    struct tree_engine *engine;
    const double *momenta;
    double *values;
    size_t points, piece; /* points, and those of a piece: whole groups of lanes */
    size_t results;       /* of a point */
    size_t before;        /* points of the call before these */
    double scale;
    void *in;                         /* of a launch, for all of its points */
    const void *out;                  /* of a launch as well */
    double shells[2 * LEGS_MOST + 2]; /* what the kernel that packs knows of legs (process/tree_pack.h) */
    atomic_size_t stray, infinite;
};

static size_t lanes_of(const struct tree_engine *engine) { return engine->program->lanes; }

static size_t scalar_bytes(const struct tree_engine *engine)
{
    return engine->double_precision ? sizeof(double) : sizeof(float);
}

static double get(const struct tree_engine *engine, const void *scalars, size_t i)
{
    return engine->double_precision ? ((const double *)scalars)[i] : (double)((const float *)scalars)[i];
}

/* Sums that a group of lanes has. */
static size_t group_sums(const struct tree_engine *engine)
{
    return lanes_of(engine) * (size_t)engine->tree->slices * (size_t)engine->numbers;
}

static size_t group_numbers(const struct tree_engine *engine)
{
    return lanes_of(engine) * 4 * (size_t)engine->tree->graph.legs;
}

/* Notes a point, numbered from 1, where it is the first of its kind. */
static void note(atomic_size_t *first, size_t point)
{
    size_t found = atomic_load(first);
    while ((!found || point < found) && !atomic_compare_exchange_weak(first, &found, point))
        ;
}

static int has_stray_leg(const struct tree_engine *engine, const double *p)
{
    int strays = 0;
    for (int i = 0; i < engine->tree->graph.legs; ++i)
        strays |= !mass_shell_holds(p + 4 * i, engine->masses[i]);
    return strays;
}

/* The numbers of a point, each times +-`out`, at every lanes-th place. */
static void put_point(const struct tree_engine *engine, const double *p, double out, size_t lanes, void *to,
                      size_t at)
{
    const size_t numbers = 4 * (size_t)engine->tree->graph.legs;
    const size_t incoming = 4 * (size_t)engine->tree->graph.incoming;
    if (engine->double_precision) {
        double *scalars = (double *)to + at;
        for (size_t i = 0; i < incoming; ++i, scalars += lanes)
            *scalars = -out * p[i];
        for (size_t i = incoming; i < numbers; ++i, scalars += lanes)
            *scalars = out * p[i];
    } else {
        float *scalars = (float *)to + at;
        for (size_t i = 0; i < incoming; ++i, scalars += lanes)
            *scalars = (float)(-out * p[i]);
        for (size_t i = incoming; i < numbers; ++i, scalars += lanes)
            *scalars = (float)(out * p[i]);
    }
}

/* Asks for what is read soon: the least of matrix elements take no longer than memory does. */
static void fetch_point(const double *p, size_t numbers)
{
    for (size_t i = 0; i < numbers; i += CACHE_LINE / sizeof *p)
        __builtin_prefetch(p + i);
}

/* [group][leg][component][lane], outgoing, for some points; lanes without a point have the last one. */
static void pack(struct journey *journey, size_t first, size_t count, void *to)
{
    const struct tree_engine *engine = journey->engine;
    const size_t lanes = lanes_of(engine), numbers = 4 * (size_t)engine->tree->graph.legs;
    const double out = 1 / engine->unit; /* a power of two */
    for (size_t group = 0; group * lanes < count; ++group)
        for (size_t lane = 0; lane < lanes; ++lane) {
            const size_t place = group * lanes + lane, point = first + (place < count ? place : count - 1);
            const double *p = journey->momenta + numbers * point;
            if (journey->points - point > POINTS_AHEAD)
                fetch_point(p + POINTS_AHEAD * numbers, numbers);
            put_point(engine, p, out, lanes, to, group * numbers * lanes + lane);
            if (engine->checks && has_stray_leg(engine, p))
                note(&journey->stray, journey->before + point + 1);
        }
}

/* The sums of a point, which stand lanes apart, and those of the slices of helicities `apart` numbers of
 * them. */
struct point_sums {
    const void *scalars;
    size_t first, lanes, apart;
};

/* Sum number `which` of a point, over the slices of the helicities. */
static double sum_of(const struct tree_engine *engine, const struct point_sums *sums, size_t which)
{
    double sum = 0;
    for (size_t k = 0; k < (size_t)engine->tree->slices; ++k)
        sum += get(engine, sums->scalars, sums->first + (k * sums->apart + which) * sums->lanes);
    return sum;
}

/* Derivatives of a point, as momenta are given: those that come in with the opposite sign, all in GeV. */
static void take_gradient(const struct tree_engine *engine, const struct point_sums *sums, double scale,
                          double *values)
{
    for (int i = 0; i < engine->numbers; ++i) {
        const int component = i - engine->slopes;
        const double factor = component < 0                                  ? 1
                              : component < 4 * engine->tree->graph.incoming ? -1 / engine->unit
                                                                             : 1 / engine->unit;
        values[i] = scale * factor * sum_of(engine, sums, (size_t)i);
    }
}

/* The value, ratio, derivatives or choices of helicities of a point; whether all are finite. */
static int take_point(const struct journey *journey, const struct point_sums *sums, double *values)
{
    const struct tree_engine *engine = journey->engine;
    int finite = 1;
    if (engine->slopes >= 0)
        take_gradient(engine, sums, journey->scale, values);
    else if (engine->tree->apart)
        for (size_t k = 0; k < journey->results; ++k)
            values[k] = journey->scale * get(engine, sums->scalars, sums->first + k * sums->lanes);
    else
        values[0] = engine->numbers == 1 ? journey->scale * sum_of(engine, sums, 0)
                                         : sum_of(engine, sums, 0) / sum_of(engine, sums, 1);
    for (size_t k = 0; k < journey->results; ++k)
        finite &= isfinite(values[k]) != 0;
    return finite;
}

/* Values that are sums of one number in double precision. Returns whether all are finite. */
static int take_plain(double scale, const double *restrict sums, size_t count, double *restrict values)
{
    long long strange = 0;
    for (size_t i = 0; i < count; ++i) {
        values[i] = scale * sums[i];
        strange += !(fabs(values[i]) <= DBL_MAX);
    }
    return !strange;
}

static void take(struct journey *journey, size_t first, size_t count, const void *scalars)
{
    const struct tree_engine *engine = journey->engine;
    const size_t lanes = lanes_of(engine), in_group = group_sums(engine);
    if (in_group == lanes && engine->double_precision && engine->slopes < 0 && !engine->tree->apart &&
        take_plain(journey->scale, scalars, count, journey->values + first))
        return;
    for (size_t group = 0; group * lanes < count; ++group)
        for (size_t lane = 0; lane < lanes && group * lanes + lane < count; ++lane) {
            const size_t point = first + group * lanes + lane;
            const struct point_sums sums = {scalars, group * in_group + lane, lanes, (size_t)engine->numbers};
            if (!take_point(journey, &sums, journey->values + point * journey->results))
                note(&journey->infinite, journey->before + point + 1);
        }
}

static size_t count_of(const struct journey *journey, size_t first)
{
    return journey->points - first < journey->piece ? journey->points - first : journey->piece;
}

static void make_shells(struct journey *journey)
{
    const struct tree_engine *engine = journey->engine;
    const int legs = engine->tree->graph.legs;
    for (int i = 0; i < legs; ++i) {
        journey->shells[2 * i] = (i < engine->tree->graph.incoming ? -1 : 1) / engine->unit;
        journey->shells[2 * i + 1] = engine->masses[i] * engine->masses[i];
    }
    journey->shells[2 * legs] = 2 * MASS_SHELL_TOLERANCE;
}

/* Notes the first of some points that is on no mass shell. */
static void look_for_stray(struct journey *journey, size_t first, size_t count)
{
    const size_t numbers = 4 * (size_t)journey->engine->tree->graph.legs;
    for (size_t point = first; point < first + count; ++point)
        if (has_stray_leg(journey->engine, journey->momenta + numbers * point)) {
            note(&journey->stray, journey->before + point + 1);
            return;
        }
}

/* A thread's piece, a group of lanes in memory of its own: returns the items of the kernel. Lanes without a
 * point have the last one. */
static uint64_t fill_piece(void *data, uint64_t piece, map_function *packs, void *in)
{
    struct journey *journey = data;
    const struct tree_engine *engine = journey->engine;
    const size_t numbers = 4 * (size_t)engine->tree->graph.legs, lanes = lanes_of(engine);
    const size_t first = (size_t)piece * journey->piece, count = count_of(journey, first);
    const double *p = journey->momenta + numbers * first;
    if (!engine->double_precision) {
        pack(journey, first, count, in);
        return tree_engine_items(engine, count);
    }
    double shells[2 * LEGS_MOST + 2], last[DOUBLE_LANES_MOST * 4 * LEGS_MOST];
    memcpy(shells, journey->shells, sizeof shells);
    for (size_t lane = 0; lane < lanes && count < lanes; ++lane)
        memcpy(last + numbers * lane, p + numbers * (lane < count ? lane : count - 1), numbers * sizeof *p);
    packs((void *[]){count < lanes ? last : (void *)p, cpu_memory_of(engine->buffers[TREE_BUFFER_WORDS]),
                     shells, in},
          0, 1);
    if (engine->checks && shells[numbers / 2 + 1] != 0)
        look_for_stray(journey, first, count);
    return tree_engine_items(engine, count);
}

static void empty_piece(void *data, uint64_t piece, const void *out)
{
    struct journey *journey = data;
    const size_t first = (size_t)piece * journey->piece;
    take(journey, first, count_of(journey, first), out);
}

/* A piece in the memory of a launch. */
static void pack_piece(void *data, int thread, uint64_t piece)
{
    (void)thread;
    struct journey *journey = data;
    const struct tree_engine *engine = journey->engine;
    const size_t first = (size_t)piece * journey->piece;
    const size_t at = first / lanes_of(engine) * group_numbers(engine) * scalar_bytes(engine);
    pack(journey, first, count_of(journey, first), (char *)journey->in + at);
}

static void take_piece(void *data, int thread, uint64_t piece)
{
    (void)thread;
    struct journey *journey = data;
    const struct tree_engine *engine = journey->engine;
    const size_t first = (size_t)piece * journey->piece;
    const size_t at = first / lanes_of(engine) * group_sums(engine) * scalar_bytes(engine);
    take(journey, first, count_of(journey, first), (const char *)journey->out + at);
}

/* Chooses how many points a piece has: some for each thread, and as many as a cache holds. */
static void choose_piece(struct journey *journey, int threads)
{
    const struct tree_engine *engine = journey->engine;
    const size_t lanes = lanes_of(engine), groups = (journey->points + lanes - 1) / lanes;
    const size_t bytes = (group_numbers(engine) + group_sums(engine)) * scalar_bytes(engine);
    size_t most = PIECE_BYTES / bytes, share = groups / ((size_t)threads * PIECES_OF_THREAD);
    most = most < 1 ? 1 : most < PIECE_GROUPS ? most : PIECE_GROUPS;
    share = share < 1 ? 1 : share < most ? share : most;
    journey->piece = share * lanes;
}

static uint64_t pieces_of(const struct journey *journey)
{
    return (journey->points + journey->piece - 1) / journey->piece;
}

/* All points on the CPU, where each piece goes its way on one thread. It is a group of lanes, so that momenta
 * come from memory while kernels compute. Ranks agree upon an interruption, where
 * they meet; and what is complete counts. */
static ts_status run_pieces(ts_context *context, struct journey *journey)
{
    const struct tree_engine *engine = journey->engine;
    choose_piece(journey, parallel_threads(context, 0));
    const size_t together = journey->piece / lanes_of(engine);
    journey->piece = lanes_of(engine);
    make_shells(journey);
    const struct cpu_pieces pieces = {.kernel = tree_engine_entry(engine),
                                      .filler = engine->double_precision ? "tree_pack_map" : NULL,
                                      .in = TREE_BUFFER_MOMENTA,
                                      .out = TREE_BUFFER_SUMS,
                                      .in_bytes = group_numbers(engine) * scalar_bytes(engine),
                                      .out_bytes = group_sums(engine) * scalar_bytes(engine),
                                      .fill = fill_piece,
                                      .empty = empty_piece,
                                      .data = journey,
                                      .together = together,
                                      .stops_early = !ranks_carrier_of(context)};
    return cpu_map_pieces(context, engine->program, engine->buffers, pieces_of(journey), &pieces);
}

/* One launch on any device. */
static ts_status launch(ts_context *context, struct journey *journey)
{
    struct tree_engine *engine = journey->engine;
    const int threads = journey->points < POINTS_SHARED ? 1 : parallel_threads(context, 0);
    choose_piece(journey, threads);
    journey->in = engine->momenta;
    journey->out = engine->sums;
    ts_status status = parallel_run(context, threads, pieces_of(journey), pack_piece, journey);
    if (!status)
        status = device_buffer_write(context, engine->buffers[TREE_BUFFER_MOMENTA], engine->momenta);
    if (!status)
        status = tree_engine_launch(context, engine, journey->points);
    if (!status)
        status = device_buffer_read(context, engine->buffers[TREE_BUFFER_SUMS], engine->sums);
    return status ? status : parallel_run(context, threads, pieces_of(journey), take_piece, journey);
}

/* Launch after launch, with the same of interruptions. */
static ts_status run_launches(ts_context *context, struct journey *all)
{
    struct tree_engine *engine = all->engine;
    const size_t numbers = 4 * (size_t)engine->tree->graph.legs;
    ts_status status = TS_OK;
    for (size_t first = 0; first < all->points && !status; first += engine->most_points) {
        const size_t left = all->points - first;
        struct journey part = {.engine = engine,
                               .momenta = all->momenta + numbers * first,
                               .values = all->values + all->results * first,
                               .points = left < engine->most_points ? left : engine->most_points,
                               .results = all->results,
                               .before = first,
                               .scale = all->scale};
        status = launch(context, &part);
        if (part.stray)
            note(&all->stray, part.stray);
        if (part.infinite)
            note(&all->infinite, part.infinite);
        if (!status && first + part.points < all->points && !ranks_carrier_of(context) &&
            ts_context_interrupted(context))
            status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    }
    return status;
}

ts_status tree_engine_evaluate(ts_context *context, struct tree_engine *engine, const double *momenta,
                               size_t points, double *values)
{
    struct journey journey = {.engine = engine,
                              .momenta = momenta,
                              .points = points,
                              .results = engine->slopes >= 0   ? (size_t)engine->numbers
                                         : engine->tree->apart ? (size_t)engine->tree->slices
                                                               : 1,
                              .scale = engine->tree->average *
                                       pow(engine->unit, 8 - 2 * engine->tree->graph.legs)};
    journey.values = values;
    const int in_pieces = engine->device->backend == &cpu_backend && !engine->team.count;
    const ts_status status = in_pieces ? run_pieces(context, &journey) : run_launches(context, &journey);
    engine->stray = journey.stray;
    engine->infinite = journey.infinite;
    return status;
}

#include "families/amplitude_map.h"

#include "core/evaluations.h"
#include "device/cpu/cpu.h"
#include "device/cpu/parallel.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Items and points in one launch, so that memory stays small. */
enum { MOST_ITEMS = 1 << 18, MOST_POINTS = 1 << 15 };

/* Points that a thread takes together, and from which number on several do. */
enum { POINTS_OF_PIECE = 64, POINTS_SHARED = 1 << 10 };

/* The buffers of a family's kernel. */
enum { MOMENTA, HELICITIES, SUMS, RANGE };

static void put(const struct evaluation *work, void *scalars, size_t i, double value)
{
    if (work->double_precision)
        ((double *)scalars)[i] = value;
    else
        ((float *)scalars)[i] = (float)value;
}

static double get(const struct evaluation *work, const void *scalars, size_t i)
{
    return work->double_precision ? ((const double *)scalars)[i] : (double)((const float *)scalars)[i];
}

static ts_status check_helicities(struct evaluation *work, const char *helicities)
{
    work->fixed_helicities = helicities != NULL;
    int n = work->particles.count;
    if (helicities && (strspn(helicities, "+-") != (size_t)n || helicities[n]))
        return ts_fail(
            work->context, TS_ERROR_INPUT,
            "The helicities \"%.40s\" do not fit: write one + or - for each of the %d particles, incoming first.",
            helicities, n);
    return TS_OK;
}

static ts_status compile(struct evaluation *work)
{
    struct source text = {0};
    double seconds = 0;
    work->map->write(work, &text);
    ts_status status =
        text.failed ? ts_fail_memory(work->context, "a program")
                    : device_compile(work->context, work->device,
                                     &(struct program_text){.text = text.text,
                                                            .double_precision = work->double_precision},
                                     &work->program, &seconds);
    source_free(&text);
    return status;
}

/* All momenta of a point outgoing, in units where each energy is near one; that unit in GeV. */
static double normalise(const struct evaluation *work, const double *momenta, size_t place)
{
    const size_t n = (size_t)work->particles.count;
    const double *a = momenta, *b = momenta + 4;
    double s = 2 * (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]);
    double unit = exp2(round(log2(sqrt(s) / (double)(n - INCOMING))));
    for (size_t i = 0; i < 4 * n; ++i)
        put(work, work->momenta, 4 * n * place + i, (i < 4 * INCOMING ? -1 : 1) * momenta[i] / unit);
    return unit;
}

/* The two particles of a point, *second before *first, that are collinear; 0: there are none. There the
 * amplitude is infinite, and with rounding it may come out as any number. */
static int find_collinear(const struct evaluation *work, const double *momenta, int *first, int *second)
{
    const double step = work->double_precision ? DBL_EPSILON : FLT_EPSILON;
    for (int i = 0; i < work->particles.count; ++i)
        for (int j = 0; j < i && j < work->map->singular; ++j) {
            const double *a = momenta + 4 * i, *b = momenta + 4 * j;
            const double product = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
            *first = i;
            *second = j;
            if (!(product > 4 * step * a[0] * b[0]))
                return 1;
        }
    return 0;
}

/* Some points of a launch on their way, on one thread. */
struct block {
    struct evaluation *work;
    const double *momenta; /* of the launch */
    double *values;
    size_t points;
    atomic_int is_wrong; /* whether a point has no value */
};

static size_t end_of(const struct block *block, uint64_t piece)
{
    const size_t end = ((size_t)piece + 1) * POINTS_OF_PIECE;
    return end < block->points ? end : block->points;
}

static void fill(void *data, int thread, uint64_t piece)
{
    (void)thread;
    struct block *block = data;
    const struct evaluation *work = block->work;
    int first, second;
    for (size_t i = (size_t)piece * POINTS_OF_PIECE; i < end_of(block, piece); ++i) {
        const double *p = block->momenta + 4 * (size_t)work->particles.count * i;
        work->units[i] = normalise(work, p, i);
        if (!(work->units[i] > 0) || !isfinite(work->units[i]) || find_collinear(work, p, &first, &second))
            block->is_wrong = 1;
    }
}

/* Adds what a launch has summed. */
static void add(void *data, int thread, uint64_t piece)
{
    (void)thread;
    struct block *block = data;
    const struct evaluation *work = block->work;
    const size_t items = work->items < MOST_ITEMS ? (size_t)work->items : MOST_ITEMS;
    for (size_t i = (size_t)piece * POINTS_OF_PIECE; i < end_of(block, piece); ++i) {
        double sum = 0;
        for (size_t k = 0; k < items; ++k)
            sum += get(work, work->sums, i * items + k);
        block->values[i] = sum;
    }
}

/* What is wrong with a point, numbered from 1. */
static ts_status check_point(const struct evaluation *work, const double *momenta, double unit, size_t number)
{
    int first, second;
    if (!(unit > 0) || !isfinite(unit))
        return ts_fail(work->context, TS_ERROR_INPUT,
                       "Point %zu: the incoming particles have no energy in their centre of mass.", number);
    if (find_collinear(work, momenta, &first, &second))
        return ts_fail(work->context, TS_ERROR_NUMERIC,
                       "Point %zu: particles %d and %d are collinear within the rounding of %s precision, or "
                       "one has no energy: the squared matrix element has no finite value there.",
                       number, second + 1, first + 1, work->double_precision ? "double" : "single");
    return TS_OK;
}

/* One launch: the sums of `count` items, of as many points as they make, or of one from item `first` on. */
static ts_status sum_items(struct evaluation *work, uint64_t first, uint64_t count)
{
    const uint64_t range[] = {first, work->items};
    ts_status status = device_buffer_write(work->context, work->buffers[RANGE], range);
    if (!status)
        status = device_map(work->context, work->program, work->map->kernel, work->buffers, count);
    return status ? status : device_buffer_read(work->context, work->buffers[SUMS], work->sums);
}

/* A point with more items than a launch takes: launch by launch. */
static ts_status sum_point(struct evaluation *work, double *sum)
{
    ts_status status = TS_OK;
    *sum = 0;
    for (uint64_t first = 0; first < work->items && !status; first += MOST_ITEMS) {
        uint64_t left = work->items - first, count = left < MOST_ITEMS ? left : MOST_ITEMS;
        status = sum_items(work, first, count);
        for (uint64_t i = 0; i < count && !status; ++i)
            *sum += get(work, work->sums, i);
        if (!status && ts_context_interrupted(work->context))
            status = ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
    }
    return status;
}

/* The points of one launch, whose first has a number from 0. */
static ts_status evaluate_block(struct evaluation *work, struct block *block, size_t number)
{
    const size_t particles = (size_t)work->particles.count;
    const int threads = block->points < POINTS_SHARED ? 1 : parallel_threads(work->context, 0);
    const uint64_t pieces = (block->points + POINTS_OF_PIECE - 1) / POINTS_OF_PIECE;
    ts_status status = parallel_run(work->context, threads, pieces, fill, block);
    for (size_t i = 0; i < block->points && block->is_wrong && !status; ++i)
        status = check_point(work, block->momenta + 4 * particles * i, work->units[i], number + i + 1);
    if (!status)
        status = device_buffer_write(work->context, work->buffers[MOMENTA], work->momenta);
    if (!status && work->items > MOST_ITEMS)
        status = sum_point(work, block->values);
    else if (!status && !(status = sum_items(work, 0, block->points * work->items)))
        status = parallel_run(work->context, threads, pieces, add, block);
    for (size_t i = 0; i < block->points && !status; ++i) {
        block->values[i] *= work->factor * pow(work->units[i], 8 - 2 * work->particles.count);
        if (!isfinite(block->values[i]))
            status = ts_fail(work->context, TS_ERROR_NUMERIC,
                             "Point %zu: the squared matrix element is not a finite number.", number + i + 1);
    }
    return status;
}

static ts_status evaluate_points(struct evaluation *work, const char *helicities, const double *momenta,
                                 size_t points, double *values)
{
    const size_t n = (size_t)work->particles.count;
    /* An incoming particle counts with the helicity it would have outgoing. */
    for (size_t i = 0; i < n && helicities; ++i)
        put(work, work->helicities, i, (helicities[i] == '+') == (i >= INCOMING) ? 1 : -1);
    ts_status status = device_buffer_write(work->context, work->buffers[HELICITIES], work->helicities);
    for (size_t first = 0; first < points && !status; first += work->points) {
        struct block block = {.work = work,
                              .momenta = momenta + 4 * n * first,
                              .points = points - first < work->points ? points - first : work->points};
        block.values = values + first;
        status = evaluate_block(work, &block, first);
        if (!status && first + block.points < points && ts_context_interrupted(work->context))
            status = ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
    }
    return status;
}

static void describe(const struct evaluation *work, ts_amplitude_info *info)
{
    particles_print(&work->particles, info->process, sizeof info->process);
    snprintf(info->includes, sizeof info->includes, "%s",
             work->fixed_helicities ? work->map->includes_one : work->map->includes);
    snprintf(info->device, sizeof info->device, "%s", work->device->description);
    snprintf(info->precision, sizeof info->precision, "%s", work->double_precision ? "double" : "single");
    info->couplings[0] = work->coupling;
    info->coupling_count = 1;
}

/* Bytes of a number as the kernel has it. */
static size_t scalar_bytes(const struct evaluation *work)
{
    return work->double_precision ? sizeof(double) : sizeof(float);
}

static size_t items_at_once(const struct evaluation *work)
{
    return work->items < MOST_ITEMS ? (size_t)work->items : MOST_ITEMS;
}

/* How many points a launch has. */
static size_t points_at_once(const struct evaluation *work, size_t points)
{
    const size_t fit = MOST_ITEMS / items_at_once(work), most = fit < MOST_POINTS ? fit : MOST_POINTS;
    return points < 1 ? 1 : points < most ? points : most;
}

static ts_status prepare(struct evaluation *work, const char *device)
{
    const size_t n = (size_t)work->particles.count, bytes = scalar_bytes(work), items = items_at_once(work);
    work->momenta = calloc(4 * n * work->points, bytes);
    work->helicities = calloc(n, bytes);
    work->sums = calloc(items * work->points, bytes);
    work->units = calloc(work->points, sizeof *work->units);
    if (!work->momenta || !work->helicities || !work->sums || !work->units)
        return ts_fail_memory(work->context, "the momenta");
    ts_status status = device_open(work->context, device, 0, &work->device);
    if (!status)
        status = compile(work);
    const size_t sizes[MAP_BUFFERS] = {4 * n * work->points * bytes, n * bytes, items * work->points * bytes,
                                       2 * sizeof(uint64_t)};
    for (int i = 0; i < MAP_BUFFERS && !status; ++i)
        status = device_buffer_create(work->context, work->device, sizes[i], NULL, &work->buffers[i]);
    return status;
}

static void destroy(void *thing)
{
    struct evaluation *work = thing;
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&work->buffers[i]);
    device_release(&work->program);
    device_close(&work->device);
    free(work->momenta);
    free(work->helicities);
    free(work->sums);
    free(work->units);
    free(work);
}

/* What an evaluation that is prepared serves for. */
static void write_key(const struct evaluation *work, const char *device, char *key, size_t bytes)
{
    char process[MOST_PARTICLES * 8];
    particles_print(&work->particles, process, sizeof process);
    snprintf(key, bytes, "family %s %s %d %d %zu %llu %.200s", work->map->kernel, process,
             work->double_precision, work->fixed_helicities, work->points, (unsigned long long)work->items,
             device ? device : "");
}

/* The evaluation on a device, of the context's or a new one. *is_kept: whether it is the context's. On a GPU
 * none is kept, as it is lost where that fails. */
static ts_status find(const struct evaluation *asked, const char *device, struct evaluation **found,
                      int *is_kept)
{
    char key[512];
    write_key(asked, device, key, sizeof key);
    struct evaluation *work = *found = evaluations_find(asked->context, key);
    *is_kept = work != NULL;
    if (work) {
        work->coupling = asked->coupling;
        work->factor = asked->factor;
        return TS_OK;
    }
    work = *found = malloc(sizeof *work);
    if (!work)
        return ts_fail_memory(asked->context, "the momenta");
    *work = *asked;
    const ts_status status = prepare(work, device);
    if (!status && work->device->backend == &cpu_backend)
        *is_kept = evaluations_keep(work->context, key,
                                    work->points * 2 * scalar_bytes(work) *
                                        (items_at_once(work) + 4 * MOST_PARTICLES),
                                    work, destroy);
    return status;
}

ts_status amplitude_map_evaluate(ts_context *context, const struct amplitude_map *map,
                                 const struct amplitude_request *request, double *values,
                                 ts_amplitude_info *info)
{
    const ts_amplitude_settings *settings = request->settings;
    struct evaluation asked = {.context = context,
                               .map = map,
                               .particles = request->particles,
                               .double_precision = request->double_precision};
    struct evaluation *work = NULL;
    int is_kept = 0;
    ts_status status = check_helicities(&asked, settings->helicities);
    if (!status)
        status = map->prepare(&asked, settings);
    if (status)
        return status;
    asked.points = points_at_once(&asked, request->points);
    status = find(&asked, settings->device, &work, &is_kept);
    if (!status)
        status = evaluate_points(work, settings->helicities, request->momenta, request->points, values);
    if (!status)
        describe(work, info);
    if (work && !is_kept)
        destroy(work);
    return status;
}

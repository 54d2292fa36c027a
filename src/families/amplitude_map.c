#include "families/amplitude_map.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Items in one launch, so that memory stays small. */
enum { MOST_ITEMS = 1 << 18 };

/* The buffers of a family's kernel. */
enum { MOMENTA, HELICITIES, SUMS, FIRST_ITEM };

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
    int n = work->particles->count;
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

/* All momenta outgoing, in units where each energy is near one; returns that
 * unit in GeV. */
static double normalise(const struct evaluation *work, const double *momenta)
{
    int n = work->particles->count;
    const double *a = momenta, *b = momenta + 4;
    double s = 2 * (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]);
    double unit = exp2(round(log2(sqrt(s) / (n - INCOMING))));
    for (int i = 0; i < 4 * n; ++i)
        put(work, work->momenta, (size_t)i, (i < 4 * INCOMING ? -1 : 1) * momenta[i] / unit);
    return unit;
}

/* Where two momenta are collinear, the amplitude is infinite; with rounding it may come
 * out as any number, so the momenta are looked at. */
static ts_status check_apart(const struct evaluation *work, const double *momenta, size_t point)
{
    const double step = work->double_precision ? DBL_EPSILON : FLT_EPSILON;
    for (int i = 0; i < work->particles->count; ++i)
        for (int j = 0; j < i && j < work->map->singular; ++j) {
            const double *a = momenta + 4 * i, *b = momenta + 4 * j;
            const double product = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
            if (!(product > 4 * step * a[0] * b[0]))
                return ts_fail(
                    work->context, TS_ERROR_NUMERIC,
                    "Point %zu: particles %d and %d are collinear within the rounding of %s precision, or "
                    "one has no energy: the squared matrix element has no finite value there.",
                    point + 1, j + 1, i + 1, work->double_precision ? "double" : "single");
        }
    return TS_OK;
}

/* One launch: the sums of `count` items from `first`. */
static ts_status sum_items(struct evaluation *work, uint64_t first, uint64_t count)
{
    ts_status status = device_buffer_write(work->context, work->buffers[FIRST_ITEM], &first);
    if (!status)
        status = device_map(work->context, work->program, work->map->kernel, work->buffers, count);
    return status ? status : device_buffer_read(work->context, work->buffers[SUMS], work->sums);
}

/* The sum over all items at one point, launch by launch. */
static ts_status sum_point(struct evaluation *work, double *sum)
{
    *sum = 0;
    ts_status status = device_buffer_write(work->context, work->buffers[MOMENTA], work->momenta);
    if (status)
        return status;
    for (uint64_t first = 0; first < work->items; first += MOST_ITEMS) {
        uint64_t left = work->items - first, count = left < MOST_ITEMS ? left : MOST_ITEMS;
        status = sum_items(work, first, count);
        if (status)
            return status;
        for (uint64_t i = 0; i < count; ++i)
            *sum += get(work, work->sums, i);
        if (ts_context_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted.");
    }
    return TS_OK;
}

static ts_status evaluate_points(struct evaluation *work, const char *helicities, const double *momenta,
                                 size_t points, double *matrix_element_squared)
{
    int n = work->particles->count;
    /* An incoming particle counts with the helicity it would have outgoing. */
    for (int i = 0; i < n && helicities; ++i)
        put(work, work->helicities, (size_t)i, (helicities[i] == '+') == (i >= INCOMING) ? 1 : -1);
    ts_status status = device_buffer_write(work->context, work->buffers[HELICITIES], work->helicities);
    if (status)
        return status;
    for (size_t i = 0; i < points; ++i) {
        double sum, unit = normalise(work, momenta + 4 * (size_t)n * i);
        if (!(unit > 0) || !isfinite(unit))
            return ts_fail(work->context, TS_ERROR_INPUT,
                           "Point %zu: the incoming particles have no energy in their centre of mass.",
                           i + 1);
        status = check_apart(work, momenta + 4 * (size_t)n * i, i);
        if (!status)
            status = sum_point(work, &sum);
        if (status)
            return status;
        matrix_element_squared[i] = work->factor * sum * pow(unit, 8 - 2 * n);
        if (!isfinite(matrix_element_squared[i]))
            return ts_fail(work->context, TS_ERROR_NUMERIC,
                           "Point %zu: the squared matrix element is not a finite number.", i + 1);
    }
    return TS_OK;
}

static void describe(const struct evaluation *work, ts_amplitude_info *info)
{
    particles_print(work->particles, info->process, sizeof info->process);
    snprintf(info->includes, sizeof info->includes, "%s",
             work->fixed_helicities ? work->map->includes_one : work->map->includes);
    snprintf(info->device, sizeof info->device, "%s", work->device->description);
    snprintf(info->precision, sizeof info->precision, "%s", work->double_precision ? "double" : "single");
    info->couplings[0] = work->coupling;
    info->coupling_count = 1;
}

static ts_status prepare(struct evaluation *work, const char *device)
{
    size_t n = (size_t)work->particles->count,
           bytes = work->double_precision ? sizeof(double) : sizeof(float);
    size_t items = work->items < MOST_ITEMS ? (size_t)work->items : MOST_ITEMS;
    work->momenta = calloc(4 * n, bytes);
    work->helicities = calloc(n, bytes);
    work->sums = calloc(items, bytes);
    if (!work->momenta || !work->helicities || !work->sums)
        return ts_fail_memory(work->context, "the momenta");
    ts_status status = device_open(work->context, device, 0, &work->device);
    if (!status)
        status = compile(work);
    const size_t sizes[MAP_BUFFERS] = {4 * n * bytes, n * bytes, items * bytes, sizeof(uint64_t)};
    for (int i = 0; i < MAP_BUFFERS && !status; ++i)
        status = device_buffer_create(work->context, work->device, sizes[i], NULL, &work->buffers[i]);
    return status;
}

ts_status amplitude_map_evaluate(ts_context *context, const struct amplitude_map *map,
                                 const struct amplitude_request *request, double *values,
                                 ts_amplitude_info *info)
{
    const ts_amplitude_settings *settings = request->settings;
    struct evaluation work = {.context = context,
                              .map = map,
                              .particles = &request->particles,
                              .double_precision = request->double_precision};
    ts_status status = check_helicities(&work, settings->helicities);
    if (!status)
        status = map->prepare(&work, settings);
    if (!status)
        status = prepare(&work, settings->device);
    if (!status)
        status = evaluate_points(&work, settings->helicities, request->momenta, request->points, values);
    if (!status)
        describe(&work, info);
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&work.buffers[i]);
    device_release(&work.program);
    device_close(&work.device);
    free(work.momenta);
    free(work.helicities);
    free(work.sums);
    return status;
}

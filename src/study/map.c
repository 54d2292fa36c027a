/* A kernel over a range of items, timed. */
#include "study/bench.h"

#include "core/clock.h"

#include <stdio.h>

ts_status bench_map(const struct bench *bench, struct device_program *program, const char *kernel,
                    struct device_buffer *const buffers[MAP_BUFFERS], uint64_t items)
{
    const ts_status status = device_map(bench->context, program, kernel, buffers, items);
    return status ? status : device_wait(bench->context, program->device);
}

/* What is timed: a kernel whose one buffer holds a scalar for each lane of each item, evaluated so many
 * times. */
struct mapping {
    const char *kernel;
    uint64_t items;
    int repeats;
};

/* Times the passes of one run over all items. */
static ts_status time_passes(const struct bench *bench, struct device_program *program,
                             const struct mapping *map, struct device_buffer *const *buffers, double *ns)
{
    double start = clock_seconds(), passes = 0;
    ts_status status = TS_OK;
    for (; clock_seconds() - start < shortest_measurement && !status; ++passes)
        status = bench_map(bench, program, map->kernel, buffers, map->items);
    *ns = 1e9 * (clock_seconds() - start) / (passes * map->repeats * (double)(map->items * program->lanes));
    return status;
}

/* Nanoseconds of one evaluation, over the events of all items. */
static ts_status time_items(const struct bench *bench, struct device_program *program, size_t scalar,
                            const struct mapping *map, double *ns)
{
    double times[MOST_RUNS];
    struct device_buffer *buffers[MAP_BUFFERS] = {0};
    ts_status status = device_buffer_create(bench->context, program->device,
                                            (size_t)map->items * program->lanes * scalar, NULL, &buffers[0]);
    if (!status) /* the first run of a program takes longer */
        status = bench_map(bench, program, map->kernel, buffers, map->items);
    for (int run = 0; run < bench->settings.runs && !status; ++run)
        status = time_passes(bench, program, map, buffers, &times[run]);
    device_buffer_destroy(&buffers[0]);
    if (!status)
        *ns = median(times, bench->settings.runs);
    return status;
}

ts_status bench_map_time(const struct bench *bench, struct source *text, const char *kernel,
                         int double_precision, uint64_t items, int repeats, double *ns)
{
    const struct mapping map = {kernel, items, repeats};
    struct device_program *program = NULL;
    char header[80];
    snprintf(header, sizeof header, "%s.h", kernel);
    ts_status status = bench_compile(bench, text, header,
                                     (struct program_text){.double_precision = double_precision}, &program);
    if (!status)
        status = time_items(bench, program, double_precision ? sizeof(double) : sizeof(float), &map, ns);
    device_release(&program);
    return status;
}

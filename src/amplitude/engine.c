/* Matrix elements at points, on any device. */
#include "amplitude/tree.h"
#include "core/context.h"
#include "core/ranks.h"
#include "device/gpu/gpu.h"

#include <math.h>
#include <stdlib.h>

/* The buffers of kernels/process/tree_sum.h. */
enum { MOMENTA, WORDS, VALUES, SUMS };

/* Points in one launch, so that memory stays small and an interruption is seen; a GPU wants more of them. */
enum { MOST_POINTS_CPU = 1 << 12, MOST_POINTS_GPU = 1 << 16 };

/* Numbers of all sums of a launch: what keeps memory small where points have many. */
static const size_t most_sums = 1 << 22;

/* What engines are for: the header and the entry of their programs. */
static const char *header_of(const struct tree_engine *engine)
{
    return engine->team.count     ? "tree_team_sum"
           : engine->slopes >= 0  ? "tree_gradient"
           : engine->numbers == 1 ? "tree_sum"
                                  : "tree_ratio";
}

static const char *entry_of(const struct tree_engine *engine)
{
    return engine->team.count     ? "tree_team_map"
           : engine->slopes >= 0  ? "tree_gradient_map"
           : engine->numbers == 1 ? "tree_sum_map"
                                  : "tree_ratio_map";
}

static void put(const struct tree_engine *engine, void *scalars, size_t i, double value)
{
    if (engine->double_precision)
        ((double *)scalars)[i] = value;
    else
        ((float *)scalars)[i] = (float)value;
}

static double get(const struct tree_engine *engine, const void *scalars, size_t i)
{
    return engine->double_precision ? ((const double *)scalars)[i] : (double)((const float *)scalars)[i];
}

static size_t scalar_bytes(const struct tree_engine *engine)
{
    return engine->double_precision ? sizeof(double) : sizeof(float);
}

/* The tree with the schedule of the engine's own. */
static struct tree tree_of(const struct tree_engine *engine)
{
    struct tree tree = *engine->tree;
    tree.team = engine->team;
    return tree;
}

/* Makes the schedule of a team, where the device has room for one, or is a CPU, on which it is for tests. */
static ts_status make_team(ts_context *context, struct tree_engine *engine)
{
    const struct gpu_device *gpu = gpu_device_from(engine->device);
    struct tree tree = *engine->tree;
    tree.team = (struct team){0};
    if (!gpu && engine->device->backend != &cpu_backend)
        return TS_OK;
    const ts_status status = trees_make_teams(context, &(struct team_tree){&tree, 0}, 1);
    engine->team = tree.team;
    if (gpu && (TEAM_UNIT_BYTES * (size_t)engine->team.units > gpu->local_most ||
                (size_t)engine->team.workers * TEAM_POINTS_OF(engine->double_precision) > gpu->group_most))
        team_free(&engine->team);
    return status;
}

static ts_status compile(ts_context *context, enum tree_form form, struct tree_engine *engine)
{
    struct source text = {0};
    const struct tree tree = tree_of(engine);
    tree_write(&tree, form, &text);
    source_append(&text, "#include \"process/%s.h\"\n", header_of(engine));
    ts_status status =
        text.failed
            ? ts_fail_memory(context, "a program")
            : device_compile(context, engine->device,
                             &(struct program_text){.text = text.text,
                                                    .map_group = (size_t)engine->team.workers *
                                                                 TEAM_POINTS_OF(engine->double_precision),
                                                    .map_bytes = TEAM_UNIT_BYTES * (size_t)engine->team.units,
                                                    .double_precision = engine->double_precision},
                             &engine->program, &engine->compile_seconds);
    source_free(&text);
    return status;
}

/* Numbers as the device has them, with one more behind; to be freed. NULL: there is no memory. */
static void *make_scalars(const struct tree_engine *engine, const double *values, size_t count)
{
    void *scalars = calloc(count + 1, sizeof(double));
    for (size_t i = 0; scalars && i < count; ++i)
        put(engine, scalars, i, values[i]);
    return scalars;
}

static ts_status make_tables(ts_context *context, struct tree_engine *engine)
{
    struct tree_tables tables;
    const struct tree tree = tree_of(engine);
    ts_status status = tree_tables_create(context, &tree, engine->unit, &tables);
    if (!status && engine->slopes >= 0)
        status = tree_tables_add_slopes(context, engine->tree, engine->unit, engine->numbers > engine->slopes,
                                        &tables);
    else if (!status && engine->numbers > 1)
        status = tree_tables_add_flows(context, engine->tree, &tables);
    if (status) {
        tree_tables_free(&tables);
        return status;
    }
    status = device_buffer_create(context, engine->device, tables.word_count * sizeof *tables.words,
                                  tables.words, &engine->buffers[WORDS]);
    void *scalars = make_scalars(engine, tables.values, tables.value_count);
    if (!status && !scalars)
        status = ts_fail_memory(context, "the tables of an amplitude");
    if (!status)
        status = device_buffer_create(context, engine->device,
                                      (tables.value_count + 1) * scalar_bytes(engine), scalars,
                                      &engine->buffers[VALUES]);
    free(scalars);
    tree_tables_free(&tables);
    return status;
}

static size_t lanes_of(const struct tree_engine *engine) { return engine->program->lanes; }

static size_t groups_of(const struct tree_engine *engine, size_t points)
{
    return (points + lanes_of(engine) - 1) / lanes_of(engine);
}

enum tree_form tree_best_form(const struct device *device)
{
    return device->backend == &cpu_backend ? TREE_FORM_SHARED : TREE_FORM_TEAM;
}

enum tree_form tree_table_form(const struct device *device)
{
    return device->backend == &cpu_backend ? TREE_FORM_SHARED : TREE_FORM_TABLE;
}

static ts_status create(ts_context *context, enum tree_form form, size_t points, struct tree_engine *engine)
{
    const struct tree *tree = engine->tree;
    struct device *device = engine->device;
    const size_t most = device->backend == &cpu_backend ? MOST_POINTS_CPU : MOST_POINTS_GPU;
    const size_t fits = most_sums / ((size_t)tree->slices * (size_t)engine->numbers);
    engine->most_points = points < most ? points : most;
    if (engine->slopes >= 0 && engine->most_points > fits)
        engine->most_points = fits ? fits : 1;
    ts_status status = form == TREE_FORM_TEAM ? make_team(context, engine) : TS_OK;
    if (!status)
        status = compile(context, form, engine);
    if (!status)
        status = make_tables(context, engine);
    if (status)
        return status;
    const size_t scalars = groups_of(engine, engine->most_points) * lanes_of(engine);
    const size_t sums = scalars * (size_t)tree->slices * (size_t)engine->numbers;
    const size_t bytes = scalar_bytes(engine), legs = (size_t)tree->graph.legs;
    engine->momenta = calloc(scalars * legs * 4, bytes);
    engine->sums = calloc(sums, bytes);
    if (!engine->momenta || !engine->sums)
        return ts_fail_memory(context, "the momenta");
    status = device_buffer_create(context, device, scalars * legs * 4 * bytes, NULL,
                                  &engine->buffers[MOMENTA]);
    if (!status)
        status = device_buffer_create(context, device, sums * bytes, NULL, &engine->buffers[SUMS]);
    return status;
}

ts_status tree_engine_create(ts_context *context, const struct tree *tree, struct device *device,
                             enum tree_form form, int double_precision, double unit, size_t points,
                             struct tree_engine *engine)
{
    *engine = (struct tree_engine){.tree = tree,
                                   .device = device,
                                   .double_precision = double_precision,
                                   .unit = unit,
                                   .numbers = 1,
                                   .slopes = -1};
    return create(context, form, points, engine);
}

ts_status tree_ratio_create(ts_context *context, const struct tree *tree, struct device *device, double unit,
                            size_t points, struct tree_engine *engine)
{
    *engine = (struct tree_engine){
        .tree = tree, .device = device, .double_precision = 1, .unit = unit, .numbers = 2, .slopes = -1};
    return create(context, tree_table_form(device), points, engine);
}

ts_status tree_gradient_create(ts_context *context, const struct tree *tree, struct device *device,
                               double unit, size_t points, int momenta, struct tree_engine *engine)
{
    const int slopes = (int)tree->graph.model->slope_count;
    *engine = (struct tree_engine){.tree = tree,
                                   .device = device,
                                   .double_precision = 1,
                                   .unit = unit,
                                   .numbers = slopes + (momenta ? 4 * tree->graph.legs : 0),
                                   .slopes = slopes};
    return create(context, tree_table_form(device), points, engine);
}

ts_status tree_engine_set_strong(ts_context *context, struct tree_engine *engine, double strong)
{
    double *values;
    size_t count;
    ts_status status = tree_values_create(context, engine->tree, engine->unit, strong, &values, &count);
    if (status)
        return status;
    void *scalars = make_scalars(engine, values, count);
    status = scalars ? device_buffer_write(context, engine->buffers[VALUES], scalars)
                     : ts_fail_memory(context, "the tables of an amplitude");
    free(scalars);
    free(values);
    return status;
}

void tree_engine_destroy(struct tree_engine *engine)
{
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&engine->buffers[i]);
    device_release(&engine->program);
    team_free(&engine->team);
    free(engine->momenta);
    free(engine->sums);
    *engine = (struct tree_engine){0};
}

/* [group][leg][component][lane], outgoing; lanes without a point have the last one. */
static void pack(const struct tree_engine *engine, const double *momenta, size_t points)
{
    const size_t lanes = lanes_of(engine), numbers = 4 * (size_t)engine->tree->graph.legs;
    for (size_t place = 0; place < groups_of(engine, points) * lanes; ++place) {
        const double *p = momenta + numbers * (place < points ? place : points - 1);
        for (size_t i = 0; i < numbers; ++i)
            put(engine, engine->momenta, (place / lanes * numbers + i) * lanes + place % lanes,
                (i < 4 * (size_t)engine->tree->graph.incoming ? -1 : 1) * p[i] / engine->unit);
    }
}

ts_status tree_engine_launch(ts_context *context, struct tree_engine *engine, size_t points)
{
    const size_t sums = engine->slopes >= 0 ? (size_t)engine->numbers : 1;
    if (engine->team.count)
        return device_map(context, engine->program, entry_of(engine), engine->buffers,
                          engine->device->backend == &cpu_backend ? groups_of(engine, points)
                                                                  : points * (size_t)engine->team.workers);
    return device_map(context, engine->program, entry_of(engine), engine->buffers,
                      groups_of(engine, points) * (size_t)engine->tree->slices * sums);
}

/* Sum number `which` of a point, over the slices of the helicities. */
static double sum_of(const struct tree_engine *engine, size_t point, size_t which)
{
    const size_t lanes = lanes_of(engine), slices = (size_t)engine->tree->slices;
    const size_t numbers = (size_t)engine->numbers;
    double sum = 0;
    for (size_t k = 0; k < slices; ++k)
        sum += get(engine, engine->sums,
                   ((point / lanes * slices + k) * numbers + which) * lanes + point % lanes);
    return sum;
}

/* Derivatives of a point, as momenta are given: those that come in with the opposite sign, all in GeV. */
static void take_gradient(const struct tree_engine *engine, size_t point, double scale, double *values)
{
    for (int i = 0; i < engine->numbers; ++i) {
        const int component = i - engine->slopes;
        const double factor = component < 0                                  ? 1
                              : component < 4 * engine->tree->graph.incoming ? -1 / engine->unit
                                                                             : 1 / engine->unit;
        values[i] = scale * factor * sum_of(engine, point, (size_t)i);
    }
}

/* Values of a point, one for each choice of helicities. */
static void take_choices(const struct tree_engine *engine, size_t point, double scale, double *values)
{
    const size_t lanes = lanes_of(engine), slices = (size_t)engine->tree->slices;
    for (size_t k = 0; k < slices; ++k)
        values[k] = scale * get(engine, engine->sums, (point / lanes * slices + k) * lanes + point % lanes);
}

/* One launch; values, ratios, derivatives or choices of helicities. */
static ts_status launch(ts_context *context, struct tree_engine *engine, const double *momenta, size_t points,
                        double *values)
{
    const double scale = engine->tree->average * pow(engine->unit, 8 - 2 * engine->tree->graph.legs);
    pack(engine, momenta, points);
    ts_status status = device_buffer_write(context, engine->buffers[MOMENTA], engine->momenta);
    if (!status)
        status = tree_engine_launch(context, engine, points);
    if (!status)
        status = device_buffer_read(context, engine->buffers[SUMS], engine->sums);
    for (size_t i = 0; i < points && !status; ++i)
        if (engine->slopes >= 0)
            take_gradient(engine, i, scale, values + i * (size_t)engine->numbers);
        else if (engine->tree->apart)
            take_choices(engine, i, scale, values + i * (size_t)engine->tree->slices);
        else
            values[i] = engine->numbers == 1 ? scale * sum_of(engine, i, 0)
                                             : sum_of(engine, i, 0) / sum_of(engine, i, 1);
    return status;
}

ts_status tree_engine_evaluate(ts_context *context, struct tree_engine *engine, const double *momenta,
                               size_t points, double *values)
{
    const size_t numbers = 4 * (size_t)engine->tree->graph.legs;
    const size_t results = engine->slopes >= 0   ? (size_t)engine->numbers
                           : engine->tree->apart ? (size_t)engine->tree->slices
                                                 : 1;
    ts_status status = TS_OK;
    for (size_t first = 0; first < points && !status; first += engine->most_points) {
        const size_t left = points - first, count = left < engine->most_points ? left : engine->most_points;
        status = launch(context, engine, momenta + numbers * first, count, values + first * results);
        /* Ranks agree upon an interruption, where they meet; and what is complete counts. */
        if (!status && first + count < points && !ranks_carrier_of(context) &&
            ts_context_interrupted(context))
            status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    }
    return status;
}

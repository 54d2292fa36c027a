/* Matrix elements at points, on any device. */
#include "amplitude/tree.h"
#include "core/context.h"
#include "device/gpu/gpu.h"

#include <math.h>
#include <stdlib.h>

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

const char *tree_engine_entry(const struct tree_engine *engine)
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

/* How a GPU's threads are grouped for it; nothing where there is no team. */
static struct map_groups groups_of_team(const struct tree_engine *engine)
{
    return (struct map_groups){(size_t)engine->team.workers * TEAM_POINTS_OF(engine->double_precision),
                               TEAM_UNIT_BYTES * (size_t)engine->team.units};
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
    const struct map_groups groups = groups_of_team(engine);
    if (gpu && (groups.bytes > gpu->local_most || groups.threads > gpu->group_most))
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
        text.failed ? ts_fail_memory(context, "a program")
                    : device_compile(context, engine->device,
                                     &(struct program_text){.text = text.text,
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
        status = tree_tables_add_flows(context, engine->tree, 1, &tables);
    if (status) {
        tree_tables_free(&tables);
        return status;
    }
    status = device_buffer_create(context, engine->device, tables.word_count * sizeof *tables.words,
                                  tables.words, &engine->buffers[TREE_BUFFER_WORDS]);
    void *scalars = make_scalars(engine, tables.values, tables.value_count);
    if (!status && !scalars)
        status = ts_fail_memory(context, "the tables of an amplitude");
    if (!status)
        status = device_buffer_create(context, engine->device,
                                      (tables.value_count + 1) * scalar_bytes(engine), scalars,
                                      &engine->buffers[TREE_BUFFER_VALUES]);
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
                                  &engine->buffers[TREE_BUFFER_MOMENTA]);
    if (!status)
        status = device_buffer_create(context, device, sums * bytes, NULL,
                                      &engine->buffers[TREE_BUFFER_SUMS]);
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
    status = scalars ? device_buffer_write(context, engine->buffers[TREE_BUFFER_VALUES], scalars)
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

uint64_t tree_engine_items(const struct tree_engine *engine, size_t points)
{
    const size_t sums = engine->slopes >= 0 ? (size_t)engine->numbers : 1;
    if (!engine->team.count)
        return groups_of(engine, points) * (size_t)engine->tree->slices * sums;
    return engine->device->backend == &cpu_backend ? groups_of(engine, points)
                                                   : points * (size_t)engine->team.workers;
}

ts_status tree_engine_launch(ts_context *context, struct tree_engine *engine, size_t points)
{
    return device_map_groups(context, engine->program, tree_engine_entry(engine), groups_of_team(engine),
                             engine->buffers, tree_engine_items(engine, points));
}

void tree_engine_check(struct tree_engine *engine)
{
    const struct graph *graph = &engine->tree->graph;
    for (int i = 0; i < graph->legs; ++i)
        engine->masses[i] = ts_model_particle(graph->model, graph->pdg[i])->mass;
    engine->checks = 1;
}

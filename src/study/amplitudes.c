/* Derived matrix elements, summed over colours and helicities: time of a point, of compilation, sizes, and
 * the instructions that it cannot do without. */
#include "study/bench.h"

#include "amplitude/tree.h"
#include "core/clock.h"
#include "device/gpu/gpu.h"
#include "subprocess/subprocess.h"

#include <stdlib.h>
#include <string.h>

static const char *const processes[] = {
    "g g > t t~",   "g g > t t~ g",   "g g > t t~ g g",   "g g > t t~ g g g", "g g > g g",
    "g g > g g g",  "g g > g g g g",  "g g > g g g g g",  "d d~ > z",         "d d~ > z g",
    "d d~ > z g g", "d d~ > z g g g", "d d~ > z g g g g",
};
enum { PROCESSES = sizeof processes / sizeof processes[0] };

/* Programs of more operations than this take too long to compile where they are written out. */
enum { STRAIGHT_TRIED = 40, POINTS_CPU = 256, POINTS_GPU = 1 << 16 };

/* A process at work. */
struct tree_study {
    const struct bench *bench;
    ts_model *model;
    const char *name;
    struct tree tree;
    int legs;
    double points[4 * LEGS_MOST];
};

static ts_status make_tree(struct tree_study *study)
{
    struct label_list labels;
    struct subprocess_list list;
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    char sentence[SENTENCE_BYTES] = "";
    ts_context *context = study->bench->context;
    labels_of_model(study->model, &labels);
    if (!notation_read(study->model, &labels, study->name, &notation, sentence))
        return ts_fail(context, TS_ERROR_INPUT, "%s.", sentence);
    ts_status status = subprocess_list_create(context, study->model, &notation, &list, sentence);
    if (status)
        return status == TS_ERROR_INPUT ? ts_fail(context, status, "%s.", sentence) : status;
    status = tree_create(context,
                         &(struct tree_request){.model = study->model,
                                                .legs = study->legs,
                                                .pdg = list.groups[0].members[0].pdg,
                                                .most = list.groups[0].most,
                                                .chain = &list.groups[0].chain,
                                                .excluded = &notation.excluded},
                         &study->tree);
    subprocess_list_free(&list);
    study->tree.slices = 1;
    return status;
}

/* Time does not depend on the numbers: one point, on no mass shell, serves. */
static void make_point(struct tree_study *study)
{
    for (int i = 0; i < study->legs; ++i) {
        double *p = study->points + 4 * i;
        p[1] = 100 + 17 * i, p[2] = 60 - 31 * i, p[3] = i ? -80 + 29 * i : 210;
        p[0] = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3] + 173 * 173);
    }
}

static ts_status time_points(struct tree_study *study, struct tree_engine *engine, size_t points, double *ns)
{
    const struct bench *bench = study->bench;
    const size_t numbers = 4 * (size_t)study->legs;
    double times[MOST_RUNS], *values = calloc(points, sizeof *values);
    double *momenta = calloc(points * numbers, sizeof *momenta);
    ts_status status = values && momenta ? TS_OK : ts_fail_memory(bench->context, "points");
    for (size_t i = 0; i < points && !status; ++i)
        memcpy(momenta + i * numbers, study->points, numbers * sizeof *momenta);
    if (!status) /* the first takes longer */
        status = tree_engine_evaluate(bench->context, engine, momenta, points, values);
    for (int run = 0; run < bench->settings.runs && !status; ++run) {
        const double start = clock_seconds();
        double passes = 0;
        for (; clock_seconds() - start < shortest_measurement && !status; ++passes) {
            status = tree_engine_launch(bench->context, engine, points);
            if (!status)
                status = device_wait(bench->context, engine->device);
        }
        if (!status)
            status = device_buffer_read(bench->context, engine->buffers[3], engine->sums);
        times[run] = 1e9 * (clock_seconds() - start) / (passes * (double)points);
    }
    free(values);
    free(momenta);
    if (!status)
        *ns = median(times, bench->settings.runs);
    return status;
}

static ts_status measure(struct tree_study *study, enum tree_form form, int shared, int wide)
{
    const struct bench *bench = study->bench;
    const size_t points = bench->device->backend == &cpu_backend ? POINTS_CPU : POINTS_GPU;
    struct tree_engine engine = {0};
    struct tree tree = study->tree;
    double ns = NAN;
    int registers = 0, bytes = 0;
    if (!shared)
        tree.sharing.count = tree.sharing.slots = 0;
    ts_status status = tree_engine_create(bench->context, &tree, bench->device, form, wide, 256, points,
                                          &engine);
    if (!status)
        status = time_points(study, &engine, points, &ns);
    if (!status)
        gpu_map_needs(bench->context, engine.program, engine.team.count ? "tree_team_map" : "tree_sum_map",
                      &registers, &bytes);
    const double seconds = engine.compile_seconds;
    tree_engine_destroy(&engine);
    if (status)
        return status;
    const struct study_value row[] = {
        BENCH_TEXT("process", study->name),
        BENCH_TEXT("precision", bench_precision(wide)),
        BENCH_TEXT("form", form == TREE_FORM_STRAIGHT ? "straight"
                           : form == TREE_FORM_TEAM   ? "team"
                           : shared                   ? "shared"
                                                      : "table"),
        BENCH_NUMBER("currents", tree.graph.current_count),
        BENCH_NUMBER("operations", shared ? tree.sharing.count : tree.operations.count),
        BENCH_NUMBER("flows", tree.graph.flow_count),
        BENCH_NUMBER("helicities", tree.helicities.count),
        BENCH_NUMBER("instructions", tree_instructions(&tree)),
        BENCH_NUMBER("ns_point", ns),
        BENCH_NUMBER("compile_seconds", seconds),
        BENCH_NUMBER("registers", registers),
        BENCH_NUMBER("local_bytes", bytes),
    };
    return bench_row(bench, row, sizeof row / sizeof *row);
}

static ts_status measure_process(struct tree_study *study)
{
    ts_status status = make_tree(study);
    make_point(study);
    for (int wide = 0; wide < 2 && !status; ++wide) {
        if (!bench_covers(study->bench, wide))
            continue;
        const enum tree_form table = tree_table_form(study->bench->device);
        if (study->tree.sharing.count)
            status = measure(study, table, 1, wide);
        if (study->tree.sharing.count && table != TREE_FORM_SHARED && !status)
            status = measure(study, TREE_FORM_TEAM, 1, wide);
        if (!status)
            status = measure(study, table, 0, wide);
        if (!status && study->tree.operations.count <= STRAIGHT_TRIED)
            status = measure(study, TREE_FORM_STRAIGHT, 0, wide);
    }
    tree_free(&study->tree);
    return status;
}

ts_status bench_amplitudes(const struct bench *bench)
{
    ts_model *model;
    ts_status status = model_create_standard(bench->context, NULL, 0, &model);
    for (int i = 0; i < PROCESSES && !status; ++i) {
        struct tree_study study = {.bench = bench, .model = model, .name = processes[i], .legs = LEGS_IN};
        for (const char *c = strchr(processes[i], '>'); c && *c; ++c)
            study.legs += *c == ' ';
        if (study.legs >= bench->settings.n_min && study.legs <= bench->settings.n_max)
            status = measure_process(&study);
    }
    ts_model_destroy(&model);
    return status;
}

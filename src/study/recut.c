/* Events stored by the device, those that fail the cuts too, and cut again on the CPU in double precision.
 * Cuts are the same ones, and tighter ones, where the cross section must be that of a run with those. */
#include "process/process_layout.h"
#include "study/bench.h"
#include "study/weight_list.h"

#include <stdio.h>
#include <stdlib.h>

static const double usual_events = 1e6;
static const double pt_cuts[] = {20, 30, 40, 60}; /* GeV; the first is that of the stored events */
static const double eta_max = 2.5, dr_min = 0.4;
enum { MOST_JETS = 14 };

/* The events of n gluons as the device made them. */
struct store {
    int n, wide;
    size_t count;
    void *states, *passes; /* scalars of the precision: [state][count], [count] */
    struct weight_list list;
};

static double number(const struct store *store, const void *scalars, size_t i)
{
    return store->wide ? ((const double *)scalars)[i] : (double)((const float *)scalars)[i];
}

static double state_of(const struct store *store, int row, size_t event)
{
    return number(store, store->states, (size_t)row * store->count + event);
}

struct jet {
    double pt, eta, phi;
};

/* Final gluon i in the laboratory, in GeV. */
static struct jet jet_of(const struct store *store, int i, size_t event)
{
    const int row = 4 * i, behind = 4 * (store->n - 2);
    const double unit = state_of(store, behind + BEHIND_UNIT, event);
    const double x = state_of(store, row + 1, event), y = state_of(store, row + 2, event);
    const double z = state_of(store, row + 3, event), pt = hypot(x, y);
    const double rapidity = (state_of(store, behind + BEHIND_LOG_X1, event) -
                             state_of(store, behind + BEHIND_LOG_X2, event)) /
                            2;
    return (struct jet){unit * pt, asinh(z / pt) + rapidity, atan2(y, x)};
}

static int passes(const struct store *store, size_t event, double pt_min)
{
    struct jet jets[MOST_JETS];
    for (int i = 0; i < store->n - 2; ++i) {
        jets[i] = jet_of(store, i, event);
        if (jets[i].pt < pt_min || fabs(jets[i].eta) > eta_max)
            return 0;
        for (int j = 0; j < i; ++j)
            if (hypot(jets[i].eta - jets[j].eta, remainder(jets[i].phi - jets[j].phi, 2 * M_PI)) < dr_min)
                return 0;
    }
    return 1;
}

/* Runs the kernel of kernels/study/gluon_events.h and reads what it leaves. */
static ts_status run_kernel(const struct bench *bench, const struct process *process,
                            struct device_program *program, struct store *store)
{
    ts_context *context = bench->context;
    const struct integrand *integrand = &process->integrand;
    const size_t scalar = store->wide ? sizeof(double) : sizeof(float);
    const size_t rows = 4 * (size_t)(store->n - 2) + BEHIND_PARTICLES, bytes = store->count * scalar;
    struct device_buffer *buffers[MAP_BUFFERS] = {0};
    store->states = malloc(rows * bytes);
    store->passes = malloc(bytes);
    ts_status status = store->states && store->passes ? TS_OK : ts_fail_memory(context, "the events");
    if (!status)
        status = scalars_create(context, bench->device, store->wide, integrand->parameters,
                                integrand->parameter_count, &buffers[0]);
    if (!status)
        status = device_buffer_create(context, bench->device, rows * bytes, NULL, &buffers[1]);
    if (!status)
        status = device_buffer_create(context, bench->device, bytes, NULL, &buffers[2]);
    if (!status)
        status = device_map(context, program, "gluon_events", buffers, store->count / program->lanes);
    if (!status)
        status = device_buffer_read(context, buffers[1], store->states);
    if (!status)
        status = device_buffer_read(context, buffers[2], store->passes);
    for (int i = 0; i < MAP_BUFFERS; ++i)
        device_buffer_destroy(&buffers[i]);
    return status;
}

static ts_status make_events(const struct bench *bench, const ts_card *card, struct store *store)
{
    struct process process = {0};
    struct source text = {0};
    struct device_program *program = NULL;
    ts_status status = process_create(bench->context, card, 128, &process);
    if (status)
        return status;
    source_append(&text, "%s#define EVENTS %zu\n#define EVENTS_SEED %llu\n", process.integrand.text,
                  store->count, (unsigned long long)card_request(card)->integration.seed);
    status = bench_compile(bench, &text, "gluon_events.h",
                           (struct program_text){.double_precision = store->wide,
                                                 .group_most = process.integrand.group_most},
                           &program);
    if (!status)
        status = run_kernel(bench, &process, program, store);
    device_release(&program);
    process_destroy(&process);
    return status;
}

static ts_status store_create(const struct bench *bench, int n, int wide, struct store *store)
{
    enum { LANES_MOST = 64 };
    const uint64_t wanted = bench->settings.events ? bench->settings.events : (uint64_t)usual_events;
    ts_card *card = NULL;
    *store = (struct store){.n = n, .wide = wide, .count = (size_t)(wanted / LANES_MOST + 1) * LANES_MOST};
    ts_status status = bench_card(bench, n, wide, NULL, &card);
    if (!status)
        status = make_events(bench, card, store);
    if (!status)
        status = weight_list_create(bench->context, bench->device, card, "", store->count, &store->list);
    ts_card_destroy(&card);
    return status;
}

static void store_free(struct store *store)
{
    free(store->states);
    free(store->passes);
    weight_list_free(&store->list);
}

/* What the CPU makes of the events. */
struct recut {
    double passed, disagree, sum, square;
};

static struct recut cut_again(const struct store *store, double pt_min)
{
    struct recut all = {0};
    for (size_t i = 0; i < store->count; ++i) {
        const int pass = passes(store, i, pt_min), flag = number(store, store->passes, i) > 0;
        /* An event that the device cut has no weight. */
        const double weight = pass && !isnan(store->list.weights[i]) ? store->list.weights[i] : 0;
        all.passed += pass;
        all.disagree += pass != flag;
        all.sum += weight;
        all.square += weight * weight;
    }
    return all;
}

static ts_status compare(const struct bench *bench, const struct store *store, double pt_min)
{
    const struct recut all = cut_again(store, pt_min);
    const double count = (double)store->count, mean = all.sum / count;
    const double value = store->list.unit * mean;
    const double error = store->list.unit * sqrt((all.square / count - mean * mean) / count);
    char cut[64];
    ts_card *card = NULL;
    ts_result *result = NULL;
    snprintf(cut, sizeof cut, "cuts.jet.pt_min=%g", pt_min);
    ts_status status = bench_card(bench, store->n, store->wide, (const char *const[]){cut, NULL}, &card);
    if (!status)
        status = bench_result(bench, card, 10 * count, &result);
    if (!status) {
        const struct study_value row[] = {
            BENCH_NUMBER("n", store->n),
            BENCH_TEXT("precision", bench_precision(store->wide)),
            BENCH_NUMBER("pt_min", pt_min),
            BENCH_NUMBER("events", count),
            BENCH_NUMBER("passed", all.passed),
            BENCH_NUMBER("cut_otherwise", pt_min == pt_cuts[0] ? all.disagree : NAN),
            BENCH_NUMBER("recut_pb", value),
            BENCH_NUMBER("recut_error_pb", error),
            BENCH_NUMBER("run_pb", result->value),
            BENCH_NUMBER("run_error_pb", result->error),
            BENCH_NUMBER("deviation_errors", (value - result->value) / hypot(error, result->error)),
        };
        status = bench_row(bench, row, sizeof row / sizeof row[0]);
    }
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return status;
}

static ts_status compare_all(const struct bench *bench, int n, int wide)
{
    struct store store;
    ts_status status = store_create(bench, n, wide, &store);
    for (size_t i = 0; i < sizeof pt_cuts / sizeof pt_cuts[0] && !status; ++i)
        status = compare(bench, &store, pt_cuts[i]);
    store_free(&store);
    return status;
}

ts_status bench_recut(const struct bench *bench) { return bench_each(bench, compare_all); }

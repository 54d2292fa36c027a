/* The events of a device against the CPU's, one by one. Weights, sums, histograms and the refined grid of one
 * iteration have the same bits. That holds for any size of groups, threads that share an event, split into
 * launches and batches, and kind of atomics. Nothing is left to a tolerance: no device that was met needs
 * one. */
#include "device_support.h"

#include "core/card.h"
#include "device/gpu/gpu.h"
#include "integrate/iteration.h"
#include "process/process.h"

#include <math.h>

enum { BINS = 128, EVENTS = 100000 };

/* How the work is spread, and what it evaluates; 0 leaves it as it is. */
struct spread {
    size_t group_size, batch_events;
    int without_atomics_64, as_gpu; /* what only real GPUs do otherwise */
    unsigned threads_per_unit;      /* threads of a unit, which go round the events */
    uint64_t launches;
    enum card_evaluates evaluates;
    int follows_accepted; /* means teach the grid */
};

/* A card's process on a device. */
struct pipeline {
    ts_context *context;
    ts_card *card;
    struct process process;
    struct device *device;
    struct engine engine;
    struct stratification layout;
    size_t events, scalar; /* how many, and bytes of a weight */
};

/* What an iteration leaves. A weight that was never written, for the event was cut, is a NaN. */
struct outcome {
    double *weights;
    int64_t *totals;
    unsigned char *grid; /* refined */
    size_t length, grid_bytes;
};

static void start(struct pipeline *pipeline, const char *device, const struct spread *spread,
                  const char *const *assignments)
{
    *pipeline = (struct pipeline){0};
    double seconds = 0;
    assert_int_equal(ts_context_create(&pipeline->context), TS_OK);
    assert_status(pipeline->context, ts_card_create(pipeline->context, &pipeline->card));
    for (; *assignments; ++assignments)
        assert_status(pipeline->context, ts_card_set(pipeline->context, pipeline->card, *assignments));
    pipeline->card->evaluates = spread->evaluates;
    assert_status(pipeline->context,
                  process_create(pipeline->context, pipeline->card, BINS, &pipeline->process));
    assert_status(pipeline->context, device_open(pipeline->context, device, 0, &pipeline->device));
    if (pipeline->device->backend != &cpu_backend) {
        struct gpu_device *gpu = (struct gpu_device *)pipeline->device;
        gpu->group_size = spread->group_size ? spread->group_size : gpu->group_size;
        gpu->batch_events = spread->batch_events ? spread->batch_events : gpu->batch_events;
        gpu->is_cpu = gpu->is_cpu && !spread->as_gpu;
        gpu->has_atomics_64 = gpu->has_atomics_64 && !spread->without_atomics_64;
        gpu->samples_in_rounds = spread->threads_per_unit > 0;
        if (spread->threads_per_unit)
            gpu->threads_per_unit = spread->threads_per_unit;
    }
    struct integrand *integrand = &pipeline->process.integrand;
    integrand->follows_accepted = spread->follows_accepted;
    assert_status(pipeline->context, engine_create(pipeline->context, pipeline->device, integrand, BINS, 4711,
                                                   &pipeline->engine, &seconds));
    pipeline->layout = stratify(EVENTS, integrand->dimensions);
    pipeline->events = pipeline->layout.cubes * pipeline->layout.samples;
    pipeline->scalar = integrand->double_precision ? sizeof(double) : sizeof(float);
}

static void end(struct pipeline *pipeline)
{
    device_buffer_destroy(&pipeline->engine.buffers.every_weight);
    engine_destroy(&pipeline->engine);
    device_close(&pipeline->device);
    process_destroy(&pipeline->process);
    ts_card_destroy(&pipeline->card);
    ts_context_destroy(&pipeline->context);
}

/* Two iterations by themselves, so that the grid is refined and the scale of the weights is known. Then one,
 * launch by launch, whose weights are kept. */
static void iterate(struct pipeline *pipeline, uint64_t launches)
{
    struct engine *engine = &pipeline->engine;
    struct iteration_sums sums;
    ts_context *context = pipeline->context;
    size_t bytes = pipeline->events * pipeline->scalar;
    assert_status(context, engine_iterate(engine, pipeline->layout, 1, &sums));
    assert_status(context, engine_refine(engine, 0.5));
    assert_status(context, engine_iterate(engine, pipeline->layout, 0, &sums));
    void *nothing = malloc(bytes);
    assert_non_null(nothing);
    memset(nothing, 0xff, bytes);
    assert_status(context, device_buffer_create(context, pipeline->device, bytes, nothing,
                                                &engine->buffers.every_weight));
    free(nothing);
    engine->launch_events = (double)pipeline->events / (double)launches;
    assert_status(context, engine_iterate(engine, pipeline->layout, 1, &sums));
    assert_status(context, engine_refine(engine, 0.5));
}

static struct outcome read_outcome(const struct pipeline *pipeline)
{
    const struct engine *engine = &pipeline->engine;
    struct outcome outcome = {.length = engine->length, .grid_bytes = engine->buffers.grid->bytes};
    void *every_weight = malloc(pipeline->events * pipeline->scalar);
    outcome.weights = malloc(pipeline->events * sizeof *outcome.weights);
    outcome.totals = malloc(engine->length * sizeof *outcome.totals);
    outcome.grid = malloc(outcome.grid_bytes);
    assert_true(every_weight && outcome.weights && outcome.totals && outcome.grid);
    assert_status(pipeline->context,
                  device_buffer_read(pipeline->context, engine->buffers.every_weight, every_weight));
    assert_status(pipeline->context,
                  device_buffer_read(pipeline->context, engine->buffers.grid, outcome.grid));
    for (size_t i = 0; i < pipeline->events; ++i)
        outcome.weights[i] = pipeline->scalar == sizeof(double) ? ((double *)every_weight)[i]
                                                                : (double)((float *)every_weight)[i];
    memcpy(outcome.totals, engine->totals, engine->length * sizeof *outcome.totals);
    free(every_weight);
    return outcome;
}

static void free_outcome(struct outcome *outcome)
{
    free(outcome->weights);
    free(outcome->totals);
    free(outcome->grid);
}

static struct outcome run(const char *device, struct spread spread, const char *const *assignments,
                          size_t *events)
{
    struct pipeline pipeline;
    start(&pipeline, device, &spread, assignments);
    iterate(&pipeline, spread.launches ? spread.launches : 1);
    struct outcome outcome = read_outcome(&pipeline);
    *events = pipeline.events;
    end(&pipeline);
    return outcome;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints how the weights compare; returns how many differ at all. */
static size_t compare_weights(const char *label, const double *a, const double *b, size_t events)
{
    size_t passed = 0, cut_otherwise = 0, different = 0;
    double *differences = malloc((events + 1) * sizeof *differences);
    assert_non_null(differences);
    for (size_t i = 0; i < events; ++i) {
        cut_otherwise += isnan(a[i]) != isnan(b[i]);
        if (isnan(a[i]) || isnan(b[i]))
            continue;
        double size = fmax(fabs(a[i]), fabs(b[i]));
        different += a[i] != b[i];
        differences[passed++] = size > 0 ? fabs(a[i] - b[i]) / size : 0;
    }
    qsort(differences, passed, sizeof *differences, compare_doubles);
    print_message(
        "%s: %zu of %zu events pass the cuts, %zu are cut on one side only, %zu weights differ; median "
        "difference %.1e, 99.9 %% %.1e, largest %.1e\n",
        label, passed, events, cut_otherwise, different, passed ? differences[passed / 2] : 0,
        passed ? differences[passed * 999 / 1000] : 0, passed ? differences[passed - 1] : 0);
    assert_true(passed > events / 100);
    free(differences);
    return different + cut_otherwise;
}

static void same_bits(const char *label, const struct outcome *a, const struct outcome *b, size_t events)
{
    assert_int_equal(compare_weights(label, a->weights, b->weights, events), 0);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->totals, b->totals, a->length * sizeof *a->totals);
    assert_memory_equal(a->grid, b->grid, a->grid_bytes);
}

static void as_on_the_cpu(const char *label, const char *const *assignments)
{
    size_t events;
    struct outcome cpu = run("cpu", (struct spread){0}, assignments, &events);
    struct outcome device = run(test_device, (struct spread){.launches = 3}, assignments, &events);
    same_bits(label, &cpu, &device, events);
    free_outcome(&cpu);
    free_outcome(&device);
}

#define SINGLE "precision=single"
#define DOUBLE "precision=double"

/* A GPU goes through all. The CPU and OpenCL on it, whose compilers take long, through all in long runs, else
 * through one of each kind. */
static int goes_through_all(void)
{
    return (strcmp(test_device, "cpu") && strcmp(test_device, "opencl")) || getenv("TESSERA_TEST_LONG");
}

static void two_jets_single(void **state)
{
    (void)state;
    if (test_is_sample() || !goes_through_all())
        skip();
    as_on_the_cpu("n = 4, single", (const char *const[]){"process=g g > g g", SINGLE, NULL});
}

static void two_jets_double(void **state)
{
    (void)state;
    skip_in_sample();
    if (!test_has_double)
        skip();
    as_on_the_cpu("n = 4, double", (const char *const[]){"process=g g > g g", DOUBLE, NULL});
}

/* Cuts on angles, running couplings and densities, complex currents, linear and logarithmic histograms. */
static const char *const three_jets[] = {
    "process=g g > g g g",
    SINGLE,
    "scales.renormalization=HT",
    "scales.factorization=HT",
    "amplitude.polarization=helicity",
    "histograms=[ht, rmin, pt, {name: pt1, log: true, range: [20, 2000]}]",
    NULL};

static void three_jets_single(void **state)
{
    (void)state;
    if (!goes_through_all())
        skip_beside_others(); /* single precision is in teams, histograms in mixed */
    as_on_the_cpu("n = 5, single, histograms", three_jets);
}

/* Means of accepted events teach the grid something else than sums. */
static void means_teach_the_grid(void **state)
{
    (void)state;
    if (!goes_through_all())
        skip_beside_others();
    size_t events;
    const struct spread by_means = {.launches = 3, .follows_accepted = 1};
    struct outcome by_sums = run("cpu", (struct spread){0}, three_jets, &events);
    struct outcome cpu = run("cpu", (struct spread){.follows_accepted = 1}, three_jets, &events);
    struct outcome device = run(test_device, by_means, three_jets, &events);
    same_bits("n = 5, by means", &cpu, &device, events);
    assert_memory_not_equal(cpu.grid, by_sums.grid, cpu.grid_bytes);
    free_outcome(&by_sums);
    free_outcome(&cpu);
    free_outcome(&device);
}

static void five_jets_double(void **state)
{
    (void)state;
    if (test_is_sample() || !test_has_double || !goes_through_all())
        skip();
    as_on_the_cpu("n = 7, double",
                  (const char *const[]){"process=g g > g g g g g", DOUBLE, "phase_space=rambo",
                                        "amplitude.recursion=n3", NULL});
}

/* With helicities most amplitudes of five gluons vanish, but for rounding: many events are repeated. */
static void three_jets_mixed(void **state)
{
    (void)state;
    static const char *const mixed[] = {"process=g g > g g g",     "precision=mixed",
                                        "scales.factorization=HT", "amplitude.polarization=helicity",
                                        "histograms=[ht]",         NULL};
    if (!test_has_double)
        skip();
    as_on_the_cpu("n = 5, mixed", mixed);
}

/* Threads that share an event, in both forms of the recursion, with real and complex currents. */
static void teams(void **state)
{
    (void)state;
    as_on_the_cpu("n = 6, teams of 2",
                  (const char *const[]){"process=g g > g g g g", SINGLE, "amplitude.threads=2",
                                        "amplitude.recursion=n3", "amplitude.polarization=helicity", NULL});
    if (test_is_sample() || !goes_through_all())
        return;
    as_on_the_cpu("n = 8, teams of 4",
                  (const char *const[]){"process=g g > g g g g g g", SINGLE, "amplitude.threads=4", NULL});
    if (test_has_double)
        as_on_the_cpu("n = 5, double, teams of 8",
                      (const char *const[]){"process=g g > g g g", DOUBLE, "amplitude.threads=8",
                                            "amplitude.recursion=n3", "histograms=[ht]", NULL});
}

/* Each way is a program of its own. The one of all changes at once is for every run, the others are for who
 * looks for what is wrong with it. */
static void spreading_changes_no_bit(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct spread spread;
        int is_part;
    } ways[] = {
        {"groups of 32", {.group_size = 32}, 1},
        {"groups of 64, five launches", {.group_size = 64, .launches = 5}, 1},
        {"groups of 256, batches of 1000", {.group_size = 256, .batch_events = 1000, .launches = 2}, 1},
        {"atomics of 32 bits", {.without_atomics_64 = 1}, 1},
        {"bins in the group's memory", {.as_gpu = 1}, 1},
        {"groups of 96, batches of 7777", {.group_size = 96, .batch_events = 7777}, 1},
        {"groups of 256, batches of 1000, five launches, bins in the group's memory, atomics of 32 bits",
         {.group_size = 256, .batch_events = 1000, .launches = 5, .as_gpu = 1, .without_atomics_64 = 1},
         0},
        {"64 threads that go round", {.group_size = 32, .threads_per_unit = 64}, 1}};
    if (!goes_through_all())
        skip_beside_others(); /* each test above has three launches beside one */
    size_t events;
    struct outcome first = run(test_device, (struct spread){0}, three_jets, &events);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
        if (ways[i].is_part && !goes_through_all())
            continue;
        struct outcome other = run(test_device, ways[i].spread, three_jets, &events);
        same_bits(ways[i].name, &first, &other, events);
        free_outcome(&other);
    }
    free_outcome(&first);
}

/* The matrix element of events that are cut costs time and changes nothing. */
static void evaluating_all_changes_no_bit(const char *label, const char *const *assignments)
{
    size_t events;
    struct outcome accepted = run(test_device, (struct spread){0}, assignments, &events);
    struct outcome every = run(test_device, (struct spread){.evaluates = EVALUATES_ALL}, assignments,
                               &events);
    same_bits(label, &accepted, &every, events);
    free_outcome(&accepted);
    free_outcome(&every);
}

static void all_evaluated(void **state)
{
    (void)state;
    if (!goes_through_all())
        skip(); /* whole runs have the same bits: test_evaluate */
    evaluating_all_changes_no_bit("n = 5, histograms, all evaluated", three_jets);
    evaluating_all_changes_no_bit("n = 6, teams of 2, all evaluated",
                                  (const char *const[]){"process=g g > g g g g", SINGLE,
                                                        "amplitude.threads=2", "amplitude.recursion=n3",
                                                        "amplitude.polarization=helicity", NULL});
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_jets_single),
        cmocka_unit_test(two_jets_double),
        cmocka_unit_test(three_jets_single),
        cmocka_unit_test(means_teach_the_grid),
        cmocka_unit_test(five_jets_double),
        cmocka_unit_test(three_jets_mixed),
        cmocka_unit_test(teams),
        cmocka_unit_test(spreading_changes_no_bit),
        cmocka_unit_test(all_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

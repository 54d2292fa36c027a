/* The chain of kernels/chain_gpu.h as OpenCL, event by event against the CPU's.
 *
 * What holds on PoCL, in single and in double precision: the same events pass the
 * cuts, each weight has the same bits, and so has each sum, however the events are
 * split into launches. Nothing is left to a tolerance. */
#include "opencl_support.h"

#include "chain_range.h"
#include "core/file.h"
#include "integrate/iteration.h"
#include "process/process.h"
#include "program/kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS TEST_BINARY "/opencl/kernels"

enum { BINS = 128, EVENTS = 100000 };

static struct opencl opencl;

/* A card's process on the CPU, its grid refined, and one iteration to compare. */
struct chain {
    ts_context *context;
    ts_card *card;
    struct process process;
    struct device *device;
    struct engine engine;
    struct stratification layout;
    struct chain_launch launch;
    size_t scalar; /* bytes */
    size_t events;
};

static void start(struct chain *chain, const char *const *assignments)
{
    *chain = (struct chain){0};
    assert_int_equal(ts_context_create(&chain->context), TS_OK);
    assert_status(chain->context, ts_card_create(chain->context, &chain->card));
    for (; *assignments; ++assignments)
        assert_status(chain->context, ts_card_set(chain->context, chain->card, *assignments));
    assert_status(chain->context, process_create(chain->context, chain->card, BINS, &chain->process));
    assert_status(chain->context, device_open(chain->context, "cpu", 0, &chain->device));
    const struct integrand *integrand = &chain->process.integrand;
    double seconds = 0;
    assert_status(chain->context, engine_create(chain->context, chain->device, integrand, BINS, 4711,
                                                &chain->engine, &seconds));
    chain->scalar = integrand->double_precision ? sizeof(double) : sizeof(float);
    chain->layout = stratify(EVENTS, integrand->dimensions);
    chain->events = chain->layout.cubes * chain->layout.samples;
}

static void end(struct chain *chain)
{
    engine_destroy(&chain->engine);
    device_close(&chain->device);
    process_destroy(&chain->process);
    ts_card_destroy(&chain->card);
    ts_context_destroy(&chain->context);
}

/* Two iterations: one to refine the grid, one that finds the scale of the weights. */
static void adapt(struct chain *chain)
{
    struct engine *engine = &chain->engine;
    struct iteration_sums sums;
    assert_status(chain->context, engine_iterate(engine, chain->layout, 1, &sums));
    engine_refine(engine, 1.0);
    assert_status(chain->context, engine_iterate(engine, chain->layout, 0, &sums));
    chain->launch = (struct chain_launch){
        .parameters = engine->parameters,
        .grid = engine->grid_table,
        .seed = engine->seed,
        .first_event = engine->next_event,
        .cubes_per_axis = chain->layout.per_axis,
        .samples = chain->layout.samples,
        .scale = engine->last_scale,
    };
    for (int i = 0; i < CHAIN_TABLES; ++i)
        chain->launch.tables[i] = engine->tables[i];
}

/* The weights of the events and the sums, as one device has them. A weight that
 * was never written is a NaN of all bits set. */
struct outcome {
    void *record;
    int64_t totals[TOTAL_BINS];
};

static void empty(const struct chain *chain, struct outcome *outcome)
{
    outcome->record = malloc(chain->events * chain->scalar);
    assert_non_null(outcome->record);
    memset(outcome->record, 0xff, chain->events * chain->scalar);
    totals_clear(outcome->totals, (struct totals_shape){0});
}

static void run_cpu(const struct chain *chain, struct outcome *outcome)
{
    struct chain_launch launch = chain->launch;
    empty(chain, outcome);
    launch.record = outcome->record;
    assert_status(chain->context,
                  device_integrate(chain->context, chain->engine.program, &launch, 0, chain->layout.cubes,
                                   outcome->totals, (struct totals_shape){0}));
}

static cl_program build(const struct chain *chain)
{
    struct source text = {0};
    source_append(&text, "%s#include \"chain_gpu.h\"\n", chain->process.integrand.text);
    assert_non_null(text.text);
    /* Division and square root of single precision as IEEE 754 has them, where the device can. */
    int exact = opencl_can(&opencl, CL_DEVICE_SINGLE_FP_CONFIG, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    char options[1024];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -I%s%s", KERNELS,
             exact ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
    cl_program program = opencl_build(&opencl, text.text, options);
    source_free(&text);
    return program;
}

/* What the kernels read, and what they write behind it. */
enum { PARAMETERS, TABLE0, TABLE1, TABLE2, GRID, RANGE, SCRATCH, PARTIALS, RECORD, TOTALS, BUFFERS };

static void make_buffers(const struct chain *chain, const struct outcome *outcome, cl_mem buffers[BUFFERS])
{
    enum { STATE_MOST = 32 }; /* numbers in the state of an event, at least */
    const struct integrand *integrand = &chain->process.integrand;
    const struct chain_launch *launch = &chain->launch;
    size_t scalar = chain->scalar, cubes = chain->layout.cubes;
    buffers[PARAMETERS] = opencl_buffer(&opencl, integrand->parameter_count * scalar, launch->parameters);
    for (int i = 0; i < CHAIN_TABLES; ++i)
        buffers[TABLE0 + i] = opencl_buffer(&opencl, integrand->tables[i].length * scalar, launch->tables[i]);
    buffers[GRID] = opencl_buffer(&opencl, 2 * chain->engine.shape.grid * scalar, launch->grid);
    buffers[SCRATCH] = opencl_buffer(&opencl, STATE_MOST * cubes * scalar, NULL);
    buffers[PARTIALS] = opencl_buffer(&opencl, TOTAL_BINS * cubes * sizeof(int64_t), NULL);
    buffers[RECORD] = opencl_buffer(&opencl, chain->events * scalar, outcome->record);
    buffers[TOTALS] = opencl_buffer(&opencl, sizeof outcome->totals, outcome->totals);
}

/* One launch over sub-cubes [first_cube, first_cube + cubes). */
static void launch_opencl(const struct chain *chain, cl_program program, cl_mem buffers[BUFFERS],
                          cl_ulong first_cube, cl_ulong cubes)
{
    const struct chain_launch *launch = &chain->launch;
    const uint64_t seed = launch->seed, first_event = launch->first_event,
                   cubes_per_axis = launch->cubes_per_axis, samples = launch->samples;
#define VALUE(name) name,
    const uint64_t range[] = {CHAIN_RANGE(VALUE)};
#undef VALUE
    const float narrow = (float)launch->scale;
    const void *scale = chain->scalar == sizeof(float) ? (const void *)&narrow : &launch->scale;
    buffers[RANGE] = opencl_buffer(&opencl, sizeof range, range);
#define BUFFER(name) ((struct opencl_argument){sizeof(cl_mem), &buffers[name]})
    const struct opencl_argument events[] = {BUFFER(PARAMETERS),     BUFFER(TABLE0),  BUFFER(TABLE1),
                                             BUFFER(TABLE2),         BUFFER(GRID),    BUFFER(RANGE),
                                             {chain->scalar, scale}, BUFFER(SCRATCH), BUFFER(PARTIALS),
                                             BUFFER(RECORD)};
    const struct opencl_argument sums[] = {BUFFER(PARTIALS), {sizeof cubes, &cubes}, BUFFER(TOTALS)};
#undef BUFFER
    opencl_run(&opencl, program, "chain_events", events, sizeof events / sizeof *events, cubes);
    opencl_run(&opencl, program, "chain_totals", sums, sizeof sums / sizeof *sums, TOTAL_BINS);
    clReleaseMemObject(buffers[RANGE]);
    buffers[RANGE] = NULL;
}

/* In two launches of unequal length: how events are split changes no bit. */
static void run_opencl(const struct chain *chain, struct outcome *outcome)
{
    cl_program program = build(chain);
    cl_mem buffers[BUFFERS] = {0};
    uint64_t cubes = chain->layout.cubes, few = cubes / 3;
    int64_t totals[TOTAL_BINS];
    empty(chain, outcome);
    make_buffers(chain, outcome, buffers);
    launch_opencl(chain, program, buffers, 0, few);
    launch_opencl(chain, program, buffers, few, cubes - few);
    opencl_read(&opencl, buffers[RECORD], chain->events * chain->scalar, outcome->record);
    opencl_read(&opencl, buffers[TOTALS], sizeof totals, totals);
    totals_merge(outcome->totals, totals, (struct totals_shape){0}); /* carries over, as the CPU's did */
    for (int i = 0; i < BUFFERS; ++i)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    clReleaseProgram(program);
}

/* How two records compare. */
struct comparison {
    size_t passed, cut_otherwise, other_bits;
    double furthest; /* relative difference */
};

static struct comparison compare(const struct chain *chain, const void *a, const void *b)
{
    struct comparison result = {0};
    for (size_t i = 0; i < chain->events; ++i) {
        const char *left = (const char *)a + i * chain->scalar, *right = (const char *)b + i * chain->scalar;
        double x, y;
        if (chain->scalar == sizeof(float)) {
            float narrow[2];
            memcpy(&narrow[0], left, sizeof(float));
            memcpy(&narrow[1], right, sizeof(float));
            x = narrow[0], y = narrow[1];
        } else {
            memcpy(&x, left, sizeof x);
            memcpy(&y, right, sizeof y);
        }
        result.passed += !isnan(x);
        result.cut_otherwise += isnan(x) != isnan(y);
        if (memcmp(left, right, chain->scalar)) {
            ++result.other_bits;
            if (!isnan(x) && !isnan(y))
                result.furthest = fmax(result.furthest, fabs(x - y) / fmax(fabs(x), fabs(y)));
        }
    }
    return result;
}

static void same_bits(const char *const *assignments)
{
    struct chain chain;
    struct outcome cpu, gpu;
    start(&chain, assignments);
    adapt(&chain);
    run_cpu(&chain, &cpu);
    run_opencl(&chain, &gpu);
    struct comparison result = compare(&chain, cpu.record, gpu.record);
    print_message("%s: %zu events, %zu passed, %zu cut otherwise, %zu of other bits, by %.2g at most\n",
                  assignments[0], chain.events, result.passed, result.cut_otherwise, result.other_bits,
                  result.furthest);
    assert_true(result.passed > chain.events / 10);
    assert_int_equal(result.cut_otherwise, 0);
    assert_int_equal(result.other_bits, 0);
    assert_int_equal(cpu.totals[TOTAL_ACCEPTED], result.passed);
    assert_memory_equal(cpu.totals, gpu.totals, sizeof cpu.totals);
    free(cpu.record);
    free(gpu.record);
    end(&chain);
}

static void need_double(void)
{
    if (opencl_can(&opencl, CL_DEVICE_DOUBLE_FP_CONFIG, CL_FP_FMA))
        return;
    print_message("skipped: the device has no double precision\n");
    skip();
}

static void two_jets_single(void **state)
{
    (void)state;
    same_bits((const char *const[]){"process=g g > g g", "precision=single", NULL});
}

static void two_jets_double(void **state)
{
    (void)state;
    need_double();
    same_bits((const char *const[]){"process=g g > g g", "precision=double", NULL});
}

/* Cuts on angles, running couplings and densities, complex currents. */
static void three_jets(void **state)
{
    (void)state;
    same_bits((const char *const[]){"process=g g > g g g", "precision=single", "scales.renormalization=HT",
                                    "scales.factorization=HT", "amplitude.polarization=helicity", NULL});
}

int main(void)
{
    /* Compiled kernels stay in the build folder, as ours do. */
    setenv("POCL_CACHE_DIR", TEST_BINARY "/opencl/cache", 0);
    ts_context *context;
    if (ts_context_create(&context) || file_make_folder(context, TEST_BINARY "/opencl/cache", 0700) ||
        kernels_write(context, KERNELS))
        return 1;
    ts_context_destroy(&context);
    if (!opencl_open(&opencl)) {
        printf("skipped: there is no OpenCL device here\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_jets_single),
        cmocka_unit_test(two_jets_double),
        cmocka_unit_test(three_jets),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    opencl_close(&opencl);
    return failures;
}

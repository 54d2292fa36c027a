/* Events of two configurations with weights of opposite signs: (A(x) - A(0)) / x with A = 1 + 2 x - 3 x^2. So
 * has a subtraction what is real and its counter-term. They are seen at y (1 - x) and at y, which is the same
 * at x = 0. The integral over x is 1/2; bins and what they have of squares follow from one integral over x.
 * Were weights squared before they are added, a bin's error would be some hundred times what it is. */
#include "device_support.h"
#include "event_file_fixture.h"

#include "close.h"
#include "device/totals.h"
#include "events/event_sum.h"
#include "integrate/integrate.h"
#include "integrate/iteration.h"
#include "io/formats.h"
#include "process/process.h"
#include "tessera/events.h"
#include "tessera/observable.h"

#include <math.h>

enum { BINS = 5, GRID = 64, EVENTS = 1 << 20 };

/* Each configuration is two photons that leave beams of 45.6 GeV, one of them at cos(theta) = 2 y - 1. */
static const char text[] =
    "#define GRID_BINS 64\n"
    "#define DIMENSIONS 2\n"
    "#define STATE 2\n"
    "#define CONFIGURATIONS 2\n"
    "#define FILLS 1\n"
    "#define HISTOGRAM_BINS 7\n"
    "#define FILL_HISTOGRAMS {0}\n"
    "#define RECORDED 2\n"
    "#include \"integrand.h\"\n"
    "#include \"functions.h\"\n"
    "typedef struct parameters { scalar least; } parameters;\n"
    "FN mask integrand_sample(CONSTANT parameters *p, const real x[], real state[])\n"
    "{\n"
    "    state[0] = x[0];\n"
    "    state[1] = x[1];\n"
    "    return x[0] > r_set(p->least);\n"
    "}\n"
    "FN real integrand_weight(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, event_team team, real fill[], mask *doubtful)\n"
    "{\n"
    "    (void)p; (void)tables; (void)event; (void)team;\n"
    "    const real u = state_fetch(state, 0), y = state_fetch(state, 1), x = u * u * u;\n"
    "    *doubtful = m_none();\n"
    "    fill[FILL_VALUE(0, 0)] = y * (R(1.0) - x);\n"
    "    fill[FILL_VALUE(1, 0)] = y;\n"
    "    fill[FILL_WEIGHT(0)] = (R(1.0) + x * (R(2.0) - R(3.0) * x)) * R(3.0) / u;\n"
    "    fill[FILL_WEIGHT(1)] = R(-3.0) / u;\n"
    "    return fill[FILL_WEIGHT(0)] + fill[FILL_WEIGHT(1)];\n"
    "}\n"
    "FN void integrand_record(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,\n"
    "                         event_state state, record_list records, uint32 slot)\n"
    "{\n"
    "    (void)p; (void)tables; (void)event;\n"
    "    const real u = state_fetch(state, 0), y = state_fetch(state, 1);\n"
    "    for (int c = 0; c < CONFIGURATIONS; ++c) {\n"
    "        const record_list own = record_configuration(records, c, RECORDED);\n"
    "        const real z = R(2.0) * (c ? y : y * (R(1.0) - u * u * u)) - R(1.0);\n"
    "        const real across = r_sqrt(R(1.0) - z * z);\n"
    "        record_begin(own, slot, RECORDED);\n"
    "        for (int i = 0; i < RECORDED; ++i) {\n"
    "            const real e = R(45.6) + R(0.0) * z, side = i ? -e : e;\n"
    "            const vector4 momentum = {e, side * across, R(0.0) * z, side * z};\n"
    "            record_put(own, slot, i, 0,\n"
    "                       record_massless(momentum, R(22.0) + R(0.0) * z, R(0.0) * z, R(0.0) * z));\n"
    "        }\n"
    "    }\n"
    "}\n";

static const struct integrand_histogram axis = {.bins = BINS, .low = 0, .high = 1};

static struct integrand integrand_of(double *least)
{
    return (struct integrand){.text = text,
                              .double_precision = 1,
                              .dimensions = 2,
                              .parameters = least,
                              .parameter_count = 1,
                              .histograms = &axis,
                              .histogram_count = 1,
                              .unit = 1};
}

static double clamp(double y) { return fmin(fmax(y, 0), 1); }

/* What bin i has in all: its value, and the mean of the square of what an event adds to it. */
static void expect_bin(int i, double least, double *value, double *square)
{
    enum { STEPS = 400000 };
    const double low = (double)i / BINS, high = (double)(i + 1) / BINS;
    *value = *square = 0;
    for (int k = 0; k < STEPS; ++k) {
        const double u = least + (1 - least) * (k + 0.5) / STEPS, x = u * u * u, a = 1 + x * (2 - 3 * x);
        const double from = clamp(low / (1 - x)), to = clamp(high / (1 - x));
        const double real = to - from, both = fmax(fmin(to, high) - fmax(from, low), 0);
        const double counter = high - low, w = 3 / u;
        *value += w * (a * real - counter);
        *square += w * w * (a * a * (real - both) + counter - both + (a - 1) * (a - 1) * both);
    }
    *value *= (1 - least) / STEPS;
    *square *= (1 - least) / STEPS;
}

static double expected_integral(double least)
{
    const double x = least * least * least;
    return 0.5 - 2 * x + 1.5 * x * x;
}

/* One iteration with an even grid. The totals are the engine's, to be destroyed. */
static void iterate(ts_context *context, const char *name, double *least, struct device **device,
                    struct engine *engine, struct integrand *integrand, struct iteration_sums *sums)
{
    double seconds = 0;
    *integrand = integrand_of(least);
    assert_status(context, device_open(context, name, 0, device));
    assert_status(context, engine_create(context, *device, integrand, GRID, 11, engine, &seconds));
    assert_status(context, engine_iterate(engine, stratify(EVENTS, 2), 0, sums));
}

/* Weights of single configurations are up to 10^4 times the largest sum: that has a scale of its own. */
static void bins_add_before_they_square(void **state)
{
    (void)state;
    ts_context *context;
    struct device *device, *cpu;
    struct engine engine, reference;
    struct integrand integrand, same;
    struct iteration_sums sums, reference_sums;
    double least = 1e-4;
    ts_bin bins[BINS + 2] = {{0}};
    if (!test_has_double)
        skip();
    assert_int_equal(ts_context_create(&context), TS_OK);
    iterate(context, test_device, &least, &device, &engine, &integrand, &sums);
    const double n = (double)sums.events, error = sqrt(sums.variance);
    assert_close(sums.value, expected_integral(least), 5 * error);
    assert_in_range(sums.accepted, n * (1 - 2 * least), n);
    assert_true(sums.largest < 4 && sums.largest_size > 1e4);
    engine_add_histograms(&engine, &sums, 1, bins);
    for (int i = 0; i < BINS; ++i) {
        double value, square;
        expect_bin(i, least, &value, &square);
        assert_close(bins[i + 1].sum_w, value, 5 * sqrt(square / n));
        assert_close(n * bins[i + 1].sum_w2, square, 0.05 * square);
    }
    iterate(context, "cpu", &least, &cpu, &reference, &same, &reference_sums);
    assert_int_equal(engine.length, reference.length);
    assert_memory_equal(engine.totals, reference.totals, engine.length * sizeof *engine.totals);
    engine_destroy(&engine);
    engine_destroy(&reference);
    device_close(&device);
    device_close(&cpu);
    ts_context_destroy(&context);
}

/* The integral of the sum, its histogram through a YODA file, and the process that has it. */
struct whole {
    struct device *device;
    struct process process;
    struct integral part, total;
    double least;
};

static void integrate_whole(ts_context *context, struct whole *whole)
{
    const struct integration_settings settings = {.relative_error = 2e-3,
                                                  .max_events = 100000000,
                                                  .seed = 5,
                                                  .warmup = 5,
                                                  .bins = GRID,
                                                  .damping = 0.5};
    *whole = (struct whole){.least = 0.01, .process = {.name = "a subtraction", .both_signs = 1}};
    whole->process.integrand = integrand_of(&whole->least);
    assert_status(context, device_open(context, test_device, 2, &whole->device));
    assert_status(context, integrate(context, whole->device, &whole->process.integrand, 1, &settings,
                                     &whole->part, &whole->total));
}

static void free_whole(struct whole *whole)
{
    integral_destroy(&whole->part);
    integral_destroy(&whole->total);
    device_close(&whole->device);
}

static void check_yoda(struct fixture *fixture, const struct whole *whole)
{
    ts_histogram *read = NULL, written = {.path = "/test/y", .title = "y", .bin_count = BINS};
    size_t count;
    snprintf(fixture->path, sizeof fixture->path, "%s/histogram.yoda", fixture->folder);
    written.bins = whole->total.bins + 1;
    assert_status(fixture->context, ts_yoda_write(fixture->context, fixture->path, &written, 1));
    assert_status(fixture->context, ts_yoda_read(fixture->context, fixture->path, &read, &count));
    assert_int_equal(count, 1);
    for (int i = 0; i < BINS; ++i) {
        double value, square;
        expect_bin(i, whole->least, &value, &square);
        const double error = sqrt(read->bins[i].sum_w2);
        assert_close(read->bins[i].sum_w, value, 5 * error);
        assert_true(error < 2 * sqrt(square / (double)whole->total.counted));
    }
    ts_histograms_destroy(&read, count);
    unlink(fixture->path);
}

/* Events by hit or miss, or all with their weights, in a file of this format. */
static void write_events(struct fixture *fixture, struct whole *whole, const char *format, int weighted,
                         uint64_t events, ts_events *tally)
{
    ts_context *context = fixture->context;
    struct event_sum sum;
    size_t count;
    struct event_process *processes = event_sum_processes(&whole->process, &whole->part, &count);
    assert_non_null(processes);
    assert_status(context, event_sum_create(context, whole->device, &whole->process, &whole->part,
                                            &(struct event_sum_settings){.seed = 5,
                                                                         .threads = 2,
                                                                         .overweight = weighted ? 0 : 1e-3,
                                                                         .weighted = weighted,
                                                                         .count = (double)events},
                                            &sum));
    const double absolute = event_sum_absolute(&sum);
    const struct event_source source = {
        .make = event_sum_make,
        .record = event_sum_record,
        .data = &sum,
        .at_once = sum.at_once,
        .records_at_once = sum.records_at_once,
        .first = sum.first,
        .count = UINT64_MAX,
        .seed = 5,
        .largest = sum.sum,
        .absolute = absolute,
        .run = {.description = "a subtraction",
                .cross_section = whole->total.value,
                .error = whole->total.error,
                .mean_weight = weighted ? whole->total.value / sum.accepted
                                        : sum.mean_kept * whole->total.value / absolute,
                .unit = weighted ? 0 : sum.sum,
                .beams = {{.e = 45.6, .z = 45.6, .pdg = 11, .status = EVENT_BEAM},
                          {.e = 45.6, .z = -45.6, .pdg = -11, .status = EVENT_BEAM}},
                .particles_most = event_sum_particles(&sum, &whole->process) + 2,
                .processes = processes,
                .process_count = count,
                .threads = 2,
                .grouped = event_sum_configurations(&sum) > 1},
    };
    const struct event_request request = {.count = events, .weighted = weighted, .formats = format};
    assert_int_equal(source.run.grouped, 1);
    assert_status(context, events_write(context, &source, &request, fixture->folder, tally));
    assert_int_equal(tally->written, events);
    event_sum_destroy(&sum);
    free(processes);
}

/* The bins of a file: what configurations of an event have in one of them is added, then squared. */
static void read_bins(ts_context *context, const char *path, ts_bin bins[BINS], uint64_t *groups)
{
    ts_event_file *file;
    const ts_event *event;
    double waiting[BINS] = {0};
    uint64_t number = UINT64_MAX;
    assert_status(context, ts_event_file_open(context, path, &file));
    memset(bins, 0, BINS * sizeof *bins);
    *groups = 0;
    for (int more = 1; more;) {
        assert_status(context, ts_event_file_next(context, file, &event));
        more = event != NULL;
        if (!more || event->trials > 0) {
            for (int i = 0; i < BINS; ++i) {
                bins[i].sum_w += waiting[i];
                bins[i].sum_w2 += waiting[i] * waiting[i];
                waiting[i] = 0;
            }
            *groups += more != 0;
        } else {
            assert_true(!event->numbered || event->number == number);
        }
        if (!more)
            break;
        number = event->number;
        for (size_t k = 0, found = 0; k < event->particle_count; ++k)
            if (event->particles[k].pdg == 22 && !found++)
                waiting[(int)fmin((event->particles[k].z / 45.6 + 1) / 2 * BINS, BINS - 1)] += event->weight;
    }
    ts_event_file_close(&file);
}

enum { WRITTEN = 20000 };

/* A file against the bins of the integral. `n`: by which its weights are divided. */
static void check_file(struct fixture *fixture, const struct whole *whole, const char *name, int weighted,
                       double n)
{
    ts_context *context = fixture->context;
    ts_bin bins[BINS];
    ts_event_file *file;
    ts_event_survey survey;
    uint64_t groups;
    snprintf(fixture->path, sizeof fixture->path, "%s/%s", fixture->folder, name);
    read_bins(context, fixture->path, bins, &groups);
    assert_int_equal(groups, WRITTEN);
    for (int i = 0; i < BINS; ++i) {
        double value, square;
        expect_bin(i, whole->least, &value, &square);
        assert_close(bins[i].sum_w / n, value, 5 * sqrt(bins[i].sum_w2) / n);
        assert_true(sqrt(bins[i].sum_w2) / n < 0.2);
    }
    assert_status(context, ts_event_file_open(context, fixture->path, &file));
    assert_status(context, ts_events_survey(context, file, &survey));
    assert_true(survey.sums_agree && survey.faults[TS_FAULT_MOMENTUM].count == 0);
    if (isfinite(survey.cross_section))
        assert_close(survey.cross_section, whole->total.value, 5 * survey.error);
    ts_event_survey_destroy(&survey);
    ts_event_file_close(&file);
    if (!strcmp(name, "events.lhe") && !weighted) { /* a copy that forgets what belongs together is none */
        char copy[1200];
        snprintf(copy, sizeof copy, "%s/copy.hepmc3", fixture->folder);
        assert_int_equal(ts_events_convert(context, fixture->path, "hepmc3", copy), TS_ERROR_INPUT);
        assert_non_null(strstr(ts_context_error(context), "a further configuration"));
    }
    unlink(fixture->path);
}

/* Weights of Les Houches' text have the cross section as their mean over events, others over those tried. */
static void files_have_groups(void **state)
{
    struct fixture *fixture = *state;
    struct whole whole;
    ts_events tally = {0};
    skip_in_sample();
    if (!test_has_double)
        skip();
    integrate_whole(fixture->context, &whole);
    assert_close(whole.total.value, expected_integral(whole.least), 5 * whole.total.error);
    check_yoda(fixture, &whole);
    write_events(fixture, &whole, "lhe", 0, WRITTEN, &tally);
    check_file(fixture, &whole, "events.lhe", 0, WRITTEN);
    const int tables = !lheh5_format.lacking();
    write_events(fixture, &whole, tables ? "lhe hepmc3 lheh5" : "lhe hepmc3", 1, WRITTEN, &tally);
    check_file(fixture, &whole, "events.lhe", 1, WRITTEN);
    check_file(fixture, &whole, "events.hepmc3", 1, (double)tally.tried);
    if (tables)
        check_file(fixture, &whole, "events.hdf5", 1, (double)tally.tried);
    free_whole(&whole);
}

static int setup(void **state) { return event_file_setup(state, "none"); }

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bins_add_before_they_square),
        cmocka_unit_test_setup_teardown(files_have_groups, setup, event_file_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

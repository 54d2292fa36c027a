/* The programs of whole cards compile with CUDA's run-time compiler to machine code, without a word; no GPU
 * is needed. They come the way of a run: from the card through its process and engine to a driver, with the
 * options of a run. `test_nvrtc single` (or double) does it for every number of gluons and photons and all
 * that shapes the code, in that precision. The sample has the shower, with the program that makes its events
 * one by one. */
#include "test_support.h"

#include "core/clock.h"
#include "device/cuda/cuda.h"
#include "device/cuda/nvrtc.h"
#include "events/single_events.h"
#include "families/photons_family.h"
#include "integrate/iteration.h"
#include "process/particles.h"
#include "process/process.h"
#include "tessera/card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSIGNMENTS = 6, MOST_CARDS = 13 * 4 + 7 * 2, BINS = 128 };

/* A process, given by its number of gluons in all, by what becomes how many photons, or by showered quarks
 * where there are none. And what differs from the defaults, as --set has it, the rest being NULL. */
struct card {
    char name[240];
    int gluons, photons;
    const char *from;
    const char *assignments[ASSIGNMENTS];
};

/* H100 and, in the long runs, A100. */
static const int capabilities[][2] = {{9, 0}, {8, 0}};
static size_t capability_count = 1;

static const char in_single[] = "precision=single", in_double[] = "precision=double",
                  helicity[] = "amplitude.polarization=helicity", flat[] = "phase_space=rambo",
                  n3[] = "amplitude.recursion=n3", n4[] = "amplitude.recursion=n4",
                  ht_r[] = "scales.renormalization=HT/2", ht_f[] = "scales.factorization=HT",
                  histograms[] = "histograms=[ht, rmin, pt, eta1]",
                  sampled[] = "amplitude.helicities=sampled", quarks[] = "u u~", protons[] = "p p",
                  electrons[] = "e+ e-", electron_beams[] = "beams.particles=[e+, e-]",
                  lep[] = "beams.energy=91.2",
                  parton_histograms[] = "histograms=[durham, event_shapes, emissions, trials]";

static const struct card sample[] = {
    {.gluons = 4, .assignments = {histograms}},
    {.gluons = 5, .assignments = {flat, helicity, n3, ht_r, ht_f}},
    {.gluons = 8, .assignments = {histograms, ht_r}},
    {.gluons = 4, .assignments = {in_double, flat, ht_r, ht_f}},
    {.photons = 2, .from = protons, .assignments = {histograms, ht_f}},
    {.photons = 5, .from = quarks, .assignments = {in_double, sampled, flat}},
    {.from = electrons, .assignments = {in_double, electron_beams, lep, parton_histograms}},
};

/* Nothing is to be said while a program is compiled. */
static void no_word(ts_log_level level, const char *message, void *data)
{
    (void)level;
    (void)data;
    fail_msg("%s", message);
}

/* What the driver is handed, for each generation of GPUs; there it ends. */
static ts_status compile(ts_context *context, struct gpu_device *device, const char *text,
                         struct gpu_module **module, double *seconds)
{
    (void)device;
    *module = NULL;
    ts_context_set_log(context, no_word, NULL);
    for (size_t i = 0; i < capability_count; ++i) {
        const double start = clock_seconds();
        struct nvrtc_options options;
        char *binary;
        size_t bytes;
        nvrtc_options_set(&options, capabilities[i][0], capabilities[i][1]);
        assert_status(context, nvrtc_compile(context, text, &options, &binary, &bytes));
        assert_true(bytes > 4);
        assert_memory_equal(binary, "\177ELF", 4);
        free(binary);
        print_message("  %s: %zu bytes, %.1f s\n", options.architecture, bytes, clock_seconds() - start);
        *seconds += clock_seconds() - start;
    }
    return TS_INTERRUPTED;
}

static int is_showered(const struct card *card) { return !card->gluons && !card->photons; }

/* "g g > g g g" */
static void write_process(const struct card *card, char *text, size_t room)
{
    int length = snprintf(text, room, "process=%s >%s", card->gluons ? "g g" : card->from,
                          is_showered(card) ? " q q~" : "");
    for (int i = card->gluons ? INCOMING : 0; i < card->gluons + card->photons; ++i)
        length += snprintf(text + length, room - (size_t)length, card->gluons ? " g" : " a");
}

static void programs_compile(ts_context *context, const struct card *card, struct device *device,
                             const struct process *process)
{
    struct engine engine;
    double seconds = 0;
    assert_int_equal(engine_create(context, device, &process->integrand, BINS, 1, &engine, &seconds),
                     TS_INTERRUPTED);
    assert_true(seconds > 0);
    if (is_showered(card)) {
        struct single_events list;
        const struct integrand *const integrand = &process->integrand;
        const size_t grid = 0;
        assert_int_equal(single_events_create(context, device, &integrand, &grid, 1, 1, &list),
                         TS_INTERRUPTED);
        assert_true(list.seconds_compile > 0);
    }
}

static void card_compiles(void **state)
{
    const struct card *card = *state;
    const struct gpu_driver driver = {.compile = compile};
    struct cuda_device device = {.base = {.units = 100, .memory = (size_t)1 << 34}};
    struct process process;
    ts_context *context;
    ts_card *options;
    char name[80];
    write_process(card, name, sizeof name);
    assert_int_equal(ts_context_create(&context), TS_OK);
    assert_status(context, ts_card_create(context, &options));
    assert_status(context, ts_card_set(context, options, name));
    for (int i = 0; i < ASSIGNMENTS && card->assignments[i]; ++i)
        assert_status(context, ts_card_set(context, options, card->assignments[i]));
    assert_status(context, process_create(context, options, BINS, &process));
    cuda_set_base(&device, 0);
    device.base.driver = &driver;
    programs_compile(context, card, &device.base.base, &process);
    process_destroy(&process);
    ts_card_destroy(&options);
    ts_context_destroy(&context);
}

/* Both recursions with both polarisations. What shapes neither takes turns. Histograms come with odd numbers
 * of gluons, a scale that runs with even ones, each phase space with two of the four. */
static size_t every_card(const char *precision, struct card *cards)
{
    size_t count = 0;
    for (int n = 4; n <= 16; ++n)
        for (int bits = 0; bits < 4; ++bits) {
            struct card *card = &cards[count++];
            int next = 0;
            card->gluons = n;
            card->assignments[next++] = precision;
            card->assignments[next++] = bits & 1 ? n4 : n3;
            card->assignments[next++] = n % 2 ? histograms : ht_r;
            if (bits & 2)
                card->assignments[next++] = helicity;
            if ((n + bits + (bits >> 1)) % 2)
                card->assignments[next++] = flat;
        }
    return count;
}

/* Photons with both sums over helicities; what they come from, histograms and scales take turns. */
static size_t every_photon_card(const char *precision, struct card *cards)
{
    size_t count = 0;
    for (int n = FEWEST_PHOTONS; n <= MOST_PHOTONS; ++n)
        for (int is_sampled = 0; is_sampled < 2; ++is_sampled) {
            struct card *card = &cards[count++];
            int next = 0;
            card->photons = n;
            card->from = n % 3 == 0 ? electrons : n % 3 == 1 ? protons : quarks;
            card->assignments[next++] = precision;
            card->assignments[next++] = n % 3 == 0 ? electron_beams : n % 3 == 1 ? ht_f : flat;
            if (is_sampled)
                card->assignments[next++] = sampled;
            if ((n + is_sampled) % 2)
                card->assignments[next++] = histograms;
        }
    return count;
}

/* "n = 8, precision=double, phase_space=rambo", "p p > 2 a" */
static void name_card(struct card *card)
{
    int length = 0;
    if (card->gluons)
        length = snprintf(card->name, sizeof card->name, "n = %d", card->gluons);
    else if (card->photons)
        length = snprintf(card->name, sizeof card->name, "%s > %d a", card->from, card->photons);
    else
        length = snprintf(card->name, sizeof card->name, "%s > q q~, showered", card->from);
    for (int i = 0; i < ASSIGNMENTS && card->assignments[i]; ++i)
        length += snprintf(card->name + length, sizeof card->name - (size_t)length, ", %s",
                           card->assignments[i]);
}

/* A library that asks whether to go on does not, once it is not to. */
static void a_compilation_hears_an_interruption(void **state)
{
    const char *reason;
    struct nvrtc_options options;
    ts_context *context;
    char *binary;
    size_t bytes;
    (void)state;
    if (!nvrtc_library(&reason)->nvrtcSetFlowCallback)
        skip();
    nvrtc_options_set(&options, 8, 0);
    assert_int_equal(ts_context_create(&context), TS_OK);
    ts_context_interrupt(context);
    assert_int_equal(nvrtc_compile(context, "__global__ void f(float *x) { x[0] = sin(x[1]); }", &options,
                                   &binary, &bytes),
                     TS_INTERRUPTED);
    assert_null(binary);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    static struct card cards[MOST_CARDS];
    static struct CMUnitTest tests[MOST_CARDS + 1];
    const char *reason;
    if (!nvrtc_library(&reason)) {
        printf("skipped: %s\n", reason);
        return 77;
    }
    size_t count = sizeof sample / sizeof sample[0];
    if (argc > 1) {
        capability_count = sizeof capabilities / sizeof capabilities[0];
        const char *precision = strcmp(argv[1], "double") ? in_single : in_double;
        count = every_card(precision, cards);
        count += every_photon_card(precision, cards + count);
    } else
        memcpy(cards, sample, sizeof sample);
    for (size_t i = 0; i < count; ++i) {
        name_card(&cards[i]);
        tests[i] = (struct CMUnitTest){cards[i].name, card_compiles, NULL, NULL, &cards[i]};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(a_compilation_hears_an_interruption);
    return _cmocka_run_group_tests("programs", tests, count, NULL, NULL);
}

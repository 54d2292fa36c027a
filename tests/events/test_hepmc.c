/* Files of events: their layout, that they come whole or not at all, and that many need no more memory than
 * few.
 *
 * test_hepmc FILE LIST writes 1000 events as FILE and the same numbers as LIST, in hexadecimal:
 * tests/program/test_hepmc_peers.sh has HepMC3 itself compare the two. */
#include "io/formats.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "event_file_fixture.h"
#include "synthetic_events.h"
#include "tessera/version.h"
#include "test_support.h"

static const struct event_run run = {.description = "e+ e- > q q~, \\ seed 1\nmade for a test",
                                     .cross_section = 42540.25,
                                     .error = 1.5,
                                     .scale = 91.2,
                                     .alpha_s = 0.118,
                                     .alpha = 0.0078};

static int setup(void **state) { return event_file_setup(state, "events.hepmc3"); }

static void create(struct fixture *fixture, void **writer)
{
    assert_status(fixture->context, hepmc_format.open(fixture->context, fixture->path, &run, writer));
}

static void the_layout_is_hepmcs(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    const struct event_particle particles[] = {
        {.e = 45.5, .z = 45.5, .pdg = 11, .status = EVENT_BEAM},
        {.e = 45.5, .z = -45.5, .pdg = -11, .status = EVENT_BEAM},
        {.e = 45.5, .x = 45.5, .pdg = 2, .status = EVENT_FINAL, .colour = 1},
        {.e = 45.5, .x = -45.5, .pdg = -2, .status = EVENT_FINAL, .anticolour = 1}};
    create(fixture, &writer);
    assert_status(fixture->context, hepmc_format.write(writer,
                                                       &(struct event){.number = UINT64_C(1) << 40,
                                                                       .tried = 3,
                                                                       .weight = 1,
                                                                       .incoming = 2,
                                                                       .outgoing = 2,
                                                                       .particles = particles},
                                                       1));
    assert_status(fixture->context, hepmc_format.finish(writer));
    char text[4096];
    FILE *file = fopen(fixture->path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
#define BEAM " 0.0000000000000000e+00 0.0000000000000000e+00 "
#define ENERGY "4.5500000000000000e+01"
    assert_string_equal(text,
                        "HepMC::Version 3.02.05\nHepMC::Asciiv3-START_EVENT_LISTING\nW Default\n"
                        "T tessera\\|" TESSERA_VERSION "\\|e+ e- > q q~, \\\\ seed 1\\|made for a test\n"
                        "E 0 1 4\nU GEV MM\nW 1.0000000000000000e+00\n"
                        "A 0 GenCrossSection 4.2540250000000000e+04 1.5000000000000000e+00 1 3\n"
                        "A 0 alphaQCD 1.1799999999999999e-01\nA 0 alphaQED 7.7999999999999996e-03\n"
                        "A 0 event_scale 9.1200000000000003e+01\nA 0 generator_event 1099511627776\n"
                        "A 3 flow1 1\nA 4 flow2 1\n"
                        "P 1 0 11" BEAM ENERGY " " ENERGY " 0.0000000000000000e+00 4\n"
                        "P 2 0 -11" BEAM "-" ENERGY " " ENERGY " 0.0000000000000000e+00 4\n"
                        "V -1 0 [1,2]\n"
                        "P 3 -1 2 " ENERGY BEAM ENERGY " 0.0000000000000000e+00 1\n"
                        "P 4 -1 -2 -" ENERGY BEAM ENERGY " 0.0000000000000000e+00 1\n"
                        "HepMC::Asciiv3-END_EVENT_LISTING\n\n");
}

/* Names stand once, weights and cross sections with each event, all in one order. */
static void weights_of_variations_have_names(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    const double weights[] = {0.5, NAN};
    const struct event_variation variations[] = {{"MUR=2_MUF=1_LHAPDF=10042", EVENT_VARIES_SCALES, 2, 1,
                                                  10042, 3, 0.25, NULL},
                                                 {"MUR=1_MUF=1_LHAPDF=10043", EVENT_VARIES_DENSITIES, 1, 1,
                                                  10043, 6, 0.5, NULL}};
    struct event_run varied = run;
    varied.variations = variations;
    varied.variation_count = 2;
    assert_status(fixture->context, hepmc_format.open(fixture->context, fixture->path, &varied, &writer));
    synthetic_next(&source);
    source.event.weight = 1;
    source.event.tried = 7;
    source.event.variations = weights;
    source.event.variation_count = 2;
    assert_int_equal(hepmc_format.write(writer, &source.event, 1), TS_ERROR_NUMERIC);
    source.event.variations = (const double[]){0.5, 4};
    assert_status(fixture->context, hepmc_format.write(writer, &source.event, 1));
    assert_status(fixture->context, hepmc_format.finish(writer));
    char text[8192];
    FILE *file = fopen(fixture->path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "\nW Default\\|MUR=2_MUF=1_LHAPDF=10042\\|MUR=1_MUF=1_LHAPDF=10043\nT "));
    assert_non_null(
        strstr(text,
               "\nW 1.0000000000000000e+00 5.0000000000000000e-01 4.0000000000000000e+00\n"
               "A 0 GenCrossSection 4.2540250000000000e+04 1.5000000000000000e+00 1 7 3.0000000000000000e+00 "
               "2.5000000000000000e-01 6.0000000000000000e+00 5.0000000000000000e-01\n"));
}

/* Until it is whole, what stood under its name stands there; then nothing else is in the folder. */
static void a_file_comes_whole(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    create(fixture, &writer);
    assert_status(fixture->context, hepmc_format.finish(writer));
    create(fixture, &writer);
    for (int i = 0; i < 2000; ++i)
        assert_status(fixture->context, hepmc_format.write(writer, synthetic_next(&source), 1));
    FILE *file = fopen(fixture->path, "r");
    fseek(file, 0, SEEK_END);
    assert_true(ftell(file) < 200); /* the one without events */
    fclose(file);
    assert_int_equal(files_in(fixture->folder), 2);
    hepmc_format.discard(writer);
    assert_int_equal(files_in(fixture->folder), 1);
}

static void no_room_is_one_sentence_and_leaves_nothing(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    struct rlimit before, little = {1 << 20, 0};
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    little.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &little);
    create(fixture, &writer);
    ts_status status = TS_OK;
    for (int i = 0; i < 10000 && !status; ++i)
        status = hepmc_format.write(writer, synthetic_next(&source), 1);
    hepmc_format.discard(writer);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, TS_ERROR_FILE);
    char expected[1200];
    snprintf(expected, sizeof expected, "The file %s cannot be written: File too large.", fixture->path);
    assert_string_equal(ts_context_error(fixture->context), expected);
    assert_int_equal(files_in(fixture->folder), 0);
}

static void a_folder_that_is_not_there_is_refused(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    assert_int_equal(hepmc_format.open(fixture->context, "/nowhere/at/all/events.hepmc3", &run, &writer),
                     TS_ERROR_FILE);
    assert_string_equal(
        ts_context_error(fixture->context),
        "The file /nowhere/at/all/events.hepmc3 cannot be written: No such file or directory.");
    assert_null(writer);
}

static void what_is_not_finite_is_refused(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    synthetic_next(&source);
    source.particles[3].y = NAN;
    source.event.number = 12345678901;
    create(fixture, &writer);
    assert_int_equal(hepmc_format.write(writer, &source.event, 1), TS_ERROR_NUMERIC);
    assert_string_equal(
        ts_context_error(fixture->context),
        "Event 12345678901 cannot be written: a momentum or its weight is not a finite number.");
    source.particles[3].y = 0;
    source.event.weight = INFINITY;
    assert_int_equal(hepmc_format.write(writer, &source.event, 1), TS_ERROR_NUMERIC);
    hepmc_format.discard(writer);
}

static long peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* 2^17 events, some 200 MB, in what 2^10 take. AddressSanitizer holds on to what is freed, and tells nothing
 * here. */
static void many_events_need_no_memory(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    long before = 0;
    create(fixture, &writer);
    for (int i = 0; i < 1 << 17; ++i) {
        assert_status(fixture->context, hepmc_format.write(writer, synthetic_next(&source), 1));
        if (i == 1 << 10)
            before = peak_kilobytes();
    }
    assert_status(fixture->context, hepmc_format.finish(writer));
    assert_true(peak_kilobytes() - before < 1024);
}

static int write_for_peers(const char *path, const char *list)
{
    struct synthetic source = {.state = 1};
    void *writer;
    ts_context *context;
    FILE *file = fopen(list, "w");
    if (!file || ts_context_create(&context) || hepmc_format.open(context, path, &run, &writer))
        return 1;
    for (int i = 0; i < 1000; ++i) {
        const struct event *event = synthetic_next(&source);
        if (hepmc_format.write(writer, event, 1))
            return 1;
        fprintf(file, "event %llu %llu %a %d\n", (unsigned long long)event->number,
                (unsigned long long)event->tried, event->weight, event->incoming + event->outgoing);
        for (int k = 0; k < event->incoming + event->outgoing; ++k) {
            const struct event_particle *p = &event->particles[k];
            fprintf(file, "%d %d %d %d %a %a %a %a %a\n", p->pdg, p->status, p->colour, p->anticolour, p->e,
                    p->x, p->y, p->z, p->mass);
        }
    }
    const ts_status status = hepmc_format.finish(writer);
    ts_context_destroy(&context);
    return fclose(file) || status;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return write_for_peers(argv[1], argv[2]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, event_file_teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_layout_is_hepmcs),
        TEST(weights_of_variations_have_names),
        TEST(a_file_comes_whole),
        TEST(no_room_is_one_sentence_and_leaves_nothing),
        TEST(a_folder_that_is_not_there_is_refused),
        TEST(what_is_not_finite_is_refused),
        TEST(many_events_need_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

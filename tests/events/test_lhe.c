/* Les Houches event files: every number of a known event, compressed files, and what is refused. What other
 * programs read of them tests/program/test_lhe_peers.sh says. */
#include "io/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "event_file_fixture.h"
#include "synthetic_events.h"
#include "tessera/version.h"
#include "test_support.h"

static const struct event_process processes[] = {{"u u~ > g g", 30, 0.5, 900, 0, 0, 0},
                                                 {"g g > g g", 10, 0.25, 400, 0, 0, 0}};
static const struct event_run run = {.description = "a test",
                                     .card = "process: p p > j j # ]]> ends nothing\n",
                                     .cross_section = 40,
                                     .error = 0.5,
                                     .mean_weight = 2,
                                     .seed = 7,
                                     .scale = 91,
                                     .alpha_s = 0.125,
                                     .density_set = {10042, 10042},
                                     .beams = {{.e = 6500, .z = 6500, .pdg = 2212, .status = EVENT_BEAM},
                                               {.e = 6500, .z = -6500, .pdg = 2212, .status = EVENT_BEAM}},
                                     .processes = processes,
                                     .process_count = 2};

static int setup(void **state) { return event_file_setup(state, "events.lhe"); }

/* The file as text, compressed or not; free() it. */
static char *text_of(const struct fixture *fixture, size_t *bytes)
{
    enum { MOST = 1 << 24 };
    char *text = malloc(MOST);
    gzFile file = gzopen(fixture->path, "r");
    assert_true(text && file);
    const int read = gzread(file, text, MOST - 1);
    assert_true(read >= 0);
    gzclose(file);
    text[read] = '\0';
    *bytes = (size_t)read;
    return text;
}

#define ZERO " 0.0000000000000000e+00"
static void the_layout_is_les_houches(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    size_t bytes;
    const struct event_particle particles[] = {
        run.beams[0],
        run.beams[1],
        {.e = 50, .z = 50, .pdg = 2, .status = EVENT_INCOMING, .mothers = {1, 0}, .colour = 1, .helicity = 1},
        {.e = 50,
         .z = -50,
         .pdg = -2,
         .status = EVENT_INCOMING,
         .mothers = {2, 0},
         .anticolour = 2,
         .helicity = -1},
        {.e = 50,
         .x = 50,
         .pdg = 21,
         .status = EVENT_FINAL,
         .mothers = {3, 4},
         .colour = 1,
         .anticolour = 3,
         .helicity = 1},
        {.e = 50,
         .x = -50,
         .pdg = 21,
         .status = EVENT_FINAL,
         .mothers = {3, 4},
         .colour = 3,
         .anticolour = 2,
         .helicity = 9}};
    assert_status(fixture->context, lhe_format.open(fixture->context, fixture->path, &run, &writer));
    assert_status(fixture->context, lhe_format.write(writer,
                                                     &(struct event){.number = UINT64_C(1) << 40,
                                                                     .process = 1,
                                                                     .weight = 1,
                                                                     .alpha_s = 0.5,
                                                                     .incoming = 2,
                                                                     .outgoing = 4,
                                                                     .particles = particles},
                                                     1));
    assert_status(fixture->context, lhe_format.finish(writer));
    char *text = text_of(fixture, &bytes);
#define FIFTY " 5.0000000000000000e+01"
#define MINUS " -5.0000000000000000e+01"
    assert_string_equal(
        text,
        "<LesHouchesEvents version=\"3.0\">\n<header>\n<TesseraCard><![CDATA[\n"
        "process: p p > j j # ]]]]><![CDATA[> ends nothing\n]]></TesseraCard>\n"
        "<TesseraRun><![CDATA[\nversion: " TESSERA_VERSION
        "\nseed: 7\ncross_section: 4.0000000000000000e+01 # pb\nerror: 5.0000000000000000e-01\n"
        "weights: XWGTUP and those of rwgt in pb; their means over the events are cross sections\n]]></TesseraRun>\n"
        "<TesseraProcesses><![CDATA[\n1 u u~ > g g\n2 g g > g g\n]]></TesseraProcesses>\n</header>\n<init>\n"
        " 2212 2212 6.5000000000000000e+03 6.5000000000000000e+03 0 0 10042 10042 -4 2\n"
        " 3.0000000000000000e+01 5.0000000000000000e-01 9.0000000000000000e+02 1\n"
        " 1.0000000000000000e+01 2.5000000000000000e-01 4.0000000000000000e+02 2\n"
        "<generator name=\"Tessera\" version=\"" TESSERA_VERSION "\"></generator>\n</init>\n<event>\n"
        " 4 2 2.0000000000000000e+01 9.1000000000000000e+01 -1.0000000000000000e+00 5.0000000000000000e-01\n"
        " 2 -1 0 0 501 0" ZERO ZERO FIFTY FIFTY ZERO ZERO " 1\n"
        " -2 -1 0 0 0 502" ZERO ZERO MINUS FIFTY ZERO ZERO " -1\n"
        " 21 1 1 2 501 503" FIFTY ZERO ZERO FIFTY ZERO ZERO " 1\n"
        " 21 1 1 2 503 502" MINUS ZERO ZERO FIFTY ZERO ZERO " 9\n"
        "# event 1099511627776\n</event>\n</LesHouchesEvents>\n");
    free(text);
}

/* Of a shower in e+ e- collisions the beams are what comes in; compressed, the file is the same text. */
static void compressed_files_hold_the_same(void **state)
{
    struct fixture *fixture = *state;
    char *texts[2];
    size_t bytes[2];
    for (int compressed = 0; compressed < 2; ++compressed) {
        void *writer;
        struct synthetic source = {.state = 1};
        const struct event_format *format = compressed ? &lhe_compressed_format : &lhe_format;
        assert_status(fixture->context, format->open(fixture->context, fixture->path, &run, &writer));
        for (int i = 0; i < 3000; ++i)
            assert_status(fixture->context, lhe_format.write(writer, synthetic_next(&source), 1));
        assert_status(fixture->context, lhe_format.finish(writer));
        texts[compressed] = text_of(fixture, &bytes[compressed]);
    }
    FILE *file = fopen(fixture->path, "rb");
    assert_non_null(file);
    assert_int_equal(fgetc(file), 0x1f);
    assert_int_equal(fgetc(file), 0x8b);
    fclose(file);
    assert_true(bytes[0] == bytes[1] && bytes[0] > 1000000);
    assert_memory_equal(texts[0], texts[1], bytes[0]);
    assert_non_null(strstr(texts[0], "\n 11 -1 0 0 0 0"));
    free(texts[0]);
    free(texts[1]);
}

/* The header defines each weight; an event has them in pb, as its own. */
static void weights_of_variations_have_names(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    size_t bytes;
    const double weights[] = {0.5, 2, -1};
    const struct event_variation variations[] = {
        {"MUR=0.5_MUF=0.5_LHAPDF=10042", EVENT_VARIES_SCALES, 0.5, 0.5, 10042, 30, 1, "envelope"},
        {"MUR=1_MUF=1_LHAPDF=10043", EVENT_VARIES_DENSITIES, 1, 1, 10043, 30, 1, "symmhessian+as"},
        {"MUR=1_MUF=1_PDF=mine_2", EVENT_VARIES_DENSITIES, 1, 1, 0, 30, 1, NULL}};
    struct event_run varied = run;
    varied.variations = variations;
    varied.variation_count = 3;
    assert_status(fixture->context, lhe_format.open(fixture->context, fixture->path, &varied, &writer));
    synthetic_next(&source);
    source.event.weight = 1;
    source.event.variations = weights;
    source.event.variation_count = 3;
    assert_status(fixture->context, lhe_format.write(writer, &source.event, 1));
    assert_status(fixture->context, lhe_format.finish(writer));
    char *text = text_of(fixture, &bytes);
#define ONE "1.0000000000000000e+00"
#define HALF "5.0000000000000000e-01"
    assert_non_null(
        strstr(text,
               "]]></TesseraProcesses>\n<initrwgt>\n"
               "<weightgroup name=\"scale variations\" combine=\"envelope\">\n"
               "<weight id=\"MUR=0.5_MUF=0.5_LHAPDF=10042\" MUR=\"" HALF "\" MUF=\"" HALF "\" PDF=\"10042\">"
               "MUR=0.5_MUF=0.5_LHAPDF=10042</weight>\n</weightgroup>\n"
               "<weightgroup name=\"densities\" combine=\"symmhessian+as\">\n"
               "<weight id=\"MUR=1_MUF=1_LHAPDF=10043\" MUR=\"" ONE "\" MUF=\"" ONE "\" PDF=\"10043\">"
               "MUR=1_MUF=1_LHAPDF=10043</weight>\n"
               "<weight id=\"MUR=1_MUF=1_PDF=mine_2\" MUR=\"" ONE "\" MUF=\"" ONE "\">"
               "MUR=1_MUF=1_PDF=mine_2</weight>\n</weightgroup>\n</initrwgt>\n</header>\n"));
    /* 40 pb by a mean weight of 2 make 20 pb of a weight of 1. */
    assert_non_null(
        strstr(text, "\n<rwgt>\n<wgt id=\"MUR=0.5_MUF=0.5_LHAPDF=10042\"> 1.0000000000000000e+01 </wgt>\n"
                     "<wgt id=\"MUR=1_MUF=1_LHAPDF=10043\"> 4.0000000000000000e+01 </wgt>\n"
                     "<wgt id=\"MUR=1_MUF=1_PDF=mine_2\"> -2.0000000000000000e+01 </wgt>\n"
                     "</rwgt>\n</event>\n"));
    free(text);
}

static void what_cannot_be_written_is_said(void **state)
{
    struct fixture *fixture = *state;
    void *writer;
    struct synthetic source = {.state = 1};
    assert_int_equal(lhe_compressed_format.open(fixture->context, "/nowhere/at/all/events.lhe", &run,
                                                &writer),
                     TS_ERROR_FILE);
    assert_null(writer);
    synthetic_next(&source);
    source.event.weight = NAN;
    assert_status(fixture->context,
                  lhe_compressed_format.open(fixture->context, fixture->path, &run, &writer));
    assert_int_equal(lhe_format.write(writer, &source.event, 1), TS_ERROR_NUMERIC);
    lhe_format.discard(writer);
    assert_int_equal(files_in(fixture->folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_layout_is_les_houches, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(compressed_files_hold_the_same, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(weights_of_variations_have_names, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_said, setup, event_file_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Files of events as other programs write them, or as nobody should. Numbers end where their field ends. All
 * is read in a time that grows with the length of a file, and can be interrupted. */
#include "tessera/events.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <zlib.h>

#include "event_file_fixture.h"
#include "test_support.h"

static int setup(void **state) { return event_file_setup(state, "events"); }

static FILE *create(const struct fixture *fixture)
{
    FILE *file = fopen(fixture->path, "w");
    assert_non_null(file);
    return file;
}

/* A head with these names of weights, and one process. */
static void put_head(FILE *file, const char *names)
{
    fprintf(file,
            "<LesHouchesEvents version=\"3.0\">\n<header>\n<initrwgt>\n%s</initrwgt>\n</header>\n<init>\n"
            "11 -11 50 50 0 0 0 0 -4 1\n5 1 2 1\n</init>\n",
            names);
}

static const char two_names[] = "<weight id=\"a\">a</weight>\n<weight id=\"b\">b</weight>\n";

/* An event of two photons out of two electrons, with a weight and this behind its particles. */
static void put_event(FILE *file, const char *weight, const char *rest)
{
    fprintf(file,
            "<event>\n4 1 %s 91 -1 -1\n11 -1 0 0 0 0 0 0 50 50 0 0 9\n-11 -1 0 0 0 0 0 0 -50 50 0 0 9\n"
            "22 1 1 2 0 0 0 50 0 50 0 0 9\n22 1 1 2 0 0 0 -50 0 50 0 0 9\n%s</event>\n",
            weight, rest);
}

static const char end[] = "</LesHouchesEvents>\n";

/* Opens a file and reads its first event. */
static ts_status read_first(const struct fixture *fixture, ts_event_file **file, const ts_event **event)
{
    *event = NULL;
    const ts_status status = ts_event_file_open(fixture->context, fixture->path, file);
    return status ? status : ts_event_file_next(fixture->context, *file, event);
}

static ts_event_survey survey_of(const struct fixture *fixture)
{
    ts_event_file *file;
    ts_event_survey survey;
    assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
    assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
    ts_event_file_close(&file);
    return survey;
}

static void numbers_and_weights_are_read(void **state)
{
    static const struct {
        const char *weight, *rest;
        double numbers[3];
    } cases[] = {
        {"4.1D+02",
         "<rwgt>\n<wgt id=\"a\">4.1099126D+02</wgt>\n<wgt id='b'> -5.5d-1 </wgt>\n</rwgt>\n",
         {410, 410.99126, -0.55}},
        {"3", "<weights> 4.1099126D+02 2.8665738E+02</weights>\n", {3, 410.99126, 286.65738}},
        {"3", "<weights>\n 1\n\t2\n</weights>\n", {3, 1, 2}},
        {"3", "<rwgt><wgt id='b'>2</wgt><wgt id='a'>\n1\n</wgt></rwgt>\n", {3, 1, 2}},
        {"3", "<!-- <wgt id='a'>7</wgt>\n<weights> 8 -->\n<weights>1 2</weights>\n", {3, 1, 2}},
        {"3", "# <wgt id='a'>7</wgt>\n<weights>1 2</weights>\n", {3, 1, 2}},
        {"3", "<wgt class='id=\"b\" >' id='a'>1</wgt>\n", {3, 1, NAN}},
        {"3", "<weights>1</weights>\n", {3, 1, NAN}},
        {"3", "<wgt id='a'>1</wgt>\n<weights>1 2</weights>\n", {3, 1, 2}}, /* the name counts */
        {"3", "<weights>7 2</weights>\n<wgt id='a'>1</wgt>\n", {3, 1, 2}},
        {"3", "", {3, NAN, NAN}},
    };
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        ts_event_file *file;
        const ts_event *event;
        FILE *text = create(fixture);
        put_head(text, two_names);
        put_event(text, cases[i].weight, cases[i].rest);
        put_event(text, "1", ""); /* which has none of the weights of the one before */
        fputs(end, text);
        fclose(text);
        assert_status(fixture->context, read_first(fixture, &file, &event));
        assert_true(event->weight == cases[i].numbers[0]);
        for (int k = 0; k < 2; ++k) {
            const double expected = cases[i].numbers[1 + k];
            if (isnan(expected) ? !isnan(event->weights[k]) : event->weights[k] != expected)
                fail_msg("%s: weight %d is %.17g", cases[i].rest, k, event->weights[k]);
        }
        assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
        assert_true(event && isnan(event->weights[0]) && isnan(event->weights[1]));
        for (int k = 0; k < 3; ++k) { /* the end stays the end */
            assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
            assert_null(event);
        }
        ts_event_file_close(&file);
    }
}

static void what_only_begins_with_a_number_is_refused(void **state)
{
    static const struct {
        const char *weight, *rest, *sentence;
    } cases[] = {
        {"3", "<wgt id='a'> 4,10e+02 </wgt>\n", ":18: a weight is no finite number: '4,10e+02'."},
        {"3", "<wgt id='a'>410.99abc</wgt>\n", ":18: a weight is no finite number: '410.99abc'."},
        {"3", "<wgt id='a'>410.99 7.0</wgt>\n", ":18: the weight 'a' is followed by the number 7"},
        {"3", "<wgt id='a'>4.1D</wgt>\n", "'4.1D'"},
        {"3", "<wgt id='a'>4.1D+2D+2</wgt>\n", "'4.1D+2D+2'"},
        {"3", "<wgt id='a'>0x10</wgt>\n", "'0x10'"},
        {"3", "<wgt id='a'>inf</wgt>\n", "'inf'"},
        {"3", "<wgt id='a'>1e400</wgt>\n", "'1e400'"},
        {"3", "<wgt id='a'></wgt>\n", ":18: the weight 'a' is empty"},
        {"3", "<wgt id='a'>1</weights>\n", ":18: expected a number or </wgt>, found '</weights>'."},
        {"3", "<wgt id='c'>1</wgt>\n", ":18: <initrwgt> does not list the weight 'c'."},
        {"3", "<wgt id='a'>1</wgt>\n<wgt id='a'>2</wgt>\n", ":19: the event has the weight 'a' twice."},
        {"3", "<weights>1 2 3</weights>\n", ":18: <weights> has more numbers than the 2 weights"},
        {"3", "<weights>1 2,5</weights>\n", ":18: a weight is no finite number: '2,5'."},
        {"3", "<weights>1 2\n", ":19: expected a number or </weights>, found '</event>'."},
        {"0x3", "", ":13: weight, scale and couplings of an event: expected a finite number, found '0x3'."},
        {"3D", "", "found '3D'."},
        {"3-5", "", "found '3-5'."},
    };
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        ts_event_file *file;
        const ts_event *event;
        FILE *text = create(fixture);
        put_head(text, two_names);
        put_event(text, cases[i].weight, cases[i].rest);
        fputs(end, text);
        fclose(text);
        const ts_status status = read_first(fixture, &file, &event);
        if (status != TS_ERROR_INPUT || !strstr(ts_context_error(fixture->context), cases[i].sentence))
            fail_msg("%s%s: '%s'", cases[i].weight, cases[i].rest, ts_context_error(fixture->context));
        /* What was left in the middle of an event is not gone on with. */
        assert_int_equal(ts_event_file_next(fixture->context, file, &event), TS_ERROR_INPUT);
        assert_null(event);
        ts_event_file_close(&file);
    }
}

/* Several of a line, with marks and comments between them. */
static void heads_may_have_any_lines(void **state)
{
    static const char *const names[] = {
        "<weightgroup name='g'><weight id='a'>x</weight><weight id='b'/></weightgroup>\n",
        "<weight id='a'> <weight\tid=\"b\">\n",
        "<weight id='a'>\n <weight class=\"<weight id='c'>\" id='b'>\n"};
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        ts_event_file *file;
        FILE *text = create(fixture);
        put_head(text, names[i]);
        fputs(end, text);
        fclose(text);
        assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
        const ts_event_head *head = ts_event_file_head(file);
        assert_int_equal(head->weight_count, 2);
        assert_string_equal(head->weight_names[0], "a");
        assert_string_equal(head->weight_names[1], "b");
        ts_event_file_close(&file);
    }
}

static void two_weights_of_one_name_are_refused(void **state)
{
    const struct fixture *fixture = *state;
    ts_event_file *file;
    FILE *text = create(fixture);
    put_head(text, "<weight id='a'></weight>\n<weight id='b'></weight>\n<weight id='a'></weight>\n");
    fputs(end, text);
    fclose(text);
    assert_int_equal(ts_event_file_open(fixture->context, fixture->path, &file), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "the weights 1 and 3 have one name, 'a'"));
}

/* Faults are counted by events, whatever number of times each has them. */
static void an_event_has_a_fault_once(void **state)
{
    enum { EVENTS = 5 };
    const struct fixture *fixture = *state;
    FILE *text = create(fixture);
    put_head(text, two_names);
    put_event(text, "3", "<weights>1 2</weights>\n");
    for (int i = 1; i < EVENTS; ++i) /* three things are wrong with its weights, four with its momenta */
        fputs("<event>\n3 1 0 91 -1 -1\n11 -1 0 0 0 0 0 0 50 50 0 0 9\n-11 -1 0 0 0 0 0 0 50 50 0 0 9\n"
              "22 1 1 2 0 0 1 2 3 50 0 0 9\n</event>\n",
              text);
    fputs(end, text);
    fclose(text);
    ts_event_survey survey = survey_of(fixture);
    assert_int_equal(survey.events, EVENTS);
    assert_int_equal(survey.faults[TS_FAULT_WEIGHT].count, EVENTS - 1);
    assert_int_equal(survey.faults[TS_FAULT_MOMENTUM].count, EVENTS - 1);
    assert_int_equal(survey.faults[TS_FAULT_WEIGHT].first, 2);
    assert_true(isnan(survey.sums[0]));
    ts_event_survey_destroy(&survey);
}

/* A head of HepMC3, then events whose vertices come out of order. */
static void vertices_may_have_any_order(void **state)
{
    static const char *const vertices[] = {
        "V -2 0 [2]\nV -1 0 [1]\n",   "V -131072 0 [2]\nV -1 0 [1]\n", "V -1 0 [1]\nV -1 0 [2]\n",
        "V -1 0 [1;2]\nV -2 0 [2]\n", "V -1 0 [1,2x]\nV -2 0 [2]\n",
    };
    static const char *const sentences[] = {NULL, NULL,
                                            ":10: the event before this line has the vertex -1 twice.",
                                            ":5: expected particles as [1,2], found ';2]' behind one.",
                                            ":5: expected particles as [1,2], found 'x]' behind one."};
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof vertices / sizeof vertices[0]; ++i) {
        ts_event_file *file;
        const ts_event *event;
        FILE *text = create(fixture);
        fprintf(text,
                "HepMC::Version 3.02.05\nHepMC::Asciiv3-START_EVENT_LISTING\nE 0 2 3\nU GEV MM\n%s"
                "P 1 0 11 0 0 50 50 0 4\nP 2 0 -11 0 0 -50 50 0 4\nP 3 %d 23 0 0 0 100 100 1\n"
                "HepMC::Asciiv3-END_EVENT_LISTING\n",
                vertices[i], i == 1 ? -131072 : -2);
        fclose(text);
        const ts_status status = read_first(fixture, &file, &event);
        if (!sentences[i])
            assert_true(!status && event->particles[2].mothers[0] == 2 &&
                        event->particles[2].mothers[1] == 0);
        else if (status != TS_ERROR_INPUT || !strstr(ts_context_error(fixture->context), sentences[i]))
            fail_msg("%s: '%s'", vertices[i], ts_context_error(fixture->context));
        ts_event_file_close(&file);
    }
}

/* From here on the program ends where it computes for that long: what is quadratic takes minutes. */
static void allow_seconds(int seconds)
{
    const struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    assert_int_equal(setitimer(ITIMER_PROF, &limit, NULL), 0);
}

/* Events of very many particles which all decay, or which all have lines of their own. */
static void long_events_take_no_longer(void **state)
{
    enum { PARTICLES = 131072, EVENTS = 3 };
    const struct fixture *fixture = *state;
    char there[1200];
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    FILE *text = create(fixture);
    put_head(text, "");
    for (int i = 0; i < EVENTS; ++i) {
        fprintf(text,
                "<event>\n%d 1 5 91 -1 -1\n11 -1 0 0 0 0 0 0 50 50 0 0 9\n-11 -1 0 0 0 0 0 0 -50 50 0 0 9\n",
                PARTICLES);
        for (int k = 2; k < PARTICLES; ++k)
            fprintf(text, "21 %d 1 0 %d %d 0 0 0 0 0 0 9\n", k % 2 ? 2 : 1, k + 1, k + 2);
        fputs("</event>\n", text);
    }
    fputs(end, text);
    fclose(text);
    allow_seconds(40);
    ts_event_survey survey = survey_of(fixture);
    assert_int_equal(survey.events, EVENTS);
    assert_int_equal(survey.faults[TS_FAULT_COLOUR].count, EVENTS);
    ts_event_survey_destroy(&survey);
    assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "hepmc3", there));
    allow_seconds(0);
    unlink(there);
}

/* Very many names of weights, and events that have none of them; very many processes. */
static void long_heads_take_no_longer(void **state)
{
    enum { NAMES = 65535, EVENTS = 20000, PROCESSES = 65536 };
    const struct fixture *fixture = *state;
    FILE *text = create(fixture);
    fputs("<LesHouchesEvents version=\"3.0\">\n<initrwgt>\n", text);
    for (int i = 0; i < NAMES; ++i)
        fprintf(text, "<weight id='%d'>\n", i);
    fprintf(text, "</initrwgt>\n<init>\n11 -11 50 50 0 0 0 0 -4 %d\n", PROCESSES);
    for (int i = 0; i < PROCESSES; ++i)
        fprintf(text, "1 0 1 %d\n", PROCESSES - i);
    fputs("</init>\n", text);
    for (int i = 0; i < EVENTS; ++i)
        fprintf(text, "<event>\n1 1 1 1 1 1\n22 1 0 0 0 0 0 0 1 1 0 0 9\n%s</event>\n",
                i == EVENTS / 2 ? "<wgt id='65000'>1</wgt>\n" : "");
    fputs(end, text);
    fclose(text);
    allow_seconds(20);
    ts_event_survey survey = survey_of(fixture);
    allow_seconds(0);
    assert_int_equal(survey.events, EVENTS);
    assert_int_equal(survey.shares[PROCESSES - 1].events, EVENTS);
    assert_int_equal(survey.faults[TS_FAULT_WEIGHT].count, EVENTS);
    assert_true(isnan(survey.sums[0]) && isnan(survey.sums[65000]));
    ts_event_survey_destroy(&survey);
}

/* Events of HepMC3 whose only vertex has the last number there can be. */
static void numbers_of_vertices_take_no_longer(void **state)
{
    enum { EVENTS = 150000 };
    const struct fixture *fixture = *state;
    FILE *text = create(fixture);
    fputs("HepMC::Version 3.02.05\nHepMC::Asciiv3-START_EVENT_LISTING\n", text);
    for (int i = 0; i < EVENTS; ++i)
        fprintf(text, "E %d 1 1\nV -131072 0 [1]\nP 1 0 1 0 0 0 0 0 1\n", i);
    fputs("HepMC::Asciiv3-END_EVENT_LISTING\n", text);
    fclose(text);
    allow_seconds(5);
    ts_event_survey survey = survey_of(fixture);
    allow_seconds(0);
    assert_int_equal(survey.events, EVENTS);
    ts_event_survey_destroy(&survey);
}

/* The one that a signal interrupts. */
static ts_context *interrupted;

static void interrupt(int number)
{
    (void)number;
    ts_context_interrupt(interrupted);
}

/* A few bytes hold lines without end: before <init>, or within an event. */
static void reading_can_be_interrupted(void **state)
{
    enum { MEGABYTES = 400 };
    static char lines[2][1 << 20];
    const struct fixture *fixture = *state;
    static const char begin[] = "<LesHouchesEvents version=\"3.0\">\n";
    static const char event_begin[] = "<init>\n11 -11 50 50 0 0 0 0 -4 1\n5 1 2 1\n</init>\n<event>\n"
                                      "1 1 1 1 1 1\n22 1 0 0 0 0 0 0 1 1 0 0 9\n";
    memset(lines[0], '\n', sizeof lines[0]);
    for (size_t i = 0; i < sizeof lines[1]; ++i)
        lines[1][i] = i % 2 ? '\n' : '#';
    const struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGALRM, &action, NULL);
    for (int within = 0; within < 2; ++within) {
        ts_event_file *file;
        const ts_event *event;
        gzFile packed = gzopen(fixture->path, "wb1");
        assert_non_null(packed);
        assert_true(gzputs(packed, begin) > 0 && (!within || gzputs(packed, event_begin) > 0));
        for (int i = 0; i < MEGABYTES; ++i)
            assert_int_equal(gzwrite(packed, lines[within], sizeof lines[within]), sizeof lines[within]);
        assert_int_equal(gzclose(packed), Z_OK);
        assert_int_equal(ts_context_create(&interrupted), TS_OK);
        struct fixture reading = {.context = interrupted};
        memcpy(reading.path, fixture->path, sizeof reading.path);
        const struct itimerval soon = {.it_value = {.tv_usec = 50000}};
        setitimer(ITIMER_REAL, &soon, NULL);
        assert_int_equal(read_first(&reading, &file, &event), TS_INTERRUPTED);
        ts_event_file_close(&file);
        ts_context_destroy(&interrupted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_and_weights_are_read, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(what_only_begins_with_a_number_is_refused, setup,
                                        event_file_teardown),
        cmocka_unit_test_setup_teardown(heads_may_have_any_lines, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(two_weights_of_one_name_are_refused, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(an_event_has_a_fault_once, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(vertices_may_have_any_order, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(long_events_take_no_longer, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(long_heads_take_no_longer, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(numbers_of_vertices_take_no_longer, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(reading_can_be_interrupted, setup, event_file_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Files of events that are read: what every writer has written, sound files and files with each kind of
 * fault. Damaged ones are refused with a sentence and its place. */
#include "core/file.h"
#include "io/formats.h"
#include "io/h5_apart.h"
#include "tessera/events.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event_file_fixture.h"
#include "synthetic_events.h"
#include "test_support.h"

#define SOURCE "tests/fuzz/corpus/events/"

static const struct event_process processes[] = {{"u u~ > g g", 30, 0.5, 900, 0, 0, 0},
                                                 {"g g > g g", 10, 0.25, 400, 0, 0, 0}};
static const struct event_variation variations[] = {{.name = "MUR=0.5_MUF=1", .mur = 0.5, .muf = 1},
                                                    {.name = "MUR=2_MUF=1", .mur = 2, .muf = 1}};
static const struct event_run run = {.description = "a test",
                                     .cross_section = 40,
                                     .error = 0.5,
                                     .mean_weight = 2,
                                     .unit = 100,
                                     .scale = 91,
                                     .alpha_s = 0.125,
                                     .alpha = 0.0078125,
                                     .density_set = {10042, 10042},
                                     .beams = {{.e = 6500, .z = 6500, .pdg = 2212, .status = EVENT_BEAM},
                                               {.e = 6500, .z = -6500, .pdg = 2212, .status = EVENT_BEAM}},
                                     .particles_most = 5,
                                     .processes = processes,
                                     .process_count = 2,
                                     .variations = variations,
                                     .variation_count = 2};
static const struct event_particle particles[] = {
    {.e = 6500, .z = 6500, .pdg = 2212, .status = EVENT_BEAM},
    {.e = 6500, .z = -6500, .pdg = 2212, .status = EVENT_BEAM},
    {.e = 50, .z = 50, .pdg = 2, .status = EVENT_INCOMING, .mothers = {1, 0}, .colour = 1, .helicity = 1},
    {.e = 50,
     .z = -50,
     .pdg = -2,
     .status = EVENT_INCOMING,
     .mothers = {2, 0},
     .anticolour = 2,
     .helicity = -1},
    {.e = 50,
     .x = 30,
     .y = 40,
     .pdg = 21,
     .status = EVENT_FINAL,
     .mothers = {3, 4},
     .colour = 1,
     .anticolour = 3,
     .helicity = 1},
    {.e = 50,
     .x = -30,
     .y = -40,
     .pdg = 21,
     .status = EVENT_FINAL,
     .mothers = {3, 4},
     .colour = 3,
     .anticolour = 2,
     .helicity = 9}};
static const double weights[] = {1.5, 2.5};

static int setup(void **state) { return event_file_setup(state, "events"); }

/* Writes two events, the second of a smaller weight; TS_ERROR_FILE where the build does not know the format.
 */
static ts_status write_two(struct fixture *fixture, const struct event_format *format)
{
    void *writer;
    if (format->lacking && format->lacking())
        return TS_ERROR_FILE;
    assert_status(fixture->context, format->open(fixture->context, fixture->path, &run, &writer));
    for (int i = 0; i < 2; ++i)
        assert_status(fixture->context,
                      format->write(writer,
                                    &(struct event){.number = (UINT64_C(1) << 40) + (unsigned)i,
                                                    .process = 1 - i,
                                                    .tried = i ? 12 : 5,
                                                    .weight = i ? 2 : 3,
                                                    .scale = i ? 75 : 0,
                                                    .incoming = 2,
                                                    .outgoing = 4,
                                                    .particles = particles,
                                                    .variations = weights,
                                                    .variation_count = 2},
                                    1));
    assert_status(fixture->context, format->finish(writer));
    return TS_OK;
}

/* Writes events made of random numbers, so many at a time, and returns the bytes of the file. */
static char *write_many(struct fixture *fixture, const struct event_format *format, int threads, size_t batch,
                        size_t *bytes)
{
    enum { MANY = 5000 };
    struct synthetic *sources = calloc(batch, sizeof *sources);
    struct event *events = calloc(batch, sizeof *events);
    struct event_run varied = run;
    uint64_t state = 1;
    char *text = NULL;
    void *writer;
    assert_true(sources && events);
    varied.threads = threads;
    assert_status(fixture->context, format->open(fixture->context, fixture->path, &varied, &writer));
    for (size_t done = 0, count; done < MANY; done += count) {
        count = batch < MANY - done ? batch : MANY - done;
        for (size_t i = 0; i < count; ++i) {
            sources[i].state = state;
            events[i] = *synthetic_next(&sources[i]);
            events[i].tried = done + i + 1;
            events[i].variations = weights;
            events[i].variation_count = 2;
            state = sources[i].state;
        }
        assert_status(fixture->context, format->write(writer, events, count));
    }
    assert_status(fixture->context, format->finish(writer));
    assert_status(fixture->context, file_read(fixture->context, fixture->path, 1 << 26, &text, bytes));
    free(sources);
    free(events);
    return text;
}

/* One event at a time on one thread, or many on five: neither is seen in the file. */
static void threads_leave_no_trace(void **state)
{
    struct fixture *fixture = *state;
    const struct event_format *format;
    for (size_t i = 0; (format = event_format_at(i)); ++i) {
        size_t one_bytes, many_bytes;
        if (format == &lheh5_format)
            continue; /* which has no text */
        char *one = write_many(fixture, format, 1, 1, &one_bytes);
        char *many = write_many(fixture, format, 5, 1777, &many_bytes);
        assert_true(one_bytes == many_bytes && one_bytes > 1 << 19);
        assert_memory_equal(one, many, one_bytes);
        free(one);
        free(many);
    }
}

static void assert_particles(const ts_event *event, int first, int lines)
{
    assert_int_equal(event->particle_count, 6 - first);
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const struct event_particle *q = &particles[(size_t)first + i];
        assert_int_equal(p->pdg, q->pdg);
        assert_true(p->e == q->e && p->x == q->x && p->y == q->y && p->z == q->z && p->mass == q->mass);
        assert_int_equal(p->colours[0], q->colour ? q->colour + lines : 0);
        assert_int_equal(p->colours[1], q->anticolour ? q->anticolour + lines : 0);
        assert_int_equal(p->role, q->status == EVENT_FINAL      ? TS_EVENT_OUTGOING
                                  : q->status == EVENT_INCOMING ? TS_EVENT_INCOMING
                                                                : TS_EVENT_OTHER);
        if (q->status == EVENT_FINAL)
            assert_true(p->mothers[0] == 3 - first && p->mothers[1] == 4 - first);
        assert_true(p->helicity == (first ? q->helicity : 9));
    }
}

static void what_is_written_is_read(void **state)
{
    struct fixture *fixture = *state;
    const struct event_format *format;
    for (size_t i = 0; (format = event_format_at(i)); ++i) {
        const int hepmc = !strcmp(format->name, "hepmc3"), h5 = !strcmp(format->name, "lheh5");
        /* From a weight to pb: over the mean weight, or over the events tried. */
        const double factor = hepmc ? 1 : h5 ? run.unit : 20;
        ts_event_file *file;
        const ts_event *event;
        if (write_two(fixture, format))
            continue;
        assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
        const ts_event_head *head = ts_event_file_head(file);
        assert_int_equal(head->weight_count, 2);
        assert_string_equal(head->weight_names[1], "MUR=2_MUF=1");
        assert_int_equal(head->process_count, hepmc ? 0 : 2);
        for (int k = 0; k < 2; ++k) {
            assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
            assert_non_null(event);
            assert_int_equal(event->place, k + 1);
            assert_int_equal(event->numbered, !h5);
            assert_true(h5 || event->number == (UINT64_C(1) << 40) + (unsigned)k);
            assert_true(event->trials == (!h5 ? 1 : k ? 7 : 5));
            assert_true(event->weight == factor * (k ? 2 : 3));
            assert_true(event->weights[0] == factor * 1.5 && event->weights[1] == factor * 2.5);
            assert_true(event->scale == (k ? 75 : 91) && event->alpha_s == 0.125 &&
                        event->alpha == 0.0078125);
            assert_particles(event, hepmc ? 0 : 2, hepmc ? 0 : 500);
            assert_int_equal(event->process, hepmc ? 0 : 2 - k);
        }
        assert_true(head->cross_section == 40 && head->beams[1] == 2212 && head->energies[1] == 6500);
        assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
        assert_null(event);
        ts_event_file_close(&file);
        assert_null(file);
    }
}

static void sums_are_those_of_the_events(void **state)
{
    struct fixture *fixture = *state;
    const struct event_format *format;
    for (size_t i = 0; (format = event_format_at(i)); ++i) {
        ts_event_file *file;
        ts_event_survey survey;
        if (write_two(fixture, format))
            continue;
        const int hepmc = !strcmp(format->name, "hepmc3"), h5 = !strcmp(format->name, "lheh5");
        const double factor = hepmc ? 1 : h5 ? run.unit : 20;
        assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
        assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
        assert_int_equal(survey.events, 2);
        assert_true(survey.sum_w == 5 * factor && survey.sum_w2 == 13 * factor * factor);
        assert_true(survey.sum_trials == (h5 ? 12 : 2));
        assert_true(survey.smallest == 2 * factor && survey.largest == 3 * factor && survey.common == 1);
        assert_true(hepmc ? isnan(survey.cross_section)
                          : fabs(survey.cross_section / (h5 ? 500. / 12 : 50) - 1) < 1e-15);
        assert_true(survey.sums[1] == 5 * factor && survey.sums_agree);
        for (int fault = 0; fault < TS_FAULTS; ++fault)
            assert_int_equal(survey.faults[fault].count, 0);
        ts_event_survey_destroy(&survey);
        ts_event_file_close(&file);
    }
}

/* The text of a sound file with one piece of it replaced. */
static void write_changed(const struct fixture *fixture, const char *name, const char *piece, const char *by)
{
    char path[1000], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, "%s/%s", TEST_SOURCE, name);
    FILE *file = fopen(path, "r");
    assert_true(file && text);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    char *at = strstr(text, piece);
    assert_non_null(at);
    file = fopen(fixture->path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(at - text), text, by, at + strlen(piece));
    fclose(file);
    free(text);
}

static void faults_are_found(void **state)
{
    static const struct {
        const char *file, *piece, *by;
        int fault;
        const char *sentence;
    } cases[] = {
        {SOURCE "small.lhe", " 50 0 0 50 0 0 1", " 49 0 0 49 0 0 1", TS_FAULT_MOMENTUM,
         "energy changes by -1 GeV, with 100 GeV"},
        {SOURCE "small.lhe", " 50 0 0 50 0 0 1", " 50 0 0 50 2 0 1", TS_FAULT_MASS,
         "particle 3 (21) has E^2 - p^2 = 0"},
        {SOURCE "small.lhe", "21 1 1 2 501 503", "21 1 1 2 504 503", TS_FAULT_COLOUR,
         "line 501 begins 0 times"},
        {SOURCE "small.lhe", "-2 -1 0 0 0 502", "-2 -1 0 0 502 0", TS_FAULT_COLOUR,
         "particle 2 (-2) has the lines 502 and 0"},
        {SOURCE "small.lhe", " 4 1 3.0e+01", " 4 1 0", TS_FAULT_WEIGHT, "its weight is zero"},
        {SOURCE "small.lhe", "<wgt id=\"MUR=0.5_MUF=1\"> 3.1e+01 </wgt>", "", TS_FAULT_WEIGHT,
         "'MUR=0.5_MUF=1' is missing"},
        {SOURCE "small.lhe", " 4 1 3.0e+01", " 4 7 3.0e+01", TS_FAULT_PROCESS, "process 7 is not one"},
        {SOURCE "small.hepmc3", "22 50 0 0 50", "22 50 1 0 50", TS_FAULT_MOMENTUM, "py changes by 1 GeV"},
        {SOURCE "small.hepmc3", "A 4 flow2 1", "A 4 flow2 2", TS_FAULT_COLOUR, "line 1 begins"},
        {SOURCE "small.hepmc3", "W 1 1.5", "W 1", TS_FAULT_WEIGHT, "'MUR=0.5_MUF=1' is missing"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        ts_event_file *file;
        ts_event_survey survey;
        write_changed(fixture, cases[i].file, cases[i].piece, cases[i].by);
        assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
        assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
        const ts_event_fault *fault = &survey.faults[cases[i].fault];
        if (fault->count != 1 || fault->first != 1 || !strstr(fault->sentence, cases[i].sentence))
            fail_msg("%s for %s: '%s'", cases[i].by, cases[i].piece, fault->sentence);
        ts_event_survey_destroy(&survey);
        ts_event_file_close(&file);
    }
}

/* The cross section of the head is far from what the weights give. */
static void wrong_sums_are_found(void **state)
{
    struct fixture *fixture = *state;
    ts_event_file *file;
    ts_event_survey survey;
    write_changed(fixture, SOURCE "small.lhe", " 3.0e+01 5.0e-01 9.0e+02 1", " 3.0e+02 5.0e-01 9.0e+02 1");
    assert_status(fixture->context, ts_event_file_open(fixture->context, fixture->path, &file));
    assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
    assert_int_equal(survey.sums_agree, 0);
    assert_non_null(strstr(survey.sums_sentence, "300"));
    ts_event_survey_destroy(&survey);
    ts_event_file_close(&file);
}

static void damage_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *file, *piece, *by, *sentence;
    } cases[] = {
        {SOURCE "small.lhe", "</LesHouchesEvents>\n", "",
         "events:28: the file ends without </LesHouchesEvents>"},
        {SOURCE "small.lhe", " 21 1 1 2 501 503", " 21 1 1 2 501 5x3",
         ":21: code, status, mothers and colour lines of a particle: expected a whole number, found '5x3'"},
        {SOURCE "small.lhe", " -50 0 0 50 0 0 9", " -50 0 0",
         ":22: momentum, mass, lifetime and spin of a particle: expected a finite number, but the line ends."},
        {SOURCE "small.lhe", " 21 1 1 2 501 503", " 21 1 1 9 501 503",
         ":21: the event has 4 particles, so that none has the mother 9."},
        {SOURCE "small.lhe", " 4 1 3.0e+01", " 4 1 nan",
         ":18: weight, scale and couplings of an event: expected a finite number, found 'nan'"},
        {SOURCE "small.lhe", " 4 1 3.0e+01", " -4 1 3.0e+01", ":18: an event of -4 particles is none."},
        {SOURCE "small.lhe", " 4 1 3.0e+01", " 5 1 3.0e+01",
         ":23: code, status, mothers and colour lines of a particle: expected a whole number, found '#'"},
        {SOURCE "small.lhe", "<wgt id=\"MUR=0.5", "<wgt id=\"MUR=0.6",
         ":25: <initrwgt> does not list the weight 'MUR=0.6_MUF=1'."},
        {SOURCE "small.lhe", " -4 1\n", " -4 3\n",
         ":15: cross section, error and largest weight of a process: expected a finite number, found '<generator'"},
        {SOURCE "small.lhe", "<init>\n", "", ":16: an event comes before <init>."},
        {SOURCE "small.hepmc3", "HepMC::Asciiv3-END_EVENT_LISTING\n", "",
         ":23: the file ends without HepMC::Asciiv3-END_EVENT_LISTING"},
        {SOURCE "small.hepmc3", "E 0 3 6", "E 0 3 7",
         ":23: the event before this line has 6 particles, not 7."},
        {SOURCE "small.hepmc3", "P 4 -2 -2", "P 4 -9 -2",
         ":23: in the event before this line particle 4 comes from vertex -9, which is not there."},
        {SOURCE "small.hepmc3", "U GEV", "U MEV", ":6: the unit is not GEV but 'MEV MM'."},
        {SOURCE "small.hepmc3", "A 3 flow1", "A 30 flow1",
         ":12: the event has 6 particles, and none of the number 30."},
        {SOURCE "small.hepmc3", "V -3 0 [3,4]", "V -3 0 [3,40]",
         ":20: into a vertex comes what is no particle of the event."},
        {SOURCE "small.hepmc3", "HepMC::Version 3.02.05", "Version", "is no file of events: expected LHE"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        ts_event_file *file;
        const ts_event *event = NULL;
        write_changed(fixture, cases[i].file, cases[i].piece, cases[i].by);
        ts_status status = ts_event_file_open(fixture->context, fixture->path, &file);
        while (!status && !(status = ts_event_file_next(fixture->context, file, &event)) && event)
            ;
        ts_event_file_close(&file);
        assert_int_equal(status, TS_ERROR_INPUT);
        if (!strstr(ts_context_error(fixture->context), cases[i].sentence))
            fail_msg("%s for %s: '%s'", cases[i].by, cases[i].piece, ts_context_error(fixture->context));
    }
}

/* Through every format and back: the same text. */
static void conversions_lose_nothing(void **state)
{
    struct fixture *fixture = *state;
    const struct event_format *format;
    char plain[1200], there[1200], back[1200], text[2][1 << 14];
    snprintf(plain, sizeof plain, "%s/plain", fixture->folder);
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    snprintf(back, sizeof back, "%s/back", fixture->folder);
    assert_status(fixture->context, write_two(fixture, &lhe_format));
    assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lhe", plain));
    for (size_t i = 1; (format = event_format_at(i)); ++i) {
        size_t bytes[2];
        if (format->lacking && format->lacking())
            continue;
        assert_status(fixture->context, ts_events_convert(fixture->context, plain, format->name, there));
        assert_status(fixture->context, ts_events_convert(fixture->context, there, "lhe", back));
        for (int k = 0; k < 2; ++k) {
            FILE *file = fopen(k ? back : plain, "r");
            assert_non_null(file);
            bytes[k] = fread(text[k], 1, sizeof text[k] - 1, file);
            text[k][bytes[k]] = 0;
            fclose(file);
            /* LHEH5 has neither names of processes nor numbers of events. */
            char *header = strstr(text[k], "<init>");
            assert_non_null(header);
            memmove(text[k], header, strlen(header) + 1);
            for (char *at = text[k]; (at = strstr(at, "# event "));) {
                const char *next = at + strcspn(at, "\n") + 1;
                memmove(at, next, strlen(next) + 1);
            }
        }
        assert_string_equal(text[0], text[1]);
    }
    unlink(plain);
    unlink(there);
    unlink(back);
    assert_status(fixture->context, write_two(fixture, &hepmc_format));
    assert_int_equal(ts_events_convert(fixture->context, fixture->path, "lhe", back), TS_ERROR_INPUT);
    assert_int_equal(ts_events_convert(fixture->context, fixture->path, "root", back), TS_ERROR_INPUT);
}

/* A file whose weight has this name, as it stands in the text. */
static void write_named(const struct fixture *fixture, const char *name, int weighting)
{
    FILE *file = fopen(fixture->path, "w");
    assert_non_null(file);
    fprintf(
        file,
        "<LesHouchesEvents version=\"3.0\">\n<header>\n<initrwgt>\n<weight id=\"%s\"></weight>\n"
        "</initrwgt>\n</header>\n<init>\n11 -11 50 50 0 0 0 0 %d 1\n5 1 2 1\n</init>\n<event>\n"
        "2 1 2 91 -1 -1\n21 1 0 0 7 3 0 0 0 91 91 0 1\n21 1 0 0 3 7 0 0 0 91 91 0 0.5\n<rwgt>\n<wgt id=\"%s\"> 3 </wgt>\n</rwgt>\n"
        "</event>\n</LesHouchesEvents>\n",
        name, weighting, name);
    fclose(file);
}

/* Marks of XML are part of a name, and no XML; long names and orders to terminals are refused. */
static void names_of_weights_are_text(void **state)
{
    struct fixture *fixture = *state;
    char there[1200], *text = calloc(1, 1 << 22);
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    assert_non_null(text);
    for (int compressed = 0; compressed < 2; ++compressed) {
        ts_event_file *file;
        const ts_event *event;
        write_named(fixture, "&lt;a&gt; &amp;amp; &quot;b&apos;", -4);
        assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path,
                                                          compressed ? "lhe.gz" : "lhe", there));
        assert_status(fixture->context, ts_event_file_open(fixture->context, there, &file));
        assert_string_equal(ts_event_file_head(file)->weight_names[0], "<a> &amp; \"b'");
        assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
        assert_true(event->weights[0] == 3);
        ts_event_file_close(&file);
    }
    unlink(there);
    memset(text, 'a', (1 << 22) - 1);
    write_named(fixture, text, -4);
    assert_int_equal(ts_events_convert(fixture->context, fixture->path, "lhe", there), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "has 4194303 bytes: expected up to 1024."));
    text[1024] = 0;
    write_named(fixture, text, -4);
    assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lhe", there));
    unlink(there);
    write_named(fixture, "a\x1b[31mb", -4);
    assert_int_equal(ts_events_convert(fixture->context, fixture->path, "lhe", there), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "a byte of value 27"));
    free(text);
}

/* Writes 400 events of weight one as tables, each with 10 trials, whose cross section is that of the head
 * times `off`. */
static void write_trials(struct fixture *fixture, double off)
{
    struct event_run worth = run;
    void *writer;
    worth.error = 0.04;
    worth.unit = 10 * off * run.cross_section;
    assert_status(fixture->context, lheh5_format.open(fixture->context, fixture->path, &worth, &writer));
    for (unsigned i = 0; i < 400; ++i)
        assert_status(fixture->context, lheh5_format.write(writer,
                                                           &(struct event){.process = i % 4 == 0,
                                                                           .tried = 10 * (i + 1),
                                                                           .weight = 1,
                                                                           .incoming = 2,
                                                                           .outgoing = 4,
                                                                           .particles = particles,
                                                                           .variations = weights,
                                                                           .variation_count = 2},
                                                           1));
    assert_status(fixture->context, lheh5_format.finish(writer));
}

/* The sums of a copy: by its weights, and in the head. */
static void check_copy(struct fixture *fixture, const char *path, double weighed, double given)
{
    ts_event_file *file;
    ts_event_survey survey;
    assert_status(fixture->context, ts_event_file_open(fixture->context, path, &file));
    assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
    assert_true(survey.sums_agree && survey.events == 400);
    assert_true(fabs(survey.head_cross_section / given - 1) < 1e-12);
    assert_true(isnan(weighed) ? isnan(survey.cross_section)
                               : fabs(survey.cross_section / weighed - 1) < 1e-12);
    assert_true(fabs(survey.sums[1] / survey.sum_w - 2.5) < 1e-12);
    ts_event_survey_destroy(&survey);
    ts_event_file_close(&file);
}

/* Trials are counted, so that the cross section of 400 events is off by a twentieth. The head's, which is
 * known better, is the mean weight of a copy. A head that is wrong is not copied. */
static void copies_have_the_cross_section_of_the_head(void **state)
{
    static const double offs[] = {1.06, 0.95, 1, 2};
    struct fixture *fixture = *state;
    char there[1200], back[1200];
    if (lheh5_format.lacking && lheh5_format.lacking())
        skip();
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    snprintf(back, sizeof back, "%s/back", fixture->folder);
    for (size_t i = 0; i < sizeof offs / sizeof offs[0]; ++i) {
        const double of_trials = offs[i] * 40, given = offs[i] == 2 ? 80 : 40;
        write_trials(fixture, offs[i]);
        assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lheh5", there));
        check_copy(fixture, there, of_trials, given);
        assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "hepmc3", there));
        check_copy(fixture, there, NAN, given);
        assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lhe", there));
        check_copy(fixture, there, given, given);
        assert_status(fixture->context, ts_events_convert(fixture->context, there, "lheh5", back));
        check_copy(fixture, back, given, given);
    }
    unlink(there);
    unlink(back);
}

/* Weights of one, whose worth is in the head (IDWTUP 3), get it in tables too. */
static void weights_of_one_become_cross_sections(void **state)
{
    struct fixture *fixture = *state;
    char there[1200];
    ts_event_file *file;
    ts_event_survey survey;
    if (lheh5_format.lacking && lheh5_format.lacking())
        skip();
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    write_named(fixture, "a", 3);
    assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lheh5", there));
    assert_status(fixture->context, ts_event_file_open(fixture->context, there, &file));
    assert_status(fixture->context, ts_events_survey(fixture->context, file, &survey));
    assert_true(survey.cross_section == 5 && survey.head_cross_section == 5 && survey.sums[0] == 7.5);
    ts_event_survey_destroy(&survey);
    ts_event_file_close(&file);
    unlink(there);
}

/* Weights that are no cross sections become such; lines and helicities become those that all formats know. */
static void conversions_keep_the_meaning(void **state)
{
    struct fixture *fixture = *state;
    char there[1200];
    snprintf(there, sizeof there, "%s/there", fixture->folder);
    for (int unweighted = 0; unweighted < 2; ++unweighted) {
        ts_event_file *file;
        const ts_event *event;
        write_named(fixture, "a", unweighted ? 3 : -4);
        assert_status(fixture->context, ts_events_convert(fixture->context, fixture->path, "lhe", there));
        assert_status(fixture->context, ts_event_file_open(fixture->context, there, &file));
        assert_int_equal(ts_event_file_head(file)->weighting, -4);
        assert_status(fixture->context, ts_event_file_next(fixture->context, file, &event));
        assert_true(event->weight == (unweighted ? 5 : 2) && event->weights[0] == (unweighted ? 7.5 : 3));
        const ts_event_particle *p = event->particles + event->particle_count - 2; /* behind the beams */
        assert_true(p[0].colours[0] == 501 && p[0].colours[1] == 502 && p[0].helicity == 1);
        assert_true(p[1].colours[0] == 502 && p[1].colours[1] == 501 && p[1].helicity == 9);
        ts_event_file_close(&file);
    }
    unlink(there);
    write_changed(fixture, SOURCE "small.lhe", " 4 1 3.0e+01", " 4 7 3.0e+01");
    assert_int_equal(ts_events_convert(fixture->context, fixture->path, "lhe", there), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(fixture->context), "event 1 is of process 7"));
}

/* A reader that something outside has ended says nothing of the file. */
static void an_end_from_outside_is_no_damage(void **state)
{
    struct fixture *fixture = *state;
    const int lacks = lheh5_format.lacking && lheh5_format.lacking();
    FILE *children = lacks ? NULL : fopen("/proc/thread-self/children", "r");
    struct h5_apart *apart;
    struct h5_table table;
    int child;
    if (!children)
        skip();
    write_trials(fixture, 1);
    assert_status(fixture->context, h5_apart_open(fixture->context, fixture->path, &apart));
    assert_int_equal(fscanf(children, "%d", &child), 1);
    fclose(children);
    kill(child, SIGKILL);
    assert_int_equal(h5_apart_find(apart, "events", &table), TS_ERROR_FILE);
    assert_non_null(strstr(ts_context_error(fixture->context), "ended from outside by signal 9"));
    h5_apart_close(&apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threads_leave_no_trace, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(what_is_written_is_read, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(sums_are_those_of_the_events, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(faults_are_found, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(wrong_sums_are_found, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(damage_is_refused_with_its_place, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(conversions_keep_the_meaning, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(copies_have_the_cross_section_of_the_head, setup,
                                        event_file_teardown),
        cmocka_unit_test_setup_teardown(weights_of_one_become_cross_sections, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(an_end_from_outside_is_no_damage, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(names_of_weights_are_text, setup, event_file_teardown),
        cmocka_unit_test_setup_teardown(conversions_lose_nothing, setup, event_file_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

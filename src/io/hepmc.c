/* Events as HepMC3's text files: "Asciiv3", as its ReaderAscii and Rivet read it.
 *
 * A. Buckley et al., Comput. Phys. Commun. 260 (2021) 107310, section 3.4. In GeV and mm, one weight
 * ("Default"). Vertices follow the mothers of particles. Either the beams meet at one and all leave, or
 * each beam has one and the collision another (remnants of beams are not there). Colour lines stand as the
 * attributes flow1 (colour) and flow2 (anticolour) of particles. Each event carries the cross section of
 * the run with its error, the numbers of events kept and generated so far. It carries the generator's
 * number of it too, which may be larger than HepMC's own can be. */
#include "io/formats.h"

#include "core/context.h"
#include "io/text_crew.h"
#include "tessera/version.h"

#include <stdlib.h>
#include <string.h>

/* `constant`: the attributes that every event has alike. `cross_section`: the line of another that ends in
 * numbers of its own. `varied`: value and error of each variation's. */
struct hepmc_writer {
    uint64_t written;
    int grouped; /* as of the run */
    int threads;
    char cross_section[TEXT_LINE_BYTES], constant[TEXT_LINE_BYTES];
    size_t cross_section_bytes, constant_bytes;
    double *varied; /* [2 variation_count] */
    size_t variation_count;
    struct text_writer text;
};

/* A text as the format has it: no line ends in it. */
static void put_escaped(struct hepmc_writer *writer, const char *text)
{
    for (; *text; ++text) {
        text_begin_line(&writer->text);
        if (*text == '\\' || *text == '\n')
            text_put(&writer->text, *text == '\n' ? "\\|" : "\\\\");
        else
            text_put_bytes(&writer->text, text, 1);
    }
}

static void put_attribute(struct text_writer *text, const char *name, double number)
{
    text_put(text, "A 0 ");
    text_put(text, name);
    text_put(text, " ");
    text_put_number(text, number);
    text_put(text, "\n");
}

/* Takes what was put since `start` out of the buffer again. */
static size_t take(struct hepmc_writer *writer, size_t start, char text[TEXT_LINE_BYTES])
{
    const size_t bytes = writer->text.used - start;
    memcpy(text, writer->text.buffer + start, bytes);
    writer->text.used = start;
    return bytes;
}

/* What does not change from event to event is made once. */
static void prepare(struct hepmc_writer *writer, const struct event_run *run)
{
    text_begin_line(&writer->text);
    const size_t start = writer->text.used;
    text_put(&writer->text, "A 0 GenCrossSection ");
    text_put_number(&writer->text, run->cross_section);
    text_put(&writer->text, " ");
    text_put_number(&writer->text, run->error);
    writer->cross_section_bytes = take(writer, start, writer->cross_section);
    if (run->alpha_s > 0)
        put_attribute(&writer->text, "alphaQCD", run->alpha_s);
    if (run->alpha > 0)
        put_attribute(&writer->text, "alphaQED", run->alpha);
    if (run->scale > 0)
        put_attribute(&writer->text, "event_scale", run->scale);
    writer->constant_bytes = take(writer, start, writer->constant);
}

/* Attributes of the run: what makes its events again. */
static void put_run(struct hepmc_writer *writer, const struct event_run *run)
{
    text_put(&writer->text, "A seed ");
    text_put_count(&writer->text, run->seed);
    text_put(&writer->text, "\nA card ");
    put_escaped(writer, run->card);
    text_begin_line(&writer->text);
    text_put(&writer->text, "\n");
}

static void discard(void *data)
{
    struct hepmc_writer *writer = data;
    if (!writer)
        return;
    text_discard(&writer->text);
    free(writer->varied);
    free(writer);
}

static void put_header(struct hepmc_writer *writer, const struct event_run *run)
{
    text_put(&writer->text, "HepMC::Version 3.02.05\nHepMC::Asciiv3-START_EVENT_LISTING\nW Default");
    for (size_t i = 0; i < run->variation_count; ++i) {
        text_put(&writer->text, "\\|");
        put_escaped(writer, run->variations[i].name);
    }
    text_put(&writer->text, "\nT tessera\\|" TESSERA_VERSION "\\|");
    put_escaped(writer, run->description);
    text_put(&writer->text, "\n");
    if (run->card)
        put_run(writer, run);
    text_flush(&writer->text);
}

/* At its beginning, or at a position with so many events before it. */
static ts_status make_writer(ts_context *context, const char *path, const struct event_run *run,
                             const struct event_position *position, uint64_t written, void **made)
{
    const int how = run->kept ? TEXT_KEPT : 0;
    struct hepmc_writer *writer = malloc(sizeof *writer);
    double *varied = malloc((2 * run->variation_count + 1) * sizeof *varied);
    *made = NULL;
    if (!writer || !varied) {
        free(writer);
        free(varied);
        return ts_fail_memory(context, "the file of events");
    }
    writer->written = written;
    writer->grouped = run->grouped;
    writer->threads = run->threads;
    writer->varied = varied;
    writer->variation_count = run->variation_count;
    for (size_t k = 0; k < run->variation_count; ++k) {
        varied[2 * k] = run->variations[k].cross_section;
        varied[2 * k + 1] = run->variations[k].error;
    }
    ts_status status = position ? text_resume(context, path, how, position, &writer->text)
                                : text_create(context, path, how, &writer->text);
    if (!status && !position) {
        put_header(writer, run);
        status = writer->text.status;
    }
    if (!status)
        prepare(writer, run);
    if (status)
        discard(writer);
    else
        *made = writer;
    return status;
}

/* Whether particle i leaves the same vertex as the one before it. */
static int leaves_same(const struct event *event, int i)
{
    const int *mine = event->particles[i].mothers, *before = event->particles[i - 1].mothers;
    return i > event->incoming && mine[0] == before[0] && mine[1] == before[1];
}

static int vertex_count(const struct event *event)
{
    int count = 0;
    for (int i = event->incoming; i < event->incoming + event->outgoing; ++i)
        count += !leaves_same(event, i);
    return count;
}

static void put_numbers(struct text_writer *text, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        text_begin_line(text);
        text_put(text, " ");
        text_put_number(text, numbers[i]);
    }
}

/* The lines of the event itself. HepMC's number of an event is an int: it is the place in the file. Readers
 * take neighbours with one number for configurations of one event, so such have what they share. */
static void put_head(struct text_writer *text, const struct hepmc_writer *writer, const struct event *event,
                     size_t place)
{
    const uint64_t before = writer->written + place;
    text_begin_line(text);
    text_put(text, "E ");
    text_put_count(text, (writer->grouped ? event->number : before) & INT32_MAX);
    text_put(text, " ");
    text_put_whole(text, vertex_count(event));
    text_put(text, " ");
    text_put_whole(text, event->incoming + event->outgoing);
    text_put(text, "\nU GEV MM\nW ");
    text_put_number(text, event->weight);
    put_numbers(text, event->variations, event->variation_count);
    text_put(text, "\n");
    text_begin_line(text);
    text_put_bytes(text, writer->cross_section, writer->cross_section_bytes);
    text_put(text, " ");
    text_put_count(text, before + 1);
    text_put(text, " ");
    text_put_count(text, event->tried);
    put_numbers(text, writer->varied, 2 * writer->variation_count);
    text_put(text, "\n");
    text_begin_line(text);
    text_put_bytes(text, writer->constant, writer->constant_bytes);
    text_begin_line(text);
    if (event->alpha_s > 0)
        put_attribute(text, "alphaQCD", event->alpha_s);
    if (event->scale > 0)
        put_attribute(text, "event_scale", event->scale);
    text_begin_line(text);
    text_put(text, "A 0 generator_event ");
    text_put_count(text, event->number);
    text_put(text, "\n");
}

static void put_flow(struct text_writer *text, int particle, const char *name, int line)
{
    if (!line)
        return;
    text_begin_line(text);
    text_put(text, "A ");
    text_put_whole(text, particle);
    text_put(text, name);
    text_put_whole(text, line);
    text_put(text, "\n");
}

/* `vertex`: number of the one it comes from, below 0; 0: from nowhere. */
static void put_particle(struct text_writer *text, int number, int vertex, const struct event_particle *p)
{
    const double numbers[] = {p->x, p->y, p->z, p->e, p->mass};
    text_begin_line(text);
    text_put(text, "P ");
    text_put_whole(text, number);
    text_put(text, " ");
    text_put_whole(text, vertex);
    text_put(text, " ");
    text_put_whole(text, p->pdg);
    for (int i = 0; i < 5; ++i) {
        text_put(text, " ");
        text_put_number(text, numbers[i]);
    }
    text_put(text, " ");
    text_put_whole(text, p->status);
    text_put(text, "\n");
}

/* A vertex with what meets there: the mothers of a particle, or where it names none all beams. */
static void put_vertex(struct text_writer *text, int vertex, const struct event *event, const int mothers[2])
{
    text_begin_line(text);
    text_put(text, "V ");
    text_put_whole(text, vertex);
    text_put(text, " 0 [");
    for (int i = 1, none = 1; i <= event->incoming + event->outgoing; ++i) {
        if (mothers[0] ? i != mothers[0] && i != mothers[1] : i > event->incoming)
            continue;
        text_put(text, none ? "" : ",");
        text_put_whole(text, i);
        text_begin_line(text);
        none = 0;
    }
    text_put(text, "]\n");
}

/* `data`: the writer. */
static void put_event(struct text_writer *text, const void *data, const struct event *event, size_t place)
{
    const int count = event->incoming + event->outgoing;
    put_head(text, data, event, place);
    for (int i = 0; i < count; ++i) {
        put_flow(text, i + 1, " flow1 ", event->particles[i].colour);
        put_flow(text, i + 1, " flow2 ", event->particles[i].anticolour);
    }
    for (int i = 0, vertex = 0; i < count; ++i) {
        if (i >= event->incoming && !leaves_same(event, i))
            put_vertex(text, --vertex, event, event->particles[i].mothers);
        put_particle(text, i + 1, vertex, &event->particles[i]);
    }
}

static ts_status write(void *data, const struct event *events, size_t count)
{
    struct hepmc_writer *writer = data;
    const ts_status status = text_put_events(&writer->text, writer->threads, put_event, writer, events,
                                             count);
    writer->written += status ? 0 : count;
    return status;
}

static ts_status finish(void *data)
{
    struct hepmc_writer *writer = data;
    text_begin_line(&writer->text);
    text_put(&writer->text, "HepMC::Asciiv3-END_EVENT_LISTING\n\n");
    const ts_status status = text_finish(&writer->text);
    free(writer->varied);
    free(writer);
    return status;
}

static ts_status open_file(ts_context *context, const char *path, const struct event_run *run, void **writer)
{
    return make_writer(context, path, run, NULL, 0, writer);
}

static ts_status position_of(void *writer, struct event_position *position)
{
    return text_position(&((struct hepmc_writer *)writer)->text, position);
}

const struct event_format hepmc_format = {
    .name = "hepmc3",
    .file = "events.hepmc3",
    .streams = 1,
    .open = open_file,
    .write = write,
    .finish = finish,
    .discard = discard,
    .position = position_of,
    .resume = make_writer,
};

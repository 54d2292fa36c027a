#include "io/hepmc.h"

#include "core/context.h"
#include "core/file.h"
#include "core/number_writer.h"
#include "io/formats.h"
#include "tessera/version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 18, LINE_BYTES = 512 /* more than any line has, lists and descriptions aside */ };

/* `constant`: the attributes that every event has alike; `cross_section`: the line of another that ends in
 * numbers of its own. */
struct hepmc_writer {
    ts_context *context;
    struct file_new file;
    struct number_writer numbers;
    ts_status status; /* of the bytes that went to the file so far */
    uint64_t written;
    char cross_section[LINE_BYTES], constant[LINE_BYTES];
    size_t cross_section_bytes, constant_bytes;
    size_t used;
    char buffer[BUFFER_BYTES];
};

static void flush(struct hepmc_writer *writer)
{
    if (writer->status == TS_OK)
        writer->status = file_new_write(writer->context, &writer->file, writer->buffer, writer->used);
    writer->used = 0;
}

/* Makes room for a line. */
static void begin_line(struct hepmc_writer *writer)
{
    if (writer->used > BUFFER_BYTES - LINE_BYTES)
        flush(writer);
}

static void put_bytes(struct hepmc_writer *writer, const char *text, size_t bytes)
{
    memcpy(writer->buffer + writer->used, text, bytes);
    writer->used += bytes;
}

static void put(struct hepmc_writer *writer, const char *text) { put_bytes(writer, text, strlen(text)); }

static void put_number(struct hepmc_writer *writer, double number)
{
    writer->used += number_write(&writer->numbers, number, writer->buffer + writer->used);
}

static void put_whole(struct hepmc_writer *writer, int64_t number)
{
    writer->used += number_write_whole(number, writer->buffer + writer->used);
}

static void put_count(struct hepmc_writer *writer, uint64_t number)
{
    writer->used += number_write_count(number, writer->buffer + writer->used);
}

/* A text as the format has it: no line ends in it. */
static void put_escaped(struct hepmc_writer *writer, const char *text)
{
    for (; *text; ++text) {
        begin_line(writer);
        if (*text == '\\' || *text == '\n')
            put(writer, *text == '\n' ? "\\|" : "\\\\");
        else
            put_bytes(writer, text, 1);
    }
}

static void put_attribute(struct hepmc_writer *writer, const char *name, double number)
{
    put(writer, "A 0 ");
    put(writer, name);
    put(writer, " ");
    put_number(writer, number);
    put(writer, "\n");
}

/* Takes what was put since `start` out of the buffer again. */
static size_t take(struct hepmc_writer *writer, size_t start, char text[LINE_BYTES])
{
    const size_t bytes = writer->used - start;
    memcpy(text, writer->buffer + start, bytes);
    writer->used = start;
    return bytes;
}

/* What does not change from event to event is made once. */
static void prepare(struct hepmc_writer *writer, const struct event_run *run)
{
    const size_t start = writer->used;
    put(writer, "A 0 GenCrossSection ");
    put_number(writer, run->cross_section);
    put(writer, " ");
    put_number(writer, run->error);
    writer->cross_section_bytes = take(writer, start, writer->cross_section);
    if (run->alpha_s > 0)
        put_attribute(writer, "alphaQCD", run->alpha_s);
    if (run->alpha > 0)
        put_attribute(writer, "alphaQED", run->alpha);
    if (run->scale > 0)
        put_attribute(writer, "event_scale", run->scale);
    writer->constant_bytes = take(writer, start, writer->constant);
}

ts_status hepmc_create(ts_context *context, const char *path, const struct event_run *run,
                       struct hepmc_writer **writer)
{
    *writer = malloc(sizeof **writer);
    if (!*writer)
        return ts_fail_memory(context, "the file of events");
    (*writer)->context = context;
    (*writer)->written = 0;
    (*writer)->used = 0;
    number_writer_create(&(*writer)->numbers);
    (*writer)->status = file_new_create(context, path, &(*writer)->file);
    if ((*writer)->status) {
        const ts_status status = (*writer)->status;
        hepmc_discard(writer);
        return status;
    }
    put(*writer, "HepMC::Version 3.02.05\nHepMC::Asciiv3-START_EVENT_LISTING\nW Default\n");
    put(*writer, "T tessera\\|" TESSERA_VERSION "\\|");
    put_escaped(*writer, run->description);
    put(*writer, "\n");
    prepare(*writer, run);
    return TS_OK;
}

static int is_finite(const struct event *event)
{
    /* What is no number, or has no end, leaves no number here. */
    double sum = 0 * event->weight;
    for (int i = 0; i < event->incoming + event->outgoing; ++i) {
        const struct event_particle *p = &event->particles[i];
        sum += 0 * p->e + 0 * p->x + 0 * p->y + 0 * p->z + 0 * p->mass;
    }
    return sum == 0;
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

/* The lines of the event itself. HepMC's number of an event is an int: it is
 * the place in the file. */
static void put_head(struct hepmc_writer *writer, const struct event *event)
{
    begin_line(writer);
    put(writer, "E ");
    put_count(writer, writer->written++ & INT32_MAX);
    put(writer, " ");
    put_whole(writer, vertex_count(event));
    put(writer, " ");
    put_whole(writer, event->incoming + event->outgoing);
    put(writer, "\nU GEV MM\nW ");
    put_number(writer, event->weight);
    put(writer, "\n");
    begin_line(writer);
    put_bytes(writer, writer->cross_section, writer->cross_section_bytes);
    put(writer, " ");
    put_count(writer, writer->written);
    put(writer, " ");
    put_count(writer, event->tried);
    put(writer, "\n");
    begin_line(writer);
    put_bytes(writer, writer->constant, writer->constant_bytes);
    begin_line(writer);
    if (event->alpha_s > 0)
        put_attribute(writer, "alphaQCD", event->alpha_s);
    if (event->scale > 0)
        put_attribute(writer, "event_scale", event->scale);
    begin_line(writer);
    put(writer, "A 0 generator_event ");
    put_count(writer, event->number);
    put(writer, "\n");
}

static void put_flow(struct hepmc_writer *writer, int particle, const char *name, int line)
{
    if (!line)
        return;
    begin_line(writer);
    put(writer, "A ");
    put_whole(writer, particle);
    put(writer, name);
    put_whole(writer, line);
    put(writer, "\n");
}

/* `vertex`: number of the one it comes from, below 0; 0: from nowhere. */
static void put_particle(struct hepmc_writer *writer, int number, int vertex, const struct event_particle *p)
{
    const double numbers[] = {p->x, p->y, p->z, p->e, p->mass};
    begin_line(writer);
    put(writer, "P ");
    put_whole(writer, number);
    put(writer, " ");
    put_whole(writer, vertex);
    put(writer, " ");
    put_whole(writer, p->pdg);
    for (int i = 0; i < 5; ++i) {
        put(writer, " ");
        put_number(writer, numbers[i]);
    }
    put(writer, " ");
    put_whole(writer, p->status);
    put(writer, "\n");
}

/* A vertex with what meets there: the mothers of a particle, or where it names none all beams. */
static void put_vertex(struct hepmc_writer *writer, int vertex, const struct event *event,
                       const int mothers[2])
{
    begin_line(writer);
    put(writer, "V ");
    put_whole(writer, vertex);
    put(writer, " 0 [");
    for (int i = 1, none = 1; i <= event->incoming + event->outgoing; ++i) {
        if (mothers[0] ? i != mothers[0] && i != mothers[1] : i > event->incoming)
            continue;
        put(writer, none ? "" : ",");
        put_whole(writer, i);
        begin_line(writer);
        none = 0;
    }
    put(writer, "]\n");
}

ts_status hepmc_write(struct hepmc_writer *writer, const struct event *event)
{
    const int count = event->incoming + event->outgoing;
    if (!is_finite(event))
        return ts_fail(writer->context, TS_ERROR_NUMERIC,
                       "Event %llu cannot be written: a momentum or its weight is not a finite number.",
                       (unsigned long long)event->number);
    put_head(writer, event);
    for (int i = 0; i < count; ++i) {
        put_flow(writer, i + 1, " flow1 ", event->particles[i].colour);
        put_flow(writer, i + 1, " flow2 ", event->particles[i].anticolour);
    }
    for (int i = 0, vertex = 0; i < count; ++i) {
        if (i >= event->incoming && !leaves_same(event, i))
            put_vertex(writer, --vertex, event, event->particles[i].mothers);
        put_particle(writer, i + 1, vertex, &event->particles[i]);
    }
    return writer->status;
}

ts_status hepmc_finish(struct hepmc_writer **writer)
{
    begin_line(*writer);
    put(*writer, "HepMC::Asciiv3-END_EVENT_LISTING\n\n");
    flush(*writer);
    ts_status status = (*writer)->status;
    if (!status)
        status = file_new_finish((*writer)->context, &(*writer)->file);
    hepmc_discard(writer);
    return status;
}

void hepmc_discard(struct hepmc_writer **writer)
{
    if (!*writer)
        return;
    file_new_discard(&(*writer)->file);
    free(*writer);
    *writer = NULL;
}

/* As a row of the table of formats. */

static ts_status open_file(ts_context *context, const char *path, const struct event_run *run, void **writer)
{
    struct hepmc_writer *opened;
    const ts_status status = hepmc_create(context, path, run, &opened);
    *writer = opened;
    return status;
}

static ts_status write_event(void *writer, const struct event *event) { return hepmc_write(writer, event); }

static ts_status finish_file(void *writer)
{
    struct hepmc_writer *opened = writer;
    return hepmc_finish(&opened);
}

static void discard_file(void *writer)
{
    struct hepmc_writer *opened = writer;
    hepmc_discard(&opened);
}

const struct event_format hepmc_format = {
    .name = "hepmc3",
    .file = "events.hepmc3",
    .streams = 1,
    .open = open_file,
    .write = write_event,
    .finish = finish_file,
    .discard = discard_file,
};

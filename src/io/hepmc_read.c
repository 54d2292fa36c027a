/* HepMC3's text files, "Asciiv3": lines that begin with a letter. An event ends where the next one begins. */
#include "io/event_file.h"

#include "core/context.h"
#include "io/text_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* HepMC's status of a beam, and of what comes out of a beam and collides; Tessera and Pythia use both. */
enum { STATUS_BEAM = 4, STATUS_COLLIDES = 21, STATUS_FINAL = 1 };

/* A vertex of the event, of those that its file lists. */
struct vertex {
    int number;  /* -1 and below */
    int into[2]; /* what comes into it, two of it at most; 0: less */
};

struct hepmc_reader {
    struct text_reader text;
    size_t read;             /* particles of the event so far */
    int weighed;             /* whether its weights were read */
    struct vertex *vertices; /* as they are listed, at the end in the order of their numbers */
    size_t vertex_count, vertex_room;
    int number;         /* of the last event, on its first line, */
    uint64_t generated; /* and of the run that made it */
};

static const char end_mark[] = "HepMC::Asciiv3-END_EVENT_LISTING";

static ts_status need_line(struct text_reader *text)
{
    int found;
    const ts_status status = text_reader_line(text, &found);
    if (status || found)
        return status;
    ++text->number;
    return text_reader_refuse(text,
                              "the file ends without HepMC::Asciiv3-END_EVENT_LISTING: it is not whole.");
}

/* The names of the weights, of which the first is that of the event's own: "W Default\|second". */
static ts_status read_names(ts_event_file *file, struct text_reader *text)
{
    ts_status status = TS_OK;
    size_t place = 0;
    for (const char *at = text->line + 2, *end; at && !status; at = *end ? end + 2 : NULL, ++place) {
        const char *mark = strstr(at, "\\|");
        end = mark ? mark : at + strlen(at);
        if (place > 0)
            status = event_file_name(text->context, file, at, (size_t)(end - at));
    }
    return status;
}

/* "T tessera\|0.1.0\|what it did". */
static void read_tool(ts_event_head *head, const char *line)
{
    const char *version = strstr(line, "\\|");
    const int length = (int)(version ? version - line : (long)strlen(line));
    if (!head->generator[0])
        snprintf(head->generator, sizeof head->generator, "%.*s%s%.*s", length < 60 ? length : 60, line,
                 version ? " " : "", version ? (int)strcspn(version + 2, "\\") : 0,
                 version ? version + 2 : "");
}

static ts_status read_head(ts_event_file *file, struct hepmc_reader *reader)
{
    static const char version[] = "HepMC::Version ", start[] = "HepMC::Asciiv3-START_EVENT_LISTING";
    struct text_reader *text = &reader->text;
    int started = 0;
    ts_status status;
    file->head.format = "hepmc3";
    while (!(status = need_line(text)) && strncmp(text->line, "E ", 2) &&
           strncmp(text->line, end_mark, sizeof end_mark - 1)) {
        if (!strncmp(text->line, version, sizeof version - 1))
            snprintf(file->head.version, sizeof file->head.version, "%.30s", text->line + sizeof version - 1);
        else if (!strncmp(text->line, start, sizeof start - 1))
            started = 1;
        else if (!strncmp(text->line, "HepMC::", 7))
            return text_reader_refuse(text, "expected %s, found '%.60s'.", start, text->line);
        else if (!strncmp(text->line, "W ", 2) && (status = read_names(file, text)))
            return status;
        else if (!strncmp(text->line, "T ", 2))
            read_tool(&file->head, text->line + 2);
    }
    return status || started ? status : text_reader_refuse(text, "%s is missing.", start);
}

static ts_status open_reader(ts_context *context, ts_event_file *file, void **data)
{
    struct hepmc_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return ts_fail_memory(context, "a file of events");
    *data = reader;
    const ts_status status = text_reader_open(context, file->path, &reader->text);
    return status ? status : read_head(file, reader);
}

static void close_reader(void *data)
{
    struct hepmc_reader *reader = data;
    text_reader_close(&reader->text);
    free(reader->vertices);
    free(reader);
}

/* Whether the line goes on with this name, which is passed over. */
static int takes(struct text_reader *text, const char *name)
{
    const size_t length = strlen(name);
    text->at += strspn(text->at, " ");
    if (strncmp(text->at, name, length) || (text->at[length] && text->at[length] != ' '))
        return 0;
    text->at += length;
    return 1;
}

static ts_status read_event_attribute(ts_event_file *file, struct text_reader *text)
{
    double section[2];
    if (takes(text, "GenCrossSection")) {
        const ts_status status = text_reader_numbers(text, "a cross section and its error", section, 2);
        if (!status) {
            file->head.cross_section = section[0];
            file->head.error = section[1];
        }
        return status;
    }
    if (takes(text, "alphaQCD"))
        return text_reader_numbers(text, "alphaQCD", &file->event.alpha_s, 1);
    if (takes(text, "alphaQED"))
        return text_reader_numbers(text, "alphaQED", &file->event.alpha, 1);
    if (takes(text, "event_scale"))
        return text_reader_numbers(text, "event_scale", &file->event.scale, 1);
    if (takes(text, "signal_process_id"))
        return text_reader_wholes(text, "signal_process_id", &file->event.process, 1);
    file->event.numbered = takes(text, "generator_event") || file->event.numbered;
    return file->event.numbered && !text_reader_at_end(text)
               ? text_reader_count(text, "generator_event", &file->event.number)
               : TS_OK;
}

/* "A 0 NAME VALUE" of the event, "A 3 flow1 501" of its particle 3; below 0: of a vertex. */
static ts_status read_attribute(ts_event_file *file, struct text_reader *text)
{
    int owner;
    ts_status status = text_reader_wholes(text, "whose attribute this is", &owner, 1);
    if (status || owner < 0)
        return status;
    if (owner == 0)
        return read_event_attribute(file, text);
    if ((size_t)owner > file->event.particle_count)
        return text_reader_refuse(text, "the event has %zu particles, and none of the number %d.",
                                  file->event.particle_count, owner);
    ts_event_particle *particle = &file->particles[owner - 1];
    if (takes(text, "flow1"))
        return text_reader_wholes(text, "flow1", &particle->colours[0], 1);
    if (takes(text, "flow2"))
        return text_reader_wholes(text, "flow2", &particle->colours[1], 1);
    return TS_OK;
}

/* "W 1.5 2.5": the event's own weight, then those that the head names. Others have no meaning here. */
static ts_status read_weights(ts_event_file *file, struct hepmc_reader *reader)
{
    struct text_reader *text = &reader->text;
    if (reader->weighed++)
        return text_reader_refuse(text, "the event has a second line of weights.");
    ts_status status = text_reader_numbers(text, "the weight of an event", &file->event.weight, 1);
    for (size_t i = 0; !status && !text_reader_at_end(text); ++i) {
        double weight = 0;
        status = text_reader_numbers(text, "the weight of a variation", &weight, 1);
        if (!status && i < file->head.weight_count)
            event_file_give(file, i, weight);
    }
    return status;
}

/* "[5,6]": what comes into a vertex. */
static ts_status read_into(struct text_reader *text, size_t particles, int into[2])
{
    const char *at = text->at + strcspn(text->at, "[");
    if (!*at || at[1 + strspn(at + 1, " ")] == ']')
        return TS_OK; /* nothing does */
    for (size_t i = 0; i == 0 || *at == ','; ++i) {
        char *end;
        const long number = strtol(at + 1, &end, 10);
        if (end == at + 1 || number < 1 || (size_t)number > particles)
            return text_reader_refuse(text, "into a vertex comes what is no particle of the event.");
        if (i < 2)
            into[i] = (int)number;
        at = end;
    }
    return *at == ']'
               ? TS_OK
               : text_reader_refuse(text, "expected particles as [1,2], found '%.40s' behind one.", at);
}

/* "V -3 0 [5,6]", perhaps with a position behind it. */
static ts_status read_vertex(struct hepmc_reader *reader, size_t particles)
{
    struct text_reader *text = &reader->text;
    int head[2], into[2] = {0, 0};
    ts_status status = text_reader_wholes(text, "number and status of a vertex", head, 2);
    if (status)
        return status;
    if (head[0] >= 0 || head[0] < -EVENT_PARTICLES_MOST)
        return text_reader_refuse(text, "a vertex has the number %d: expected one below 0.", head[0]);
    status = read_into(text, particles, into);
    if (status)
        return status;
    if (reader->vertex_count == reader->vertex_room) {
        const size_t room = 2 * reader->vertex_room + 64;
        struct vertex *grown = realloc(reader->vertices, room * sizeof *grown);
        if (!grown)
            return ts_fail_memory(text->context, "an event");
        reader->vertices = grown;
        reader->vertex_room = room;
    }
    reader->vertices[reader->vertex_count++] = (struct vertex){head[0], {into[0], into[1]}};
    return TS_OK;
}

static ts_status read_particle(ts_event_file *file, struct hepmc_reader *reader)
{
    struct text_reader *text = &reader->text;
    int head[3];
    double numbers[5];
    ts_status status = text_reader_wholes(text, "number, origin and code of a particle", head, 3);
    if (!status)
        status = text_reader_numbers(text, "momentum and mass of a particle", numbers, 5);
    if (status)
        return status;
    if (head[0] < 1 || (size_t)head[0] != ++reader->read || reader->read > file->event.particle_count)
        return text_reader_refuse(text, "particle %d of %zu is out of place.", head[0],
                                  file->event.particle_count);
    if (head[1] > (int)file->event.particle_count || head[1] < -EVENT_PARTICLES_MOST)
        return text_reader_refuse(text, "particle %d comes from %d, which the event does not have.", head[0],
                                  head[1]);
    ts_event_particle *particle = &file->particles[head[0] - 1];
    particle->pdg = head[2];
    particle->x = numbers[0];
    particle->y = numbers[1];
    particle->z = numbers[2];
    particle->e = numbers[3];
    particle->mass = numbers[4];
    particle->mothers[0] = head[1]; /* below 0: a vertex, which may be listed later */
    return text_reader_wholes(text, "the status of a particle", &particle->status, 1);
}

/* Vertex -1 first. */
static int by_number(const void *left, const void *right)
{
    const int a = ((const struct vertex *)left)->number, b = ((const struct vertex *)right)->number;
    return (a < b) - (a > b);
}

static ts_status sort_vertices(struct hepmc_reader *reader)
{
    if (reader->vertex_count)
        qsort(reader->vertices, reader->vertex_count, sizeof *reader->vertices, by_number);
    for (size_t i = 1; i < reader->vertex_count; ++i)
        if (reader->vertices[i].number == reader->vertices[i - 1].number)
            return text_reader_refuse(&reader->text, "the event before this line has the vertex %d twice.",
                                      reader->vertices[i].number);
    return TS_OK;
}

/* Puts the particles that come into vertices in the place of these. */
static ts_status find_mothers(ts_event_file *file, struct hepmc_reader *reader)
{
    ts_status status = sort_vertices(reader);
    for (size_t i = 0; i < file->event.particle_count && !status; ++i) {
        int *mothers = file->particles[i].mothers;
        const struct vertex wanted = {.number = mothers[0]};
        if (mothers[0] >= 0)
            continue;
        const struct vertex *vertex = reader->vertex_count
                                          ? bsearch(&wanted, reader->vertices, reader->vertex_count,
                                                    sizeof wanted, by_number)
                                          : NULL;
        if (!vertex)
            status = text_reader_refuse(
                &reader->text,
                "in the event before this line particle %zu comes from vertex %d, which is not there.", i + 1,
                mothers[0]);
        else
            memcpy(mothers, vertex->into, sizeof vertex->into);
    }
    return status;
}

static ts_status read_line(ts_event_file *file, struct hepmc_reader *reader)
{
    struct text_reader *text = &reader->text;
    const char letter = text->line[0];
    if (letter && text->line[1] != ' ')
        return text_reader_refuse(text, "expected a line of HepMC3, found '%.60s'.", text->line);
    text->at = text->line + (letter ? 2 : 0);
    switch (letter) {
    case 'W':
        return read_weights(file, reader);
    case 'A':
        return read_attribute(file, text);
    case 'P':
        return read_particle(file, reader);
    case 'V':
        return read_vertex(reader, file->event.particle_count);
    case 'U':
        return strncmp(text->at, "GEV", 3) || (text->at[3] && text->at[3] != ' ')
                   ? text_reader_refuse(text, "the unit is not GEV but '%.20s'.", text->at)
                   : TS_OK;
    default:
        return TS_OK; /* tools, and what later versions may have */
    }
}

/* How far what is of one status is from giving the momentum of all that is final. */
static double distance(const ts_event_file *file, int status)
{
    double e = 0, x = 0, y = 0, z = 0;
    for (size_t i = 0; i < file->event.particle_count; ++i) {
        const ts_event_particle *p = &file->particles[i];
        const int sign = p->status == STATUS_FINAL ? 1 : p->status == status ? -1 : 0;
        e += sign * p->e;
        x += sign * p->x;
        y += sign * p->y;
        z += sign * p->z;
    }
    return fabs(e) + fabs(x) + fabs(y) + fabs(z);
}

/* What comes in are the beams, or what came out of them, whichever gives what is final. Files of hard
 * processes have no remnants of the beams. */
static void give_roles(ts_event_file *file)
{
    const int in = distance(file, STATUS_COLLIDES) < distance(file, STATUS_BEAM) ? STATUS_COLLIDES
                                                                                 : STATUS_BEAM;
    int beam = 0;
    for (size_t i = 0; i < file->event.particle_count; ++i) {
        ts_event_particle *p = &file->particles[i];
        p->role = p->status == in             ? TS_EVENT_INCOMING
                  : p->status == STATUS_FINAL ? TS_EVENT_OUTGOING
                                              : TS_EVENT_OTHER;
        if (p->status != STATUS_BEAM || beam == 2)
            continue;
        file->head.beams[beam] = p->pdg;
        file->head.energies[beam++] = p->e;
    }
}

static ts_status read_event(ts_event_file *file, struct hepmc_reader *reader)
{
    struct text_reader *text = &reader->text;
    int head[3];
    file->event.line = text->number;
    text->at = text->line + 2;
    ts_status status = text_reader_wholes(text, "numbers of an event, its vertices and particles", head, 3);
    if (status)
        return status;
    if (head[2] < 1)
        return text_reader_refuse(text, "an event of %d particles is none.", head[2]);
    status = event_file_particles(text->context, file, (size_t)head[2]);
    reader->read = reader->vertex_count = 0;
    reader->weighed = 0;
    file->event.weight = 1; /* without a line of weights */
    while (!status && !(status = need_line(text)) && strncmp(text->line, "E ", 2) &&
           strncmp(text->line, "HepMC::", 7))
        status = read_line(file, reader);
    if (status)
        return status;
    if (reader->read != file->event.particle_count)
        return text_reader_refuse(text, "the event before this line has %zu particles, not %zu.",
                                  reader->read, file->event.particle_count);
    /* Neighbours with one number are configurations of one event: files of ours say so twice. */
    if (file->event.place > 1 && file->event.numbered && head[0] == reader->number &&
        file->event.number == reader->generated)
        file->event.trials = 0;
    reader->number = head[0];
    reader->generated = file->event.numbered ? file->event.number : UINT64_MAX;
    give_roles(file);
    return find_mothers(file, reader);
}

static ts_status next_event(ts_context *context, ts_event_file *file, void *data, int *found)
{
    struct hepmc_reader *reader = data;
    reader->text.context = context;
    const ts_status status = event_file_begin(context, file);
    if (status || strncmp(reader->text.line, "E ", 2))
        return status;
    *found = 1;
    return read_event(file, reader);
}

const struct event_reader hepmc_reader = {open_reader, next_event, close_reader};

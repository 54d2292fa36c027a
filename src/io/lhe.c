#include "io/lhe.h"

#include "core/context.h"
#include "io/formats.h"
#include "io/text_writer.h"
#include "tessera/version.h"

#include <stdlib.h>
#include <string.h>

/* What Les Houches has for what comes in, the numbers of colour lines, what is not known, and weights whose
 * mean is the cross section and which may be negative. */
enum { INCOMING = -1, LINES_FROM = 500, UNKNOWN = -1, MEAN_IS_CROSS_SECTION = -4 };

struct lhe_writer {
    double factor; /* from a weight to XWGTUP */
    double scale, alpha_s, alpha;
    struct text_writer text;
};

/* Text of others, between marks that no XML reader looks into. */
static void put_data(struct text_writer *text, const char *data)
{
    text_put(text, "<![CDATA[\n");
    for (; *data; ++data) {
        text_begin_line(text);
        text_put(text, strncmp(data, "]]>", 3) ? "" : "]]]]><![CDATA[>");
        if (!strncmp(data, "]]>", 3))
            data += 2;
        else
            text_put_bytes(text, data, 1);
    }
    text_begin_line(text);
    text_put(text, "]]>");
}

static void put_numbers(struct text_writer *text, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        text_put(text, " ");
        text_put_number(text, numbers[i]);
    }
}

static void put_wholes(struct text_writer *text, const int *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        text_put(text, " ");
        text_put_whole(text, numbers[i]);
    }
}

static void put_header(struct text_writer *text, const struct event_run *run)
{
    text_put(text, "<LesHouchesEvents version=\"3.0\">\n<header>\n");
    if (run->card) {
        text_put(text, "<TesseraCard>");
        put_data(text, run->card);
        text_put(text, "</TesseraCard>\n");
    }
    text_put(text, "<TesseraProcesses>");
    text_put(text, "<![CDATA[\n");
    for (size_t i = 0; i < run->process_count; ++i) {
        text_begin_line(text);
        text_put_count(text, i + 1);
        text_put(text, " ");
        text_put(text, run->processes[i].name);
        text_put(text, "\n");
    }
    text_put(text, "]]></TesseraProcesses>\n</header>\n");
}

static void put_init(struct text_writer *text, const struct event_run *run)
{
    const int pdg[] = {run->beams[0].pdg, run->beams[1].pdg}, groups[] = {0, 0};
    const double energies[] = {run->beams[0].e, run->beams[1].e};
    const int rest[] = {MEAN_IS_CROSS_SECTION, (int)run->process_count};
    text_begin_line(text);
    text_put(text, "<init>\n");
    put_wholes(text, pdg, 2);
    put_numbers(text, energies, 2);
    put_wholes(text, groups, 2);
    put_wholes(text, run->density_set, 2);
    put_wholes(text, rest, 2);
    for (size_t i = 0; i < run->process_count; ++i) {
        const struct event_process *process = &run->processes[i];
        const double numbers[] = {process->cross_section, process->error, process->largest};
        text_begin_line(text);
        text_put(text, "\n");
        put_numbers(text, numbers, 3);
        text_put(text, " ");
        text_put_count(text, i + 1);
    }
    text_put(text, "\n<generator name=\"Tessera\" version=\"" TESSERA_VERSION "\"></generator>\n</init>\n");
}

/* At its beginning, or at a position. */
static ts_status make_writer(ts_context *context, const char *path, int compressed,
                             const struct event_run *run, const struct event_position *position,
                             struct lhe_writer **writer)
{
    const int how = (compressed ? TEXT_COMPRESSED : 0) | (run->kept ? TEXT_KEPT : 0);
    *writer = malloc(sizeof **writer);
    if (!*writer)
        return ts_fail_memory(context, "the file of events");
    (*writer)->factor = run->cross_section / run->mean_weight;
    (*writer)->scale = run->scale;
    (*writer)->alpha_s = run->alpha_s;
    (*writer)->alpha = run->alpha;
    const ts_status status = position ? text_resume(context, path, how, position, &(*writer)->text)
                                      : text_create(context, path, how, &(*writer)->text);
    if (status)
        lhe_discard(writer);
    return status;
}

ts_status lhe_create(ts_context *context, const char *path, int compressed, const struct event_run *run,
                     struct lhe_writer **writer)
{
    const ts_status status = make_writer(context, path, compressed, run, NULL, writer);
    if (status)
        return status;
    put_header(&(*writer)->text, run);
    put_init(&(*writer)->text, run);
    text_flush(&(*writer)->text);
    const ts_status written = (*writer)->text.status;
    if (written)
        lhe_discard(writer);
    return written;
}

/* The first particle that the file lists: the beams only where nothing came out of them. */
static int first_of(const struct event *event)
{
    for (int i = event->incoming; i < event->incoming + event->outgoing; ++i)
        if (event->particles[i].status == EVENT_INCOMING)
            return event->incoming;
    return 0;
}

static void put_particle(struct text_writer *text, const struct event_particle *p, int first)
{
    const int comes_in = p->status == EVENT_INCOMING || p->status == EVENT_BEAM;
    int numbers[] = {p->pdg, comes_in ? INCOMING : p->status, 0, 0, p->colour, p->anticolour};
    const double momentum[] = {p->x, p->y, p->z, p->e, p->mass, 0};
    for (int i = 0; i < 2; ++i) {
        numbers[2 + i] = comes_in ? 0 : p->mothers[i] - first;
        numbers[4 + i] += numbers[4 + i] ? LINES_FROM : 0;
    }
    text_begin_line(text);
    put_wholes(text, numbers, 6);
    put_numbers(text, momentum, 6);
    put_wholes(text, &p->helicity, 1);
    text_put(text, "\n");
}

static double known(double value, double otherwise)
{
    if (value > 0)
        return value;
    return otherwise > 0 ? otherwise : UNKNOWN;
}

ts_status lhe_write(struct lhe_writer *writer, const struct event *event)
{
    struct text_writer *text = &writer->text;
    const int first = first_of(event), end = event->incoming + event->outgoing;
    const int head[] = {end - first, event->process + 1};
    const double numbers[] = {writer->factor * event->weight, known(event->scale, writer->scale),
                              known(0, writer->alpha), known(event->alpha_s, writer->alpha_s)};
    const ts_status status = event_check(text->context, event);
    if (status)
        return status;
    text_begin_line(text);
    text_put(text, "<event>\n");
    put_wholes(text, head, 2);
    put_numbers(text, numbers, 4);
    text_put(text, "\n");
    for (int i = first; i < end; ++i)
        put_particle(text, &event->particles[i], first);
    text_begin_line(text);
    text_put(text, "# event ");
    text_put_count(text, event->number);
    text_put(text, "\n</event>\n");
    return text->status;
}

ts_status lhe_finish(struct lhe_writer **writer)
{
    text_begin_line(&(*writer)->text);
    text_put(&(*writer)->text, "</LesHouchesEvents>\n");
    const ts_status status = text_finish(&(*writer)->text);
    free(*writer);
    *writer = NULL;
    return status;
}

void lhe_discard(struct lhe_writer **writer)
{
    if (!*writer)
        return;
    text_discard(&(*writer)->text);
    free(*writer);
    *writer = NULL;
}

/* As rows of the table of formats. */

static ts_status open_file(ts_context *context, const char *path, int compressed, const struct event_run *run,
                           void **writer)
{
    struct lhe_writer *opened;
    const ts_status status = lhe_create(context, path, compressed, run, &opened);
    *writer = opened;
    return status;
}

static ts_status open_plain(ts_context *context, const char *path, const struct event_run *run, void **writer)
{
    return open_file(context, path, 0, run, writer);
}

static ts_status open_compressed(ts_context *context, const char *path, const struct event_run *run,
                                 void **writer)
{
    return open_file(context, path, 1, run, writer);
}

static ts_status write_event(void *writer, const struct event *event) { return lhe_write(writer, event); }

static ts_status finish_file(void *writer)
{
    struct lhe_writer *opened = writer;
    return lhe_finish(&opened);
}

static void discard_file(void *writer)
{
    struct lhe_writer *opened = writer;
    lhe_discard(&opened);
}

static ts_status position_of(void *writer, struct event_position *position)
{
    return text_position(&((struct lhe_writer *)writer)->text, position);
}

static ts_status resume_file(ts_context *context, const char *path, int compressed,
                             const struct event_run *run, const struct event_position *position,
                             void **writer)
{
    struct lhe_writer *opened;
    const ts_status status = make_writer(context, path, compressed, run, position, &opened);
    *writer = opened;
    return status;
}

static ts_status resume_plain(ts_context *context, const char *path, const struct event_run *run,
                              const struct event_position *position, uint64_t written, void **writer)
{
    (void)written;
    return resume_file(context, path, 0, run, position, writer);
}

static ts_status resume_compressed(ts_context *context, const char *path, const struct event_run *run,
                                   const struct event_position *position, uint64_t written, void **writer)
{
    (void)written;
    return resume_file(context, path, 1, run, position, writer);
}

const struct event_format lhe_format = {
    .name = "lhe",
    .file = "events.lhe",
    .streams = 1,
    .open = open_plain,
    .write = write_event,
    .finish = finish_file,
    .discard = discard_file,
    .position = position_of,
    .resume = resume_plain,
};

const struct event_format lhe_compressed_format = {
    .name = "lhe.gz",
    .file = "events.lhe.gz",
    .streams = 1,
    .open = open_compressed,
    .write = write_event,
    .finish = finish_file,
    .discard = discard_file,
    .position = position_of,
    .resume = resume_compressed,
};

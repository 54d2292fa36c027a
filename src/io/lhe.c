/* Events as Les Houches event files, version 3: what Pythia, Herwig and Sherpa's tools read.
 *
 * J. Alwall et al., Comput. Phys. Commun. 176 (2007) 300 (hep-ph/0609017); J. Andersen et al., section I.4 of
 * arXiv:1405.1067; the numbers are those of hep-ph/0109068. Weights are in pb, and their mean is the cross
 * section (IDWTUP = -4). The header holds the card and the names of the processes. */
#include "io/formats.h"

#include "core/context.h"
#include "io/les_houches.h"
#include "io/text_crew.h"
#include "tessera/version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lhe_writer {
    double factor;                                 /* from a weight to XWGTUP */
    double scale, scale_r, alpha_s, alpha, energy; /* of the run; energy: of both beams */
    int threads;
    char *names;  /* of the variations, one behind the other, each ended by its 0 */
    int *partons; /* of each process, that count in merging; NULL: there is none */
    int apart;    /* as of the run */
    struct text_writer text;
};

/* Text of others, where no XML reader looks into it. */
static void put_unread(struct text_writer *text, const char *data)
{
    for (; *data; ++data) {
        text_begin_line(text);
        text_put(text, strncmp(data, "]]>", 3) ? "" : "]]]]><![CDATA[>");
        if (!strncmp(data, "]]>", 3))
            data += 2;
        else
            text_put_bytes(text, data, 1);
    }
}

/* Text of others with the marks around it. */
static void put_data(struct text_writer *text, const char *data)
{
    text_put(text, "<![CDATA[\n");
    put_unread(text, data);
    text_begin_line(text);
    text_put(text, "]]>");
}

/* Text of others, where XML readers look for marks. */
static void put_escaped(struct text_writer *text, const char *name)
{
    for (; *name; ++name) {
        const char *mark = strchr(les_houches_escaped, *name);
        if (mark)
            text_put(text, les_houches_escapes[mark - les_houches_escaped]);
        else
            text_put_bytes(text, name, 1);
    }
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

/* What every weight of an event is, in a group for each kind of variation. */
static void put_weights(struct text_writer *text, const struct event_run *run)
{
    static const char *const groups[] = {[EVENT_VARIES_SCALES] = "scale variations",
                                         [EVENT_VARIES_DENSITIES] = "densities",
                                         [EVENT_VARIES_OTHERS] = "weights"};
    if (!run->variation_count)
        return;
    text_put(text, "<initrwgt>\n");
    for (size_t i = 0; i < run->variation_count; ++i) {
        const struct event_variation *variation = &run->variations[i];
        text_begin_line(text);
        if (i == 0 || variation->kind != run->variations[i - 1].kind) {
            text_put(text, "<weightgroup name=\"");
            text_put(text, groups[variation->kind]);
            text_put(text, "\" combine=\"");
            put_escaped(text, variation->combine ? variation->combine : "unknown");
            text_put(text, "\">\n");
        }
        text_put(text, "<weight id=\"");
        put_escaped(text, variation->name);
        if (variation->kind != EVENT_VARIES_OTHERS) {
            text_put(text, "\" MUR=\"");
            text_put_number(text, variation->mur);
            text_put(text, "\" MUF=\"");
            text_put_number(text, variation->muf);
        }
        if (variation->density_set) {
            text_put(text, "\" PDF=\"");
            text_put_whole(text, variation->density_set);
        }
        text_put(text, "\">");
        put_escaped(text, variation->name);
        text_put(text, "</weight>\n");
        if (i + 1 == run->variation_count || variation->kind != run->variations[i + 1].kind)
            text_put(text, "</weightgroup>\n");
    }
    text_begin_line(text);
    text_put(text, "</initrwgt>\n");
}

/* The error of a cross section of the head, which weights in pb have with that of their mean. */
static double error_with_mean(const struct event_run *run, double cross_section, double error)
{
    return hypot(error, run->mean_error * cross_section);
}

/* Where the events come from, and what their weights are, as YAML. */
static void put_run(struct text_writer *text, const struct event_run *run)
{
    text_begin_line(text);
    text_put(text, "<TesseraRun><![CDATA[\nversion: " TESSERA_VERSION "\n");
    if (run->card) {
        text_put(text, "seed: ");
        text_put_count(text, run->seed);
        text_put(text, "\n");
    }
    text_put(text, "cross_section: ");
    text_put_number(text, run->cross_section);
    text_put(text, " # pb\nerror: ");
    text_put_number(text, error_with_mean(run, run->cross_section, run->error));
    text_put(text,
             "\nweights: XWGTUP and those of rwgt in pb; their means over the events are cross sections\n");
    text_put(text, "]]></TesseraRun>\n");
}

/* The cut of merging, where programs that shower look for MadGraph's. Not as CDATA, of which Pythia reads
 * nothing. */
static void put_merging(struct text_writer *text, const struct event_merging *merging)
{
    const struct {
        const char *name;
        double value; /* -1: no such cut */
    } rows[] = {{"ickkw", merging->ickkw},
                {"xqcut", merging->xqcut},
                {"ktdurham", merging->ktdurham > 0 ? merging->ktdurham : -1},
                {"dparameter", merging->dparameter},
                {"ptlund", merging->ptlund > 0 ? merging->ptlund : -1},
                {"maxjetflavor", merging->maxjetflavor},
                {"alpsfact", merging->alpsfact}};
    text_put(text, "<MGRunCard>\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char line[64];
        snprintf(line, sizeof line, " %.10g = %s\n", rows[i].value, rows[i].name);
        text_begin_line(text);
        text_put(text, line);
    }
    text_begin_line(text);
    text_put(text, "</MGRunCard>\n");
}

/* The process without jets on a line with "@1", and the name of MadGraph in the first 200 lines. By these
 * Pythia's Merging:doMGMerging knows such files, and their core process. */
static void put_core(struct text_writer *text, const struct event_run *run)
{
    const char *name = run->process_count ? run->processes[0].name : "";
    if (!run->merging || !(run->merging->ktdurham > 0) || !*name)
        return;
    text_put(text, "<TesseraCore><![CDATA[\n# as in files of MadGraph\n");
    text_begin_line(text);
    text_put_bytes(text, name, strcspn(name, "/$]"));
    text_put(text, " @1\n]]></TesseraCore>\n");
}

static void put_header(struct text_writer *text, const struct event_run *run)
{
    text_put(text, "<LesHouchesEvents version=\"3.0\">\n<header>\n");
    put_core(text, run);
    if (run->card) {
        text_put(text, "<TesseraCard>");
        put_data(text, run->card);
        text_put(text, "</TesseraCard>\n");
    }
    put_run(text, run);
    if (run->slha) {
        text_put(text, "<slha>\n");
        put_unread(text, run->slha);
        text_begin_line(text);
        text_put(text, "</slha>\n");
    }
    text_put(text, "<TesseraProcesses>");
    text_put(text, "<![CDATA[\n");
    for (size_t i = 0; i < run->process_count; ++i) {
        text_begin_line(text);
        text_put_count(text, i + 1);
        text_put(text, " ");
        put_unread(text, run->processes[i].name);
        text_put(text, "\n");
    }
    text_put(text, "]]></TesseraProcesses>\n");
    if (run->merging)
        put_merging(text, run->merging);
    put_weights(text, run);
    text_put(text, "</header>\n");
}

static void put_init(struct text_writer *text, const struct event_run *run)
{
    const int pdg[] = {run->beams[0].pdg, run->beams[1].pdg}, groups[] = {0, 0};
    const double energies[] = {run->beams[0].e, run->beams[1].e};
    const int rest[] = {LES_HOUCHES_MEAN, (int)run->process_count};
    text_begin_line(text);
    text_put(text, "<init>\n");
    put_wholes(text, pdg, 2);
    put_numbers(text, energies, 2);
    put_wholes(text, groups, 2);
    put_wholes(text, run->density_set, 2);
    put_wholes(text, rest, 2);
    for (size_t i = 0; i < run->process_count; ++i) {
        const struct event_process *process = &run->processes[i];
        const double numbers[] = {process->cross_section,
                                  error_with_mean(run, process->cross_section, process->error),
                                  process->largest};
        text_begin_line(text);
        text_put(text, "\n");
        put_numbers(text, numbers, 3);
        text_put(text, " ");
        text_put_count(text, i + 1);
    }
    text_put(text, "\n<generator name=\"Tessera\" version=\"" TESSERA_VERSION "\"></generator>\n</init>\n");
}

static void discard(void *data)
{
    struct lhe_writer *writer = data;
    if (!writer)
        return;
    text_discard(&writer->text);
    free(writer->names);
    free(writer->partons);
    free(writer);
}

/* At its beginning, or at a position. */
static ts_status make_writer(ts_context *context, const char *path, int compressed,
                             const struct event_run *run, const struct event_position *position, void **made)
{
    const int how = (compressed ? TEXT_COMPRESSED : 0) | (run->kept ? TEXT_KEPT : 0);
    char *names = event_variation_names(run);
    int *partons = run->merging ? calloc(run->process_count + 1, sizeof *partons) : NULL;
    struct lhe_writer *writer = malloc(sizeof *writer);
    *made = NULL;
    if (!writer || !names || (run->merging && !partons)) {
        free(writer);
        free(names);
        free(partons);
        return ts_fail_memory(context, "the file of events");
    }
    for (size_t i = 0; i < run->process_count && partons; ++i)
        partons[i] = run->processes[i].partons;
    writer->names = names;
    writer->factor = run->cross_section / run->mean_weight;
    writer->apart = run->apart;
    writer->scale = run->scale;
    writer->scale_r = run->scale_r;
    writer->energy = run->beams[0].e + run->beams[1].e;
    writer->alpha_s = run->alpha_s;
    writer->alpha = run->alpha;
    writer->threads = run->threads;
    writer->partons = partons;
    ts_status status = position ? text_resume(context, path, how, position, &writer->text)
                                : text_create(context, path, how, &writer->text);
    if (!status && !position) {
        put_header(&writer->text, run);
        put_init(&writer->text, run);
        text_flush(&writer->text);
        status = writer->text.status;
    }
    if (status)
        discard(writer);
    else
        *made = writer;
    return status;
}

static void put_particle(struct text_writer *text, const struct event_particle *p, int first)
{
    const struct les_houches_particle listed = les_houches_particle(p, first);
    const int head[] = {p->pdg, listed.status};
    const double momentum[] = {p->x, p->y, p->z, p->e, p->mass, 0};
    text_begin_line(text);
    put_wholes(text, head, 2);
    put_wholes(text, listed.mothers, 2);
    put_wholes(text, listed.colours, 2);
    put_numbers(text, momentum, 6);
    put_wholes(text, &p->helicity, 1);
    text_put(text, "\n");
}

/* The weights of variations, in pb like XWGTUP. */
static void put_variations(struct text_writer *text, const struct lhe_writer *writer,
                           const struct event *event)
{
    const char *name = writer->names;
    if (!event->variation_count)
        return;
    text_begin_line(text);
    text_put(text, "<rwgt>\n");
    for (size_t i = 0; i < event->variation_count; ++i, name += strlen(name) + 1) {
        text_begin_line(text);
        text_put(text, "<wgt id=\"");
        put_escaped(text, name);
        text_put(text, "\"> ");
        text_put_number(text, writer->factor * event->variations[i]);
        text_put(text, " </wgt>\n");
    }
    text_begin_line(text);
    text_put(text, "</rwgt>\n");
}

static void put_attribute(struct text_writer *text, const char *name, double number)
{
    text_put(text, " ");
    text_put(text, name);
    text_put(text, "=\"");
    text_put_number(text, number);
    text_put(text, "\"");
}

/* Scales of an event whose partons were clustered, as MadEvent has them: that of each final particle by its
 * place. What is no parton of the clustering has the beams' energy. What is not final has none, unless a file
 * that is copied has it. Pythia would shower from the largest of what comes in, and Herwig counts them. */
static void put_scales(struct text_writer *text, const struct lhe_writer *writer, const struct event *event,
                       int first)
{
    const int end = event->incoming + event->outgoing;
    double known = 0;
    for (int i = first; i < end; ++i)
        known = event->particles[i].scale > known ? event->particles[i].scale : known;
    const double scale = les_houches_known(event->scale, writer->scale);
    const double scale_r = les_houches_known(event->scale_r, writer->scale_r);
    const double scale_f = event->scale_f > 0 ? event->scale_f : scale;
    const int differ = event->is_copy && ((scale_r > 0 && scale_r != scale) || scale_f != scale);
    if (!(known > 0) && !differ)
        return;
    text_begin_line(text);
    text_put(text, "<scales");
    if (scale_f > 0)
        put_attribute(text, "muf", scale_f);
    if (scale_r > 0)
        put_attribute(text, "mur", scale_r);
    if (scale > 0)
        put_attribute(text, "mups", scale);
    for (int i = first; i < end && known > 0; ++i) {
        const double own = event->particles[i].scale;
        if (event->particles[i].status != EVENT_FINAL && !(own > 0))
            continue;
        text_begin_line(text);
        text_put(text, " pt_clust_");
        text_put_whole(text, i - first + 1);
        text_put(text, "=\"");
        text_put_number(text, own > 0 ? own : writer->energy);
        text_put(text, "\"");
    }
    text_put(text, "></scales>\n");
}

/* `data`: the writer. */
static void put_event(struct text_writer *text, const void *data, const struct event *event, size_t place)
{
    const struct lhe_writer *writer = data;
    const int first = les_houches_first(event), end = event->incoming + event->outgoing;
    const int head[] = {end - first, event->process + 1};
    const int groups = !writer->apart && event->group_size > 1;
    const double numbers[] = {writer->factor * event->weight, les_houches_known(event->scale, writer->scale),
                              les_houches_known(0, writer->alpha),
                              les_houches_known(event->alpha_s, writer->alpha_s)};
    (void)place;
    text_begin_line(text);
    if (groups && event->group_place == 0)
        text_put(text, "<eventgroup>\n");
    text_put(text, "<event");
    if (writer->partons) {
        text_put(text, " npLO=\" "); /* with the blanks by which Herwig finds the numbers */
        text_put_whole(text, writer->partons[event->process]);
        text_put(text, " \" npNLO=\" -1 \"");
    }
    text_put(text, ">\n");
    put_wholes(text, head, 2);
    put_numbers(text, numbers, 4);
    text_put(text, "\n");
    for (int i = first; i < end; ++i)
        put_particle(text, &event->particles[i], first);
    text_begin_line(text);
    put_scales(text, writer, event, first);
    text_put(text, "# event ");
    text_put_count(text, event->number);
    text_put(text, "\n");
    put_variations(text, writer, event);
    text_begin_line(text);
    text_put(text, "</event>\n");
    if (groups && event->group_place == event->group_size - 1)
        text_put(text, "</eventgroup>\n");
}

static ts_status write(void *data, const struct event *events, size_t count)
{
    struct lhe_writer *writer = data;
    return text_put_events(&writer->text, writer->threads, put_event, writer, events, count);
}

static ts_status finish(void *data)
{
    struct lhe_writer *writer = data;
    text_begin_line(&writer->text);
    text_put(&writer->text, "</LesHouchesEvents>\n");
    const ts_status status = text_finish(&writer->text);
    free(writer->names);
    free(writer->partons);
    free(writer);
    return status;
}

static ts_status open_plain(ts_context *context, const char *path, const struct event_run *run, void **writer)
{
    return make_writer(context, path, 0, run, NULL, writer);
}

static ts_status open_compressed(ts_context *context, const char *path, const struct event_run *run,
                                 void **writer)
{
    return make_writer(context, path, 1, run, NULL, writer);
}

static ts_status position_of(void *writer, struct event_position *position)
{
    return text_position(&((struct lhe_writer *)writer)->text, position);
}

static ts_status resume_plain(ts_context *context, const char *path, const struct event_run *run,
                              const struct event_position *position, uint64_t written, void **writer)
{
    (void)written;
    return make_writer(context, path, 0, run, position, writer);
}

static ts_status resume_compressed(ts_context *context, const char *path, const struct event_run *run,
                                   const struct event_position *position, uint64_t written, void **writer)
{
    (void)written;
    return make_writer(context, path, 1, run, position, writer);
}

const struct event_format lhe_format = {
    .name = "lhe",
    .file = "events.lhe",
    .streams = 1,
    .open = open_plain,
    .write = write,
    .finish = finish,
    .discard = discard,
    .position = position_of,
    .resume = resume_plain,
};

const struct event_format lhe_compressed_format = {
    .name = "lhe.gz",
    .file = "events.lhe.gz",
    .streams = 1,
    .open = open_compressed,
    .write = write,
    .finish = finish,
    .discard = discard,
    .position = position_of,
    .resume = resume_compressed,
};

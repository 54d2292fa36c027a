/* Les Houches event files are read as their users do, line by line. A mark that this reader knows begins a
 * line, and what stands between two of them is numbers or is passed over. */
#include "io/event_file.h"

#include "core/context.h"
#include "core/decimal.h"
#include "io/les_houches.h"
#include "io/lhe_marks.h"
#include "io/text_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTICLES_LEAST = 1 };

static void copy_attribute(const char *line, const char *name, char *text, size_t room)
{
    size_t bytes = 0;
    const char *value = lhe_attribute(lhe_without_blanks(line), name, &bytes);
    if (value)
        snprintf(text, room, "%.*s", (int)(bytes < room ? bytes : room - 1), value);
}

/* Names of processes as Tessera's own headers have them: "1 u u~ > e+ e-". */
static ts_status read_names(struct text_reader *text, ts_event_process **names, size_t *count)
{
    int found;
    ts_status status;
    while (!(status = text_reader_line(text, &found)) && found &&
           !strstr(text->line, "</TesseraProcesses>")) {
        char *end;
        const int number = (int)strtol(text->line, &end, 10);
        if (end == text->line || *end != ' ' || *count >= EVENT_PROCESSES_MOST)
            continue;
        ts_event_process *grown = realloc(*names, (*count + 1) * sizeof *grown);
        if (!grown)
            return ts_fail_memory(text->context, text->name);
        *names = grown;
        grown[*count] = (ts_event_process){.number = number};
        const size_t bytes = lhe_unescape(end + 1, strlen(end + 1)); /* who copies a head may escape it */
        snprintf(grown[*count].name, sizeof grown->name, "%.*s", (int)bytes, end + 1);
        ++*count;
    }
    return status;
}

/* The names of the weights that a line defines: one, or within <initrwgt> any number. */
static ts_status read_weights(ts_event_file *file, struct text_reader *text)
{
    ts_status status = TS_OK;
    for (char *at = strchr(text->line, '<'); at && !status;) {
        const char *end = lhe_mark_end(at);
        size_t bytes = 0;
        if (lhe_is_mark(at, "<weight") || lhe_is_mark(at, "<wgt")) {
            status = lhe_kept_weight(text->context, &file->kept, at, file->head.weight_count);
            const char *name = lhe_weight_name(at, &bytes);
            if (!status)
                status = name ? event_file_name(text->context, file, name, bytes)
                              : text_reader_refuse(text, "a weight has no id=\"...\".");
        }
        at = end ? strchr(at + (end - at), '<') : NULL;
    }
    return status;
}

/* What is read of a head, beside what the file keeps. */
struct head {
    ts_event_process *names;
    size_t count;
    int in_weights; /* within <initrwgt> */
};

/* What says that events are of next-to-leading order: POWHEG's comment, or the masses of the shower that
 * MC@NLO has matched them to. */
static void find_order(ts_event_head *head, const char *line)
{
    const int is_powheg = strstr(line, "POWHEG") != NULL;
    head->matched |= is_powheg || lhe_begins(line, "<MonteCarloMasses");
    if (is_powheg && !head->generator[0])
        snprintf(head->generator, sizeof head->generator, "POWHEG");
}

/* One line of what comes before <init>. */
static ts_status read_header_line(ts_event_file *file, struct text_reader *text, struct head *head)
{
    const ts_status status = lhe_kept_line(text->context, &file->kept, text->line);
    if (status)
        return status;
    head->in_weights = head->in_weights || lhe_opens(text->line, "<initrwgt");
    if (head->in_weights || lhe_opens(text->line, "<weight") || lhe_opens(text->line, "<wgt")) {
        head->in_weights = head->in_weights && !strstr(text->line, "</initrwgt");
        return read_weights(file, text);
    }
    if (lhe_begins(text->line, "<TesseraProcesses>"))
        return read_names(text, &head->names, &head->count);
    if (lhe_opens(text->line, "<generator"))
        copy_attribute(text->line, "name", file->head.generator, sizeof file->head.generator);
    else
        find_order(&file->head, text->line);
    return TS_OK;
}

/* <generator name="A" version="1">, <generator name="A">words</generator>, or as Whizard has it
 * <generator version="1">A</generator>. */
static void read_generator(ts_event_head *head, const char *line)
{
    char name[64] = "", version[48] = "";
    const char *end = lhe_mark_end(lhe_without_blanks(line));
    copy_attribute(line, "name", name, sizeof name);
    copy_attribute(line, "version", version, sizeof version);
    if (!name[0] && end)
        snprintf(name, sizeof name, "%.*s", (int)fmin((double)strcspn(end + 1, "<"), sizeof name - 1.0),
                 end + 1);
    snprintf(head->generator, sizeof head->generator, "%s%s%s", name, version[0] ? " " : "", version);
}

static int by_number(const void *left, const void *right)
{
    const int a = ((const ts_event_process *)left)->number, b = ((const ts_event_process *)right)->number;
    return (a > b) - (a < b);
}

static void name_processes(ts_event_file *file, ts_event_process *names, size_t count)
{
    if (count)
        qsort(names, count, sizeof *names, by_number);
    for (size_t i = 0; i < file->head.process_count && count; ++i) {
        ts_event_process *process = &file->processes[i];
        const ts_event_process *name = bsearch(process, names, count, sizeof *names, by_number);
        if (name)
            memcpy(process->name, name->name, sizeof name->name);
    }
}

static ts_status read_processes(ts_event_file *file, struct text_reader *text, int count)
{
    ts_event_head *head = &file->head;
    double squared = 0;
    int is_said = 1; /* POWHEG has -1 +- -1 where it does not know */
    if (count < 0)
        return text_reader_refuse(text, "%d is no number of processes.", count);
    if (!event_file_processes(text->context, file, (size_t)count))
        return TS_ERROR_INPUT;
    head->cross_section = 0;
    for (int i = 0; i < count; ++i) {
        ts_event_process *process = &file->processes[i];
        double numbers[3];
        ts_status status = lhe_next_line(text, "<init>");
        if (!status)
            status = text_reader_numbers(text, "cross section, error and largest weight of a process",
                                         numbers, 3);
        if (!status)
            status = text_reader_wholes(text, "the number of a process", &process->number, 1);
        if (status)
            return status;
        process->cross_section = numbers[0];
        process->error = numbers[1];
        process->largest = numbers[2];
        head->cross_section += numbers[0];
        squared += numbers[1] * numbers[1];
        is_said &= numbers[1] >= 0;
    }
    head->error = is_said ? sqrt(squared) : NAN;
    head->cross_section = is_said ? head->cross_section : NAN;
    return TS_OK;
}

/* Behind the processes of <init>: <generator>, and the weights where some write them. Those that the header
 * lists already stand here once more. */
static ts_status read_end_of_init(ts_event_file *file, struct text_reader *text, struct head *found)
{
    const int listed = file->head.weight_count > 0;
    ts_status status = TS_OK;
    while (!status && !(status = lhe_next_line(text, "<init>")) && !lhe_begins(text->line, "</init>")) {
        if (lhe_opens(text->line, "<generator"))
            read_generator(&file->head, text->line);
        else if (!listed && (found->in_weights || lhe_opens(text->line, "<initrwgt")))
            status = read_header_line(file, text, found);
    }
    file->lists_in_init = !listed && file->head.weight_count > 0;
    return status;
}

static ts_status read_init(ts_event_file *file, struct text_reader *text, struct head *found)
{
    ts_event_head *head = &file->head;
    int wholes[4], rest[2];
    ts_status status = lhe_next_line(text, "<init>");
    if (!status)
        status = text_reader_wholes(text, "the beams", head->beams, 2);
    if (!status)
        status = text_reader_numbers(text, "the energies of the beams", head->energies, 2);
    if (!status)
        status = text_reader_wholes(text, "groups and sets of densities", wholes, 4);
    if (!status)
        status = text_reader_wholes(text, "IDWTUP and the number of processes", rest, 2);
    if (status)
        return status;
    head->density_sets[0] = wholes[2];
    head->density_sets[1] = wholes[3];
    head->weighting = rest[0];
    status = read_processes(file, text, rest[1]);
    return status ? status : read_end_of_init(file, text, found);
}

static ts_status read_head(ts_event_file *file, struct text_reader *text)
{
    struct head head = {.names = NULL};
    ts_status status;
    file->head.format = "lhe";
    while (!(status = lhe_next_line(text, "its head")) && !lhe_opens(text->line, "<init")) {
        if (lhe_opens(text->line, "<LesHouchesEvents"))
            copy_attribute(text->line, "version", file->head.version, sizeof file->head.version);
        else if (lhe_opens(text->line, "<event"))
            status = text_reader_refuse(text, "an event comes before <init>.");
        else
            status = read_header_line(file, text, &head);
        if (status)
            break;
    }
    if (!status)
        status = read_init(file, text, &head);
    if (!status)
        name_processes(file, head.names, head.count);
    free(head.names);
    return status;
}

static ts_status open_reader(ts_context *context, ts_event_file *file, void **data)
{
    struct text_reader *text = malloc(sizeof *text);
    if (!text)
        return ts_fail_memory(context, "a file of events");
    *data = text;
    const ts_status status = text_reader_open(context, file->path, text);
    text->fortran = 1; /* which many programs of such files are written in */
    return status ? status : read_head(file, text);
}

static void close_reader(void *data)
{
    text_reader_close(data);
    free(data);
}

static ts_status read_particle(struct text_reader *text, size_t count, ts_event_particle *particle)
{
    int wholes[6];
    double numbers[7];
    ts_status status = lhe_next_line(text, "an event");
    if (!status)
        status = text_reader_wholes(text, "code, status, mothers and colour lines of a particle", wholes, 6);
    if (!status)
        status = text_reader_numbers(text, "momentum, mass, lifetime and spin of a particle", numbers, 7);
    if (status)
        return status;
    for (int i = 0; i < 2; ++i)
        if (wholes[2 + i] < 0 || (size_t)wholes[2 + i] > count)
            return text_reader_refuse(text, "the event has %zu particles, so that none has the mother %d.",
                                      count, wholes[2 + i]);
    *particle = (ts_event_particle){.pdg = wholes[0],
                                    .status = wholes[1],
                                    .role = wholes[1] == LES_HOUCHES_INCOMING ? TS_EVENT_INCOMING
                                            : wholes[1] == 1                  ? TS_EVENT_OUTGOING
                                                                              : TS_EVENT_OTHER,
                                    .mothers = {wholes[2], wholes[3]},
                                    .colours = {wholes[4], wholes[5]},
                                    .x = numbers[0],
                                    .y = numbers[1],
                                    .z = numbers[2],
                                    .e = numbers[3],
                                    .mass = numbers[4],
                                    .helicity = numbers[6]};
    return TS_OK;
}

static ts_status read_event(ts_event_file *file, struct text_reader *text)
{
    ts_event *event = &file->event;
    int head[2];
    double numbers[4];
    event->line = text->number;
    ts_status status = lhe_next_line(text, "an event");
    if (!status)
        status = text_reader_wholes(text, "number of particles and process of an event", head, 2);
    if (!status)
        status = text_reader_numbers(text, "weight, scale and couplings of an event", numbers, 4);
    if (status)
        return status;
    if (head[0] < PARTICLES_LEAST)
        return text_reader_refuse(text, "an event of %d particles is none.", head[0]);
    event->process = head[1];
    event->weight = numbers[0];
    event->scale = numbers[1];
    event->alpha = numbers[2];
    event->alpha_s = numbers[3];
    for (size_t i = 0; i < (size_t)head[0] && !status; ++i) {
        status = event_file_particles(text->context, file, i + 1);
        if (!status)
            status = read_particle(text, (size_t)head[0], &file->particles[i]);
    }
    return status ? status : lhe_read_rest(file, text);
}

/* The number of an attribute that a line may have; what is none is refused. */
static ts_status read_attribute(struct text_reader *text, const char *name, double *value)
{
    size_t bytes = 0;
    const char *mark = lhe_without_blanks(text->line), *given = lhe_attribute(mark, name, &bytes);
    const size_t blanks = given ? strspn(given, " \t") : 0;
    if (!given || decimal_read_fortran(given + blanks, bytes - blanks, value))
        return TS_OK;
    return text_reader_refuse(text, "%s of <event> is no number: '%.*s'.", name,
                              (int)(bytes < 60 ? bytes : 60), given);
}

/* What the line that begins an event says of it: <event npLO=" 2 " npNLO=" -1 "> of merged files, where
 * npLO is -1 at next-to-leading order. Sherpa has trials='3', muf2='8315' and mur2='8315' [GeV^2] there. */
static ts_status read_attributes(ts_event_file *file, struct text_reader *text)
{
    char words[16] = "";
    double trials = NAN, muf2 = 0, mur2 = 0; /* scales that are not above 0 are not known */
    copy_attribute(text->line, "npLO", words, sizeof words);
    const char *number = lhe_without_blanks(words);
    if (*number >= '0' && *number <= '9')
        file->partons = (int)strtol(number, NULL, 10);
    ts_status status = read_attribute(text, "trials", &trials);
    if (!status)
        status = read_attribute(text, "muf2", &muf2);
    if (!status)
        status = read_attribute(text, "mur2", &mur2);
    if (!status && (trials < 0 || trials > EVENT_TRIALS_MOST))
        status = text_reader_refuse(text, "an event of %g trials makes no sense.", trials);
    file->has_trials |= trials >= 0;
    file->event.trials = trials >= 0 ? trials : file->event.trials;
    file->event.scale_f = sqrt(fmax(muf2, 0));
    file->event.scale_r = sqrt(fmax(mur2, 0));
    return status;
}

/* What stands behind the last event: another file would be lost, where two were put together as text. */
static ts_status read_end(struct text_reader *text)
{
    ts_status status = TS_OK;
    for (int more = 1; !status && more;) {
        status = text_reader_line(text, &more);
        if (!status && more &&
            (lhe_opens(text->line, "<LesHouchesEvents") || lhe_opens(text->line, "<event")))
            return text_reader_refuse(text,
                                      "another file begins behind </LesHouchesEvents>: expected one. Events "
                                      "of several have one head, with one cross section.");
    }
    return status;
}

static ts_status next_event(ts_context *context, ts_event_file *file, void *data, int *found)
{
    struct text_reader *text = data;
    ts_status status = event_file_begin(context, file);
    text->context = context;
    for (int more = 1; !status && more;) {
        status = text_reader_line(text, &more);
        if (status)
            break;
        if (!more) {
            ++text->number;
            return text_reader_refuse(text, "the file ends without </LesHouchesEvents>: it is not whole.");
        }
        if (lhe_begins(text->line, "</LesHouchesEvents"))
            return read_end(text);
        if (lhe_opens(text->line, "<init"))
            return text_reader_refuse(text, "<init> stands here once more: expected events, or "
                                            "</LesHouchesEvents>.");
        if (lhe_opens(text->line, "<eventgroup"))
            file->group = 1;
        if (lhe_begins(text->line, "</eventgroup"))
            file->group = 0;
        if (lhe_opens(text->line, "<event")) {
            *found = 1;
            file->event.trials = file->group != 2;
            file->group = file->group ? 2 : 0;
            status = read_attributes(file, text);
            return status ? status : read_event(file, text);
        }
    }
    return status;
}

const struct event_reader lhe_reader = {open_reader, next_event, close_reader};

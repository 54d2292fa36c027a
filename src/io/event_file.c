#include "io/event_file.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/text_clean.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FRONT_BYTES = 512 };

ts_event_process *event_file_processes(ts_context *context, ts_event_file *file, size_t count)
{
    if (count > EVENT_PROCESSES_MOST) {
        ts_fail(context, TS_ERROR_INPUT, "%s: %zu processes are more than a file has.", file->path, count);
        return NULL;
    }
    free(file->processes);
    free(file->facts);
    free(file->by_number);
    file->by_number = NULL;
    file->processes = calloc(count + 1, sizeof *file->processes);
    file->facts = calloc(count + 1, sizeof *file->facts);
    file->head.processes = file->processes;
    file->head.process_count = file->processes && file->facts ? count : 0;
    if (file->processes && file->facts)
        return file->processes;
    ts_fail_memory(context, "the processes of a file of events");
    return NULL;
}

/* A process with its place, while they are put in order. */
struct numbered {
    int number;
    size_t place;
};

static int by_number(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    const int order = (a->number > b->number) - (a->number < b->number);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static void sort_processes(ts_event_file *file)
{
    const size_t count = file->head.process_count;
    struct numbered *list = malloc((count + 1) * sizeof *list);
    size_t *places = malloc((count + 1) * sizeof *places);
    if (!list || !places) {
        free(list);
        free(places);
        return;
    }
    for (size_t i = 0; i < count; ++i)
        list[i] = (struct numbered){file->processes[i].number, i};
    qsort(list, count, sizeof *list, by_number);
    for (size_t i = 0; i < count; ++i)
        places[i] = list[i].place;
    free(list);
    file->by_number = places;
}

size_t event_file_process(ts_event_file *file, int number)
{
    const size_t count = file->head.process_count, usual = (size_t)number - 1;
    if (number > 0 && usual < count && file->processes[usual].number == number)
        return usual; /* as they are numbered by most */
    if (!file->by_number)
        sort_processes(file);
    if (!file->by_number)
        return count;
    size_t first = 0, end = count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (file->processes[file->by_number[middle]].number < number)
            first = middle + 1;
        else
            end = middle;
    }
    const size_t place = first < count ? file->by_number[first] : count;
    return place < count && file->processes[place].number == number ? place : count;
}

static ts_status check_name(ts_context *context, const ts_event_file *file, const char *name, size_t bytes)
{
    if (bytes > EVENT_NAME_MOST)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: the name of weight %zu has %zu bytes: expected up to %d.", file->path,
                       file->head.weight_count + 1, bytes, EVENT_NAME_MOST);
    char text[EVENT_NAME_MOST + 1];
    snprintf(text, sizeof text, "%.*s", (int)bytes, name);
    for (size_t at = 0, shown; at < bytes; at += shown) {
        shown = text_shown_bytes(text + at);
        if (!shown)
            return ts_fail(
                context, TS_ERROR_INPUT,
                "%s: the name of weight %zu has a byte of value %d: expected a text that can be shown.",
                file->path, file->head.weight_count + 1, (unsigned char)text[at]);
    }
    return TS_OK;
}

ts_status event_file_name(ts_context *context, ts_event_file *file, const char *name, size_t bytes)
{
    const size_t count = file->head.weight_count;
    if (count >= EVENT_WEIGHTS_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "%s: %zu weights are more than an event has.", file->path,
                       count + 1);
    const ts_status status = check_name(context, file, name, bytes);
    if (status)
        return status;
    if (count == file->name_room) {
        const size_t room = 2 * count + 16;
        char **names = realloc(file->names, room * sizeof *names);
        if (names)
            file->names = names;
        double *weights = realloc(file->weights, room * sizeof *weights);
        if (weights)
            file->weights = weights;
        size_t *given = realloc(file->given, room * sizeof *given);
        if (given)
            file->given = given;
        double *listed = realloc(file->listed, room * sizeof *listed);
        if (listed)
            file->listed = listed;
        if (!names || !weights || !given || !listed)
            return ts_fail_memory(context, "the weights of events");
        file->name_room = room;
    }
    file->names[count] = strndup(name, bytes);
    if (!file->names[count])
        return ts_fail_memory(context, "the weights of events");
    file->weights[count] = NAN;
    file->head.weight_names = (const char *const *)file->names;
    file->head.weight_count = count + 1;
    return TS_OK;
}

static int is_named(const ts_event_file *file, size_t place, const char *name, size_t bytes)
{
    return strlen(file->names[place]) == bytes && !memcmp(file->names[place], name, bytes);
}

/* Of names that are equal the first of the file comes first. */
static int by_name(const void *left, const void *right)
{
    const struct event_name *a = left, *b = right;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

/* Puts the names in order, so that one is found without a look at all. @return whether there was memory */
static int sort_names(ts_event_file *file)
{
    const size_t count = file->head.weight_count;
    if (file->sorted_count == count)
        return 1;
    struct event_name *grown = realloc(file->sorted, count * sizeof *grown);
    if (!grown)
        return 0;
    for (size_t i = 0; i < count; ++i)
        grown[i] = (struct event_name){file->names[i], i};
    qsort(grown, count, sizeof *grown, by_name);
    file->sorted = grown;
    file->sorted_count = count;
    return 1;
}

size_t event_file_weight(ts_event_file *file, const char *name, size_t bytes, size_t guess)
{
    const size_t count = file->head.weight_count;
    if (guess < count && is_named(file, guess, name, bytes))
        return guess;
    if (!count || !sort_names(file))
        return count;
    size_t first = 0, end = count; /* the first name that is not before this one lies between */
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (strncmp(file->sorted[middle].name, name, bytes) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    const size_t place = first < count ? file->sorted[first].place : count;
    return place < count && is_named(file, place, name, bytes) ? place : count;
}

int event_file_give(ts_event_file *file, size_t place, double value)
{
    if (!isnan(file->weights[place]))
        return 0;
    file->weights[place] = value;
    file->given[file->given_count++] = place;
    return 1;
}

ts_status event_file_particles(ts_context *context, ts_event_file *file, size_t count)
{
    if (count > EVENT_PARTICLES_MOST)
        return ts_fail(context, TS_ERROR_INPUT, "%s: %zu particles are more than an event has.", file->path,
                       count);
    if (count > file->particle_room) {
        ts_event_particle *grown = realloc(file->particles, 2 * count * sizeof *grown);
        if (grown)
            file->particles = grown;
        double *scales = realloc(file->scales, 2 * count * sizeof *scales);
        if (scales)
            file->scales = scales;
        if (!grown || !scales)
            return ts_fail_memory(context, "an event");
        file->particle_room = 2 * count;
    }
    for (size_t i = file->event.particle_count; i < count; ++i) {
        file->particles[i] = (ts_event_particle){.helicity = 9};
        file->scales[i] = 0;
    }
    file->event.particle_count = count;
    file->event.particles = file->particles;
    return TS_OK;
}

int event_file_weigh(const ts_event_file *file, double sum, double squares, double trials, double *value,
                     double *error)
{
    const int says = trials > 0 && (file->has_trials || abs(file->head.weighting) == 4);
    const double mean = says ? sum / trials : NAN;
    *value = mean;
    *error = sqrt(fmax(squares / trials - mean * mean, 0) / trials);
    if (!says)
        *error = NAN;
    return says;
}

ts_status event_file_begin(ts_context *context, ts_event_file *file)
{
    const uint64_t place = file->event.place + 1;
    file->event = (ts_event){.place = place, .trials = 1, .weights = file->weights};
    /* The weights of the last event alone are undone: a short one may give none of very many. */
    for (size_t i = 0; i < file->given_count; ++i)
        file->weights[file->given[i]] = NAN;
    file->given_count = 0;
    file->partons = NO_PARTONS;
    return ts_context_interrupted(context) ? ts_fail(context, TS_INTERRUPTED, "Interrupted.") : TS_OK;
}

/* A weight is known by its name alone. */
static ts_status refuse_equal_names(ts_context *context, ts_event_file *file)
{
    if (file->head.weight_count && !sort_names(file))
        return ts_fail_memory(context, "the weights of events");
    for (size_t i = 1; i < file->head.weight_count; ++i)
        if (!strcmp(file->sorted[i - 1].name, file->sorted[i].name))
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s: the weights %zu and %zu have one name, '%.100s': expected names that differ.",
                           file->path, file->sorted[i - 1].place + 1, file->sorted[i].place + 1,
                           file->sorted[i].name);
    return TS_OK;
}

/* Which reader a file's first bytes are for. */
static const struct event_reader *reader_of(const char *front)
{
    static const char hdf5[] = "\x89HDF\r\n\x1a\n";
    if (!memcmp(front, hdf5, sizeof hdf5 - 1))
        return &lheh5_reader;
    const char *text = front + strspn(front, " \t\r\n");
    if (!strncmp(text, "HepMC::", 7))
        return &hepmc_reader;
    return strstr(text, "<LesHouchesEvents") ? &lhe_reader : NULL;
}

static ts_status find_reader(ts_context *context, ts_event_file *file)
{
    char front[FRONT_BYTES + 1] = {0};
    if (!strcmp(file->path, "-") || file_is_pipe(file->path))
        return ts_fail(context, TS_ERROR_FILE,
                       "%s is a pipe, and events are read from the front of a file more than once: save them "
                       "to a file first.",
                       file->path);
    gzFile stream = gzopen(file->path, "rb");
    if (!stream)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", file->path,
                       errno ? strerror(errno) : "there is not enough memory");
    const int got = gzread(stream, front, FRONT_BYTES);
    const int problem = errno;
    gzclose_r(stream);
    file->reader = got > 0 ? reader_of(front) : NULL;
    if (got < 0)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be read: %s.", file->path,
                       problem ? strerror(problem) : "it is no whole file of gzip's");
    return file->reader ? TS_OK
                        : ts_fail(context, TS_ERROR_INPUT,
                                  "%s is no file of events: expected LHE (a line <LesHouchesEvents>, also "
                                  "compressed by gzip), LHEH5 (HDF5) or HepMC3's text (HepMC::Version).",
                                  file->path);
}

ts_status ts_event_file_open(ts_context *context, const char *path, ts_event_file **opened)
{
    OWN_ENVIRONMENT;
    NEEDS(context, opened);
    *opened = NULL;
    NEEDS(context, context && path);
    ts_event_file *file = calloc(1, sizeof *file);
    if (file)
        file->path = strdup(path);
    if (!file || !file->path) {
        free(file);
        return ts_fail_memory(context, "a file of events");
    }
    file->head.cross_section = file->head.error = NAN;
    errno = 0;
    ts_status status = find_reader(context, file);
    if (!status && file->reader)
        status = file->reader->open(context, file, &file->data);
    if (!status)
        status = refuse_equal_names(context, file);
    text_clean(file->head.generator, 0);
    text_clean(file->head.version, 0);
    for (size_t i = 0; i < file->head.process_count; ++i)
        text_clean(file->processes[i].name, 0);
    if (status)
        ts_event_file_close(&file);
    *opened = file;
    return status;
}

const ts_event_head *ts_event_file_head(const ts_event_file *file) { return file ? &file->head : NULL; }

/* Notes what the event has in common with others of its process. */
static void note(ts_event_file *file)
{
    const size_t place = event_file_process(file, file->event.process);
    if (place == file->head.process_count)
        return;
    struct event_facts *facts = &file->facts[place];
    if (facts->particles_most < file->event.particle_count)
        facts->particles_most = file->event.particle_count;
    if (!facts->events++)
        facts->partons = file->partons;
    else if (facts->partons != file->partons)
        facts->partons = NO_PARTONS;
}

ts_status ts_event_file_next(ts_context *context, ts_event_file *file, const ts_event **event)
{
    OWN_ENVIRONMENT;
    NEEDS(context, event);
    *event = NULL;
    NEEDS(context, file);
    int found = 0;
    *event = NULL;
    if (file->failed)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s was not read to its end, for a failure before: open it again.", file->path);
    const ts_status status = file->ended ? TS_OK : file->reader->next(context, file, file->data, &found);
    file->failed = status != TS_OK;
    file->ended = !found;
    *event = !status && found ? &file->event : NULL;
    if (*event)
        note(file);
    return status;
}

void ts_event_file_close(ts_event_file **opened)
{
    if (!opened)
        return;
    ts_event_file *file = *opened;
    *opened = NULL;
    if (!file)
        return;
    if (file->data)
        file->reader->close(file->data);
    for (size_t i = 0; i < file->head.weight_count; ++i)
        free(file->names[i]);
    free(file->names);
    free(file->sorted);
    free(file->weights);
    free(file->given);
    free(file->listed);
    free(file->processes);
    free(file->facts);
    free(file->by_number);
    free(file->particles);
    free(file->scales);
    lhe_kept_free(&file->kept);
    free(file->path);
    free(file);
}

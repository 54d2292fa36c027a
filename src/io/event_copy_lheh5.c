/* A copy of an LHEH5 file (lheh5.h), table by table: that of the events has more columns. */
#include "io/event_copy.h"

#include "core/context.h"
#include "core/file.h"
#include "io/event_file.h"
#include "io/h5_apart.h"
#include "io/lheh5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 1024, LIST_MOST = 64, UNNAMED_BYTES = 40 };

struct lheh5_copy {
    ts_context *context;
    struct file_new file;
    struct h5_apart *from;
    struct h5_file *to;
    struct h5_table events, particles, made; /* read, read, written */
    struct h5_table made_particles;          /* where events change, else they are copied */
    const ts_event_head *head;
    const struct changed_process *processes;
    uint64_t particle_rows; /* written so far */
    double *kept_rows; /* [ROWS_AT_ONCE] particles of the file from row `kept_from` on, of which `kept` are
                          read */
    uint64_t kept_from;
    size_t kept;
    size_t added;
    uint64_t next;         /* row of the event that follows */
    double *rows, *longer; /* [ROWS_AT_ONCE] as they are read, and as they are written */
    size_t used;           /* rows of these that were written into */
};

/* Copies a list of numbers, as `init` and `version` are. */
static ts_status copy_list(struct lheh5_copy *copy, const char *name, int whole)
{
    double numbers[LIST_MOST];
    struct h5_table table;
    ts_status status = h5_apart_find(copy->from, name, &table);
    if (!status && (table.columns != 1 || table.rows > LIST_MOST))
        status = ts_fail(copy->context, TS_ERROR_INPUT, "The dataset \"%s\" is no list of up to %d numbers.",
                         name, LIST_MOST);
    if (!status)
        status = h5_apart_read(copy->from, &table, 0, (size_t)table.rows, numbers);
    return status ? status : h5_put_list(copy->to, name, numbers, (size_t)table.rows, whole);
}

/* Copies the names of a dataset's columns. */
static ts_status copy_words(struct lheh5_copy *copy, const char *name)
{
    char **words = NULL;
    size_t count = 0;
    ts_status status = h5_apart_read_words(copy->from, name, &words, &count);
    if (!status && count)
        status = h5_put_words(copy->to, name, "properties", (const char *const *)words, count);
    h5_words_free(&words, count);
    return status;
}

/* What changes in rows that are copied. */
typedef void row_change(const struct lheh5_copy *copy, uint64_t first, double *rows, size_t count);

/* Cross section, error and largest weight of processes, and how many particles their events have. */
static void change_processes(const struct lheh5_copy *copy, uint64_t first, double *rows, size_t count)
{
    enum { PARTICLES = 1, CROSS_SECTION = 3, ERROR, LARGEST };
    for (size_t i = 0; i < count && copy->processes && first + i < copy->head->process_count; ++i) {
        const struct changed_process *changed = &copy->processes[first + i];
        double *row = rows + i * LHEH5_PROCESS;
        row[PARTICLES] = fmax(row[PARTICLES], changed->particles);
        row[ERROR] = changed_error(changed, row[CROSS_SECTION], row[ERROR]);
        row[CROSS_SECTION] *= changed->factor;
        row[LARGEST] *= changed->largest;
    }
}

/* Copies a table of rows. */
static ts_status copy_table(struct lheh5_copy *copy, const char *name, const struct h5_table *table,
                            row_change *change)
{
    struct h5_table made;
    double *rows = malloc((ROWS_AT_ONCE * table->columns + 1) * sizeof *rows);
    ts_status status = rows ? h5_begin(copy->to, name, table->columns, ROWS_AT_ONCE, &made)
                            : ts_fail_memory(copy->context, "a copy of events");
    for (uint64_t first = 0; first < table->rows && !status; first += ROWS_AT_ONCE) {
        const uint64_t left = table->rows - first;
        const size_t count = left < ROWS_AT_ONCE ? (size_t)left : ROWS_AT_ONCE;
        status = h5_apart_read(copy->from, table, first, count, rows);
        if (change && !status)
            change(copy, first, rows, count);
        if (!status)
            status = h5_append(copy->to, &made, rows, count);
        if (!status && ts_context_interrupted(copy->context))
            status = ts_fail(copy->context, TS_INTERRUPTED, "Interrupted.");
    }
    free(rows);
    return status ? status : copy_words(copy, name);
}

/* Warns of datasets that files of this format do not have: the copy has none of them. */
static ts_status warn_of_others(const struct lheh5_copy *copy, const char *path)
{
    static const char *const known[] = {"version", "init", "procInfo", "events", "particles"};
    char **names = NULL, list[400] = "";
    size_t count = 0, used = 0;
    const ts_status status = h5_apart_read_names(copy->from, &names, &count);
    for (size_t i = 0; i < count && !status; ++i) {
        int is_known = 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; ++k)
            is_known |= !strcmp(names[i], known[k]);
        if (!is_known && used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", names[i]);
    }
    h5_words_free(&names, count);
    if (used)
        ts_log(copy->context, TS_LOG_WARNING, "%s: what LHEH5 does not know is not in the copy: %s%s.", path,
               list, used < sizeof list ? "" : "...");
    return status;
}

/* Begins the table of the events, whose names are those of the file and the new ones. */
static ts_status begin_events(struct lheh5_copy *copy, const ts_event_file *file,
                              const struct added_weight *added)
{
    static const char *const usual[] = {"pid",    "nparticles", "start", "trials", "scale",
                                        "fscale", "rscale",     "aqed",  "aqcd",   "NOMINAL"};
    const size_t columns = copy->events.columns, all = columns + copy->added;
    char **words = NULL;
    size_t count = 0;
    const char **names = calloc(all + 1, sizeof *names);
    ts_status status = names ? h5_apart_read_words(copy->from, "events", &words, &count)
                             : ts_fail_memory(copy->context, "a copy of events");
    for (size_t i = 0; i < all && !status; ++i)
        names[i] = i >= columns           ? added[i - columns].name
                   : count                ? words[i]
                   : i < LHEH5_EVENT + 1u ? usual[i]
                                          : file->head.weight_names[i - LHEH5_EVENT - 1];
    if (!status)
        status = h5_begin(copy->to, "events", all, ROWS_AT_ONCE, &copy->made);
    if (!status)
        status = h5_put_words(copy->to, "events", "events", names, all);
    h5_words_free(&words, count);
    free(names);
    return status;
}

static ts_status begin(struct lheh5_copy *copy, const ts_event_file *file, const struct added_weight *added)
{
    struct h5_table processes = {.columns = 0};
    ts_status status = warn_of_others(copy, file->path);
    if (!status)
        status = copy_list(copy, "version", 1);
    if (!status)
        status = copy_list(copy, "init", 0);
    if (!status)
        status = copy_words(copy, "init");
    if (!status)
        status = h5_apart_find(copy->from, "procInfo", &processes);
    if (!status)
        status = copy_table(copy, "procInfo", &processes,
                            processes.columns == LHEH5_PROCESS ? change_processes : NULL);
    if (!status)
        status = h5_apart_find(copy->from, "events", &copy->events);
    if (!status)
        status = h5_apart_find(copy->from, "particles", &copy->particles);
    if (status)
        return status;
    const size_t columns = copy->events.columns;
    copy->rows = malloc((ROWS_AT_ONCE * columns + 1) * sizeof *copy->rows);
    copy->longer = malloc((ROWS_AT_ONCE * (columns + copy->added) + 1) * sizeof *copy->longer);
    copy->kept_rows = malloc(ROWS_AT_ONCE * LHEH5_PARTICLE * sizeof *copy->kept_rows);
    if (copy->processes)
        status = h5_begin(copy->to, "particles", LHEH5_PARTICLE, ROWS_AT_ONCE, &copy->made_particles);
    if (status)
        return status;
    return copy->rows && copy->longer && copy->kept_rows ? begin_events(copy, file, added)
                                                         : ts_fail_memory(copy->context, "a copy of events");
}

static ts_status open_copy(ts_context *context, const ts_event_file *file, const char *to,
                           const struct copy_request *request, void **data)
{
    struct lheh5_copy *copy = *data = calloc(1, sizeof *copy);
    if (!copy)
        return ts_fail_memory(context, "a copy of events");
    copy->context = context;
    copy->added = request->count;
    copy->processes = request->processes;
    copy->head = &file->head;
    copy->file.descriptor = -1;
    ts_status status = h5_apart_open(context, file->path, &copy->from);
    if (!status)
        status = file_new_create(context, to, &copy->file);
    if (!status)
        status = h5_create(context, copy->file.temporary, to, copy->file.descriptor, &copy->to);
    return status ? status : begin(copy, file, request->added);
}

static ts_status flush(struct lheh5_copy *copy)
{
    const ts_status status = h5_append(copy->to, &copy->made, copy->longer, copy->used);
    copy->used = 0;
    return status;
}

/* The next row of the file's events, read and with room for new weights. */
static ts_status read_row(struct lheh5_copy *copy, double **row)
{
    const size_t columns = copy->events.columns, slot = copy->used;
    *row = copy->longer + slot * (columns + copy->added);
    if (copy->next >= copy->events.rows)
        return ts_fail(copy->context, TS_ERROR_INPUT, "The file has fewer events than were read.");
    ts_status status = TS_OK;
    if (slot == 0) {
        const uint64_t left = copy->events.rows - copy->next;
        status = h5_apart_read(copy->from, &copy->events, copy->next,
                               left < ROWS_AT_ONCE ? (size_t)left : ROWS_AT_ONCE, copy->rows);
    }
    if (!status)
        memcpy(*row, copy->rows + slot * columns, columns * sizeof **row);
    copy->next += !status;
    return status;
}

static ts_status put_row(struct lheh5_copy *copy)
{
    return ++copy->used < ROWS_AT_ONCE ? TS_OK : flush(copy);
}

/* The row of the next event. Rows before it that stand for trials alone are copied. */
static ts_status next_row(struct lheh5_copy *copy, double **row)
{
    ts_status status = read_row(copy, row);
    while (!status && lheh5_is_empty(*row, copy->events.columns)) {
        memset(*row + copy->events.columns, 0, copy->added * sizeof **row);
        status = put_row(copy);
        if (!status)
            status = read_row(copy, row);
    }
    return status;
}

/* Copies rows of trials alone that stand behind the last event. */
static ts_status put_last_rows(struct lheh5_copy *copy)
{
    ts_status status = TS_OK;
    while (!status && copy->next < copy->events.rows) {
        double *row;
        status = read_row(copy, &row);
        if (!status)
            memset(row + copy->events.columns, 0, copy->added * sizeof *row);
        if (!status)
            status = put_row(copy);
    }
    return status;
}

static ts_status put_event(void *data, const double *weights)
{
    struct lheh5_copy *copy = data;
    double *row;
    const ts_status status = next_row(copy, &row);
    if (status)
        return status;
    memcpy(row + copy->events.columns, weights, copy->added * sizeof *row);
    return put_row(copy);
}

/* The row of a particle of the file. They are read many at a time, as events have them one after the other.
 */
static ts_status find_particle(struct lheh5_copy *copy, uint64_t place, const double **particle)
{
    if (place < copy->kept_from || place >= copy->kept_from + copy->kept) {
        const uint64_t left = place < copy->particles.rows ? copy->particles.rows - place : 0;
        const size_t many = left < ROWS_AT_ONCE ? (size_t)left : ROWS_AT_ONCE;
        if (!many)
            return ts_fail(copy->context, TS_ERROR_INPUT, "The file has fewer particles than were read.");
        const ts_status status = h5_apart_read(copy->from, &copy->particles, place, many, copy->kept_rows);
        copy->kept_from = place;
        copy->kept = status ? 0 : many;
        if (status)
            return status;
    }
    *particle = copy->kept_rows + (place - copy->kept_from) * LHEH5_PARTICLE;
    return TS_OK;
}

/* Gives the file's particles the lifetimes that they have there. */
static ts_status keep_lifetimes(struct lheh5_copy *copy, uint64_t start, size_t count, double *list)
{
    for (size_t i = 0; i < count; ++i) {
        const double *particle = NULL;
        const ts_status status = find_particle(copy, start + i, &particle);
        if (status || !particle)
            return status;
        list[i * LHEH5_PARTICLE + H5_LIFETIME] = particle[H5_LIFETIME];
    }
    return TS_OK;
}

/* Rows of an event's particles, with zeros up to as many as any event has. `start`: the first in the file. */
static ts_status put_particles(struct lheh5_copy *copy, const struct changed_event *event, uint64_t start,
                               size_t rows)
{
    double *list = calloc(rows * LHEH5_PARTICLE, sizeof *list);
    if (!list)
        return ts_fail_memory(copy->context, "a copy of events");
    for (size_t i = 0; i < event->count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        const double row[LHEH5_PARTICLE] = {p->pdg,        p->status,     p->mothers[0], p->mothers[1],
                                            p->colours[0], p->colours[1], p->x,          p->y,
                                            p->z,          p->e,          p->mass,       0,
                                            p->helicity};
        memcpy(list + i * LHEH5_PARTICLE, row, sizeof row);
    }
    ts_status status = keep_lifetimes(copy, start, event->of_file, list);
    if (!status)
        status = h5_append(copy->to, &copy->made_particles, list, rows);
    copy->particle_rows += rows;
    free(list);
    return status;
}

static ts_status change_event(void *data, const struct changed_event *event)
{
    struct lheh5_copy *copy = data;
    double *row;
    size_t rows = event->count;
    ts_status status = next_row(copy, &row);
    if (status)
        return status;
    for (size_t i = 0; i < copy->head->process_count; ++i)
        if (copy->processes[i].particles > (int)rows)
            rows = (size_t)copy->processes[i].particles;
    const uint64_t start = (uint64_t)row[H5_START];
    row[H5_PARTICLES] = (double)event->count;
    row[H5_START] = (double)copy->particle_rows;
    for (size_t i = H5_NOMINAL; i < copy->events.columns; ++i)
        row[i] *= event->factor;
    status = put_particles(copy, event, start, rows);
    return status ? status : put_row(copy);
}

static ts_status finish(void *data)
{
    struct lheh5_copy *copy = data;
    ts_status status = put_last_rows(copy);
    if (!status && copy->used)
        status = flush(copy);
    if (!status)
        status = copy->processes ? copy_words(copy, "particles")
                                 : copy_table(copy, "particles", &copy->particles, NULL);
    if (!status)
        status = h5_close(&copy->to);
    return status ? status : file_new_finish(copy->context, &copy->file);
}

static void close_copy(void *data)
{
    struct lheh5_copy *copy = data;
    if (!copy)
        return;
    h5_apart_close(&copy->from);
    h5_close(&copy->to);
    file_new_discard(&copy->file);
    free(copy->kept_rows);
    free(copy->rows);
    free(copy->longer);
    free(copy);
}

const struct event_copier lheh5_copier = {open_copy, put_event, change_event, finish, close_copy};

#include "io/event_file.h"

#include "core/context.h"
#include "io/event.h"
#include "io/h5_apart.h"
#include "io/les_houches.h"
#include "io/lheh5.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Rows of numbers that are read at a time. A byte of the file stands for NUMBERS_A_BYTE numbers at most,
 * which is somewhat more than deflate can do. */
enum {
    ROWS_AT_ONCE = 4096,
    NUMBERS_AT_ONCE = 1 << 20,
    COLUMNS_MOST = EVENT_WEIGHTS_MOST,
    NUMBERS_A_BYTE = 1100
};

/* Rows of a table that are in memory: `count` of them from `first` on. */
struct window {
    struct h5_table table;
    uint64_t first;
    size_t count;
    size_t room;
    double *rows; /* [room][columns] */
};

struct lheh5_reader {
    struct h5_apart *tables;
    struct window events, particles;
    uint64_t next; /* row of events */
    uint64_t free; /* row of particles behind those of the last event */
};

static void close_reader(void *data)
{
    struct lheh5_reader *reader = data;
    h5_apart_close(&reader->tables);
    free(reader->events.rows);
    free(reader->particles.rows);
    free(reader);
}

/* Reads a small dataset whole: `columns` of each row, 0: a list of `most` numbers at most. */
static ts_status read_small(ts_context *context, ts_event_file *file, struct lheh5_reader *reader,
                            const char *name, size_t columns, size_t most, double **values, size_t *rows)
{
    struct h5_table table;
    ts_status status = h5_apart_find(reader->tables, name, &table);
    if (status)
        return status;
    const size_t expected = columns ? columns : 1;
    if (table.columns != expected || table.rows == 0 || table.rows > most)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: the dataset \"%s\" has %llu rows of %zu numbers, not up to %zu of %zu.",
                       file->path, name, (unsigned long long)table.rows, table.columns, most, expected);
    *rows = (size_t)table.rows;
    *values = malloc(*rows * expected * sizeof **values);
    return *values ? h5_apart_read(reader->tables, &table, 0, *rows, *values)
                   : ts_fail_memory(context, "a file of events");
}

/* Whether a double stands for a whole number that an int holds. */
static int is_whole(double number) { return fabs(number) < INT_MAX && number == floor(number); }

/* The whole number that a double stands for, which was seen to be one. */
static int whole(double number) { return is_whole(number) ? (int)number : 0; }

/* Whether a number is not finite (f), or not whole (w), as it should be. What is not looked at (-), as npLO
 * and npNLO are, may be none: pylhe writes so what it does not know. */
static int is_wrong(double number, char kind)
{
    return kind == 'w' ? !is_whole(number) : kind == 'f' && !isfinite(number);
}

/* Refuses rows of a small dataset with a number that is wrong for its column's kind. */
static ts_status check_small(ts_context *context, const ts_event_file *file, const char *name,
                             const double *numbers, size_t rows, size_t columns, const char *kinds)
{
    for (size_t i = 0; i < rows * columns; ++i)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is room for what was read */
        if (is_wrong(numbers[i], kinds[i % columns]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s: the dataset \"%s\" has the number %g: expected a %s one.", file->path, name,
                           numbers[i], kinds[i % columns] == 'w' ? "whole" : "finite");
    return TS_OK;
}

static ts_status read_init(ts_context *context, ts_event_file *file, struct lheh5_reader *reader)
{
    ts_event_head *head = &file->head;
    double *version = NULL, *init = NULL, *processes = NULL;
    size_t count = 0, versions = 0, numbers = 0;
    double squared = 0;
    ts_status status = read_small(context, file, reader, "version", 0, 3, &version, &versions);
    if (!status && version && (versions < 3 || version[0] != 2))
        status = ts_fail(context, TS_ERROR_INPUT, "%s is LHEH5 of version %g, and version 2 is read.",
                         file->path, version[0]);
    if (!status)
        status = read_small(context, file, reader, "init", 0, LHEH5_INIT, &init, &numbers);
    if (!status && numbers < LHEH5_INIT)
        status = ts_fail(context, TS_ERROR_INPUT, "%s: the dataset \"init\" has %zu numbers, not %d.",
                         file->path, numbers, LHEH5_INIT);
    if (!status)
        status = read_small(context, file, reader, "procInfo", LHEH5_PROCESS, EVENT_PROCESSES_MOST,
                            &processes, &count);
    if (!status)
        status = check_small(context, file, "init", init, 1, LHEH5_INIT, "wwffwwwwww");
    if (!status)
        status = check_small(context, file, "procInfo", processes, count, LHEH5_PROCESS, "w--fff");
    if (!status && !event_file_processes(context, file, count))
        status = TS_ERROR_MEMORY;
    if (!status && version && init) {
        snprintf(head->version, sizeof head->version, "%.0f.%.0f.%.0f", version[0], version[1], version[2]);
        for (int i = 0; i < 2; ++i) {
            head->beams[i] = whole(init[i]);
            head->energies[i] = init[2 + i];
            head->density_sets[i] = whole(init[6 + i]);
        }
        head->weighting = whole(init[8]);
        head->cross_section = 0;
    }
    for (size_t i = 0; i < count && !status && processes; ++i) {
        const double *row = processes + LHEH5_PROCESS * i;
        file->processes[i] = (ts_event_process){.number = whole(row[0]),
                                                .cross_section = row[3],
                                                .error = row[4],
                                                .largest = row[5]};
        head->cross_section += row[3];
        squared += row[4] * row[4];
        head->error = sqrt(squared);
    }
    free(version);
    free(init);
    free(processes);
    return status;
}

/* Names of variations are those of the columns behind NOMINAL. */
static ts_status read_names(ts_context *context, ts_event_file *file, struct lheh5_reader *reader)
{
    const size_t columns = reader->events.table.columns;
    char **words = NULL;
    size_t count = 0;
    ts_status status = h5_apart_read_words(reader->tables, "events", &words, &count);
    if (!status && (columns <= LHEH5_EVENT || columns > COLUMNS_MOST || (count && count != columns)))
        status =
            ts_fail(context, TS_ERROR_INPUT,
                    "%s: the dataset \"events\" has %zu columns and names of %zu: expected as many of both, "
                    "%d at least.",
                    file->path, columns, count, LHEH5_EVENT + 1);
    for (size_t i = LHEH5_EVENT + 1; i < columns && !status; ++i) {
        char unnamed[32];
        snprintf(unnamed, sizeof unnamed, "weight %zu", i - LHEH5_EVENT);
        const char *name = count ? words[i] : unnamed;
        status = event_file_name(context, file, name, strlen(name));
    }
    h5_words_free(&words, count);
    return status;
}

/* Refuses a table of which the file can hold but a small part. The rest would be made up, without end. */
static ts_status check_size(ts_context *context, const ts_event_file *file, const char *name,
                            const struct h5_table *table)
{
    struct stat facts;
    if (stat(file->path, &facts))
        return ts_fail(context, TS_ERROR_FILE, "%s cannot be read: %s.", file->path, strerror(errno));
    if ((double)table->rows * (double)table->columns <= (double)NUMBERS_A_BYTE * (double)facts.st_size)
        return TS_OK;
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s: the dataset \"%s\" has %llu rows of %zu numbers, which a file of %lld bytes cannot hold.",
        file->path, name, (unsigned long long)table->rows, table->columns, (long long)facts.st_size);
}

static ts_status open_window(ts_context *context, const ts_event_file *file, struct lheh5_reader *reader,
                             const char *name, struct window *window)
{
    ts_status status = h5_apart_find(reader->tables, name, &window->table);
    const size_t columns = window->table.columns;
    if (!status && (columns < 1 || columns > COLUMNS_MOST))
        status = ts_fail(context, TS_ERROR_INPUT, "%s: the dataset \"%s\" has %zu columns, not 1 to %d.",
                         file->path, name, columns, COLUMNS_MOST);
    if (!status)
        status = check_size(context, file, name, &window->table);
    if (status || columns < 1)
        return status;
    window->room = NUMBERS_AT_ONCE / columns < ROWS_AT_ONCE ? NUMBERS_AT_ONCE / columns : ROWS_AT_ONCE;
    window->rows = malloc(window->room * columns * sizeof *window->rows);
    return window->rows ? TS_OK : ts_fail_memory(context, "a file of events");
}

static ts_status open_tables(ts_context *context, ts_event_file *file, struct lheh5_reader *reader)
{
    file->head.format = "lheh5";
    ts_status status = h5_apart_open(context, file->path, &reader->tables);
    if (!status)
        status = read_init(context, file, reader);
    if (!status)
        status = open_window(context, file, reader, "events", &reader->events);
    if (!status)
        status = open_window(context, file, reader, "particles", &reader->particles);
    if (!status && reader->particles.table.columns != LHEH5_PARTICLE)
        status = ts_fail(context, TS_ERROR_INPUT, "%s: the dataset \"particles\" has %zu columns, not %d.",
                         file->path, reader->particles.table.columns, LHEH5_PARTICLE);
    return status ? status : read_names(context, file, reader);
}

static ts_status open_reader(ts_context *context, ts_event_file *file, void **data)
{
    struct lheh5_reader *reader = calloc(1, sizeof *reader);
    file->has_trials = 1;
    *data = reader;
    return reader ? open_tables(context, file, reader) : ts_fail_memory(context, "a file of events");
}

/* A row, from memory or from the file. */
static ts_status row_of(struct lheh5_reader *reader, struct window *window, uint64_t row, double **numbers)
{
    ts_status status = TS_OK;
    if (row < window->first || row >= window->first + window->count) {
        const uint64_t left = row < window->table.rows ? window->table.rows - row : 1;
        const size_t rows = left < window->room ? (size_t)left : window->room;
        status = h5_apart_read(reader->tables, &window->table, row, rows, window->rows);
        window->first = row;
        window->count = status ? 0 : rows;
    }
    *numbers = window->rows + (size_t)(row - window->first) * window->table.columns;
    return status;
}

static ts_status refuse(ts_context *context, const ts_event_file *file, const char *what, double number)
{
    return ts_fail(context, TS_ERROR_INPUT, "%s: event %llu: %s %g makes no sense.", file->path,
                   (unsigned long long)file->event.place, what, number);
}

static ts_status check_finite(ts_context *context, const ts_event_file *file, const double *row,
                              size_t columns)
{
    for (size_t i = 0; i < columns; ++i)
        if (!isfinite(row[i]))
            return refuse(context, file, "a number that is", row[i]);
    return TS_OK;
}

static void fill_particle(const double *row, ts_event_particle *particle)
{
    const int status = whole(row[H5_STATUS]);
    *particle = (ts_event_particle){.pdg = whole(row[H5_ID]),
                                    .status = status,
                                    .role = status == LES_HOUCHES_INCOMING ? TS_EVENT_INCOMING
                                            : status == 1                  ? TS_EVENT_OUTGOING
                                                                           : TS_EVENT_OTHER,
                                    .mothers = {whole(row[H5_MOTHER1]), whole(row[H5_MOTHER2])},
                                    .colours = {whole(row[H5_COLOR1]), whole(row[H5_COLOR2])},
                                    .x = row[H5_PX],
                                    .y = row[H5_PY],
                                    .z = row[H5_PZ],
                                    .e = row[H5_E],
                                    .mass = row[H5_M],
                                    .helicity = row[H5_SPIN]};
}

static ts_status read_particles(ts_context *context, ts_event_file *file, struct lheh5_reader *reader,
                                size_t count, uint64_t start)
{
    ts_status status = event_file_particles(context, file, count);
    for (size_t i = 0; i < count && !status; ++i) {
        double *row;
        status = row_of(reader, &reader->particles, start + i, &row);
        if (!status)
            status = check_finite(context, file, row, LHEH5_PARTICLE);
        if (status)
            return status;
        for (int j = H5_ID; j <= H5_COLOR2; ++j)
            if (!is_whole(row[j]))
                return refuse(context, file, "the number of a code, status, mother or line", row[j]);
        fill_particle(row, &file->particles[i]);
        for (int j = 0; j < 2; ++j)
            if (file->particles[i].mothers[j] < 0 || (size_t)file->particles[i].mothers[j] > count)
                return refuse(context, file, "the mother", file->particles[i].mothers[j]);
    }
    return status;
}

/* What pylhe does not know is no number in its files: each event is one trial, and does not say both scales.
 */
static void fill_unknown(double *row)
{
    if (isnan(row[H5_TRIALS]))
        row[H5_TRIALS] = 1;
    for (int i = H5_FSCALE; i <= H5_RSCALE; ++i)
        if (isnan(row[i]))
            row[i] = 0;
}

/* The row of the next event; NULL: there is none. *passed: trials of rows before it that stand for these
 * alone. Such a row ends the event before it, of which no configuration follows. */
static ts_status next_row(ts_context *context, const ts_event_file *file, struct lheh5_reader *reader,
                          const double **row, double *passed)
{
    const size_t columns = reader->events.table.columns;
    ts_status status = TS_OK;
    int is_passed = 0;
    *passed = 0;
    *row = NULL;
    while (!status && reader->next < reader->events.table.rows) {
        double *found;
        status = row_of(reader, &reader->events, reader->next++, &found);
        if (!status)
            fill_unknown(found);
        if (!status)
            status = check_finite(context, file, found, columns);
        if (status)
            return status;
        if (!lheh5_is_empty(found, columns)) {
            *row = found;
            return is_passed && found[H5_TRIALS] == 0
                       ? refuse(context, file, "behind a row without particles, the number of trials", 0)
                       : TS_OK;
        }
        if (found[H5_TRIALS] < 0)
            return refuse(context, file, "in a row without particles, the number of trials",
                          found[H5_TRIALS]);
        if (found[H5_TRIALS] > EVENT_TRIALS_MOST - *passed)
            return refuse(context, file, "in rows without particles, the number of all trials",
                          *passed + found[H5_TRIALS]);
        *passed += found[H5_TRIALS];
        is_passed = 1;
    }
    return status;
}

/* The number of an event's process: `pid` is one of those of the head, or a place among them. The first has
 * place 1, and in Sherpa's files 0. */
static int process_of(const ts_event_file *file, int pid)
{
    const ts_event_head *head = &file->head;
    const size_t place = pid > 0 ? (size_t)pid - 1 : 0;
    for (size_t i = 0; i < head->process_count; ++i)
        if (head->processes[i].number == pid)
            return pid;
    return pid >= 0 && place < head->process_count ? head->processes[place].number : pid;
}

static ts_status next_event(ts_context *context, ts_event_file *file, void *data, int *found)
{
    struct lheh5_reader *reader = data;
    const double *row = NULL;
    double passed = 0;
    ts_status status = event_file_begin(context, file);
    if (!status)
        status = next_row(context, file, reader, &row, &passed);
    if (!row)
        file->trials_behind = passed;
    if (status || !row)
        return status;
    const double count = row[H5_PARTICLES], start = row[H5_START];
    if (!is_whole(row[H5_PID]))
        return refuse(context, file, "the process", row[H5_PID]);
    if (!(count >= 1 && count <= EVENT_PARTICLES_MOST && is_whole(count)))
        return refuse(context, file, "the number of particles", count);
    if (!(start >= 0 && start < (double)reader->particles.table.rows && start == floor(start)))
        return refuse(context, file, "the place of its particles", start);
    if (start < (double)reader->free) /* or a few rows would be read again for each event */
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: event %llu: its particles begin at row %.0f, before the end of those of the last "
                       "event, row %llu: expected events in the order of their particles, and none shared.",
                       file->path, (unsigned long long)file->event.place, start,
                       (unsigned long long)reader->free);
    reader->free = (uint64_t)start + (uint64_t)count;
    const int further = file->event.place > 1 &&
                        row[H5_TRIALS] == 0; /* a configuration of the event before */
    const double trials = row[H5_TRIALS] + passed;
    if (!further && row[H5_TRIALS] < 1)
        return refuse(context, file, "the number of trials", row[H5_TRIALS]);
    if (row[H5_TRIALS] > EVENT_TRIALS_MOST - passed)
        return refuse(context, file, "the number of trials", trials);
    *found = 1;
    file->event.process = process_of(file, whole(row[H5_PID]));
    file->event.weight = row[H5_NOMINAL];
    file->event.trials = trials;
    file->event.scale = row[H5_SCALE];
    file->event.scale_f = fmax(row[H5_FSCALE], 0);
    file->event.scale_r = fmax(row[H5_RSCALE], 0);
    file->event.alpha = row[H5_AQED];
    file->event.alpha_s = row[H5_AQCD];
    for (size_t i = 0; i < file->head.weight_count; ++i)
        event_file_give(file, i, row[H5_NOMINAL + 1 + i]);
    return read_particles(context, file, reader, (size_t)count, (uint64_t)start);
}

const struct event_reader lheh5_reader = {open_reader, next_event, close_reader};

/* Squared matrix elements of a file's events into a file of numbers: HDF5, or an array of NumPy. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/settings.h"
#include "io/h5.h"
#include "tessera/reweight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 4, ARRAY_COLUMNS = 3, HEAD_BYTES = 192, ROWS_AT_ONCE = 1 << 14 };

static const char dataset[] = "amplitudes";

struct writer {
    ts_context *context;
    const char *to;
    int is_array; /* NumPy's */
    struct file_new file;
    struct h5_file *tables;
    struct h5_table table;
    double *rows; /* [ROWS_AT_ONCE][COLUMNS] that are not written yet */
    size_t used;
    uint64_t count;
    char **names; /* of processes, as rows number them */
    size_t name_count;
    ts_status status;
};

static int ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), bytes = strlen(end);
    return length > bytes && !strcmp(text + length - bytes, end);
}

/* The format by the name, and whether it can be written. */
static ts_status check(ts_context *context, const char *to, int replace, int *is_array)
{
    const int is_tables = ends_with(to, ".hdf5") || ends_with(to, ".h5");
    *is_array = ends_with(to, ".npy");
    if (!is_tables && !*is_array)
        return ts_fail(
            context, TS_ERROR_INPUT,
            "%s is of no known format of numbers: expected a name that ends with .hdf5, .h5 or .npy.", to);
    if (is_tables && h5_lacking())
        return ts_fail(context, TS_ERROR_INPUT, "%s cannot be written: %s.", to, h5_lacking());
    if (file_is_pipe(to))
        return ts_fail(context, TS_ERROR_INPUT, "%s is a pipe: expected a file, whose head is written last.",
                       to);
    if (!replace && access(to, F_OK) == 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s is there already: it is replaced where that is asked for (--force).", to);
    return file_refuse_special(context, to);
}

/* The head of an array of so many rows, as long for any number of them. */
static void write_head(char head[HEAD_BYTES], uint64_t rows)
{
    const char order = (const union {
                           uint16_t word;
                           unsigned char first;
                       }){1}
                               .first
                           ? '<'
                           : '>';
    static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0}; /* and the version, 1.0 */
    memset(head, ' ', HEAD_BYTES);
    memcpy(head, magic, sizeof magic);
    head[8] = (char)((HEAD_BYTES - 10) & 255), head[9] = (char)((HEAD_BYTES - 10) >> 8);
    const int length =
        snprintf(head + 10, HEAD_BYTES - 10,
                 "{'descr': [('event', '%cf8'), ('alpha_s', '%cf8'), "
                 "('matrix_element_squared', '%cf8')], 'fortran_order': False, 'shape': (%llu,), }",
                 order, order, order, (unsigned long long)rows);
    head[10 + length] = ' ';
    head[HEAD_BYTES - 1] = '\n';
}

static ts_status begin(struct writer *writer)
{
    static const char *const columns[] = {"event", "process", "alpha_s", "matrix_element_squared"};
    char head[HEAD_BYTES];
    writer->rows = calloc((size_t)ROWS_AT_ONCE * COLUMNS, sizeof *writer->rows);
    if (!writer->rows)
        return ts_fail_memory(writer->context, "squared matrix elements");
    ts_status status = file_new_create(writer->context, writer->to, &writer->file);
    if (status || writer->is_array) {
        write_head(head, 0);
        return status ? status : file_new_write(writer->context, &writer->file, head, sizeof head);
    }
    status = h5_create(writer->context, writer->file.temporary, writer->to, writer->file.descriptor,
                       &writer->tables);
    if (!status)
        status = h5_begin(writer->tables, dataset, COLUMNS, ROWS_AT_ONCE, &writer->table);
    return status ? status : h5_put_words(writer->tables, dataset, "properties", columns, COLUMNS);
}

static ts_status put_rows(struct writer *writer)
{
    const size_t count = writer->used;
    writer->used = 0;
    writer->count += count;
    if (!writer->is_array)
        return h5_append(writer->tables, &writer->table, writer->rows, count);
    for (size_t i = 0; i < count; ++i) { /* without the process, which is a text */
        double *to = writer->rows + i * ARRAY_COLUMNS;
        const double *from = writer->rows + i * COLUMNS;
        const double row[ARRAY_COLUMNS] = {from[0], from[2], from[3]};
        memcpy(to, row, sizeof row);
    }
    return file_new_write(writer->context, &writer->file, writer->rows,
                          count * ARRAY_COLUMNS * sizeof *writer->rows);
}

/* The number of a process, which is new perhaps. */
static ts_status number_of(struct writer *writer, const char *process, double *number)
{
    size_t i = 0;
    while (i < writer->name_count && strcmp(writer->names[i], process) != 0)
        ++i;
    *number = (double)i;
    if (i < writer->name_count)
        return TS_OK;
    char **names = realloc(writer->names, (i + 1) * sizeof *names);
    writer->names = names ? names : writer->names;
    if (!names || !(names[i] = strdup(process)))
        return ts_fail_memory(writer->context, "the processes of events");
    ++writer->name_count;
    return TS_OK;
}

static int visit(const ts_event_amplitude *list, size_t count, void *data)
{
    struct writer *writer = data;
    for (size_t i = 0; i < count && !writer->status; ++i) {
        double *row = writer->rows + writer->used * COLUMNS;
        writer->status = number_of(writer, list[i].process, &row[1]);
        row[0] = (double)list[i].place;
        row[2] = list[i].alpha_s;
        row[3] = list[i].matrix_element_squared;
        if (++writer->used == ROWS_AT_ONCE && !writer->status)
            writer->status = put_rows(writer);
    }
    return writer->status != TS_OK;
}

static ts_status finish(struct writer *writer)
{
    char head[HEAD_BYTES];
    ts_status status = writer->used ? put_rows(writer) : TS_OK;
    if (!status && writer->is_array) {
        write_head(head, writer->count);
        if (pwrite(writer->file.descriptor, head, sizeof head, 0) != (ssize_t)sizeof head)
            status = ts_fail(writer->context, TS_ERROR_FILE, "%s cannot be written.", writer->to);
    }
    if (!status && !writer->is_array && writer->name_count)
        status = h5_put_words(writer->tables, dataset, "processes", (const char *const *)writer->names,
                              writer->name_count);
    if (!status && !writer->is_array)
        status = h5_close(&writer->tables);
    return status ? status : file_new_finish(writer->context, &writer->file);
}

static void destroy(struct writer *writer)
{
    h5_close(&writer->tables);
    file_new_discard(&writer->file);
    for (size_t i = 0; i < writer->name_count; ++i)
        free(writer->names[i]);
    free(writer->names);
    free(writer->rows);
}

ts_status ts_event_amplitudes_write(ts_context *context, const char *path, const char *to,
                                    const ts_reweight_settings *given)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && to && given);
    ts_reweight_settings settings;
    struct writer writer = {.context = context, .to = to, .file = {.descriptor = -1}};
    ts_status status = settings_take(context, "ts_reweight_settings", given,
                                     SIZE_THROUGH(ts_reweight_settings, replace), &settings, sizeof settings);
    if (!status)
        status = check(context, to, settings.replace, &writer.is_array);
    if (!status)
        status = begin(&writer);
    if (!status)
        status = ts_event_amplitudes(context, path, &settings, visit, &writer);
    if (!status)
        status = writer.status;
    if (!status)
        status = finish(&writer);
    destroy(&writer);
    return status;
}

/* Squared matrix elements of a file's events into a file of numbers: HDF5, or an array of NumPy. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/settings.h"
#include "io/h5.h"
#include "tessera/reweight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 5, SUMMED_COLUMNS = 4, ARRAY_COLUMNS = 3, HEAD_BYTES = 256, ROWS_AT_ONCE = 1 << 14 };
enum { STATE_BYTES = 16 }; /* of a choice of helicities, in an array */

static const char dataset[] = "amplitudes";

/* Texts that rows have as numbers. */
struct words {
    char **list;
    size_t count;
};

struct writer {
    ts_context *context;
    const char *to;
    int is_array; /* NumPy's */
    struct file_new file;
    struct h5_file *tables;
    struct h5_table table;
    int has_states; /* whether each choice of helicities has a row */
    double *rows;   /* [ROWS_AT_ONCE][COLUMNS] that are not written yet */
    char *items;    /* of an array, made of them */
    size_t used;
    uint64_t count;
    struct words processes, states; /* as rows number them */
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
        return ts_fail(
            context, TS_ERROR_INPUT,
            "%s is there already: it is replaced where that is asked for (--force, from Python replace=True).",
            to);
    return file_refuse_special(context, to);
}

/* The head of an array of so many rows, as long for any number of them. */
static void write_head(const struct writer *writer, uint64_t rows, char head[HEAD_BYTES])
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
    const int length = snprintf(
        head + 10, HEAD_BYTES - 10,
        "{'descr': [('event', '%cf8'), ('alpha_s', '%cf8'), "
        "('matrix_element_squared', '%cf8')%s], 'fortran_order': False, 'shape': (%llu,), }",
        order, order, order, writer->has_states ? ", ('helicities', 'S16')" : "", (unsigned long long)rows);
    head[10 + length] = ' ';
    head[HEAD_BYTES - 1] = '\n';
}

static size_t columns_of(const struct writer *writer)
{
    return writer->has_states ? COLUMNS : SUMMED_COLUMNS;
}

static ts_status begin(struct writer *writer)
{
    static const char *const columns[] = {"event", "process", "alpha_s", "matrix_element_squared",
                                          "helicities"};
    char head[HEAD_BYTES];
    writer->rows = calloc((size_t)ROWS_AT_ONCE * COLUMNS, sizeof *writer->rows);
    writer->items = calloc(ROWS_AT_ONCE, ARRAY_COLUMNS * sizeof(double) + STATE_BYTES);
    if (!writer->rows || !writer->items)
        return ts_fail_memory(writer->context, "squared matrix elements");
    ts_status status = file_new_create(writer->context, writer->to, &writer->file);
    if (status || writer->is_array) {
        write_head(writer, 0, head);
        return status ? status : file_new_write(writer->context, &writer->file, head, sizeof head);
    }
    status = h5_create(writer->context, writer->file.temporary, writer->to, writer->file.descriptor,
                       &writer->tables);
    if (!status)
        status = h5_begin(writer->tables, dataset, columns_of(writer), ROWS_AT_ONCE, &writer->table);
    return status ? status : h5_put_words(writer->tables, dataset, "properties", columns, columns_of(writer));
}

/* Rows as items of an array: without the process, and with the text of helicities. Returns their bytes. */
static size_t make_items(const struct writer *writer, size_t count)
{
    const size_t bytes = ARRAY_COLUMNS * sizeof(double) + (writer->has_states ? STATE_BYTES : 0);
    for (size_t i = 0; i < count; ++i) {
        char *to = writer->items + i * bytes;
        const double *from = writer->rows + i * columns_of(writer);
        const double row[ARRAY_COLUMNS] = {from[0], from[2], from[3]};
        memcpy(to, row, sizeof row);
        if (writer->has_states) {
            memset(to + sizeof row, 0, STATE_BYTES);
            snprintf(to + sizeof row, STATE_BYTES, "%s", writer->states.list[(size_t)from[4]]);
        }
    }
    return count * bytes;
}

static ts_status put_rows(struct writer *writer)
{
    const size_t count = writer->used;
    writer->used = 0;
    writer->count += count;
    if (!writer->is_array)
        return h5_append(writer->tables, &writer->table, writer->rows, count);
    const size_t bytes = make_items(writer, count);
    return file_new_write(writer->context, &writer->file, writer->items, bytes);
}

/* The number of a text, which is new perhaps. */
static ts_status number_of(ts_context *context, struct words *words, const char *word, double *number)
{
    size_t i = 0;
    while (i < words->count && strcmp(words->list[i], word) != 0)
        ++i;
    *number = (double)i;
    if (i < words->count)
        return TS_OK;
    char **grown = realloc(words->list, (i + 1) * sizeof *grown);
    words->list = grown ? grown : words->list;
    if (!grown || !(grown[i] = strdup(word)))
        return ts_fail_memory(context, "the processes of events");
    ++words->count;
    return TS_OK;
}

static int visit(const ts_event_amplitude *list, size_t count, void *data)
{
    struct writer *writer = data;
    for (size_t i = 0; i < count && !writer->status; ++i) {
        double *row = writer->rows + writer->used * columns_of(writer);
        writer->status = number_of(writer->context, &writer->processes, list[i].process, &row[1]);
        row[0] = (double)list[i].place;
        row[2] = list[i].alpha_s;
        row[3] = list[i].matrix_element_squared;
        if (writer->has_states && !writer->status)
            writer->status = number_of(writer->context, &writer->states, list[i].helicities, &row[4]);
        if (++writer->used == ROWS_AT_ONCE && !writer->status)
            writer->status = put_rows(writer);
    }
    return writer->status != TS_OK;
}

static ts_status put_words(struct writer *writer, const char *name, const struct words *words)
{
    return words->count
               ? h5_put_words(writer->tables, dataset, name, (const char *const *)words->list, words->count)
               : TS_OK;
}

static ts_status finish(struct writer *writer)
{
    char head[HEAD_BYTES];
    ts_status status = writer->used ? put_rows(writer) : TS_OK;
    if (!status && writer->is_array) {
        write_head(writer, writer->count, head);
        if (pwrite(writer->file.descriptor, head, sizeof head, 0) != (ssize_t)sizeof head)
            status = ts_fail(writer->context, TS_ERROR_FILE, "%s cannot be written.", writer->to);
    }
    if (!status && !writer->is_array)
        status = put_words(writer, "processes", &writer->processes);
    if (!status && !writer->is_array && writer->has_states)
        status = put_words(writer, "helicities", &writer->states);
    if (!status && !writer->is_array)
        status = h5_close(&writer->tables);
    return status ? status : file_new_finish(writer->context, &writer->file);
}

static void words_free(struct words *words)
{
    for (size_t i = 0; i < words->count; ++i)
        free(words->list[i]);
    free(words->list);
}

static void destroy(struct writer *writer)
{
    h5_close(&writer->tables);
    file_new_discard(&writer->file);
    words_free(&writer->processes);
    words_free(&writer->states);
    free(writer->rows);
    free(writer->items);
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
    writer.has_states = !status && settings.each_helicity;
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

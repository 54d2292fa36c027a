/* Text files of tables: a line is a row, its coordinates and its value. The rows are sorted, then compared
 * with the grid that their coordinates span. */
#include "core/context.h"
#include "core/number_reader.h"
#include "integrand/table.h"

#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = TABLE_DIMENSIONS + 1 };

struct row {
    double numbers[COLUMNS]; /* the coordinates first; those there are not are 0 */
    double value;
    size_t line;
};

struct rows {
    ts_context *context;
    const char *path;
    struct row *item;
    size_t count, room;
    int dimensions;
    size_t column; /* of the number taken last */
};

/* Room for one more, which stays uncounted. */
static ts_status make_room(struct rows *rows)
{
    if (rows->count < rows->room)
        return TS_OK;
    const size_t room = rows->room ? 2 * rows->room : 64;
    struct row *grown = realloc(rows->item, room * sizeof *grown);
    if (!grown)
        return ts_fail_memory(rows->context, rows->path);
    rows->item = grown;
    rows->room = room;
    return TS_OK;
}

/* A row has ended with so many numbers: the first one says how many all have. */
static ts_status end_row(struct rows *rows, int numbers)
{
    struct row *row = &rows->item[rows->count];
    if (rows->count == 0)
        rows->dimensions = numbers - 1;
    if (numbers < 2)
        return ts_fail(
            rows->context, TS_ERROR_INPUT,
            "%s:%zu:%zu: more numbers were expected behind this one: a row of a table has 1 to %d coordinates and a value.",
            rows->path, row->line, rows->column, TABLE_DIMENSIONS);
    if (numbers != rows->dimensions + 1)
        return ts_fail(
            rows->context, TS_ERROR_INPUT,
            "%s:%zu:%zu: more numbers were expected behind this one: the first row (line %zu) has %d, this one %d.",
            rows->path, row->line, rows->column, rows->item[0].line, rows->dimensions + 1, numbers);
    row->value = row->numbers[numbers - 1];
    row->numbers[numbers - 1] = 0;
    ++rows->count;
    return TS_OK;
}

/* One more number; that of a new line begins a row. */
static ts_status take(struct rows *rows, const struct number_reader *reader, double number, int *numbers)
{
    ts_status status = TS_OK;
    if (*numbers > 0 && reader->line != rows->item[rows->count].line) {
        status = end_row(rows, *numbers);
        *numbers = 0;
    }
    if (!status)
        status = make_room(rows);
    if (status)
        return status;
    const int most = rows->count > 0 ? rows->dimensions + 1 : COLUMNS;
    if (*numbers == most)
        return ts_fail(rows->context, TS_ERROR_INPUT,
                       "%s:%zu:%zu: the end of the line was expected: a row has at most %d numbers%s.",
                       rows->path, reader->line, reader->column, most, rows->count > 0 ? " here" : "");
    struct row *row = &rows->item[rows->count];
    if (*numbers == 0)
        *row = (struct row){.line = reader->line};
    row->numbers[(*numbers)++] = number;
    rows->column = reader->column;
    return TS_OK;
}

static ts_status read_rows(struct number_reader *reader, struct rows *rows)
{
    int numbers = 0, found = 1;
    for (size_t count = 0; found; ++count) {
        double number;
        ts_status status = number_reader_next(reader, &number, &found);
        if (!status && count == NUMBERS_MOST && found)
            status = ts_fail(rows->context, TS_ERROR_INPUT,
                             "%s:%zu:%zu: a table's file has at most %zu numbers.", rows->path, reader->line,
                             reader->column, NUMBERS_MOST);
        if (!status && found)
            status = take(rows, reader, number, &numbers);
        if (status)
            return status;
    }
    return numbers > 0 ? end_row(rows, numbers) : TS_OK;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = 0;
    for (int axis = 0; axis < TABLE_DIMENSIONS && !order; ++axis)
        order = compare_numbers(&x->numbers[axis], &y->numbers[axis]);
    /* Of two rows at one place the upper one comes first. */
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int same_place(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* A point for a sentence: "(0.1, 2)". */
static void write_point(const double *numbers, int dimensions, char *text, size_t bytes)
{
    size_t used = 0;
    for (int axis = 0; axis < dimensions; ++axis)
        used += (size_t)snprintf(text + used, bytes - used, "%s%.15g", axis ? ", " : "(", numbers[axis]);
    snprintf(text + used, bytes - used, ")");
}

static ts_status refuse_duplicates(const struct rows *rows)
{
    char point[96];
    for (size_t i = 1; i < rows->count; ++i) {
        const struct row *row = &rows->item[i];
        if (!same_place(row->numbers, row[-1].numbers))
            continue;
        write_point(row->numbers, rows->dimensions, point, sizeof point);
        return ts_fail(rows->context, TS_ERROR_INPUT, "%s:%zu: the point %s stands in line %zu already.",
                       rows->path, row->line, point, row[-1].line);
    }
    return TS_OK;
}

/* The different coordinates on one axis, ascending. */
static ts_status find_nodes(const struct rows *rows, int axis, double **nodes, size_t *count)
{
    double *all = malloc(rows->count * sizeof *all);
    *nodes = all;
    *count = 1;
    if (!all)
        return ts_fail_memory(rows->context, rows->path);
    for (size_t i = 0; i < rows->count; ++i)
        all[i] = rows->item[i].numbers[axis];
    qsort(all, rows->count, sizeof *all, compare_numbers);
    for (size_t i = 1; i < rows->count; ++i)
        if (all[i] != all[*count - 1])
            all[(*count)++] = all[i];
    if (*count < 2)
        return ts_fail(rows->context, TS_ERROR_INPUT,
                       "%s:%zu: coordinate %d is %.15g in every row; an axis needs two nodes at least.",
                       rows->path, rows->item[0].line, axis + 1, all[0]);
    return TS_OK;
}

/* Number `place` of the grid's points, the last axis fastest. */
static void grid_point(double *const *nodes, const size_t *sizes, size_t place, double *point)
{
    for (int axis = TABLE_DIMENSIONS - 1; axis >= 0; --axis) {
        point[axis] = nodes[axis] ? nodes[axis][place % sizes[axis]] : 0;
        place /= sizes[axis];
    }
}

/* Sorted and each at its own place, the rows are the grid's first points unless one is missing among them. */
static ts_status refuse_holes(const struct rows *rows, double *const *nodes, const size_t *sizes)
{
    double needed = 1; /* which may be more than a size_t holds */
    for (int axis = 0; axis < rows->dimensions; ++axis)
        needed *= (double)sizes[axis];
    for (size_t i = 0; i <= rows->count; ++i) {
        double point[TABLE_DIMENSIONS];
        grid_point(nodes, sizes, i, point);
        if (i < rows->count ? same_place(point, rows->item[i].numbers) : (double)i == needed)
            continue;
        char text[96];
        write_point(point, rows->dimensions, text, sizeof text);
        return ts_fail(
            rows->context, TS_ERROR_INPUT,
            "%s:%zu: the point %s is missing: the rows must be a complete grid, here %.0f, there are %zu.",
            rows->path, rows->item[i > 0 ? i - 1 : 0].line, text, needed, rows->count);
    }
    return TS_OK;
}

static ts_status make_table(const struct rows *rows, const char *name, int cubic, struct table *table)
{
    double *nodes[TABLE_DIMENSIONS] = {NULL}, *values = NULL;
    size_t sizes[TABLE_DIMENSIONS] = {1, 1, 1};
    qsort(rows->item, rows->count, sizeof *rows->item, compare_rows);
    ts_status status = refuse_duplicates(rows);
    for (int axis = 0; axis < rows->dimensions && !status; ++axis)
        status = find_nodes(rows, axis, &nodes[axis], &sizes[axis]);
    if (!status)
        status = refuse_holes(rows, nodes, sizes);
    if (!status && !(values = malloc(rows->count * sizeof *values)))
        status = ts_fail_memory(rows->context, rows->path);
    if (!status) {
        for (size_t i = 0; i < rows->count; ++i)
            values[i] = rows->item[i].value;
        status = table_create(rows->context, name, rows->dimensions, sizes, (const double *const *)nodes,
                              values, cubic, table);
    }
    for (int axis = 0; axis < TABLE_DIMENSIONS; ++axis)
        free(nodes[axis]);
    free(values);
    return status;
}

ts_status table_read(ts_context *context, const char *name, const char *path, int cubic, struct table *table)
{
    struct rows rows = {.context = context, .path = path};
    struct number_reader reader;
    *table = (struct table){0};
    ts_status status = number_reader_open(context, path, &reader);
    if (!status)
        status = read_rows(&reader, &rows);
    const size_t last_line = reader.line;
    number_reader_close(&reader);
    if (!status)
        status = rows.item && rows.count > 0
                     ? make_table(&rows, name, cubic, table)
                     : ts_fail(context, TS_ERROR_INPUT, "%s:%zu: the file has no row of numbers.", path,
                               last_line);
    free(rows.item);
    return status;
}

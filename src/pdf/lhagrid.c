/* A file is a header of "key: value" lines, "---", then blocks (subgrids in Q), each ended
 * by "---". A block is a line of x knots, a line of Q knots, a line of PDG codes. Then
 * follows for every x, for every Q, a line with the values of all partons. */
#include "pdf/lhagrid.h"

#include "core/context.h"
#include "core/decimal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Far above what a nucleus has at the smallest x: products of these stay numbers in every precision. */
#define LARGEST_DENSITY 1e15

enum { STILL_LINES = 1 << 14 };

/* A list of numbers that grows. */
struct numbers {
    double *item;
    size_t count, room;
};

/* Where the reader stands. */
struct reader {
    ts_context *context;
    const char *name, *at, *end;
    size_t line;
};

struct block {
    struct numbers x, q, flavours, values;
};

static void block_clear(struct block *block)
{
    free(block->x.item);
    free(block->q.item);
    free(block->flavours.item);
    free(block->values.item);
    memset(block, 0, sizeof *block);
}

static ts_status append(struct reader *reader, struct numbers *list, double number)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        double *grown = realloc(list->item, room * sizeof *grown);
        if (!grown)
            return ts_fail_memory(reader->context, reader->name);
        list->item = grown;
        list->room = room;
    }
    list->item[list->count++] = number;
    return TS_OK;
}

/* The next line that is not empty, without its end; NULL at the end of the text. */
static const char *next_line(struct reader *reader, size_t *length)
{
    while (reader->at < reader->end) {
        const char *line = reader->at;
        const char *stop = memchr(line, '\n', (size_t)(reader->end - line));
        if (!stop)
            stop = reader->end;
        reader->at = stop < reader->end ? stop + 1 : stop;
        ++reader->line;
        *length = (size_t)(stop - line);
        for (size_t i = 0; i < *length; ++i)
            if (!strchr(" \t\r", line[i]))
                return line;
    }
    return NULL;
}

static int is_separator(const char *line, size_t length) { return length >= 3 && !strncmp(line, "---", 3); }

/* Appends the numbers of one line. */
static ts_status read_numbers(struct reader *reader, const char *line, size_t length, struct numbers *list)
{
    const char *end = line + length;
    while (line < end) {
        if (strchr(" \t\r", *line)) {
            ++line;
            continue;
        }
        const size_t word = strcspn(line, " \t\r\n"), bytes = line + word < end ? word : (size_t)(end - line);
        double number = 0;
        const int right = decimal_read(line, bytes, &number);
        if (!right && !isfinite(strtod(line, NULL)))
            return ts_fail(reader->context, TS_ERROR_INPUT,
                           "%s:%zu: every number must be finite, one is %.*s.", reader->name, reader->line,
                           (int)(bytes < 20 ? bytes : 20), line);
        if (!right)
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: a number was expected, not '%.*s'.",
                           reader->name, reader->line, (int)(bytes < 20 ? bytes : 20), line);
        ts_status status = append(reader, list, number);
        if (status)
            return status;
        line += bytes;
    }
    return TS_OK;
}

/* One header line of a block: the knots of an axis, or the partons. */
static ts_status read_axis(struct reader *reader, const char *what, size_t least, struct numbers *list)
{
    size_t length;
    const char *line = next_line(reader, &length);
    if (!line || is_separator(line, length))
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%zu: the file ends where a line of %s was expected.", reader->name, reader->line,
                       what);
    ts_status status = read_numbers(reader, line, length, list);
    if (status)
        return status;
    if (!list->item || list->count < least)
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%zu: a line of %s needs at least %zu numbers, it has %zu.", reader->name,
                       reader->line, what, least, list->count);
    return TS_OK;
}

static ts_status check_ascending(struct reader *reader, const char *what, double most,
                                 const struct numbers *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        if (list->item[i] <= 0)
            return ts_fail(reader->context, TS_ERROR_INPUT,
                           "%s:%zu: the %s must be above zero, number %zu is %g.", reader->name, reader->line,
                           what, i + 1, list->item[i]);
        if (list->item[i] > most)
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: the %s end at %g, number %zu is %.9g.",
                           reader->name, reader->line, what, most, i + 1, list->item[i]);
        /* The logarithms of knots must differ too. */
        if (i > 0 && !(log(list->item[i]) > log(list->item[i - 1])))
            return ts_fail(reader->context, TS_ERROR_INPUT,
                           "%s:%zu: the %s must ascend, but number %zu (%.9g) follows %.9g.", reader->name,
                           reader->line, what, i + 1, list->item[i], list->item[i - 1]);
    }
    return TS_OK;
}

/* The gluon's old code 0 becomes 21. */
static ts_status check_partons(struct reader *reader, struct numbers *list)
{
    enum { PARTONS = 100 };
    if (list->count > PARTONS)
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%zu: %zu partons are more than the %d there can be.", reader->name, reader->line,
                       list->count, PARTONS);
    for (size_t i = 0; i < list->count; ++i) {
        double code = list->item[i];
        if (code != floor(code) || fabs(code) > 10000000)
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: %g is not the PDG code of a parton.",
                           reader->name, reader->line, code);
        list->item[i] = code == 0 ? 21 : code;
        for (size_t j = 0; j < i; ++j)
            if (list->item[j] == list->item[i])
                return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: the parton %g stands twice.",
                               reader->name, reader->line, list->item[i]);
    }
    return TS_OK;
}

/* The values: a line for every x and Q. */
static ts_status read_values(struct reader *reader, struct block *block)
{
    size_t lines = block->x.count * block->q.count;
    for (size_t i = 0; i < lines; ++i) {
        size_t length, before = block->values.count;
        const char *line = next_line(reader, &length);
        if (!line || is_separator(line, length))
            return ts_fail(
                reader->context, TS_ERROR_INPUT,
                "%s:%zu: the grid is truncated: %zu lines of values where %zu x by %zu Q need %zu.",
                reader->name, reader->line, i, block->x.count, block->q.count, lines);
        ts_status status = read_numbers(reader, line, length, &block->values);
        if (status)
            return status;
        for (size_t k = before; k < block->values.count; ++k)
            if (fabs(block->values.item[k]) > LARGEST_DENSITY)
                return ts_fail(reader->context, TS_ERROR_INPUT,
                               "%s:%zu: x f is %g, which no density is: expected up to %g in size.",
                               reader->name, reader->line, block->values.item[k], LARGEST_DENSITY);
        if (i % STILL_LINES == 0 && (status = ts_still_reading(reader->context, reader->name)))
            return status;
        if (block->values.count - before != block->flavours.count)
            return ts_fail(reader->context, TS_ERROR_INPUT,
                           "%s:%zu: a line of values needs %zu numbers, one a parton; it has %zu.",
                           reader->name, reader->line, block->flavours.count, block->values.count - before);
    }
    return TS_OK;
}

/* One subgrid after the header. *found is 0 at the end of the text. */
static ts_status read_block(struct reader *reader, struct block *block, int *found)
{
    *found = 0;
    size_t length, line_before = reader->line;
    const char *start = reader->at, *line = next_line(reader, &length);
    if (!line)
        return TS_OK;
    reader->at = start;
    reader->line = line_before;
    ts_status status;
    if ((status = read_axis(reader, "x knots", 4, &block->x)) ||
        (status = check_ascending(reader, "x knots", 1, &block->x)))
        return status;
    if ((status = read_axis(reader, "Q knots", 2, &block->q)) ||
        (status = check_ascending(reader, "Q knots", INFINITY, &block->q)) ||
        (status = read_axis(reader, "PDG codes", 1, &block->flavours)) ||
        (status = check_partons(reader, &block->flavours)) || (status = read_values(reader, block)))
        return status;
    line = next_line(reader, &length);
    if (!line || !is_separator(line, length))
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%zu: '---' was expected after the %zu lines of values of this subgrid.",
                       reader->name, reader->line, block->x.count * block->q.count);
    *found = 1;
    return TS_OK;
}

static int same(const struct numbers *a, const struct numbers *b)
{
    return a->count == b->count && !memcmp(a->item, b->item, a->count * sizeof *a->item);
}

/* Whether two subgrids fit: the same x and partons, and a Q in common. Scales
 * printed with few digits may differ in the last one. */
static ts_status check_joint(struct reader *reader, const struct block *below, const struct block *above)
{
    if (!same(&below->x, &above->x) || !same(&below->flavours, &above->flavours))
        return ts_fail(
            reader->context, TS_ERROR_INPUT,
            "%s:%zu: the subgrid that ends here has other x knots or partons than the one before it.",
            reader->name, reader->line);
    double last = below->q.item[below->q.count - 1], first = above->q.item[0];
    if (fabs(first - last) > 1e-6 * last)
        return ts_fail(
            reader->context, TS_ERROR_INPUT,
            "%s:%zu: the subgrid that ends here begins at Q = %.9g, the one before it ended at %.9g; "
            "they must be equal.",
            reader->name, reader->line, first, last);
    if (log(above->q.item[1]) <= log(last))
        return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: the Q knots must ascend.", reader->name,
                       reader->line);
    return TS_OK;
}

static ts_status assemble(struct reader *reader, const struct block *blocks, size_t count,
                          struct pdf_grid *grid)
{
    size_t q_count = 0;
    for (size_t b = 0; b < count; ++b)
        q_count += blocks[b].q.count;
    const struct block *first = blocks;
    ts_status status = pdf_grid_create(reader->context, first->x.count, q_count, first->flavours.count, grid);
    if (status)
        return status;
    for (size_t i = 0; i < first->x.count; ++i)
        grid->log_x[i] = log(first->x.item[i]);
    for (size_t f = 0; f < first->flavours.count; ++f)
        grid->flavours[f] = (int)first->flavours.item[f];
    size_t q = 0;
    for (size_t b = 0; b < count; ++b)
        for (size_t j = 0; j < blocks[b].q.count; ++j, ++q) {
            const double *values = blocks[b].values.item + j * first->flavours.count;
            grid->log_q2[q] = b > 0 && j == 0 ? grid->log_q2[q - 1] : 2 * log(blocks[b].q.item[j]);
            for (size_t i = 0; i < first->x.count; ++i)
                for (size_t f = 0; f < first->flavours.count; ++f)
                    pdf_grid_row(grid, q, f)[i] = values[i * blocks[b].q.count * first->flavours.count + f];
        }
    return TS_OK;
}

/* The header before the first block: only its end and the format matter. */
static ts_status read_header(struct reader *reader)
{
    size_t length;
    const char *line;
    while ((line = next_line(reader, &length)) && !is_separator(line, length)) {
        if (length < 7 || strncmp(line, "Format:", 7))
            continue;
        const char *value = line + 7;
        while (value < line + length && strchr(" \t'\"", *value))
            ++value;
        if ((size_t)(line + length - value) < 8 || strncmp(value, "lhagrid1", 8))
            return ts_fail(reader->context, TS_ERROR_INPUT,
                           "%s:%zu: the format is not lhagrid1, the only one known.", reader->name,
                           reader->line);
    }
    if (!line)
        return ts_fail(reader->context, TS_ERROR_INPUT,
                       "%s:%zu: the file ends in its header; '---' and a grid were expected.", reader->name,
                       reader->line);
    return TS_OK;
}

ts_status lhagrid_parse(ts_context *context, const char *name, const char *text, size_t bytes,
                        struct pdf_grid *grid)
{
    enum { BLOCKS = 64 }; /* real sets have at most four */
    struct block blocks[BLOCKS] = {0};
    struct reader reader = {context, name, text, text + bytes, 0};
    memset(grid, 0, sizeof *grid);
    size_t count = 0;
    int found = 1;
    ts_status status = read_header(&reader);
    while (!status && found && count < BLOCKS) {
        status = read_block(&reader, &blocks[count], &found);
        if (!status && found && count > 0)
            status = check_joint(&reader, &blocks[count - 1], &blocks[count]);
        count += found || status;
    }
    if (!status && count == 0)
        status = ts_fail(context, TS_ERROR_INPUT, "%s:%zu: there is no grid after the header.", name,
                         reader.line);
    if (!status && count == BLOCKS)
        status = ts_fail(context, TS_ERROR_INPUT, "%s:%zu: more than %d subgrids.", name, reader.line,
                         BLOCKS - 1);
    if (!status)
        status = assemble(&reader, blocks, count, grid);
    for (size_t b = 0; b < BLOCKS; ++b)
        block_clear(&blocks[b]);
    return status;
}

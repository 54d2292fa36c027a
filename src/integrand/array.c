#include "integrand/array.h"

#include "core/context.h"
#include "core/number_reader.h"
#include "integrand/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ts_status set_name(ts_context *context, const char *name, struct array *array)
{
    *array = (struct array){0};
    const ts_status status = name_check(context, "an array", name);
    if (status)
        return status;
    array->name = strdup(name);
    return array->name ? TS_OK : ts_fail_memory(context, name);
}

static ts_status read_all(struct number_reader *reader, struct array *array)
{
    size_t room = 0;
    for (;;) {
        double number;
        int found;
        ts_status status = number_reader_next(reader, &number, &found);
        if (status || !found)
            return status;
        if (array->length == NUMBERS_MOST)
            return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu:%zu: an array has at most %zu numbers.",
                           reader->path, reader->line, reader->column, NUMBERS_MOST);
        status = numbers_append(reader->context, reader->path, number, &array->values, &array->length, &room);
        if (status)
            return status;
    }
}

ts_status array_read(ts_context *context, const char *name, const char *path, struct array *array)
{
    struct number_reader reader;
    ts_status status = set_name(context, name, array);
    if (status)
        return status;
    if (!(status = number_reader_open(context, path, &reader)))
        status = read_all(&reader, array);
    if (!status && array->length == 0)
        status = ts_fail(context, TS_ERROR_INPUT,
                         "%s:%zu: the file has no number; an array needs one at least.", path, reader.line);
    number_reader_close(&reader);
    if (status)
        array_free(array);
    return status;
}

ts_status array_create(ts_context *context, const char *name, size_t length, const double *values,
                       struct array *array)
{
    ts_status status = set_name(context, name, array);
    if (status)
        return status;
    if (length == 0 || length > NUMBERS_MOST)
        status = ts_fail(context, TS_ERROR_INPUT, "The array %s has %zu numbers; it may have 1 to %zu.", name,
                         length, NUMBERS_MOST);
    for (size_t i = 0; i < length && !status; ++i)
        if (!isfinite(values[i]))
            status = ts_fail(context, TS_ERROR_INPUT,
                             "The numbers of the array %s must be finite, but number %zu is %g.", name, i + 1,
                             values[i]);
    if (!status && !(array->values = numbers_copy(values, length)))
        status = ts_fail_memory(context, name);
    array->length = length;
    if (status)
        array_free(array);
    return status;
}

void array_free(struct array *array)
{
    free(array->name);
    free(array->values);
    *array = (struct array){0};
}

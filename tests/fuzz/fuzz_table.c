/* Any file: it is a table that can be stored and declared, an array, or it is refused with a sentence. */
#include "input.h"
#include "integrand/array.h"
#include "integrand/table.h"

#include <stdlib.h>

static void use(struct table *table)
{
    double *data = malloc(table_length(table) * sizeof *data);
    struct source source = {0};
    if (!data)
        abort();
    table_store(table, data);
    table_declare(table, 7, &source);
    source_free(&source);
    free(data);
    table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    if (ts_context_create(&context) != TS_OK)
        abort();
    const char *path = input_file(data, bytes);
    struct table table;
    struct array array;
    for (int cubic = 0; cubic < 2; ++cubic) {
        if (table_read(context, "input", path, cubic, &table) == TS_OK)
            use(&table);
        else if (ts_context_error(context)[0] == 0)
            abort();
    }
    if (array_read(context, "input", path, &array) == TS_OK)
        array_free(&array);
    else if (ts_context_error(context)[0] == 0)
        abort();
    ts_context_destroy(&context);
    return 0;
}

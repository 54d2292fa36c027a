/* Arrays of numbers that a user's integrand reads. */
#ifndef TESSERA_INTEGRAND_ARRAY_H
#define TESSERA_INTEGRAND_ARRAY_H

#include "tessera/context.h"

#include <stddef.h>

struct array {
    char *name;
    size_t length;
    double *values;
};

/* Reads all numbers of a text file (core/number_reader.h), however they are laid out in lines. */
ts_status array_read(ts_context *context, const char *name, const char *path, struct array *array);

/* Copies `length` finite numbers, one at least. */
ts_status array_create(ts_context *context, const char *name, size_t length, const double *values,
                       struct array *array);

/* Of one that could not be made too. */
void array_free(struct array *array);

#endif

#ifndef TESSERA_CLI_PRINT_JSON_H
#define TESSERA_CLI_PRINT_JSON_H

#include <jansson.h>

/* Prints a JSON value on standard output, every double to all its digits, and drops
 * the reference. @return the exit status */
int print_json(json_t *value);

/* A number; null where it is not finite, which JSON cannot say. */
json_t *json_number_or_null(double number);

#endif

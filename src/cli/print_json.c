#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int print_json(json_t *value)
{
    char *text = value ? json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(value);
    if (!text)
        return complain(EXIT_FAILED, "There is not enough memory for the result.");
    puts(text);
    free(text);
    return EXIT_DONE;
}

json_t *json_number_or_null(double number) { return isfinite(number) ? json_real(number) : json_null(); }

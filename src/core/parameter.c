#include "tessera/parameter.h"

#include <math.h>
#include <string.h>

const ts_parameter *ts_parameter_find(const ts_parameter *list, size_t count, const char *name)
{
    if (!list || !name)
        return NULL;
    for (size_t i = 0; i < count; ++i)
        if (!strcmp(list[i].name, name))
            return &list[i];
    return NULL;
}

double ts_parameter_value(const ts_parameter *list, size_t count, const char *name)
{
    const ts_parameter *parameter = ts_parameter_find(list, count, name);
    return parameter ? parameter->re : NAN;
}

#include "core/settings.h"

#include "core/context.h"
#include "tessera/version.h"

#include <string.h>

ts_status settings_take(ts_context *context, const char *name, const void *given, size_t first, void *own,
                        size_t bytes)
{
    size_t size;
    memset(own, 0, bytes);
    if (!given)
        return TS_OK;
    memcpy(&size, given, sizeof size);
    size = size ? size : first;
    if (size < first)
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s says a size of %zu bytes and has %zu at least: set size to sizeof(%s), or to 0.",
                       name, size, first, name);
    for (size_t i = bytes; i < size; ++i)
        if (((const unsigned char *)given)[i])
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s has a setting that this library, version %s, does not know: use the one that "
                           "the program was compiled for, or a later one.",
                           name, ts_version());
    memcpy(own, given, size < bytes ? size : bytes);
    return TS_OK;
}

/* JSON from a text that may be long. */
#ifndef TESSERA_CORE_JSON_READ_H
#define TESSERA_CORE_JSON_READ_H

#include "tessera/context.h"

#include <jansson.h>

/* Parses a text, which an interruption ends.
 * @param name of the text, for messages
 * @param flags of jansson's loading functions
 * @param root receives what the caller releases; NULL: it is no JSON, as *error (may be NULL) says
 * @return TS_OK, also where it is no JSON; TS_INTERRUPTED */
ts_status json_read(ts_context *context, const char *name, const char *text, size_t bytes, size_t flags,
                    json_t **root, json_error_t *error);

#endif

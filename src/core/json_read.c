#include "core/json_read.h"

#include "core/context.h"
#include "core/ranks.h"

#include <string.h>

enum { BETWEEN_LOOKS = 1 << 20 }; /* bytes */

/* What jansson reads, piece by piece. */
struct pieces {
    ts_context *context;
    const char *name, *text;
    size_t bytes, taken, next_look;
    ts_status status;
};

static size_t take_piece(void *buffer, size_t room, void *data)
{
    struct pieces *pieces = data;
    const size_t left = pieces->bytes - pieces->taken, piece = left < room ? left : room;
    if (pieces->taken >= pieces->next_look) {
        pieces->next_look += BETWEEN_LOOKS;
        pieces->status = ts_still_reading(pieces->context, pieces->name);
        if (pieces->status)
            return (size_t)-1;
    }
    if (piece)
        memcpy(buffer, pieces->text + pieces->taken, piece);
    pieces->taken += piece;
    return piece;
}

ts_status json_read(ts_context *context, const char *name, const char *text, size_t bytes, size_t flags,
                    json_t **root, json_error_t *error)
{
    /* Ranks end together: at their next meeting. */
    ts_context *alone = context && ranks_count(context) == 1 ? context : NULL;
    struct pieces pieces = {alone, name, text, bytes, 0, BETWEEN_LOOKS, TS_OK};
    *root = json_load_callback(take_piece, &pieces, flags, error);
    if (pieces.status) { /* what was read until then is no whole */
        json_decref(*root);
        *root = NULL;
    }
    return pieces.status;
}

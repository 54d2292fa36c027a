#include "events/event_pipes.h"

#include "core/request.h"

#include <stdio.h>

ts_status event_pipes_hold(ts_context *context, const ts_card *card, const char *folder,
                           struct event_pipes *pipes)
{
    const struct event_format *format;
    ts_status status = TS_OK;
    pipes->count = 0;
    if (!folder || card_request(card)->events.count == 0)
        return TS_OK;
    for (size_t i = 0; (format = event_format_at(i)) && !status; ++i) {
        char path[4200];
        if (!event_format_listed(card_request(card)->events.format, format->name))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, format->file);
        if (!file_is_pipe(path))
            continue;
        status = file_new_create(context, path, &pipes->pipes[pipes->count]);
        pipes->count += !status;
    }
    return status;
}

void event_pipes_release(struct event_pipes *pipes)
{
    while (pipes->count > 0)
        file_new_discard(&pipes->pipes[--pipes->count]);
}

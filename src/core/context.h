/* The library's side of a context: how a failure and a message are kept. */
#ifndef TESSERA_CORE_CONTEXT_H
#define TESSERA_CORE_CONTEXT_H

#include "tessera/context.h"

/* Keeps the sentence as the context's last error and returns `status`, so that
 * a failure is one line: return ts_fail(context, TS_ERROR_INPUT, "..."). A NULL
 * context only returns the status. */
ts_status ts_fail(ts_context *context, ts_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The failure of an allocation of `what`; inline, so that a compiler and an analyser know what it returns. */
static inline ts_status ts_fail_memory(ts_context *context, const char *what)
{
    ts_fail(context, TS_ERROR_MEMORY, "There is not enough memory for %s.", what);
    return TS_ERROR_MEMORY;
}

/* Says that a file is still being read, so that a listener to messages may interrupt it, and fails with
 * TS_INTERRUPTED where one has. Readers call it for each megabyte or so. */
ts_status ts_still_reading(ts_context *context, const char *name);

/* The status of the last failure, which is forgotten with this. */
ts_status ts_context_take_failure(ts_context *context);

/* Things that live as long as the context, one of each kind, in place of what was kept before; NULL: none.
 * What stands later in the list goes first, as it may use what stands before. */
enum context_kept { KEPT_DEVICES, KEPT_EVALUATIONS, KEPT_KINDS };
void ts_context_keep(ts_context *context, enum context_kept kind, void *thing, void destroy(void *thing));
void *ts_context_kept(const ts_context *context, enum context_kept kind);

/* The ranks that a context is one of (core/ranks.h); NULL: it is alone. */
struct ranks;
void ts_context_set_ranks(ts_context *context, struct ranks *ranks);
struct ranks *ts_context_ranks(const ts_context *context);

/* Sends a message to the context's log. */
void ts_log(ts_context *context, ts_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif

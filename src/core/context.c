#include "core/context.h"

#include "core/text_clean.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SENTENCE_BYTES = 65536 }; /* room for a compiler's whole log */

/* A signal handler may use an atomic that needs no lock (C17 7.14.1.1). */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "an int is not always lock-free");

struct ts_context {
    ts_log_function *log;
    void *log_data;
    atomic_int interrupted; /* set by other threads and by signal handlers */
    ts_status failure;
    void *kept[KEPT_KINDS];
    void (*destroy_kept[KEPT_KINDS])(void *thing);
    struct ranks *ranks; /* of which this process is one; NULL: it is alone */
    char sentences[2][SENTENCE_BYTES];
    int last; /* sentence */
};

const char *ts_status_text(ts_status status)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        TS_STATUS_LIST(TEXT)
#undef TEXT
    };
    if ((unsigned)status >= sizeof texts / sizeof texts[0])
        return "an unknown status";
    return texts[status];
}

ts_status ts_context_create(ts_context **context)
{
    if (!context)
        return TS_ERROR_INPUT;
    *context = calloc(1, sizeof **context);
    if (!*context)
        return TS_ERROR_MEMORY;
    atomic_init(&(*context)->interrupted, 0);
    return TS_OK;
}

void ts_context_destroy(ts_context **context)
{
    if (!context)
        return;
    for (int kind = KEPT_KINDS - 1; *context && kind >= 0; --kind)
        ts_context_keep(*context, (enum context_kept)kind, NULL, NULL);
    free(*context);
    *context = NULL;
}

void ts_context_set_log(ts_context *context, ts_log_function *log, void *data)
{
    if (!context)
        return;
    context->log = log;
    context->log_data = data;
}

const char *ts_context_error(const ts_context *context)
{
    return context ? context->sentences[context->last] : "";
}

void ts_context_interrupt(ts_context *context)
{
    if (context)
        atomic_store(&context->interrupted, 1);
}

int ts_context_interrupted(const ts_context *context)
{
    return context && atomic_load(&context->interrupted);
}

ts_status ts_fail(ts_context *context, ts_status status, const char *format, ...)
{
    if (!context)
        return status;
    const int next = !context->last; /* the last one may be an argument of this one */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->sentences[next], SENTENCE_BYTES, format, arguments);
    va_end(arguments);
    text_clean(context->sentences[next], status == TS_ERROR_COMPILE); /* whose logs have lines */
    context->last = next;
    context->failure = status;
    return status;
}

ts_status ts_still_reading(ts_context *context, const char *name)
{
    if (!context)
        return TS_OK;
    ts_log(context, TS_LOG_DEBUG, "Still reading %s.", name);
    return ts_context_interrupted(context)
               ? ts_fail(context, TS_INTERRUPTED, "Interrupted while %s was read.", name)
               : TS_OK;
}

ts_status ts_context_take_failure(ts_context *context)
{
    const ts_status failure = context->failure;
    context->failure = TS_OK;
    return failure;
}

void ts_context_keep(ts_context *context, enum context_kept kind, void *thing, void destroy(void *thing))
{
    if (context->kept[kind])
        context->destroy_kept[kind](context->kept[kind]);
    context->kept[kind] = thing;
    context->destroy_kept[kind] = destroy;
}

void *ts_context_kept(const ts_context *context, enum context_kept kind) { return context->kept[kind]; }

void ts_context_set_ranks(ts_context *context, struct ranks *ranks) { context->ranks = ranks; }

struct ranks *ts_context_ranks(const ts_context *context) { return context->ranks; }

void ts_log(ts_context *context, ts_log_level level, const char *format, ...)
{
    if (!context || !context->log)
        return;
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_clean(message, level == TS_LOG_DEBUG);
    context->log(level, message, context->log_data);
}

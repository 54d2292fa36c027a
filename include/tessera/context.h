/** @file
 * The context: where errors are kept, messages go, and interruption is asked for.
 *
 * The library never prints, exits or aborts.
 *
 * Threads: a context serves one thread at a time, and each thread has a context of its own. Then all
 * functions may be called at once, and find what they would find alone. Objects that nobody changes or
 * destroys meanwhile (cards, models, densities, integrands, states, results) may be read by several threads.
 * They may do so whatever context the objects were made with, for as long as that one lives.
 * ts_context_interrupt() may be called from any thread and from a signal handler. Functions that the caller
 * hands over are called in the calling thread, but for an integrand's (ts_integrand_create_gsl() and
 * _cuba()), which says so.
 *
 * A call computes as a C program does that has just begun, and writes numbers with a point. Whatever locale,
 * rounding mode, traps or flushing of small numbers the caller has set, it is the same. All of these are the
 * caller's again when it returns. Functions that the caller hands over (for messages, progress, integrands)
 * are called in the library's environment.
 *
 * No pointer may be NULL, a context, a card or a result's place neither, but where its own description says
 * what NULL means. Destroy functions take the address of a handle, which may be NULL itself. */
#ifndef TESSERA_CONTEXT_H
#define TESSERA_CONTEXT_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Opaque; made by ts_context_create(). */
typedef struct ts_context ts_context;

/** How much a message matters. */
typedef enum ts_log_level {
    TS_LOG_DEBUG,
    TS_LOG_INFO,
    TS_LOG_WARNING,
} ts_log_level;

/** Receives one message, without a newline. */
typedef void ts_log_function(ts_log_level level, const char *message, void *data);

/** Makes a context that logs nowhere.
 * @param context receives the handle; NULL on failure
 * @return TS_OK or TS_ERROR_MEMORY */
TS_API ts_status ts_context_create(ts_context **context);

/** Frees a context and sets the handle to NULL. Objects made with it must be gone.
 * The GPU that was used last with it stays open until then, so that the next call need not wait for it. */
TS_API void ts_context_destroy(ts_context **context);

/** Sends messages to `log`, with `data` handed through; NULL logs nowhere. */
TS_API void ts_context_set_log(ts_context *context, ts_log_function *log, void *data);

/** The full sentence of the last failure, or "" where nothing failed yet.
 * It stays valid until the next failing call with this context. */
TS_API const char *ts_context_error(const ts_context *context);

/** Asks long work with this context to end at the next chance with
 * TS_INTERRUPTED and what was reached. Safe in a signal handler. */
TS_API void ts_context_interrupt(ts_context *context);

/** Whether ts_context_interrupt() was called since the context was made. */
TS_API int ts_context_interrupted(const ts_context *context);

#ifdef __cplusplus
}
#endif
#endif

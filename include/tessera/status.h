/** @file
 * What a call of the library says of itself.
 *
 * Every function that can fail returns a ts_status. The sentence that explains
 * a failure (what, where, what would be right) is kept by the context the call
 * was made with: ts_context_error(). */
#ifndef TESSERA_STATUS_H
#define TESSERA_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define TS_API
#else
#define TS_API __attribute__((visibility("default")))
#endif

/** Every status: its name, and its text. Their numbers are their places here. */
#define TS_STATUS_LIST(X)                                          \
    X(TS_OK, "done")                                               \
    X(TS_ERROR_INPUT, "the input is wrong")                        \
    X(TS_ERROR_FILE, "a file cannot be read or written")           \
    X(TS_ERROR_MEMORY, "there is not enough memory")               \
    X(TS_ERROR_COMPILE, "a program cannot be compiled")            \
    X(TS_ERROR_DEVICE, "the device failed")                        \
    X(TS_ERROR_NUMERIC, "the numbers have no meaning")             \
    X(TS_NOT_CONVERGED, "the precision asked for was not reached") \
    X(TS_INTERRUPTED, "interrupted")

/** The outcome of a call. TS_OK is zero. */
typedef enum ts_status {
#define TS_STATUS_NAME(name, text) name,
    TS_STATUS_LIST(TS_STATUS_NAME)
#undef TS_STATUS_NAME
} ts_status;

/** The text of a status, a phrase without capital or full stop. Never NULL. */
TS_API const char *ts_status_text(ts_status status);

#ifdef __cplusplus
}
#endif
#endif

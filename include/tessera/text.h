/** @file
 * Texts that users hand over, and small help for messages about names. */
#ifndef TESSERA_TEXT_H
#define TESSERA_TEXT_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Reads a whole text to its end. It is a file, a pipe (whose writer has begun, or does within a second),
 * or where `path` is "-" standard input.
 * @param most bytes that it may have
 * @param text receives it; free() it; NULL on failure
 * @return TS_ERROR_FILE where it cannot be read or is longer, TS_ERROR_INPUT with the line where it holds a
 *         byte of value zero, TS_ERROR_MEMORY, TS_INTERRUPTED */
TS_API ts_status ts_text_read(ts_context *context, const char *path, size_t most, char **text);

/** How many letters to insert, delete, replace or swap with their neighbour turn
 * `a` into `b` (the optimal string alignment distance; case is ignored). At most
 * the first 63 bytes of each are looked at. */
TS_API size_t ts_text_distance(const char *a, const char *b);

/** The candidate nearest to a mistyped word, for "did you mean".
 * @param candidates [count] names; NULL entries are passed over
 * @return one of the candidates, or NULL where none is near (more than a third of
 *         the word and one letter would have to change) */
TS_API const char *ts_text_nearest(const char *word, const char *const *candidates, size_t count);

/** A text as messages show it: its first 40 bytes, with "..." behind where there are more, cut at the end of
 * a character of UTF-8, and "?" for what cannot be printed.
 * @param shown [bytes] receives it */
TS_API void ts_text_show(const char *text, char *shown, size_t bytes);

/** Makes a text, of a file or a name of one, fit for a terminal: "?" stands in it for each byte that cannot
 * be printed, so that none is an order. Errors and messages of a context are so already. */
TS_API void ts_text_clean(char *text);

#ifdef __cplusplus
}
#endif
#endif

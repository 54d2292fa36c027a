/* What a context keeps of evaluations, each found by a text of all that it was made of. Whoever asks for one
 * point after the other gets what was prepared for the last ones. Those that were used longest ago go where
 * there are too many, or too large ones. */
#ifndef TESSERA_CORE_EVALUATIONS_H
#define TESSERA_CORE_EVALUATIONS_H

#include "core/context.h"

#include <stddef.h>

/* The one of that key, which stays the context's; NULL: there is none. */
void *evaluations_find(ts_context *context, const char *key);

/* Keeps one of about so many bytes, until destroy() is called for it. Returns 0 where it is not kept, and
 * stays the caller's: for lack of memory, or as it is too large. */
int evaluations_keep(ts_context *context, const char *key, size_t bytes, void *thing,
                     void destroy(void *thing));

#endif

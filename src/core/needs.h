/* Pointers that a public function cannot do without. */
#ifndef TESSERA_CORE_NEEDS_H
#define TESSERA_CORE_NEEDS_H

#include "core/context.h"

/* Ends a function that returns a status where a pointer among its arguments is NULL; `all` says, as C, which
 * are needed. */
#define NEEDS(context, all)                                                                                \
    do {                                                                                                   \
        if (!(all))                                                                                        \
            return ts_fail((context), TS_ERROR_INPUT, "%s() was called with NULL: it needs %s.", __func__, \
                           #all);                                                                          \
    } while (0)

#endif

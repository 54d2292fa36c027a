/* What every test includes: cmocka, and the sentence of a failure. */
#ifndef TESSERA_TEST_SUPPORT_H
#define TESSERA_TEST_SUPPORT_H

#include "tessera/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The call succeeded; else the context's sentence is shown. */
#define assert_status(context, status)                 \
    do {                                               \
        if ((status) != TS_OK)                         \
            fail_msg("%s", ts_context_error(context)); \
    } while (0)

/* Whether there is time for what a cheaper case guards too. `./test --ci`, which .ci/run is, and `./test
 * --long` have it; not every run of a developer's. */
static inline int test_has_time(void) { return getenv("TESSERA_TEST_CI") != NULL; }

static inline void skip_beside_others(void)
{
    if (!test_has_time())
        skip();
}

#endif

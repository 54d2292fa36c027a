/* What every test includes: cmocka, and the sentence of a failure. */
#ifndef TESSERA_TEST_SUPPORT_H
#define TESSERA_TEST_SUPPORT_H

#include "tessera/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The call succeeded; else the context's sentence is shown. */
#define assert_status(context, status)                 \
    do {                                               \
        if ((status) != TS_OK)                         \
            fail_msg("%s", ts_context_error(context)); \
    } while (0)

#endif

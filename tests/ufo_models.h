/* The models of examples/models, each read by python3 into a table of the build folder. */
#ifndef TESSERA_TEST_UFO_MODELS_H
#define TESSERA_TEST_UFO_MODELS_H

#include "test_support.h"

#include "tessera/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { UFO_PATH_BYTES = 4200 };

/* Whether python3 is there; says so where it is not. */
static inline int ufo_is_python(void)
{
    const int is_there = system("${TESSERA_PYTHON:-python3} -c 'import ast' >/dev/null 2>&1") == 0;
    if (!is_there)
        puts("skipped: there is no python3 here");
    return is_there;
}

/* Makes the table of a model; `path` receives where it is. Tests that run at once have tables of their own.
 */
static inline void ufo_import(ts_context *context, const char *name, char path[UFO_PATH_BYTES])
{
    char folder[UFO_PATH_BYTES];
    snprintf(folder, sizeof folder, TEST_SOURCE "/examples/models/%s", name);
    snprintf(path, UFO_PATH_BYTES, TEST_BINARY "/%s-%ld.tsm", name, (long)getpid());
    assert_status(context, ts_model_import(context, folder, NULL, path));
}

#endif

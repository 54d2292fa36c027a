/* The models of examples/models and tests/models, each read by python3 into a table of the build folder. */
#ifndef TESSERA_TEST_UFO_MODELS_H
#define TESSERA_TEST_UFO_MODELS_H

#include "test_support.h"

#include "tessera/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UFO_PATH_BYTES = 4200, PROCESS_BYTES = 200 };

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
    if (access(folder, R_OK) != 0)
        snprintf(folder, sizeof folder, TEST_SOURCE "/tests/models/%s", name);
    snprintf(path, UFO_PATH_BYTES, TEST_BINARY "/%s-%ld.tsm", name, (long)getpid());
    assert_status(context, ts_model_import(context, folder, NULL, path));
}

/* A process with these powers of couplings, and none of the others in a list that ends with NULL. */
static inline const char *ufo_only(char process[PROCESS_BYTES], const char *name, const char *orders,
                                   const char *const *all)
{
    size_t used = (size_t)snprintf(process, PROCESS_BYTES, "%s %s", name, orders);
    for (; *all; ++all)
        if (!strstr(orders, *all))
            used += (size_t)snprintf(process + used, PROCESS_BYTES - used, " %s=0", *all);
    return process;
}

/* Takes the highest powers of couplings that the model is for out of a table. */
static inline void ufo_lift_limits(const char *path)
{
    char lifted[UFO_PATH_BYTES + 4], line[4096], name[16];
    int hierarchy, most;
    snprintf(lifted, sizeof lifted, "%s.any", path);
    FILE *from = fopen(path, "r"), *to = fopen(lifted, "w");
    assert_true(from && to);
    while (fgets(line, sizeof line, from))
        if (sscanf(line, "order %15s %d %d", name, &hierarchy, &most) == 3)
            fprintf(to, "order %s %d 99\n", name, hierarchy);
        else
            fputs(line, to);
    assert_int_equal(fclose(from) | fclose(to), 0);
    assert_int_equal(rename(lifted, path), 0);
}

#endif

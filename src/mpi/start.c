/* Joining the other ranks, and leaving them. */
#include "core/environment.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "mpi/launch.h"
#include "tessera/version.h"

#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that a rank waits for the others where TESSERA_MPI_TIMEOUT does not say. */
static const double usual_limit = 600;

static ts_status read_limit(ts_context *context, double *limit)
{
    const char *text = getenv("TESSERA_MPI_TIMEOUT");
    char *end = NULL;
    *limit = text && *text ? strtod(text, &end) : usual_limit;
    if ((!end || (!*end && end != text)) && isfinite(*limit) && *limit >= 0)
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT,
                   "TESSERA_MPI_TIMEOUT is a number of seconds, or 0 for ever, not '%.40s'.", text);
}

static ts_status fail_missing(ts_context *context, const struct mpi_launch *launch)
{
    char processes[32] = "several processes";
    if (launch->size > 1)
        snprintf(processes, sizeof processes, "%d processes", launch->size);
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s has started %s, but this Tessera was built without its module for %s, tessera-%s.so: build it where %s's "
        "mpicc is found (`tessera devices` shows the modules), or set TESSERA_MPI=none where each is to compute by "
        "itself.",
        *launch->launcher ? launch->launcher : "TESSERA_MPI", processes, mpi_titles[launch->kind],
        mpi_names[launch->kind], mpi_titles[launch->kind]);
}

/* Opens the module, for good: an MPI cannot be begun twice. Its library's own modules look for symbols among
 * the global ones. */
static ts_status join(ts_context *context, const struct mpi_launch *launch, struct ranks_carrier *carrier)
{
    char path[PATH_MAX], text[512] = "";
    if (!mpi_module_find(launch->kind, path))
        return fail_missing(context, launch);
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    const int *version = handle ? dlsym(handle, RANKS_VERSION) : NULL;
    if (handle && (!version || *version != RANKS_CARRIER_VERSION)) /* another module fills another table */
        return ts_fail(context, TS_ERROR_INPUT,
                       "The module %s is of another version of Tessera: build it anew.", path);
    ranks_join_function *function = handle ? (ranks_join_function *)(size_t)dlsym(handle, RANKS_JOIN) : NULL;
    if (!function)
        return ts_fail(context, TS_ERROR_INPUT, "The module %s for %s cannot be opened: %s.", path,
                       mpi_titles[launch->kind], dlerror());
    if (function(carrier, text, sizeof text))
        return ts_fail(context, TS_ERROR_DEVICE, "%s could not be begun: %s.", mpi_titles[launch->kind],
                       text);
    if (launch->size <= 0 || launch->size == carrier->size)
        return TS_OK;
    const int found = carrier->size;
    carrier->end();
    return ts_fail(
        context, TS_ERROR_INPUT,
        "%s has started %d processes, but %s knows of %d: take the mpirun that belongs to it, or set "
        "TESSERA_MPI to the one that belongs to the launcher.",
        launch->launcher, launch->size, mpi_titles[launch->kind], found);
}

ts_status ts_mpi_start(ts_context *context, const char *const *words, size_t count)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && (words || !count));
    const struct mpi_launch launch = mpi_launch_find();
    struct ranks_carrier carrier = {0};
    double limit;
    if (launch.wrong)
        return ts_fail(context, TS_ERROR_INPUT, "%s", launch.wrong);
    if (launch.kind == MPI_NONE || ranks_carrier_of(context))
        return TS_OK;
    ts_status status = read_limit(context, &limit);
    if (!status)
        status = join(context, &launch, &carrier);
    if (!status)
        status = ranks_join(context, &carrier, limit);
    if (status)
        return status;
    ranks_note(context, TESSERA_VERSION, sizeof TESSERA_VERSION);
    for (size_t i = 0; i < count; ++i)
        ranks_note(context, words[i], strlen(words[i]) + 1);
    return ranks_agree(context, "the start", TS_OK);
}

ts_mpi_place ts_mpi_place_of(const ts_context *context)
{
    const struct ranks_carrier *carrier = ranks_carrier_of(context);
    ts_mpi_place place = {.size = 1, .local_size = 1, .speaks = 1};
    if (!carrier)
        return place;
    place = (ts_mpi_place){.rank = carrier->rank,
                           .size = carrier->size,
                           .local_rank = carrier->local_rank,
                           .local_size = carrier->local_size,
                           .speaks = ranks_speaks(context)};
    snprintf(place.library, sizeof place.library, "%s", carrier->library);
    return place;
}

ts_status ts_mpi_end(ts_context *context, ts_status status) { return ranks_leave(context, status); }

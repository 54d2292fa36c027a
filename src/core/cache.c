#include "core/cache.h"

#include "core/context.h"
#include "core/file.h"
#include "core/trust.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* The text of an environment variable, or NULL where it is unset or empty. */
static const char *variable(const char *name)
{
    const char *text = getenv(name);
    return text && *text ? text : NULL;
}

ts_status cache_folder(ts_context *context, const char *sub, char *path, size_t bytes)
{
    char root[PATH_MAX];
    const char *own = variable("TESSERA_CACHE_DIR"), *xdg = variable("XDG_CACHE_HOME"),
               *home = variable("HOME");
    int length;
    if (own)
        length = snprintf(root, sizeof root, "%s", own);
    else if (xdg && *xdg == '/') /* the XDG specification: a relative path is invalid and ignored */
        length = snprintf(root, sizeof root, "%s/tessera", xdg);
    else if (home)
        length = snprintf(root, sizeof root, "%s/.cache/tessera", home);
    else
        return ts_fail(
            context, TS_ERROR_FILE,
            "There is no cache folder: none of TESSERA_CACHE_DIR, XDG_CACHE_HOME and HOME is set.");
    if (length < 0 || (size_t)length >= sizeof root)
        return ts_fail(context, TS_ERROR_FILE, "The name of the cache folder is too long.");
    length = snprintf(path, bytes, "%s%s%s", root, *sub ? "/" : "", sub);
    if (length < 0 || (size_t)length >= bytes)
        return ts_fail(context, TS_ERROR_FILE, "The name of the cache folder %s/%s is too long.", root, sub);
    ts_status status = file_make_folder(context, path, 0700);
    if (status)
        return status;
    /* Links are followed once, here: those on the way may be another's. */
    char real[PATH_MAX];
    if (!realpath(path, real) || snprintf(path, bytes, "%s", real) >= (int)bytes)
        return ts_fail(context, TS_ERROR_FILE, "The cache folder %s cannot be found.", path);
    return trust_folder(context, path, "TESSERA_CACHE_DIR");
}

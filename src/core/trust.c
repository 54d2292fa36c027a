#include "core/trust.h"

#include "core/context.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ts_status trust_folder(ts_context *context, const char *path, const char *variable)
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return ts_fail(context, TS_ERROR_FILE, "The name of the folder %.200s... is too long.", path);
    for (int is_last = 1;; is_last = 0) {
        struct stat facts;
        if (stat(part, &facts))
            return ts_fail(context, TS_ERROR_FILE, "The folder %s cannot be looked at: %s.", part,
                           strerror(errno));
        const int is_own = facts.st_uid == geteuid() || (facts.st_uid == 0 && !is_last);
        const int is_open = (facts.st_mode & (S_IWGRP | S_IWOTH)) && (is_last || !(facts.st_mode & S_ISVTX));
        if (!is_own || is_open)
            return ts_fail(context, TS_ERROR_FILE,
                           "The folder %s is not used, as %s %s: set %s to one that is yours alone.", path,
                           is_last ? "it" : part,
                           is_own ? "can be written by others" : "belongs to another user", variable);
        char *slash = strrchr(part, '/');
        if (!slash || !part[1])
            return TS_OK;
        slash[slash == part] = '\0'; /* the root keeps its name */
    }
}

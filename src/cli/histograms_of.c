#include "cli.h"

#include <stdio.h>
#include <sys/stat.h>

int is_folder(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

ts_status histograms_of(ts_context *context, const char *path, ts_histogram **histograms, size_t *count)
{
    char file[4300];
    snprintf(file, sizeof file, is_folder(path) ? "%s/histograms.yoda" : "%s", path);
    return ts_yoda_read(context, file, histograms, count);
}

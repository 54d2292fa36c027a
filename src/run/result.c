/* Results: their folder and their files. */
#include "core/context.h"
#include "core/file.h"
#include "tessera/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4200 };

void ts_result_destroy(ts_result **result)
{
    if (!*result)
        return;
    free((*result)->iterations);
    ts_histograms_destroy(&(*result)->histograms, (*result)->histogram_count);
    free(*result);
    *result = NULL;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static ts_status write_json(ts_context *context, const ts_result *result, const char *folder)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/result.json", folder);
    char *text = ts_result_json(result);
    if (!text)
        return ts_fail_memory(context, "result.json");
    const ts_status status = file_write_atomically(context, path, text, strlen(text));
    free(text);
    return status;
}

ts_status ts_result_write(ts_context *context, ts_result *result, const char *folder)
{
    const double begun = now();
    char path[PATH_BYTES];
    ts_status status = file_make_folder(context, folder, 0777);
    if (status != TS_OK)
        return status;
    /* result.json comes last: where it stands, the histograms beside it are its own. A run
     * without histograms leaves none of an older run. */
    snprintf(path, sizeof path, "%s/result.json", folder);
    remove(path);
    snprintf(path, sizeof path, "%s/histograms.yoda", folder);
    if (result->histogram_count)
        status = ts_yoda_write(context, path, result->histograms, result->histogram_count);
    else
        remove(path);
    if (status != TS_OK)
        return status;
    result->seconds_total -= result->seconds_write;
    result->seconds_write = now() - begun;
    result->seconds_total += result->seconds_write;
    return write_json(context, result, folder);
}

/* The length of the longest front of `folder` that exists: "a/b" of "a/b/c/d". */
static size_t existing_length(const char *folder)
{
    char front[PATH_BYTES];
    snprintf(front, sizeof front, "%s", folder);
    struct stat ignored;
    while (*front && stat(front, &ignored) != 0) {
        char *slash = strrchr(front, '/');
        if (!slash)
            return 0;
        *slash = '\0';
    }
    return strlen(front);
}

/* Removes the folders below the first `kept` bytes, as far as they are empty. */
static void remove_folders(const char *folder, size_t kept)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s", folder);
    while (strlen(path) > kept && *path) {
        rmdir(path);
        char *slash = strrchr(path, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

ts_status ts_result_check_folder(ts_context *context, const char *folder)
{
    if (!*folder || strlen(folder) > 4000)
        return ts_fail(context, TS_ERROR_INPUT, "The output folder needs a name of 1 to 4000 bytes.");
    const size_t existing = existing_length(folder);
    ts_status status = file_make_folder(context, folder, 0777);
    if (status == TS_OK) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/.tessera-XXXXXX", folder);
        const int file = mkstemp(path);
        if (file < 0) {
            status = ts_fail(context, TS_ERROR_FILE, "The output folder %s cannot be written: %s.", folder,
                             strerror(errno));
        } else {
            close(file);
            unlink(path);
        }
    }
    /* What was made for the check goes again: a run that fails leaves nothing behind. */
    remove_folders(folder, existing);
    return status;
}

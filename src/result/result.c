/* Results: their folder and their files. */
#include "checkpoint/checkpoint.h"
#include "core/clock.h"
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/file_beside.h"
#include "core/needs.h"
#include "io/formats.h"
#include "io/yoda.h"
#include "tessera/plot.h"
#include "tessera/run.h"
#include "tessera/version.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4200 };

void ts_result_destroy(ts_result **result)
{
    if (!result || !*result)
        return;
    free((*result)->iterations);
    free((*result)->subprocesses);
    free((*result)->variations);
    for (size_t i = 0; (*result)->bands && i < (*result)->histogram_count; i++)
        ts_bands_destroy(&(*result)->bands[i]);
    free((*result)->bands);
    free((*result)->subprocess_iterations);
    free((*result)->multiplicities);
    free((*result)->channels);
    for (size_t i = 0; i < (*result)->grid_count; i++)
        free((*result)->grids[i].widths);
    free((*result)->grids);
    ts_card_destroy(&(*result)->card);
    ts_histograms_destroy(&(*result)->varied_histograms, (*result)->varied_histogram_count);
    ts_histograms_destroy(&(*result)->histograms, (*result)->histogram_count);
    free(*result);
    *result = NULL;
}

int ts_subprocess_is_precise(const ts_subprocess_result *subprocess)
{
    static const double largest_part = 0.1;
    return subprocess->error <= largest_part * fabs(subprocess->value);
}

/* The names of one result: its files, and where they wait until all are whole. */
struct paths {
    char json[PATH_BYTES], histograms[PATH_BYTES], card[PATH_BYTES], report[PATH_BYTES];
    char new_json[PATH_BYTES], new_histograms[PATH_BYTES], new_card[PATH_BYTES], new_report[PATH_BYTES];
};

static void name_paths(const char *folder, struct paths *paths)
{
    snprintf(paths->json, PATH_BYTES, "%s/result.json", folder);
    snprintf(paths->histograms, PATH_BYTES, "%s/histograms.yoda", folder);
    snprintf(paths->card, PATH_BYTES, "%s/card.yaml", folder);
    snprintf(paths->report, PATH_BYTES, "%s/report.html", folder);
    file_beside(paths->json, paths->new_json, PATH_BYTES);
    file_beside(paths->histograms, paths->new_histograms, PATH_BYTES);
    file_beside(paths->card, paths->new_card, PATH_BYTES);
    file_beside(paths->report, paths->new_report, PATH_BYTES);
}

/* Writes a text and frees it; NULL stands for no memory. */
static ts_status write_text(ts_context *context, char *text, const char *name, const char *path)
{
    if (!text)
        return ts_fail_memory(context, name);
    const ts_status status = file_write_atomically(context, path, text, strlen(text));
    free(text);
    return status;
}

static ts_status write_histograms(ts_context *context, const ts_result *result, const char *path)
{
    const struct yoda_run run = {
        .cross_section = result->value,
        .error = result->error,
        .events = result->counted,
        .variations = result->variations,
        .variation_count = result->variation_count,
        .varied = result->varied_histograms,
        .varied_count = result->varied_histogram_count,
    };
    return yoda_write(context, path, result->histograms, result->histogram_count, &run);
}

static ts_status write_card(ts_context *context, const ts_card *card, const char *path)
{
    static const char head[] =
        "# All that the result beside it was made of, defaults too: `tessera run` of this card "
        "gives the same bits.\n# Made by Tessera " TESSERA_VERSION ".\n";
    char *yaml = ts_card_yaml(card), *text = NULL;
    const size_t bytes = yaml ? sizeof head + strlen(yaml) : 0;
    if (yaml && (text = malloc(bytes)))
        snprintf(text, bytes, "%s%s", head, yaml);
    const ts_status status = text ? file_write_atomically(context, path, text, strlen(text))
                                  : ts_fail_memory(context, "card.yaml");
    free(yaml);
    free(text);
    return status;
}

/* Writes the files under the names where they wait. */
static ts_status write_new(ts_context *context, ts_result *result, const struct paths *paths)
{
    const double begun = clock_seconds();
    ts_status status = TS_OK;
    if (result->histogram_count)
        status = write_histograms(context, result, paths->new_histograms);
    if (!status && result->card)
        status = write_card(context, result->card, paths->new_card);
    if (!status && !result->no_report)
        status = write_text(context, ts_result_report(result), "report.html", paths->new_report);
    result->seconds_total -= result->seconds_write;
    result->seconds_write = clock_seconds() - begun;
    result->seconds_total += result->seconds_write;
    return status ? status : write_text(context, ts_result_json(result), "result.json", paths->new_json);
}

/* What killed runs left on its way to one of the files. */
static void remove_stale(const struct paths *paths, const char *folder)
{
    const char *const files[] = {paths->json, paths->histograms, paths->card, paths->report};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        file_remove_stale(files[i]);
    char name[EVENT_NAME_BYTES];
    int part;
    for (size_t i = 0; event_file_at(i, &part, name); ++i) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        file_remove_stale(path);
    }
}

/* Files of events that this run did not write are an older one's. */
static ts_status remove_old_events(ts_context *context, const ts_result *result, const char *folder)
{
    const struct event_format *format;
    const int parts = (int)result->event_parts;
    char name[EVENT_NAME_BYTES];
    int part;
    ts_status status = TS_OK;
    for (size_t i = 0; (format = event_file_at(i, &part, name)) && !status; ++i) {
        const int is_new = parts ? part >= 0 && part < parts : part < 0;
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (!is_new || !event_format_listed(result->events.files, format->file))
            status = file_remove(context, path);
    }
    return status;
}

/* Gives a new file the place of an old one, or removes that where there is none. */
static ts_status replace_file(ts_context *context, const char *new_path, const char *path)
{
    if (!new_path)
        return file_remove(context, path);
    return rename(new_path, path) == 0
               ? TS_OK
               : ts_fail(context, TS_ERROR_FILE, "The file %s cannot be replaced: %s.", path,
                         strerror(errno));
}

/* Gives the new files the place of the old ones. The old result.json goes first and the new one comes last,
 * so that no result stands beside another's files whenever the process is killed. Where nothing could be
 * replaced it comes back. A run without histograms or events leaves none of an older run. */
static ts_status replace_old(ts_context *context, const ts_result *result, const struct paths *paths)
{
    char aside[PATH_BYTES];
    file_beside(paths->json, aside, sizeof aside);
    const int was_there = rename(paths->json, aside) == 0;
    if (!was_there && errno != ENOENT)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be replaced: %s.", paths->json,
                       strerror(errno));
    ts_status status = replace_file(context, result->histogram_count ? paths->new_histograms : NULL,
                                    paths->histograms);
    if (was_there && (status ? rename(aside, paths->json) : unlink(aside)))
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be replaced: %s.", aside, strerror(errno));
    if (!status)
        status = replace_file(context, result->card ? paths->new_card : NULL, paths->card);
    if (!status)
        status = replace_file(context, result->no_report ? NULL : paths->new_report, paths->report);
    return status ? status : replace_file(context, paths->new_json, paths->json);
}

ts_status ts_result_write(ts_context *context, ts_result *result, const char *folder)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && result && folder);
    struct paths paths = {.json = ""};
    name_paths(folder, &paths);
    ts_status status = file_make_folder(context, folder, 0777);
    if (status == TS_OK) {
        remove_stale(&paths, folder);
        status = write_new(context, result, &paths);
    }
    if (status == TS_OK)
        status = remove_old_events(context, result, folder);
    if (status == TS_OK)
        status = replace_old(context, result, &paths);
    if (status == TS_OK && !result->interrupted && !result->events.failed) /* nothing is left to go on with */
        status = checkpoint_remove(context, folder);
    if (status != TS_OK) {
        unlink(paths.new_json);
        unlink(paths.new_histograms);
        unlink(paths.new_card);
        unlink(paths.new_report);
    }
    return status;
}

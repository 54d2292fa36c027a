#define _GNU_SOURCE /* memfd_create */
#include "input.h"

#include "tessera/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *input_file(const uint8_t *data, size_t bytes)
{
    static char path[32];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("input", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, data, bytes, 0) != (ssize_t)bytes)
        abort();
    return path;
}

void input_read_events(const uint8_t *data, size_t bytes)
{
    ts_context *context;
    ts_event_file *file;
    if (ts_context_create(&context) != TS_OK)
        abort();
    ts_status status = ts_event_file_open(context, input_file(data, bytes), &file);
    if (status == TS_OK) {
        ts_event_survey survey;
        status = ts_events_survey(context, file, &survey);
        ts_event_survey_destroy(&survey);
        ts_event_file_close(&file);
    }
    if (status != TS_OK && ts_context_error(context)[0] == 0)
        abort();
    ts_context_destroy(&context);
}

/* A folder for a file of events, which is empty when a test is over but for that file. */
#ifndef TESSERA_TESTS_EVENT_FILE_FIXTURE_H
#define TESSERA_TESTS_EVENT_FILE_FIXTURE_H

#include "test_support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    ts_context *context;
    char folder[1000], path[1100];
};

static inline int event_file_setup(void **state, const char *name)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (!fixture)
        return -1;
    strcpy(fixture->folder, TEST_BINARY "/test_event_file-XXXXXX");
    if (!mkdtemp(fixture->folder) || ts_context_create(&fixture->context))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/%s", fixture->folder, name);
    *state = fixture;
    return 0;
}

static inline int event_file_teardown(void **state)
{
    struct fixture *fixture = *state;
    unlink(fixture->path);
    ts_context_destroy(&fixture->context);
    const int left = rmdir(fixture->folder);
    free(fixture);
    return left; /* a temporary file was left behind */
}

static inline size_t files_in(const char *folder)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    while (readdir(directory))
        ++count;
    closedir(directory);
    return count - 2;
}

#endif

#include "plot/convert.h"

#include "core/context.h"
#include "core/file.h"
#include "core/file_beside.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define CONVERTER "rsvg-convert"

/* Runs the converter from a file into an open one. Returns its exit status, -1 where it cannot be started, or
 * -2 where a signal ended it. */
static int run_converter(const char *from, int to, const char *format)
{
    char form[16];
    snprintf(form, sizeof form, "--format=%s", strcasecmp(format, "pdf") ? "png" : "pdf");
    /* Twice the pixels for screens that have them. */
    char *const arguments[] = {(char *)CONVERTER, form,
                               (char *)(strcasecmp(format, "pdf") ? "--zoom=2" : "--zoom=1"), NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state;
    if (posix_spawn_file_actions_init(&actions))
        return -1;
    const int failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, from, O_RDONLY, 0) ||
                       posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO) ||
                       posix_spawnp(&child, CONVERTER, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return -1;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(state) ? WEXITSTATUS(state) : -2;
}

ts_status convert_svg(ts_context *context, const char *svg, size_t bytes, const char *format,
                      const char *path)
{
    enum { NOT_FOUND = 127 };
    char from[4300];
    struct file_new to;
    ts_status status = file_refuse_special(context, path);
    if (status)
        return status;
    if (strlen(path) > 4000)
        return ts_fail(context, TS_ERROR_INPUT, "The name of a picture has at most 4000 bytes.");
    file_beside(path, from, sizeof from);
    status = file_write_atomically(context, from, svg, bytes);
    if (!status)
        status = file_new_create(context, path, &to);
    if (status) {
        unlink(from);
        return status;
    }
    const int result = run_converter(from, to.descriptor, format);
    unlink(from);
    if (result == 0)
        return file_new_finish(context, &to);
    file_new_discard(&to);
    if (result == -1 || result == NOT_FOUND)
        return ts_fail(context, TS_ERROR_INPUT,
                       "A picture as %s needs the program " CONVERTER
                       " of librsvg (Debian: librsvg2-bin): install it, or "
                       "write .svg or .html.",
                       format);
    return ts_fail(context, TS_ERROR_FILE, "The picture %s could not be written: " CONVERTER " failed.",
                   path);
}

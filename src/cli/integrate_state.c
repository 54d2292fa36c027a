#include "cli.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file takes its place by a new name in its folder. */
static int check_folder(const char *path)
{
    char copy[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s", path) >= (int)sizeof copy)
        return complain(EXIT_WRONG, "--state: the path is too long.");
    const char *folder = dirname(copy);
    if (access(folder, W_OK | X_OK))
        return complain(EXIT_FAILED, "%s cannot be written: the folder %s: %s.", path, folder,
                        strerror(errno));
    return EXIT_DONE;
}

static int read_state(ts_context *context, const char *path, ts_integral_state **state)
{
    const ts_status status = ts_integral_state_read(context, path, state);
    return status ? complain_of_input(context, status) : EXIT_DONE;
}

int states_open(ts_context *context, const struct arguments *arguments, struct states *states)
{
    const char *grid = arguments_text(arguments, "grid");
    *states = (struct states){.path = arguments_text(arguments, "state")};
    int exit_status = states->path && session_writes(context) ? check_folder(states->path) : EXIT_DONE;
    struct stat facts;
    if (states->path && stat(states->path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return complain(EXIT_WRONG, "--state %s is no regular file, in which a state can stand.",
                        states->path);
    const int begun = states->path && (access(states->path, F_OK) == 0 || errno != ENOENT);
    if (exit_status == EXIT_DONE && begun)
        exit_status = read_state(context, states->path, &states->begun);
    else if (exit_status == EXIT_DONE && grid) /* one that goes on has its own */
        exit_status = read_state(context, grid, &states->grid);
    return exit_status;
}

int states_close(ts_context *context, struct states *states, const ts_integral *integral, int exit_status)
{
    if (states->path && integral && session_writes(context)) {
        const ts_status status = ts_integral_state_write(context, integral->state, states->path);
        if (status)
            exit_status = complain_of(context, status);
    }
    ts_integral_state_destroy(&states->begun);
    ts_integral_state_destroy(&states->grid);
    return exit_status;
}

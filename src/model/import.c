/* A UFO becomes a text table: a Python program of our own reads it, in a process of its own. */
#include "core/clock.h"
#include "core/context.h"
#include "core/file.h"
#include "core/file_beside.h"
#include "model/table_file.h"
#include "program/embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct embedded_file ufo_reader[]; /* the program, whose text goes to python3 */
extern char **environ;

enum { SAID_BYTES = 1 << 16, WAIT_MS = 20, SECONDS_MOST = 600 };

/* A reader at work, and what it has said so far. */
struct reading {
    ts_context *context;
    pid_t child; /* which leads a group of its own, so that what it starts ends with it */
    int has_ended, state;
    int from; /* standard error of the child */
    size_t used;
    char said[SAID_BYTES];
};

static ts_status begin(struct reading *reading, char *const *arguments)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (pipe(ends))
        return ts_fail(reading->context, TS_ERROR_FILE, "No pipe could be made: %s.", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int failed = posix_spawnp(&reading->child, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    reading->from = ends[0];
    if (!failed)
        return TS_OK;
    close(ends[0]);
    return ts_fail(reading->context, TS_ERROR_COMPILE,
                   "A UFO is a Python program, and %s could not be started: install Python 3, or name it in "
                   "TESSERA_PYTHON.",
                   arguments[0]);
}

/* Reads what it says until it has ended and what it has started is silent. More than there is room for is
 * passed over. */
static ts_status listen_to(struct reading *reading)
{
    const double begun = clock_seconds();
    struct pollfd pipe_end = {.fd = reading->from, .events = POLLIN};
    char rest[4096] = "";
    while (clock_seconds() - begun < SECONDS_MOST) {
        if (ts_context_interrupted(reading->context))
            return ts_fail(reading->context, TS_INTERRUPTED, "Interrupted while a model was read.");
        if (poll(&pipe_end, 1, WAIT_MS) <= 0) {
            reading->has_ended |= waitpid(reading->child, &reading->state, WNOHANG) == reading->child;
            if (reading->has_ended)
                break;
            continue;
        }
        const size_t room = SAID_BYTES - 1 - reading->used;
        const ssize_t got = read(reading->from, room ? reading->said + reading->used : rest,
                                 room ? room : sizeof rest);
        if (got == 0)
            pipe_end.fd = -1; /* the reader has closed its end, and is waited for */
        if (got > 0)
            reading->used += room ? (size_t)got : 0;
    }
    return TS_OK;
}

/* Ends it, where it has not, and all that it has started. */
static int end(struct reading *reading)
{
    close(reading->from);
    kill(-reading->child, SIGKILL);
    while (!reading->has_ended && waitpid(reading->child, &reading->state, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(reading->state) ? WEXITSTATUS(reading->state) : -1;
}

/* Lines of the reader: what was dropped is told, the error is ours. */
static ts_status answer(struct reading *reading, const char *folder, int exit_status)
{
    const char *last = "";
    for (char *line = strtok(reading->said, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "error: ", 7))
            return ts_fail(reading->context, TS_ERROR_INPUT, "The model %.200s: %.400s.", folder, line + 7);
        if (!strncmp(line, "dropped: ", 9) || !strncmp(line, "warning: ", 9))
            ts_log(reading->context, TS_LOG_INFO, "%.400s", line);
        last = line;
    }
    if (exit_status == 0)
        return TS_OK;
    return ts_fail(reading->context, TS_ERROR_INPUT, "The model %.200s could not be read%s%.300s.", folder,
                   *last ? ": " : "; it took too long or too much memory", last);
}

/* Makes the modules that the reader imports of their text, and runs the reader. */
static const char loader[] = "import sys, types\n"
                             "for name in 'ufo_propagators', 'ufo_forms', 'ufo_cards', 'ufo_checks':\n"
                             "    module = sys.modules[name] = types.ModuleType(name)\n"
                             "    exec(compile(sys.argv.pop(1), name + '.py', 'exec'), module.__dict__)\n"
                             "exec(compile(sys.argv.pop(1), 'ufo_to_table.py', 'exec'))\n";

static ts_status run_reader(ts_context *context, const char *folder, const char *restriction, const char *out)
{
    const char *python = getenv("TESSERA_PYTHON");
    char *arguments[] = {(char *)(python && *python ? python : "python3"),
                         (char *)"-I",
                         (char *)"-c",
                         (char *)loader,
                         (char *)ufo_reader[1].text,
                         (char *)ufo_reader[2].text,
                         (char *)ufo_reader[3].text,
                         (char *)ufo_reader[4].text,
                         (char *)ufo_reader[0].text,
                         (char *)folder,
                         (char *)out,
                         (char *)restriction,
                         NULL};
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return ts_fail_memory(context, "a model");
    reading->context = context;
    ts_status status = begin(reading, arguments);
    if (!status) {
        status = listen_to(reading);
        const int exit_status = end(reading);
        status = status ? status : answer(reading, folder, exit_status);
    }
    free(reading);
    return status;
}

/* A line of a file from its beginning, cut where it is longer than `bytes`, which "..." says. */
static void quote_line(const char *path, long number, char *text, size_t bytes)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length = -1;
    for (long i = 0; i < number && file; ++i)
        length = getline(&line, &room, file);
    snprintf(text, bytes, "%.*s", length > 0 ? (int)strcspn(line, "\n") : 0, length > 0 ? line : "");
    if (length > (ssize_t)bytes)
        memcpy(text + bytes - sizeof "...", "...", sizeof "...");
    free(line);
    if (file)
        fclose(file);
}

/* What is wrong with a table that was made of a model, by the line itself: its file is gone afterwards. */
static ts_status refuse_line(ts_context *context, const char *folder, const char *path, ts_status status)
{
    enum { LINE_BYTES = 1200 };
    char text[LINE_BYTES], *why;
    const size_t length = strlen(path);
    char *said = strdup(ts_context_error(context));
    if (said && !strncmp(said, path, length) && said[length] == ':') {
        quote_line(path, strtol(said + length + 1, &why, 10), text, sizeof text);
        status = ts_fail(context, status, "The model %.200s makes no sense in the line \"%s\" of its table%s",
                         folder, text, why);
    }
    free(said);
    return status;
}

/* Names of vertices that cannot be computed, each reason in a line; the first row of it that is told. */
static void tell_reason(ts_context *context, const ts_model *model, size_t first)
{
    enum { LINE_BYTES = 400 };
    const struct model_table *table = model->table;
    const char *why = table->more[first].beyond;
    char line[LINE_BYTES] = "";
    size_t used = 0, count = 0;
    int is_named = 0; /* the vertex, by a term before */
    for (size_t i = first; i < table->vertex_count; ++i) {
        is_named &= table->more[i].continues;
        if (is_named || !table->more[i].beyond || strcmp(table->more[i].beyond, why) != 0)
            continue;
        is_named = 1;
        ++count;
        for (int leg = 0; leg < TS_VERTEX_LEGS && table->vertices[i].legs[leg] && used < LINE_BYTES - 80;
             ++leg)
            used += (size_t)snprintf(line + used, LINE_BYTES - used, "%s%s",
                                     leg    ? " "
                                     : used ? ", "
                                            : "",
                                     ts_model_particle_name(model, table->vertices[i].legs[leg]));
    }
    ts_log(context, TS_LOG_INFO,
           "not available: %s, in the vertices %s%s (%zu); processes that need one are refused", why, line,
           used < LINE_BYTES - 80 ? "" : " and so on", count);
}

static ts_status tell_beyond(ts_context *context, const ts_model *model)
{
    const struct vertex_more *more = model->table->more;
    for (size_t i = 0; i < model->table->vertex_count; ++i) {
        int is_told = !more[i].beyond;
        if (ts_context_interrupted(context))
            return ts_fail(context, TS_INTERRUPTED, "Interrupted while a model was read.");
        for (size_t k = 0; k < i && !is_told; ++k)
            is_told = more[k].beyond && !strcmp(more[k].beyond, more[i].beyond);
        if (!is_told)
            tell_reason(context, model, i);
    }
    return TS_OK;
}

ts_status ts_model_import(ts_context *context, const char *folder, const char *restriction, const char *out)
{
    char beside[PATH_MAX];
    ts_model *model = NULL;
    file_beside(out, beside, sizeof beside);
    ts_status status = run_reader(context, folder, restriction, beside);
    if (!status) /* which also computes all that it defines */
        status = model_create_of_file(context, beside, NULL, NULL, 0, &model);
    if (!status)
        status = tell_beyond(context, model);
    ts_model_destroy(&model);
    if (status == TS_ERROR_INPUT)
        status = refuse_line(context, folder, beside, status);
    if (!status && rename(beside, out))
        status = ts_fail(context, TS_ERROR_FILE, "%s cannot be written: %s.", out, strerror(errno));
    if (status)
        unlink(beside);
    return status;
}

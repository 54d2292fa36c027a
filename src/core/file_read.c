#include "core/file.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/needs.h"
#include "core/ranks.h"
#include "tessera/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_ROOM = 1 << 16,
    WRITER_MILLISECONDS = 1000 /* within which a pipe's writer is to open it: a shell starts both at once */
};

/* What is read: a name for messages, a descriptor, the bytes so far. */
struct input {
    const char *name;
    int descriptor;
    size_t limit, room, used;
    char *data;
    int is_pipe;    /* which was opened without waiting */
    int has_writer; /* whether something has opened the pipe to write into it */
};

static ts_status fail_size(ts_context *context, const struct input *input, unsigned long long bytes)
{
    return ts_fail(context, TS_ERROR_FILE,
                   "The file %s is too large: it has %s%llu bytes, at most %zu are read.", input->name,
                   bytes ? "" : "more than ", bytes ? bytes : input->limit, input->limit);
}

static ts_status fail_interrupted(ts_context *context, const struct input *input)
{
    return ts_fail(context, TS_INTERRUPTED, "Interrupted while %s was read.", input->name);
}

/* Whether a call that gave `result` is to be made again, for the signal that ended it asks for no end. */
static int is_repeated(const ts_context *context, long result)
{
    return result < 0 && errno == EINTR && !(context && ts_context_interrupted(context));
}

/* Lets the next read wait for what writes into a pipe, and says so where nothing has come yet. */
static ts_status begin_waiting(ts_context *context, struct input *input)
{
    input->has_writer = 1;
    if (fcntl(input->descriptor, F_SETFL, 0))
        return ts_fail(context, TS_ERROR_FILE, "The pipe %s cannot be read: %s.", input->name,
                       strerror(errno));
    if (!input->used)
        ts_log(context, TS_LOG_INFO, "Waiting for what writes into the pipe %s.", input->name);
    return TS_OK;
}

/* Reads on until the end, or an interruption: what writes into a pipe may take its time. */
static ts_status read_all(ts_context *context, struct input *input)
{
    input->data = malloc(input->room + 1);
    while (input->data) {
        const ssize_t got = read(input->descriptor, input->data + input->used, input->room - input->used);
        if (got == 0)
            return TS_OK;
        if (is_repeated(context, got))
            continue;
        if (got < 0 && errno == EAGAIN && input->is_pipe) {
            const ts_status status = begin_waiting(context, input);
            if (status)
                return status;
            continue;
        }
        if (got < 0)
            return errno == EINTR ? fail_interrupted(context, input)
                                  : ts_fail(context, TS_ERROR_FILE, "The file %s cannot be read: %s.",
                                            input->name, strerror(errno));
        input->used += (size_t)got;
        if (input->used > input->limit)
            return fail_size(context, input, 0);
        if (input->used < input->room)
            continue;
        char *grown = realloc(input->data, 2 * input->room + 1);
        if (!grown)
            break;
        input->data = grown;
        input->room *= 2;
    }
    return ts_fail_memory(context, input->name);
}

/* A pipe that nobody writes into has no end, or none that can be told from that of an empty file. */
static ts_status read_pipe(ts_context *context, struct input *input)
{
    struct pollfd pipe = {.fd = input->descriptor, .events = POLLIN};
    int begun;
    do
        begun = poll(&pipe, 1, WRITER_MILLISECONDS);
    while (is_repeated(context, begun));
    if (begun < 0 && errno == EINTR)
        return fail_interrupted(context, input);
    input->is_pipe = 1;
    input->has_writer = begun != 0;
    const ts_status status = read_all(context, input);
    return !status && !input->used && !input->has_writer
               ? ts_fail(context, TS_ERROR_FILE, "The pipe %s has no writer: start that first.", input->name)
               : status;
}

static ts_status read_input(ts_context *context, struct input *input)
{
    struct stat facts;
    const int known = fstat(input->descriptor, &facts) == 0;
    if (known && S_ISFIFO(facts.st_mode))
        return read_pipe(context, input);
    if (!known || !S_ISREG(facts.st_mode))
        return ts_fail(context, TS_ERROR_FILE, "%s is neither a regular file nor a pipe.", input->name);
    if ((unsigned long long)facts.st_size > input->limit)
        return fail_size(context, input, (unsigned long long)facts.st_size);
    input->room = (size_t)facts.st_size + 1; /* and none more, as the last call of read() tells */
    return read_all(context, input);
}

static ts_status take(ts_status status, struct input *input, char **data, size_t *bytes)
{
    if (status || !input->data) {
        free(input->data);
        return status;
    }
    input->data[input->used] = 0;
    *data = input->data;
    *bytes = input->used;
    return TS_OK;
}

ts_status file_read_open(ts_context *context, int descriptor, const char *name, size_t limit, char **data,
                         size_t *bytes)
{
    struct input input = {.name = name, .descriptor = descriptor, .limit = limit, .room = FIRST_ROOM};
    *data = NULL;
    *bytes = 0;
    return take(read_input(context, &input), &input, data, bytes);
}

ts_status file_read(ts_context *context, const char *path, size_t limit, char **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    /* A pipe without a writer would hold up a plain open for ever. */
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return ts_fail(context, TS_ERROR_FILE, "The file %s cannot be opened: %s.", path, strerror(errno));
    const ts_status status = file_read_open(context, descriptor, path, limit, data, bytes);
    close(descriptor);
    return status;
}

ts_status ts_text_read(ts_context *context, const char *path, size_t most, char **text)
{
    OWN_ENVIRONMENT;
    NEEDS(context, text);
    *text = NULL;
    NEEDS(context, context && path);
    size_t bytes = 0;
    struct input input = {.name = "standard input",
                          .descriptor = STDIN_FILENO,
                          .limit = most,
                          .room = FIRST_ROOM};
    ts_status status = TS_OK;
    if (ranks_first(context)) /* launchers give standard input to rank 0 alone */
        status = strcmp(path, "-") ? file_read(context, path, most, text, &bytes)
                                   : take(read_all(context, &input), &input, text, &bytes);
    status = ranks_broadcast(context, "the reading of a text", status, text, &bytes);
    const char *zero = *text ? memchr(*text, 0, bytes) : NULL;
    if (!zero)
        return status;
    size_t line = 1;
    for (const char *at = *text; at < zero; ++at)
        line += *at == '\n';
    free(*text);
    *text = NULL;
    return ts_fail(context, TS_ERROR_INPUT, "%s:%zu: a byte of value zero, which no text holds.",
                   strcmp(path, "-") ? path : input.name, line);
}

#define _DEFAULT_SOURCE /* SOCK_CLOEXEC */
#include "io/h5_apart.h"

#include "core/context.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME_BYTES = 64, ANSWER_BYTES_MOST = 1 << 28 };
enum operation { OPEN, FIND, READ, WORDS, NAMES };

struct h5_apart {
    ts_context *context;
    char *path;
    pid_t child;
    int socket;
};

/* What the child is asked for. */
struct request {
    enum operation operation;
    char dataset[NAME_BYTES];
    struct h5_table table;
    uint64_t first;
    size_t rows;
};

/* What it answers, before so many bytes: a sentence, numbers, or texts that each end with a 0. */
struct answer {
    ts_status status;
    struct h5_table table;
    size_t count; /* of texts */
    size_t bytes;
};

static int send_all(int socket, const void *data, size_t bytes)
{
    for (const char *at = data; bytes;) {
        const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return 0;
        at += sent;
        bytes -= (size_t)sent;
    }
    return 1;
}

static int receive_all(int socket, void *data, size_t bytes)
{
    for (char *at = data; bytes;) {
        const ssize_t got = recv(socket, at, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        at += got;
        bytes -= (size_t)got;
    }
    return 1;
}

/* In the child: the library says nothing and leaves nothing where it crashes. */
static void prepare_child(void)
{
    static const int deadly[] = {SIGPROF, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const struct rlimit none = {0, 0};
    sigset_t mask;
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; ++i)
        signal(deadly[i], SIG_DFL);
    sigemptyset(&mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_RDWR);
    for (int standard = 0; standard < 3 && nowhere >= 0; ++standard)
        dup2(nowhere, standard);
}

/* In the child: a signal ends it after so much work, 0: none does. */
static void limit_work(int seconds)
{
    const struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* Texts one behind the other; NULL: there is no memory. */
static char *join(char *const *words, size_t count, size_t *bytes)
{
    *bytes = 0;
    for (size_t i = 0; i < count; ++i)
        *bytes += strlen(words[i]) + 1;
    char *joined = malloc(*bytes + 1), *at = joined;
    for (size_t i = 0; i < count && joined; ++i)
        at = stpcpy(at, words[i]) + 1;
    return joined;
}

/* In the child: does what is asked for. @return what goes behind the answer, allocated; NULL: nothing */
static void *answer_request(ts_context *context, struct h5_file *file, const struct request *request,
                            struct answer *answer)
{
    void *data = NULL;
    char **words = NULL;
    if (request->operation == FIND) {
        answer->status = h5_find(file, request->dataset, &answer->table);
    } else if (request->operation == READ) {
        answer->bytes = request->rows * request->table.columns * sizeof(double);
        data = malloc(answer->bytes + 1);
        answer->status = data ? h5_read(file, &request->table, request->first, request->rows, data)
                              : ts_fail_memory(context, "a file of events");
    } else {
        answer->status = request->operation == NAMES
                             ? h5_read_names(file, &words, &answer->count)
                             : h5_read_words(file, request->dataset, &words, &answer->count);
        if (!answer->status)
            data = join(words, answer->count, &answer->bytes);
        if (!answer->status && !data)
            answer->status = ts_fail_memory(context, "a file of events");
        h5_words_free(&words, answer->count);
    }
    return data;
}

/* In the child: answers until the other end is closed. */
static void serve(ts_context *context, const char *path, int socket)
{
    struct request request = {.operation = OPEN};
    struct h5_file *file = NULL;
    int more;
    do {
        struct answer answer = {.status = TS_OK};
        void *data = NULL;
        limit_work(H5_APART_SECONDS);
        if (request.operation == OPEN)
            answer.status = h5_open(context, path, &file);
        else
            data = answer_request(context, file, &request, &answer);
        limit_work(0);
        const char *sentence = ts_context_error(context);
        if (answer.status)
            answer.bytes = strlen(sentence);
        more = send_all(socket, &answer, sizeof answer) &&
               send_all(socket, answer.status ? sentence : data, answer.bytes) && (file || answer.status) &&
               receive_all(socket, &request, sizeof request);
        free(data);
    } while (more && file);
}

/* Whether the child has ended: nobody else holds the other end of the socket. */
static int has_ended(const struct h5_apart *apart)
{
    char byte;
    ssize_t got;
    do
        got = recv(apart->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Ends the child. @return the signal that it died of before, 0: none */
static int end_child(struct h5_apart *apart)
{
    int state = 0;
    if (apart->child <= 0)
        return 0;
    const int ended = apart->socket >= 0 && has_ended(apart);
    if (!ended)
        kill(apart->child, SIGKILL);
    while (waitpid(apart->child, &state, 0) < 0 && errno == EINTR)
        ;
    apart->child = -1;
    return ended && WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

/* Whether a signal is one by which a process that crashes ends itself. */
static int is_crash(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
           number == SIGABRT || number == SIGTRAP || number == SIGSYS;
}

/* Receives what the child sends, unless its work is interrupted: 0 then, and where it is gone. */
static int receive_answer(const struct h5_apart *apart, void *data, size_t bytes)
{
    enum { MILLISECONDS = 100 };
    for (char *at = data; bytes;) {
        struct pollfd waiting = {.fd = apart->socket, .events = POLLIN};
        const int ready = poll(&waiting, 1, MILLISECONDS);
        if (ready <= 0 && ts_still_reading(apart->context, apart->path))
            return 0;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = recv(apart->socket, at, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        at += got;
        bytes -= (size_t)got;
    }
    return 1;
}

/* Why no answer came, or one that makes no sense. */
static ts_status fail_child(struct h5_apart *apart)
{
    if (apart->context && ts_context_interrupted(apart->context)) {
        end_child(apart);
        return ts_fail(apart->context, TS_INTERRUPTED, "Interrupted while %s was read.", apart->path);
    }
    const int number = end_child(apart);
    if (number == SIGPROF)
        return ts_fail(apart->context, TS_ERROR_INPUT,
                       "%s: HDF5's library finds no end of it within %d seconds: the file is damaged.",
                       apart->path, H5_APART_SECONDS);
    if (number && !is_crash(number))
        return ts_fail(apart->context, TS_ERROR_FILE,
                       "%s cannot be read: the process that reads it was ended from outside by signal %d%s.",
                       apart->path, number, number == SIGKILL ? ", as where memory is short" : "");
    return ts_fail(apart->context, TS_ERROR_INPUT, "%s: HDF5's library crashes on it: the file is damaged.",
                   apart->path);
}

/* The child's sentence of a failure as the caller's own. */
static ts_status repeat_failure(struct h5_apart *apart, const struct answer *answer)
{
    char sentence[2048];
    if (answer->bytes >= sizeof sentence || !receive_answer(apart, sentence, answer->bytes))
        return fail_child(apart);
    sentence[answer->bytes] = 0;
    return ts_fail(apart->context, answer->status == TS_ERROR_INPUT ? TS_ERROR_INPUT : TS_ERROR_FILE, "%s",
                   sentence);
}

/* Waits for an answer, behind which `bytes` follow at most. */
static ts_status take_answer(struct h5_apart *apart, size_t bytes, struct answer *answer)
{
    if (!receive_answer(apart, answer, sizeof *answer))
        return fail_child(apart);
    if (answer->status)
        return repeat_failure(apart, answer);
    return answer->bytes <= bytes ? TS_OK : fail_child(apart);
}

static ts_status ask(struct h5_apart *apart, const struct request *request, size_t bytes,
                     struct answer *answer)
{
    if (apart->child < 0 || !send_all(apart->socket, request, sizeof *request))
        return fail_child(apart);
    return take_answer(apart, bytes, answer);
}

static ts_status begin_child(struct h5_apart *apart)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return ts_fail(apart->context, TS_ERROR_FILE, "%s cannot be read: %s.", apart->path, strerror(errno));
    apart->child = fork();
    if (apart->child == 0) {
        close(ends[0]);
        prepare_child();
        serve(apart->context, apart->path, ends[1]);
        _exit(0);
    }
    const int problem = errno;
    close(ends[1]);
    apart->socket = ends[0];
    return apart->child > 0 ? TS_OK
                            : ts_fail(apart->context, TS_ERROR_FILE,
                                      "%s cannot be read: no process can be made for it: %s.", apart->path,
                                      strerror(problem));
}

ts_status h5_apart_open(ts_context *context, const char *path, struct h5_apart **apart)
{
    struct answer answer = {.status = TS_OK};
    *apart = calloc(1, sizeof **apart);
    if (*apart)
        **apart = (struct h5_apart){.context = context, .path = strdup(path), .child = -1, .socket = -1};
    ts_status status = *apart && (*apart)->path ? TS_OK : ts_fail_memory(context, "a file of events");
    if (!status && h5_lacking()) /* the library is loaded here, once for all children */
        status = ts_fail(context, TS_ERROR_FILE, "%s cannot be read: %s.", path, h5_lacking());
    if (!status)
        status = begin_child(*apart);
    if (!status)
        status = take_answer(*apart, 0, &answer);
    if (status)
        h5_apart_close(apart);
    return status;
}

void h5_apart_close(struct h5_apart **apart)
{
    if (!*apart)
        return;
    if ((*apart)->socket >= 0)
        close((*apart)->socket);
    (*apart)->socket = -1;
    end_child(*apart);
    free((*apart)->path);
    free(*apart);
    *apart = NULL;
}

ts_status h5_apart_find(struct h5_apart *apart, const char *dataset, struct h5_table *table)
{
    struct request request = {.operation = FIND};
    struct answer answer = {.status = TS_OK};
    *table = (struct h5_table){.rows = 0};
    snprintf(request.dataset, sizeof request.dataset, "%s", dataset);
    const ts_status status = ask(apart, &request, 0, &answer);
    if (!status)
        *table = answer.table;
    return status;
}

ts_status h5_apart_read(struct h5_apart *apart, const struct h5_table *table, uint64_t first, size_t rows,
                        double *values)
{
    const struct request request = {.operation = READ, .table = *table, .first = first, .rows = rows};
    const size_t bytes = rows * table->columns * sizeof *values;
    struct answer answer = {.status = TS_OK};
    const ts_status status = ask(apart, &request, bytes, &answer);
    if (status)
        return status;
    return answer.bytes == bytes && receive_answer(apart, values, bytes) ? TS_OK : fail_child(apart);
}

/* Texts one behind the other as a list. */
static ts_status split(struct h5_apart *apart, const char *joined, size_t bytes, size_t count, char ***words)
{
    size_t done = 0;
    *words = calloc(count + 1, sizeof **words);
    for (size_t at = 0; *words && done < count && at < bytes; ++done) {
        (*words)[done] = strdup(joined + at);
        if (!(*words)[done])
            break;
        at += strlen(joined + at) + 1;
    }
    if (*words && done == count)
        return TS_OK;
    h5_words_free(words, done);
    return ts_fail_memory(apart->context, "the names of weights");
}

/* Asks for texts: those of a dataset, or names at the top of the file. */
static ts_status ask_for_words(struct h5_apart *apart, enum operation operation, const char *dataset,
                               char ***words, size_t *count)
{
    struct request request = {.operation = operation};
    struct answer answer = {.status = TS_OK};
    *words = NULL;
    *count = 0;
    snprintf(request.dataset, sizeof request.dataset, "%s", dataset);
    ts_status status = ask(apart, &request, ANSWER_BYTES_MOST, &answer);
    if (status || !answer.count)
        return status;
    char *joined = answer.count <= answer.bytes ? malloc(answer.bytes + 1) : NULL;
    if (!joined || !receive_answer(apart, joined, answer.bytes)) {
        free(joined);
        return fail_child(apart);
    }
    joined[answer.bytes] = 0;
    status = split(apart, joined, answer.bytes, answer.count, words);
    free(joined);
    *count = status ? 0 : answer.count;
    return status;
}

ts_status h5_apart_read_words(struct h5_apart *apart, const char *dataset, char ***words, size_t *count)
{
    return ask_for_words(apart, WORDS, dataset, words, count);
}

ts_status h5_apart_read_names(struct h5_apart *apart, char ***names, size_t *count)
{
    return ask_for_words(apart, NAMES, "", names, count);
}

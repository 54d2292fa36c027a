#include "reweight/ledger.h"

#include "core/card_write.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/ranks.h"
#include "program/kernels.h"
#include "tessera/version.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS_MOST = 1 << 18 }; /* in memory */

/* The head of the file, and that of each block of rows behind it. */
struct ledger_head {
    char kind[24];
    uint64_t made_of, columns;
};
struct block_head {
    uint64_t rows, hash;
};

static const char ledger_kind[24] = "tessera ledger 1";

static uint64_t hash_of(uint64_t place, const double *rows, size_t count)
{
    return XXH3_64bits_withSeed(rows, count * sizeof *rows, place);
}

ts_status ledger_hash_card(ts_context *context, const ts_card *card, uint64_t *hash)
{
    char *text = card_json_text(card_json(card));
    const ts_status status = text ? TS_OK : ts_fail_memory(context, "a checkpoint");
    if (text)
        *hash = XXH3_64bits_withSeed(text, strlen(text), *hash);
    free(text);
    return status;
}

/* What rows depend on: the file, the program, and what the caller says. */
static ts_status find_made_of(ts_context *context, const struct ledger_request *request, uint64_t *made_of)
{
    struct stat facts;
    XXH3_state_t hash;
    if (stat(request->from, &facts))
        return ts_fail(context, TS_ERROR_INPUT, "The file %s cannot be opened: %s.", request->from,
                       strerror(errno));
    const int64_t of_file[] = {facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
    XXH3_INITSTATE(&hash);
    XXH3_128bits_reset(&hash);
    kernels_hash(&hash);
    XXH3_128bits_update(&hash, TESSERA_VERSION, strlen(TESSERA_VERSION));
    XXH3_128bits_update(&hash, of_file, sizeof of_file);
    XXH3_128bits_update(&hash, &request->made_of, sizeof request->made_of);
    *made_of = XXH3_128bits_digest(&hash).low64;
    return TS_OK;
}

static int read_at(const struct ledger *ledger, uint64_t place, void *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t got = pread(ledger->descriptor, (char *)data + done, bytes - done,
                                  (off_t)(place + done));
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return 0;
        done += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

static int write_at(const struct ledger *ledger, uint64_t place, const void *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t put = pwrite(ledger->descriptor, (const char *)data + done, bytes - done,
                                   (off_t)(place + done));
        if (put <= 0 && !(put < 0 && errno == EINTR))
            return 0;
        done += put > 0 ? (size_t)put : 0;
    }
    return 1;
}

static ts_status make_room(struct ledger *ledger, size_t count)
{
    double *grown = count > ledger->room ? realloc(ledger->rows, count * ledger->columns * sizeof *grown)
                                         : ledger->rows;
    if (!grown)
        return ts_fail_memory(ledger->context, "a checkpoint");
    ledger->rows = grown;
    ledger->room = count > ledger->room ? count : ledger->room;
    return TS_OK;
}

/* Counts the rows that are whole. What a stop left behind them goes. */
static ts_status count_rows(struct ledger *ledger, uint64_t end)
{
    struct block_head block;
    while (ledger->bytes + sizeof block <= end && read_at(ledger, ledger->bytes, &block, sizeof block)) {
        const uint64_t place = ledger->bytes + sizeof block,
                       most = (end - place) / (ledger->columns * sizeof(double));
        if (!block.rows || block.rows > most)
            break;
        const ts_status status = make_room(ledger, (size_t)block.rows);
        const size_t numbers = (size_t)block.rows * ledger->columns;
        if (status)
            return status;
        if (!read_at(ledger, place, ledger->rows, numbers * sizeof(double)) ||
            hash_of(ledger->known, ledger->rows, numbers) != block.hash)
            break;
        ledger->known += block.rows;
        ledger->bytes = place + numbers * sizeof(double);
    }
    return ftruncate(ledger->descriptor, (off_t)ledger->bytes)
               ? ts_fail(ledger->context, TS_ERROR_FILE, "%s cannot be written: %s.", ledger->path,
                         strerror(errno))
               : TS_OK;
}

static ts_status refuse_busy(const struct ledger *ledger)
{
    return ts_fail(ledger->context, TS_ERROR_INPUT,
                   "%s is of work that still runs: wait for its end, or give the copy another name.",
                   ledger->path);
}

/* Opens the file that is there; -1: it cannot be. */
static int open_there(const struct ledger *ledger)
{
    return open(ledger->path, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
}

/* Locks the file for this work, as far as its disk has locks. Returns 0 where another work has it, or has
 * removed it meanwhile. */
static int take_lock(const struct ledger *ledger, int descriptor)
{
    const int is_taken = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    return is_taken && file_has_name(descriptor, ledger->path);
}

/* Whether an open file can be a ledger: it begins as one, as far as it goes. */
static int is_ledger(int descriptor)
{
    char kind[sizeof ledger_kind];
    const ssize_t got = pread(descriptor, kind, sizeof kind, 0);
    return got >= 0 && memcmp(kind, ledger_kind, (size_t)got) == 0;
}

/* Removes a ledger, under its lock: no other work may take it up then. What cannot be opened, or begins as no
 * ledger, is somebody's: it stays. */
static ts_status remove_idle(const struct ledger *ledger)
{
    ts_status status;
    const int descriptor = open_there(ledger);
    if (descriptor < 0)
        status = ts_fail(
            ledger->context, TS_ERROR_INPUT,
            "%s cannot be opened (%s), so it is not replaced: remove it, or give the copy another name.",
            ledger->path, strerror(errno));
    else if (!is_ledger(descriptor))
        status = ts_fail(
            ledger->context, TS_ERROR_INPUT,
            "%s is no checkpoint of a copy of events, so it is not replaced: give the copy another name.",
            ledger->path);
    else
        status = take_lock(ledger, descriptor) ? file_remove(ledger->context, ledger->path)
                                               : refuse_busy(ledger);
    if (descriptor >= 0)
        close(descriptor);
    return status;
}

/* Goes on from a ledger that is there. */
static ts_status go_on(struct ledger *ledger)
{
    struct ledger_head head;
    struct stat facts;
    ledger->descriptor = open_there(ledger);
    if (ledger->descriptor >= 0 && !take_lock(ledger, ledger->descriptor))
        return refuse_busy(ledger);
    if (ledger->descriptor < 0 || fstat(ledger->descriptor, &facts))
        return ts_fail(ledger->context, TS_ERROR_INPUT, "The file %s cannot be opened: %s.", ledger->path,
                       strerror(errno));
    if (!file_is_own(&facts))
        return ts_fail(ledger->context, TS_ERROR_INPUT,
                       "The file %s is another user's, or has a second name: nothing goes on from it.",
                       ledger->path);
    if (!read_at(ledger, 0, &head, sizeof head) || memcmp(head.kind, ledger_kind, sizeof head.kind) != 0)
        return ts_fail(ledger->context, TS_ERROR_INPUT,
                       "%s is no checkpoint of a copy of events: give the copy another name.", ledger->path);
    if (head.made_of != ledger->made_of || head.columns != ledger->columns)
        return ts_fail(
            ledger->context, TS_ERROR_INPUT,
            "%s is of other work: the file of events, a card, what is asked for or the program has "
            "changed. Go on with what it was, or begin again with --force.",
            ledger->path);
    ledger->bytes = ledger->place = sizeof head;
    return count_rows(ledger, (uint64_t)facts.st_size);
}

/* What rank 0 finds. */
static ts_status begin(struct ledger *ledger, const struct ledger_request *request)
{
    struct stat facts;
    const int is_there = lstat(ledger->path, &facts) == 0; /* a link to nowhere too */
    const ts_status status = find_made_of(ledger->context, request, &ledger->made_of);
    if (status || (is_there && request->resume))
        return status ? status : go_on(ledger);
    if (is_there && !request->replace)
        return ts_fail(
            ledger->context, TS_ERROR_INPUT,
            "%s is there, of work that was stopped: --resume goes on from it, --force begins again.",
            ledger->path);
    if (request->resume)
        ts_log(ledger->context, TS_LOG_INFO, "There is no %s: the work begins at its beginning.",
               ledger->path);
    return is_there ? remove_idle(ledger) : TS_OK;
}

/* Gives up what is in memory. */
static void release(struct ledger *ledger)
{
    if (ledger->descriptor >= 0)
        close(ledger->descriptor);
    free(ledger->rows);
    free(ledger->path);
    *ledger = (struct ledger){.descriptor = -1};
}

/* Begins one, or goes on; all ranks together. */
static ts_status open_ledger(ts_context *context, const struct ledger_request *request, struct ledger *ledger)
{
    static const char ending[] = ".checkpoint";
    const size_t bytes = strlen(request->to) + sizeof ending;
    *ledger = (struct ledger){.context = context,
                              .path = malloc(bytes),
                              .descriptor = -1,
                              .columns = request->columns,
                              .every = file_is_pipe(request->to) ? 0 : request->every,
                              .last = clock_seconds()};
    ts_status status = ledger->path ? TS_OK : ts_fail_memory(context, "a checkpoint");
    if (!status)
        snprintf(ledger->path, bytes, "%s%s", request->to, ending);
    if (!status && ranks_first(context))
        status = begin(ledger, request);
    int64_t known = (int64_t)ledger->known;
    status = ranks_agree(context, "a checkpoint", status);
    if (!status)
        status = ranks_decide(context, "a checkpoint", &known);
    ledger->known = (uint64_t)known;
    if (status)
        release(ledger);
    return status;
}

int ledger_has(const struct ledger *ledger) { return ledger->next < ledger->known; }

/* What rank 0 reads. */
static ts_status read_rows(struct ledger *ledger, double *rows, size_t count)
{
    struct block_head block;
    if (!ledger->left) {
        if (!read_at(ledger, ledger->place, &block, sizeof block))
            return ts_fail(ledger->context, TS_ERROR_INPUT, "%s cannot be read.", ledger->path);
        ledger->place += sizeof block;
        ledger->left = block.rows;
    }
    const size_t bytes = count * ledger->columns * sizeof *rows;
    if (count > ledger->left || !read_at(ledger, ledger->place, rows, bytes))
        return ts_fail(ledger->context, TS_ERROR_INPUT, "%s does not fit the file of events.", ledger->path);
    ledger->place += bytes;
    ledger->left -= count;
    return TS_OK;
}

ts_status ledger_read(struct ledger *ledger, double *rows, size_t count)
{
    const int is_first = ranks_first(ledger->context);
    size_t bytes = count * ledger->columns * sizeof *rows;
    char *data = is_first ? (char *)rows : NULL;
    ts_status status = is_first ? read_rows(ledger, rows, count) : TS_OK;
    ledger->next += count;
    status = ranks_broadcast(ledger->context, "rows of a checkpoint", status, &data, &bytes);
    if (!status && !is_first)
        memcpy(rows, data, bytes);
    if (!is_first)
        free(data);
    return status;
}

/* Writes a block behind those that are whole. */
static int write_block(struct ledger *ledger)
{
    struct ledger_head head = {.made_of = ledger->made_of, .columns = ledger->columns};
    const size_t numbers = ledger->count * ledger->columns;
    const struct block_head block = {ledger->count,
                                     hash_of(ledger->next - ledger->count, ledger->rows, numbers)};
    memcpy(head.kind, ledger_kind, sizeof head.kind);
    if (ledger->descriptor < 0) {
        ledger->descriptor = open(ledger->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (ledger->descriptor >= 0 && !take_lock(ledger, ledger->descriptor)) { /* another was faster */
            close(ledger->descriptor);
            ledger->descriptor = -1;
            errno = EAGAIN;
        }
        if (ledger->descriptor < 0 || !write_at(ledger, 0, &head, sizeof head))
            return 0;
        ledger->bytes = sizeof head;
    }
    if (!write_at(ledger, ledger->bytes, &block, sizeof block) ||
        !write_at(ledger, ledger->bytes + sizeof block, ledger->rows, numbers * sizeof *ledger->rows))
        return 0;
    ledger->bytes += sizeof block + numbers * sizeof *ledger->rows;
    return 1;
}

static void flush(struct ledger *ledger)
{
    ledger->last = clock_seconds();
    if (!ledger->count)
        return;
    if (!write_block(ledger)) {
        ts_log(ledger->context, TS_LOG_WARNING, "No checkpoint: %s cannot be written: %s. The work goes on.",
               ledger->path, strerror(errno));
        ledger->every = 0;
        ledger->next -= ledger->count; /* of which the file has nothing */
    }
    ledger->count = 0;
}

ts_status ledger_add(struct ledger *ledger, const double *rows, size_t count)
{
    if (!(ledger->every > 0) || !ranks_first(ledger->context))
        return TS_OK;
    const ts_status status = make_room(ledger, ledger->count + count);
    if (status)
        return status;
    memcpy(ledger->rows + ledger->count * ledger->columns, rows, count * ledger->columns * sizeof *rows);
    ledger->count += count;
    ledger->next += count;
    if (ledger->count >= ROWS_MOST ||
        fabs(clock_seconds() - ledger->last) >= ledger->every) /* the clock may have been put back */
        flush(ledger);
    return TS_OK;
}

/* Adds to the sentence of a failure what is left. Work that wrong input ended, or the ledger itself, need not
 * come further the next time. */
static void tell_left(const struct ledger *ledger, ts_status status, int is_wrong)
{
    char sentence[2000];
    const uint64_t events = ledger->next > ledger->known ? ledger->next : ledger->known;
    snprintf(sentence, sizeof sentence, "%s", ts_context_error(ledger->context));
    ts_fail(ledger->context, status, "%s %s %s what was found for %llu events: --resume %s.", sentence,
            ledger->path, is_wrong ? "stays with" : "has", (unsigned long long)events,
            is_wrong ? "tries again from there, --force begins at the beginning" : "goes on from it");
}

/* Ends a ledger: its file goes, or it stays and is told of. */
static void close_ledger(struct ledger *ledger, ts_status status)
{
    const int is_wrong = status == TS_ERROR_INPUT || status == TS_ERROR_NUMERIC;
    const int is_over = status == TS_OK || (!ledger->known && is_wrong);
    if (ledger->path && ranks_first(ledger->context)) {
        if (!is_over)
            flush(ledger);
        if (!is_over && ledger->bytes > sizeof(struct ledger_head))
            tell_left(ledger, status, is_wrong);
        else if (ledger->descriptor >= 0 && file_has_name(ledger->descriptor, ledger->path) &&
                 unlink(ledger->path))
            ts_log(ledger->context, TS_LOG_WARNING, "%s cannot be removed: %s.", ledger->path,
                   strerror(errno));
    }
    release(ledger);
}

ts_status ledger_copy(ts_context *context, ts_status status, const struct ledger_request *request,
                      ts_status (*copy_all)(void *work, struct event_copy *copy), void *work,
                      struct event_copy **copy, struct ledger *ledger)
{
    status = ranks_agree(context, "the beginning of a copy", status);
    if (!status)
        status = open_ledger(context, request, ledger);
    if (!status) {
        status = copy_all(work, *copy);
        if (!status && *copy)
            status = event_copy_finish(copy);
        status = ranks_agree(context, "the copy", status);
        close_ledger(ledger, status);
    }
    event_copy_discard(copy);
    return status;
}

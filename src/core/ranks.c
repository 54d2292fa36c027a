#include "core/ranks.h"

#include "core/clock.h"
#include "core/file.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Words with which a meeting begins, of which the largest counts. A number that is to be the same is there
 * twice, once negative. */
enum meeting_word {
    FAILED, /* 0, or the ranks from this one to the last: the lowest that failed has most */
    PLACE,  /* which meeting it is */
    PLACE_NEGATIVE,
    NOTED, /* what ranks_note() has seen since the last */
    NOTED_NEGATIVE,
    INTERRUPTED,
    NANOSECONDS,
    LENGTH, /* of a broadcast, known to rank 0 alone */
    SPARE,  /* for maxima of ranks_reduce() */
    SPARES = 8,
    MEETING_WORDS = SPARE + SPARES
};

/* What a rank that failed tells the others. */
struct failure {
    int32_t status;
    char host[64];
    char sentence[32768];
};

struct ranks {
    struct ranks_carrier carrier;
    double limit;
    uint64_t noted;   /* hash of what is to be the same */
    ts_status failed; /* agreed upon: nothing is carried any more */
    int is_lost;      /* the carrier failed, or a rank did not come */
    int speaks;
    int interrupted;
    double seconds;
    ts_status deferred; /* a failure of this rank that no meeting has seen, */
    char *sentence;     /* and what it says */
};

ts_status ranks_join(ts_context *context, const struct ranks_carrier *carrier, double limit)
{
    struct ranks *ranks = calloc(1, sizeof *ranks);
    if (!ranks)
        return ts_fail_memory(context, "the ranks");
    *ranks = (struct ranks){.carrier = *carrier, .limit = limit, .speaks = carrier->rank == 0};
    ts_context_set_ranks(context, ranks);
    return TS_OK;
}

static struct ranks *ranks_of(const ts_context *context)
{
    return context ? ts_context_ranks(context) : NULL;
}

int ranks_count(const ts_context *context)
{
    const struct ranks *ranks = ranks_of(context);
    return ranks ? ranks->carrier.size : 1;
}

int ranks_own(const ts_context *context)
{
    const struct ranks *ranks = ranks_of(context);
    return ranks ? ranks->carrier.rank : 0;
}

int ranks_first(const ts_context *context) { return ranks_own(context) == 0; }

const struct ranks_carrier *ranks_carrier_of(const ts_context *context)
{
    const struct ranks *ranks = ranks_of(context);
    return ranks ? &ranks->carrier : NULL;
}

struct ranks *ranks_part(ts_context *context)
{
    struct ranks *ranks = ranks_of(context);
    ts_context_set_ranks(context, NULL);
    return ranks;
}

void ranks_come_back(ts_context *context, struct ranks *parted) { ts_context_set_ranks(context, parted); }

int ranks_speaks(const ts_context *context)
{
    const struct ranks *ranks = ranks_of(context);
    return !ranks || ranks->speaks;
}

int ranks_interrupted(const ts_context *context)
{
    const struct ranks *ranks = ranks_of(context);
    return ranks ? ranks->interrupted : ts_context_interrupted(context);
}

double ranks_pace(const ts_context *context, double seconds)
{
    const struct ranks *ranks = ranks_of(context);
    return ranks ? ranks->seconds : seconds; /* where no rank has measured anything: 0 */
}

/* Who does not come to a meeting: nobody waits for them again. */
static ts_status fail_waiting(ts_context *context, struct ranks *ranks, const char *what)
{
    const int size = ranks->carrier.size;
    unsigned char *present = calloc((size_t)size, 1);
    int missing = -1, lowest = 0;
    ranks->is_lost = 1;
    ranks->failed = TS_ERROR_DEVICE;
    if (!present)
        return ts_fail_memory(context, "the ranks");
    present[ranks->carrier.rank] = 1;
    ranks->carrier.call_roll(fmax(1, ranks->limit / 10), present);
    while (lowest < size && !present[lowest])
        ++lowest;
    for (int rank = size - 1; rank >= 0; --rank)
        missing = present[rank] ? missing : rank;
    ranks->speaks = ranks->carrier.rank == lowest;
    free(present);
    if (missing < 0)
        return ts_fail(
            context, ranks->failed,
            "What the ranks tell each other about %s has not arrived within %g s, though all of them "
            "wait for it: see whether the network between them is whole.",
            what, ranks->limit);
    return ts_fail(
        context, ranks->failed,
        "Rank %d has not come within %g s to where the others wait for it, at %s: it hangs, or works on "
        "something that takes longer (TESSERA_MPI_TIMEOUT sets the limit, in seconds).",
        missing, ranks->limit, what);
}

/* Waits for what was begun: at first at once, then giving way to others on this processor, at last asleep. A
 * turn counts as one second at most, however far the clock jumps: a machine that slept has not waited. */
static ts_status wait_for(ts_context *context, struct ranks *ranks, const char *what, int code)
{
    enum { EAGER = 200, GIVING_WAY = 2000 };
    double last = clock_seconds(), waited = 0;
    int done = 0;
    for (unsigned turn = 0; !code && !done; ++turn) {
        code = ranks->carrier.test(&done);
        if (code || done)
            break;
        const double now = clock_seconds();
        waited += fmin(fmax(now - last, 0), 1);
        last = now;
        if (ranks->limit > 0 && waited > ranks->limit)
            return fail_waiting(context, ranks, what);
        if (turn > EAGER + GIVING_WAY)
            nanosleep(&(struct timespec){0, 50000}, NULL);
        else if (turn > EAGER)
            sched_yield();
    }
    if (!code)
        return TS_OK;
    char text[512];
    ranks->carrier.explain(code, text, sizeof text);
    ranks->is_lost = 1;
    ranks->failed = TS_ERROR_DEVICE;
    return ts_fail(context, ranks->failed, "%s failed at %s: %s.", ranks->carrier.library, what, text);
}

/* The lowest rank that failed tells why; every rank returns its status. */
static ts_status share_failure(ts_context *context, struct ranks *ranks, int from, ts_status status)
{
    struct failure *failure = calloc(1, sizeof *failure);
    if (!failure) {
        ranks->is_lost = 1;
        return ranks->failed = ts_fail_memory(context, "the ranks");
    }
    failure->status = (int32_t)status;
    gethostname(failure->host, sizeof failure->host - 1);
    snprintf(failure->sentence, sizeof failure->sentence, "%s",
             ranks->sentence ? ranks->sentence : ts_context_error(context));
    ts_status waited = wait_for(context, ranks, "the failure of a rank",
                                ranks->carrier.broadcast(failure, sizeof *failure, from));
    if (!waited) {
        ranks->failed = (ts_status)failure->status;
        if (from == 0)
            ts_fail(context, ranks->failed, "%s", failure->sentence);
        else
            ts_fail(context, ranks->failed, "Rank %d (%s): %s", from, failure->host, failure->sentence);
    }
    free(failure);
    return ranks->failed;
}

static int64_t place_of(const char *what, uint64_t length)
{
    return (int64_t)(XXH3_64bits_withSeed(what, strlen(what), length) >> 2);
}

/* The words of a meeting, and its verdict. */
static ts_status meet(ts_context *context, struct ranks *ranks, const char *what, uint64_t length,
                      ts_status status, int64_t words[MEETING_WORDS])
{
    if (ranks->failed)
        return ranks->failed;
    if (!status)
        status = ranks->deferred;
    words[FAILED] = status ? ranks->carrier.size - ranks->carrier.rank : 0;
    words[PLACE] = place_of(what, length);
    words[PLACE_NEGATIVE] = -words[PLACE];
    words[NOTED] = (int64_t)(ranks->noted >> 2);
    words[NOTED_NEGATIVE] = -words[NOTED];
    words[INTERRUPTED] = ts_context_interrupted(context);
    ranks->noted = 0;
    ts_status waited = wait_for(context, ranks, what, ranks->carrier.maximum(words, MEETING_WORDS));
    if (waited)
        return waited;
    ranks->interrupted = words[INTERRUPTED] != 0;
    if (words[FAILED])
        return share_failure(context, ranks, ranks->carrier.size - (int)words[FAILED], status);
    if (words[PLACE] == -words[PLACE_NEGATIVE] && words[NOTED] == -words[NOTED_NEGATIVE])
        return TS_OK;
    return ranks->failed =
               ts_fail(context, TS_ERROR_DEVICE,
                       "The ranks do not compute the same, as was seen at %s: every machine needs the "
                       "same Tessera, the same input files and the same C library.",
                       what);
}

ts_status ranks_agree(ts_context *context, const char *what, ts_status status)
{
    struct ranks *ranks = ranks_of(context);
    int64_t words[MEETING_WORDS] = {0};
    return ranks ? meet(context, ranks, what, 0, status, words) : status;
}

void ranks_note(ts_context *context, const void *data, size_t bytes)
{
    struct ranks *ranks = ranks_of(context);
    if (ranks)
        ranks->noted = XXH3_64bits_withSeed(data, bytes, ranks->noted);
}

void ranks_defer(ts_context *context, ts_status status)
{
    struct ranks *ranks = ranks_of(context);
    if (!ranks || !status || ranks->deferred)
        return;
    ranks->deferred = status;
    ranks->sentence = strdup(ts_context_error(context));
}

ts_status ranks_reduce(ts_context *context, const char *what, ts_status status,
                       const struct ranks_words *given)
{
    struct ranks *ranks = ranks_of(context);
    int64_t words[MEETING_WORDS] = {0};
    const int fits = given->maxima_count <= SPARES;
    if (!ranks)
        return status;
    for (size_t i = 0; i < SPARES; ++i)
        words[SPARE + i] = fits && i < given->maxima_count ? given->maxima[i] : INT64_MIN;
    words[NANOSECONDS] = (int64_t)fmin(given->seconds * 1e9, 0x1p62);
    status = meet(context, ranks, what, given->sums_count, status, words);
    if (status)
        return status;
    ranks->seconds = words[NANOSECONDS] > 0 ? 1e-9 * (double)words[NANOSECONDS] : ranks->seconds;
    for (size_t i = 0; fits && i < given->maxima_count; ++i)
        given->maxima[i] = words[SPARE + i];
    if (!fits)
        status = wait_for(context, ranks, what, ranks->carrier.maximum(given->maxima, given->maxima_count));
    if (!status && given->sums_count)
        status = wait_for(context, ranks, what, ranks->carrier.sum(given->sums, given->sums_count));
    return status;
}

ts_status ranks_decide(ts_context *context, const char *what, int64_t *number)
{
    if (!ranks_first(context))
        *number = INT64_MIN;
    return ranks_reduce(context, what, TS_OK, &(struct ranks_words){.maxima = number, .maxima_count = 1});
}

ts_status ranks_broadcast(ts_context *context, const char *what, ts_status status, char **data, size_t *bytes)
{
    struct ranks *ranks = ranks_of(context);
    int64_t words[MEETING_WORDS] = {0};
    if (!ranks || ranks->carrier.size == 1)
        return status;
    const int is_first = ranks->carrier.rank == 0;
    words[LENGTH] = is_first && !status ? (int64_t)*bytes : 0;
    status = meet(context, ranks, what, 0, status, words);
    if (status)
        return status;
    if (!is_first) {
        *bytes = (size_t)words[LENGTH];
        *data = calloc(*bytes + 1, 1);
    }
    status = ranks_agree(context, what, *data ? TS_OK : ts_fail_memory(context, what));
    if (!status && words[LENGTH])
        status = wait_for(context, ranks, what, ranks->carrier.broadcast(*data, *bytes, 0));
    if (status && !is_first) {
        free(*data);
        *data = NULL;
    }
    return status;
}

ts_status ranks_gather(ts_context *context, const char *what, ts_status status, const void *own, void *all,
                       const size_t *counts)
{
    struct ranks *ranks = ranks_of(context);
    int64_t words[MEETING_WORDS] = {0};
    if (!ranks) {
        if (!status)
            memcpy(all, own, counts[0]);
        return status;
    }
    status = meet(context, ranks, what, 0, status, words);
    return status ? status : wait_for(context, ranks, what, ranks->carrier.gather(own, all, counts));
}

/* How many of so many rows were dealt to a rank. */
static size_t dealt(size_t count, size_t rank, size_t size) { return (count + size - 1 - rank) / size; }

/* Copies the rows of a rank out of those of all, or back. */
static void deal(double *rows, double *own, size_t count, size_t rank, size_t size, size_t columns, int back)
{
    for (size_t i = rank, k = 0; i < count; i += size, ++k)
        memcpy(back ? rows + i * columns : own + k * columns, back ? own + k * columns : rows + i * columns,
               columns * sizeof *rows);
}

ts_status ranks_deal(ts_context *context, const char *what, ts_status status, double *rows, size_t count,
                     size_t columns)
{
    const size_t size = (size_t)ranks_count(context), rank = (size_t)ranks_own(context);
    if (size == 1)
        return status;
    double *own = malloc((dealt(count, rank, size) * columns + 1) * sizeof *own);
    double *all = malloc((count * columns + 1) * sizeof *all);
    size_t *bytes = calloc(size, sizeof *bytes);
    if (!status && !(own && all && bytes))
        status = ts_fail_memory(context, what);
    for (size_t i = 0; i < size && !status; ++i)
        bytes[i] = dealt(count, i, size) * columns * sizeof *own;
    if (!status)
        deal(rows, own, count, rank, size, columns, 0);
    status = ranks_gather(context, what, status, own, all, bytes);
    for (size_t i = 0, first = 0; i < size && !status; first += dealt(count, i, size) * columns, ++i)
        deal(rows, all + first, count, i, size, columns, 1);
    free(own);
    free(all);
    free(bytes);
    return status;
}

uint64_t ranks_share(const ts_context *context, int rank, uint64_t count, uint64_t *first)
{
    const uint64_t size = (uint64_t)ranks_count(context), own = (uint64_t)rank;
    const uint64_t each = count / size, longer = count % size;
    *first = each * own + (own < longer ? own : longer);
    return each + (own < longer);
}

ts_status ranks_file_read(ts_context *context, const char *path, size_t limit, char **data, size_t *bytes)
{
    ts_status status = TS_OK;
    *data = NULL;
    *bytes = 0;
    if (ranks_first(context))
        status = file_read(context, path, limit, data, bytes);
    status = ranks_broadcast(context, "the reading of a file", status, data, bytes);
    if (status) {
        free(*data);
        *data = NULL;
    }
    return status;
}

ts_status ranks_leave(ts_context *context, ts_status status)
{
    struct ranks *ranks = ranks_of(context);
    if (!ranks)
        return status;
    const ts_status agreed = ranks_agree(context, "the end", status);
    if (ranks->is_lost) {
        if (!ranks->speaks) /* who says why comes first */
            nanosleep(&(struct timespec){3, 0}, NULL);
        ranks->carrier.abort(1);
    }
    ranks->carrier.end();
    ts_context_set_ranks(context, NULL);
    free(ranks->sentence);
    free(ranks);
    return agreed;
}

/* Processes that compute together, as MPI numbers them: ranks.
 *
 * All ranks run the same code on the same input, and meet where they share sums, bytes or a decision. What
 * could differ between them (clocks, signals, files) is agreed upon there. Every meeting begins with a few
 * words of fixed length, so that a rank that has failed can say so wherever the others are. They all return
 * its status, with its sentence. A context without ranks is alone, and then every function here does at once
 * what is left to do. */
#ifndef TESSERA_CORE_RANKS_H
#define TESSERA_CORE_RANKS_H

#include "core/context.h"
#include "core/ranks_carrier.h"

#include <stddef.h>
#include <stdint.h>

struct ranks;

/* Joins the ranks of a carrier to a context; `limit`: seconds that a rank waits for the others, 0 for ever.
 */
ts_status ranks_join(ts_context *context, const struct ranks_carrier *carrier, double limit);

/* The last meeting: all end, with the status of the lowest that failed. Frees what ranks_join() made. Ranks
 * that were lost are ended by the carrier's abort(), which does not return. */
ts_status ranks_leave(ts_context *context, ts_status status);

/* How many there are (1: alone), which this is, and whether it is the one that writes and speaks. */
int ranks_count(const ts_context *context);
int ranks_own(const ts_context *context);
int ranks_first(const ts_context *context);

/* How they are carried; NULL: alone. */
const struct ranks_carrier *ranks_carrier_of(const ts_context *context);

/* Takes a rank out of the others' sight until it comes back: what it computes meanwhile is its own, and meets
 * nobody. */
struct ranks *ranks_part(ts_context *context);
void ranks_come_back(ts_context *context, struct ranks *parted);

/* Whether this rank is the lowest of those that are left, where rank 0 was lost. */
int ranks_speaks(const ts_context *context);

/* Whether an interruption was asked for: of any rank, as the last meeting found. */
int ranks_interrupted(const ts_context *context);

/* The seconds that the slowest rank took, by the last ranks_reduce() that was given some, 0 before it. Alone:
 * `seconds`. */
double ranks_pace(const ts_context *context, double seconds);

/* A meeting without more: TS_OK, or the status of the lowest rank that failed. `what` names it, and is the
 * same in all ranks: it says what others were at where they do not agree. */
ts_status ranks_agree(ts_context *context, const char *what, ts_status status);

/* Takes note of numbers that are to be the same in all ranks: the next meeting compares. */
void ranks_note(ts_context *context, const void *data, size_t bytes);

/* Takes note of a failure that this rank goes on with: the next meeting returns it. */
void ranks_defer(ts_context *context, ts_status status);

/* Replaces maxima and sums by those over all ranks. */
struct ranks_words {
    int64_t *maxima;
    size_t maxima_count;
    int64_t *sums;
    size_t sums_count;
    double seconds; /* time of this rank, for ranks_pace(); 0: not measured */
};
ts_status ranks_reduce(ts_context *context, const char *what, ts_status status,
                       const struct ranks_words *given);

/* Gives all ranks the number of rank 0: what only one of them can decide. */
ts_status ranks_decide(ts_context *context, const char *what, int64_t *number);

/* Gives all ranks the bytes of rank 0, which the others receive in allocated memory with a zero behind.
 * `status` is rank 0's of having them. */
ts_status ranks_broadcast(ts_context *context, const char *what, ts_status status, char **data,
                          size_t *bytes);

/* Gives all ranks the bytes of each: `counts` of each rank, which all know. */
ts_status ranks_gather(ts_context *context, const char *what, ts_status status, const void *own, void *all,
                       const size_t *counts);

/* Gives all ranks rows of numbers that were dealt out to them like cards: row i is known to rank i modulo
 * their number. */
ts_status ranks_deal(ts_context *context, const char *what, ts_status status, double *rows, size_t count,
                     size_t columns);

/* The share of `count` things that a rank has: a run of them, as long as the others' or one longer, rank 0's
 * the longest. Returns its length. */
uint64_t ranks_share(const ts_context *context, int rank, uint64_t count, uint64_t *first);

/* file_read() by rank 0, whose bytes all have: a file need not be seen from every machine. */
ts_status ranks_file_read(ts_context *context, const char *path, size_t limit, char **data, size_t *bytes);

#endif

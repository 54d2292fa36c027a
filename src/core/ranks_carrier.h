/* What carries words between processes that compute together, as a table of functions. A module that knows
 * MPI fills it (src/mpi/module/), or a study that simulates one. Plain C, for both sides of dlopen().
 *
 * An operation is begun by all ranks in the same order, one at a time, and is over when test() says so.
 * Functions return 0, or what explain() has a sentence for. */
#ifndef TESSERA_CORE_RANKS_CARRIER_H
#define TESSERA_CORE_RANKS_CARRIER_H

#include <stddef.h>
#include <stdint.h>

/* Changes with the table: a module of another version is refused. */
enum { RANKS_CARRIER_VERSION = 2 };

struct ranks_carrier {
    char library[128]; /* "Open MPI 4.1.4" */
    int rank, size;
    int local_rank, local_size; /* among the ranks of one machine */

    /* Begins to replace the words of every rank by the largest, or by the sum, over all ranks. */
    int (*maximum)(int64_t *words, size_t count);
    int (*sum)(int64_t *words, size_t count);

    /* Begins to give all ranks the bytes of rank `root`. */
    int (*broadcast)(void *bytes, size_t count, int root);

    /* Begins to give all ranks the bytes of each, one rank behind the other: counts[] of them. */
    int (*gather)(const void *own, void *all, const size_t *counts);

    int (*test)(int *done);

    /* Tells the others that this rank is there, and for so many seconds notes in present[size] who tells it.
     */
    void (*call_roll)(double seconds, unsigned char *present);

    void (*explain)(int code, char *text, size_t bytes);
    void (*end)(void);       /* all ranks together; nothing is called after it */
    void (*abort)(int code); /* ends all ranks; does not return */
};

/* Of a module: the version of the table, an int that is looked at before anything is called. */
#define RANKS_VERSION "tessera_ranks_version"

/* The one function of a module: joins the other ranks. Returns 0, or a code with a sentence in `text`. */
#define RANKS_JOIN "tessera_ranks_join"
typedef int ranks_join_function(struct ranks_carrier *carrier, char *text, size_t bytes);

#endif

/* The module that knows MPI: fills the table of core/ranks_carrier.h. It is compiled once for each MPI, by
 * that one's mpicc, and opened at run time. Everything that waits is begun here and tested: who waits, and
 * for how long, the library decides. */
#define _XOPEN_SOURCE 700
#include "core/ranks_carrier.h"

#include <mpi.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static MPI_Comm all = MPI_COMM_NULL; /* our own, so that nothing of others is mixed in */
static MPI_Request pending = MPI_REQUEST_NULL;
static int *lengths, *offsets; /* of a gathering, for each rank */
static int rank, size;

static int fits(size_t count) { return count <= INT_MAX; }

static int maximum(int64_t *words, size_t count)
{
    return fits(count) ? MPI_Iallreduce(MPI_IN_PLACE, words, (int)count, MPI_INT64_T, MPI_MAX, all, &pending)
                       : MPI_ERR_COUNT;
}

static int sum(int64_t *words, size_t count)
{
    return fits(count) ? MPI_Iallreduce(MPI_IN_PLACE, words, (int)count, MPI_INT64_T, MPI_SUM, all, &pending)
                       : MPI_ERR_COUNT;
}

static int broadcast(void *bytes, size_t count, int root)
{
    return fits(count) ? MPI_Ibcast(bytes, (int)count, MPI_BYTE, root, all, &pending) : MPI_ERR_COUNT;
}

static int gather(const void *own, void *gathered, const size_t *counts)
{
    size_t offset = 0;
    for (int i = 0; i < size; ++i) {
        if (!fits(counts[i]) || !fits(offset))
            return MPI_ERR_COUNT;
        lengths[i] = (int)counts[i];
        offsets[i] = (int)offset;
        offset += counts[i];
    }
    return MPI_Iallgatherv(own, lengths[rank], MPI_BYTE, gathered, lengths, offsets, MPI_BYTE, all, &pending);
}

static int test(int *done) { return MPI_Test(&pending, done, MPI_STATUS_IGNORE); }

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* What was begun is left unfinished, and so are these messages: only the end of all ranks can follow. */
static void call_roll(double seconds, unsigned char *present)
{
    enum { HERE = 1 };
    static char here = 1;
    char received;
    const double end = seconds_now() + seconds;
    for (int other = 0; other < size; ++other) {
        MPI_Request ignored;
        if (other != rank)
            MPI_Isend(&here, 1, MPI_CHAR, other, HERE, all, &ignored);
    }
    while (seconds_now() < end) {
        int found = 0;
        MPI_Status who;
        if (!MPI_Iprobe(MPI_ANY_SOURCE, HERE, all, &found, &who) && found &&
            !MPI_Recv(&received, 1, MPI_CHAR, who.MPI_SOURCE, HERE, all, MPI_STATUS_IGNORE))
            present[who.MPI_SOURCE] = 1;
        else
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

static void explain(int code, char *text, size_t bytes)
{
    char words[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, words, &length);
    words[strcspn(words, "\n")] = 0;
    snprintf(text, bytes, "%s", words);
}

static void finish(void)
{
    free(lengths);
    free(offsets);
    MPI_Comm_free(&all);
    MPI_Finalize();
}

static void stop(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
    exit(code);
}

/* "Open MPI v4.1.4, package: ..." or "MPICH Version: 4.0.2\n...": its front. */
static void name_library(char *text, size_t bytes)
{
    char words[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(words, &length);
    words[strcspn(words, ",\n")] = 0;
    for (char *tab = words; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    snprintf(text, bytes, "%s", words);
}

static int find_places(struct ranks_carrier *carrier)
{
    MPI_Comm local = MPI_COMM_NULL;
    int code = MPI_Comm_dup(MPI_COMM_WORLD, &all);
    if (!code)
        code = MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN);
    if (!code)
        code = MPI_Comm_rank(all, &rank);
    if (!code)
        code = MPI_Comm_size(all, &size);
    if (!code)
        code = MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &local);
    if (!code)
        code = MPI_Comm_rank(local, &carrier->local_rank);
    if (!code)
        code = MPI_Comm_size(local, &carrier->local_size);
    if (local != MPI_COMM_NULL)
        MPI_Comm_free(&local);
    carrier->rank = rank;
    carrier->size = size;
    return code;
}

extern const int tessera_ranks_version;
__attribute__((visibility("default"))) const int tessera_ranks_version = RANKS_CARRIER_VERSION;

/* The module's one function. */
__attribute__((visibility("default"))) ranks_join_function tessera_ranks_join;

int tessera_ranks_join(struct ranks_carrier *carrier, char *text, size_t bytes)
{
    int provided, begun = 0;
    *carrier = (struct ranks_carrier){.maximum = maximum,
                                      .sum = sum,
                                      .broadcast = broadcast,
                                      .gather = gather,
                                      .test = test,
                                      .call_roll = call_roll,
                                      .explain = explain,
                                      .end = finish,
                                      .abort = stop};
    int code = MPI_Initialized(&begun);
    if (!code && begun) {
        snprintf(text, bytes, "MPI was begun by another part of this process");
        return 1;
    }
    if (!code)
        code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (!code)
        code = find_places(carrier);
    if (code) {
        explain(code, text, bytes);
        return code;
    }
    name_library(carrier->library, sizeof carrier->library);
    lengths = calloc((size_t)size, sizeof *lengths);
    offsets = calloc((size_t)size, sizeof *offsets);
    if (lengths && offsets)
        return 0;
    snprintf(text, bytes, "there is not enough memory");
    return 1;
}

/** @file
 * Many processes that compute one thing, started by mpirun or srun.
 *
 * All of them (ranks) call the same functions with the same arguments, each with a context of its own that
 * ts_mpi_start() joined to the others. Each has a device of its own; sums are whole numbers, so that results
 * have the bits of one process. Files are written by rank 0 alone. A call that fails in one rank fails in all
 * of them, with the same status and the sentence of the lowest that failed.
 *
 * What talks MPI is a module, one for Open MPI and one for MPICH, that is opened by ts_mpi_start(); the
 * library itself needs none. */
#ifndef TESSERA_MPI_H
#define TESSERA_MPI_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How this process was started, as far as its environment tells. */
typedef struct ts_mpi_launch {
    int rank;          /**< 0 where it is alone */
    int size;          /**< 1: alone */
    char launcher[32]; /**< "Open MPI's mpirun", or "" */
} ts_mpi_launch;

/** Reads the environment: what mpirun and srun set there, and TESSERA_MPI ("none": alone whatever they say).
 */
TS_API ts_mpi_launch ts_mpi_launched(void);

/** Where a context stands among others. */
typedef struct ts_mpi_place {
    int rank, size;             /**< 0 and 1: alone */
    int local_rank, local_size; /**< among the ranks of one machine */
    int speaks;        /**< whether it is this one that tells people: rank 0, but where that is lost */
    char library[128]; /**< "Open MPI v4.1.4"; "" alone */
} ts_mpi_place;

/** Joins the other ranks, where there are any; else does nothing. Once in a process.
 * @param words what is to be the same for all ranks, such as the command line
 * @return TS_OK; TS_ERROR_INPUT where the module is missing, the launcher is another than the module's, or
 * the words differ; TS_ERROR_DEVICE where MPI fails */
TS_API ts_status ts_mpi_start(ts_context *context, const char *const *words, size_t count);

/** Where the context stands. */
TS_API ts_mpi_place ts_mpi_place_of(const ts_context *context);

/** The last call: all ranks make it, with the status of what they did, and leave together. Where a rank hangs
 * or is gone it ends the process.
 * @return the status of the lowest rank that failed, whose sentence all have; TS_OK where none did */
TS_API ts_status ts_mpi_end(ts_context *context, ts_status status);

/** One module. */
typedef struct ts_mpi_module {
    char name[16];  /**< "openmpi", "mpich": what TESSERA_MPI takes */
    char title[32]; /**< "Open MPI" */
    char path[512]; /**< where it is; "": it is not there */
} ts_mpi_module;

/** Writes at most `room` of the modules that there may be; returns how many they are. */
TS_API size_t ts_mpi_modules(ts_mpi_module *modules, size_t room);

#ifdef __cplusplus
}
#endif
#endif

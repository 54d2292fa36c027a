/* How this process was started, and which module belongs to it. */
#ifndef TESSERA_MPI_LAUNCH_H
#define TESSERA_MPI_LAUNCH_H

#include "tessera/mpi.h"

/* Modules by their place in module_titles[]. */
enum mpi_kind { MPI_NONE = -1, MPI_OPEN, MPI_MPICH, MPI_KINDS };

struct mpi_launch {
    enum mpi_kind kind;   /* MPI_NONE: alone */
    int rank, size;       /* size 0: not told */
    const char *launcher; /* "" where there is none */
    const char *wrong;    /* NULL, or a sentence: why it cannot be what was meant */
};

struct mpi_launch mpi_launch_find(void);

extern const char *const mpi_names[MPI_KINDS], *const mpi_titles[MPI_KINDS];

/* Where the module of a kind is, in path[PATH_MAX]; 0: nowhere. */
int mpi_module_find(enum mpi_kind kind, char *path);

#endif

/* Files of momenta: one particle a line, E px py pz in GeV, incoming first with
 * their physical (positive) energies, a blank line between points. */
#ifndef TESSERA_CLI_MOMENTA_H
#define TESSERA_CLI_MOMENTA_H

#include "tessera/context.h"

#include <stddef.h>

struct momenta {
    size_t points, particles;
    double *values; /* [points][particles][4] */
};

/* Reads a file, a pipe or ("-") standard input and checks it: numbers, the same number of particles in each
 * point, positive energies, massless, conserved. What follows a # is passed over.
 * @param incoming how many particles of a point come in, 1 or 2
 * @return the exit status, after saying with file and line what is wrong */
int momenta_read(ts_context *context, const char *path, size_t incoming, struct momenta *momenta);

void momenta_free(struct momenta *momenta);

#endif

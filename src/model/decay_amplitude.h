/* Squared tree amplitudes of three or four legs from a table's vertices: for widths, and beside those of
 * src/amplitude, with which they share no formula. */
#ifndef TESSERA_MODEL_DECAY_AMPLITUDE_H
#define TESSERA_MODEL_DECAY_AMPLITUDE_H

#include "model/decay_vertices.h"

/* One vertex, or two with a line between them, for one colour structure of each. */
struct decay_part {
    const struct decay_vertex *vertex[2];
    int external[2][DECAY_LEGS_MOST]; /* of each leg of a vertex; DECAY_LINE: the line */
    const ts_particle *line;          /* NULL: one vertex */
    double sign;                      /* of the order of fermions */
    struct colour_tensor colour;      /* of the external legs */
};

enum { DECAY_LINE = -1 };

struct decay_amplitude {
    const struct decay_rows *rows;
    int legs, pdg[DECAY_LEGS_MOST];
    struct decay_vertices *vertices;
    size_t vertex_count;
    struct decay_part *parts;
    int part_count;
    number *colours; /* [parts][parts]: what each has of the other's square */
};

/* The tree diagrams of some legs, as they come in. Without any there are no parts. TS_ERROR_INPUT,
 * TS_ERROR_MEMORY. */
ts_status decay_amplitude_create(ts_context *context, const struct decay_rows *rows, int legs, const int *pdg,
                                 struct decay_amplitude *amplitude);
void decay_amplitude_free(struct decay_amplitude *amplitude);

/* The squared amplitude at momenta that come in, those of what goes out with negative energies. It is summed
 * over spins and colours. */
double decay_amplitude_square(const struct decay_amplitude *amplitude, const double (*incoming)[COMPONENTS]);

#endif

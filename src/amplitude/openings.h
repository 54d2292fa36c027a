/* The vertices of a model as a recursion uses them: one leg is what is made, the others are children. */
#ifndef TESSERA_AMPLITUDE_OPENINGS_H
#define TESSERA_AMPLITUDE_OPENINGS_H

#include "colour/flow.h"
#include "model/model.h"
#include "subprocess/notation.h"

struct opening {
    int vertex, out; /* row of the model, and the leg that is made */
    struct vertex_colour colour;
    int sign; /* of a fermion that is made: by its place among the vertex's fermions */
    struct orders orders;
    int made; /* what comes into the next vertex */
    int children;
    int slots[TS_VERTEX_LEGS - 1]; /* what the children are, in the order of the vertex's legs */
};

struct openings {
    struct opening *list;
    int count;
};

/* Every vertex once for each different particle among its legs. */
ts_status openings_create(ts_context *context, const ts_model *model, struct openings *openings);
void openings_free(struct openings *openings);

#endif

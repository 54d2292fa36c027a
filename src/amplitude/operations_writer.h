/* Operations that grow, of a graph: what the files that write them have in common. */
#ifndef TESSERA_AMPLITUDE_OPERATIONS_WRITER_H
#define TESSERA_AMPLITUDE_OPERATIONS_WRITER_H

#include "amplitude/operations.h"
#include "amplitude/products.h"
#include "model/propagators.h"

struct writer {
    ts_context *context;
    const struct graph *graph;
    const ts_vertex *vertices;
    struct operations *to;
    size_t room, sum_room, coupling_room, pole_room, list_room;
    const struct term_product *products; /* [terms] */
    int *made;                           /* [terms]: of a product the place where it stands; 0: none yet */
    int *turned;                         /* [currents]: place where it stands turned; 0: nowhere */
    int forms;                           /* the first of the couplings of form factors; 0: none yet */
    int *row_of;                         /* number of a momentum by its set of legs, plus one */
    uint32_t *list_at;  /* [list_places]: of a list, by its hash, its number plus one; 0: none */
    size_t list_places; /* a power of two */
    int failed;
};

/* Room for one more of an array's rows; 0: there is no memory. */
int operations_room(struct writer *writer, void **array, size_t *room, int count, size_t bytes);

/* Appends an operation. */
void operation_write(struct writer *writer, const uint32_t words[TREE_WORDS]);

/* The number of a coupling, which is new where there is none like it. */
uint32_t operations_coupling_of(struct writer *writer, struct coupling_use use);

/* The momentum of any set of legs, from its own where no current has it. */
uint32_t operations_momentum(struct writer *writer, unsigned set);

/* The place of a fermion's current as a row, where it is a column, and the other way round. */
int operations_turned(struct writer *writer, int current);

/* A vertex of the model's own structure, whose result stands at `out`. */
void structure_operation_write(struct writer *writer, const struct graph_term *term, int out, int add);

/* A propagator of the model's own, of current `number`, from the sum of what makes it. */
void own_propagator_write(struct writer *writer, const struct propagator_row *own, int number, int sum);

#endif

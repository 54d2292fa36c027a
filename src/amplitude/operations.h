/* A graph of currents as a list of operations, and the numbers that they take: what becomes a kernel's tables
 * or its text. */
#ifndef TESSERA_AMPLITUDE_OPERATIONS_H
#define TESSERA_AMPLITUDE_OPERATIONS_H

#include "amplitude/graph.h"
#include "amplitude/tree_layout.h"

#include <stdint.h>

/* A product of couplings and factors that operations share. */
struct coupling_use {
    int vertex;                 /* row of the model; -1: the factor alone */
    int out;                    /* of three vectors: the sign of their order */
    int numerator, denominator; /* of colour and fermions */
    int own[2], dimension[2];   /* of what is the model's own, whose vertex is -1: parameters, left and right,
                                   plus one (0: none). And the powers of energy in them; without a parameter the
                                   unit of energies to this power. */
};

struct operations {
    uint32_t *list; /* [count][TREE_WORDS] */
    int count;
    int slots;      /* places of currents, and of products that several of them have */
    int currents;   /* how many of them are the graph's */
    uint32_t *sums; /* [momenta][TREE_SUMMANDS], without meaning for those of one leg */
    int momenta;
    struct coupling_use *couplings;
    int coupling_count;
    int *poles; /* PDG codes of masses and widths, by their place */
    signed char *massless;
    int pole_count;
    uint32_t *lists; /* [lists][TREE_LIST_WORDS]: of structures */
    int list_count;
    int has_more;   /* whether a vertex has more than three branches, */
    int has_states; /* and a propagator some helicities alone */
};

/* TS_ERROR_INPUT where the model has a vertex that no operation computes, TS_ERROR_MEMORY. */
ts_status operations_create(ts_context *context, const struct graph *graph, struct operations *operations);
void operations_free(struct operations *operations);

/* Products of several currents take the places of those that have no more use. */
void operations_pack(struct operations *operations);

/* Whether two currents go in with their momenta. */
int operation_has_momenta(uint32_t kind);

/* How many of the words from TREE_IN on are places of currents, and whether TREE_OUT is one. */
int operation_inputs(uint32_t kind);
int operation_makes_current(uint32_t kind);

/* Arithmetic of an operation, a fused multiply-add being one. */
int operation_instructions(uint32_t kind);

/* Whether a mass in a propagator's numerator or a coupling of three vectors has an imaginary part. */
int operations_are_complex(const struct graph *graph, const struct operations *operations);

/* The values of a coupling: left and right, real and imaginary parts, the power of g_s. `unit` [GeV] is that
 * of all energies; g_s and e are those of the model, times these ratios. */
void operations_coupling(const struct graph *graph, const struct coupling_use *use, double strong,
                         double electric, double unit, double values[TREE_COUPLING]);

/* The derivatives of these values by input number `slope` that the model was asked for. */
void operations_coupling_slopes(const struct graph *graph, const struct coupling_use *use, double unit,
                                size_t slope, double values[TREE_COUPLING]);

#endif

/* The colour matrix: sums over the colours of all legs of products of two flows, exact. */
#ifndef TESSERA_COLOUR_MATRIX_H
#define TESSERA_COLOUR_MATRIX_H

#include "colour/flow.h"
#include "tessera/context.h"

#include <stddef.h>
#include <stdint.h>

/* Elements as whole numbers over one denominator. */
struct colour_matrix {
    size_t flows;
    int64_t *numerators; /* [flows][flows], symmetric */
    int64_t denominator;
};

/* What the legs of a finished flow are: 1, 3, -3, 6, -6 or 8, as they come in. */
struct colour_legs {
    int count;
    int representation[FLOW_LEGS];
    int split; /* 1: gluons may be in several traces though they alone have colour: flows stand for themselves
                */
};

/* The matrix of flows. Where all legs with colour are gluons, and there are three or more, the flows are the
 * traces tr(T^1 T^s .. T^n) whose first leg is the first gluon and whose last one the last, and stand for
 * nested commutators (DDM: hep-ph/9910563). TS_ERROR_MEMORY. Numbers of FLOW_LEGS legs are below 2^63. */
ts_status colour_matrix_create(ts_context *context, const struct colour_legs *legs, const struct flow *flows,
                               size_t count, struct colour_matrix *matrix);
void colour_matrix_free(struct colour_matrix *matrix);

/* Whether flows of these legs are those of nested commutators. */
int colour_is_nested(const struct colour_legs *legs);

/* The sum over colours of one product of two finished flows, over colour_denominator(). */
int64_t colour_product(const struct colour_legs *legs, const struct flow *a, const struct flow *b);

/* (2 N)^gluons 2^sextets */
int64_t colour_denominator(const struct colour_legs *legs);

/* Junctions of a finished flow of these legs, which all flows have. Three ends of strings that have no
 * beginning among the legs are one, and three beginnings without an end. */
int colour_junctions(const struct colour_legs *legs);

/* Trace number `bits`, below 2^(gluons - 2), of a nested commutator; returns its sign. `flow`: the trace that
 * names it, whose first gluon is the first and whose last one the last of all its traces. */
int colour_nested_trace(const struct colour_legs *legs, const struct flow *flow, unsigned bits,
                        struct flow *trace);

/* The power of N that leads the square of a flow, with its factor 2^-gluons.
 * Of a trace of n gluons it is N^(n - 2) (N^2 - 1), with which the sum over
 * all orders of four or five is exact. (Mangano and Parke, Phys. Rep. 200
 * (1991) 301.) With sextets it is the square itself. */
double colour_leading(const struct colour_legs *legs, const struct flow *flow);

#endif

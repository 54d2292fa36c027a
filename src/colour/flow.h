/* Colour flows: products of the generators T^a of external gluons between external quarks.
 *
 * A current's colour is a matrix (a gluon), a column (a quark), a row (an antiquark) or a number. That is
 * multiplied by finished strings (antiquark, gluons, quark) and traces. All of that is one map: next[i]
 * is the leg behind leg i in the product. tr(T^a T^b) = delta / 2; a sum over the colours of an inner
 * gluon is
 *
 *   T^a_ij T^a_kl = (delta_il delta_kj - delta_ij delta_kl / N) / 2                     (hep-ph/0209271),
 *
 * whose second part, a gluon without colour, couples to quarks alone.
 *
 * A sextet is two quarks in a symmetric state: its second line has a place of its own. A junction is what an
 * epsilon tensor joins: three places that strings begin with, or end at, in an antisymmetric state. A product
 * of two tensors of both kinds is the determinant of deltas, so that a flow has junctions of one kind alone.
 */
#ifndef TESSERA_COLOUR_FLOW_H
#define TESSERA_COLOUR_FLOW_H

#include "model/colour_words.h"
#include "model/model.h"

enum {
    FLOW_LEGS = 12,
    FLOW_END = -1,                      /* nothing follows */
    FLOW_TERMS = 2 * COLOUR_WORDS_MOST, /* most terms that a vertex makes of its currents */
    COLOURS = 3                         /* N */
};

/* Places of a flow: legs, the second lines of legs that are sextets, and three arms of each junction. */
enum {
    FLOW_SECOND = FLOW_LEGS,
    FLOW_JUNCTION = 2 * FLOW_LEGS,
    FLOW_JUNCTIONS = 6,
    FLOW_ARMS = 3,
    FLOW_PLACES = FLOW_JUNCTION + FLOW_ARMS * FLOW_JUNCTIONS
};

/* Equal flows are equal byte for byte. A sextet has two open ends alike, the first of them at the lower
 * place.
 */
struct flow {
    signed char next[FLOW_PLACES];
    signed char head; /* the place with the open row index: of a quark or gluon; else FLOW_END */
    signed char tail; /* the place with the open column index: of an antiquark or gluon; else FLOW_END */
    signed char second_head, second_tail; /* of a sextet, of an antisextet; else FLOW_END */
};

/* A flow with its factor. Of a vertex of four gluons, `middle` is the child in the middle of the word. Its
 * kinematics are minus helas_contact() with that child as the second. */
struct flow_term {
    struct flow flow;
    int numerator, denominator;
    int middle;
};

/* The flow of an external leg that comes in as this representation: 1, 3, -3, 6, -6 or 8. */
struct flow flow_external(int representation, int leg);

/* A vertex's colour, where it is in no list: its words, else NULL. */
struct vertex_colour {
    ts_colour kind;
    const struct colour_words *words;
};

/* What holds of all vertices of a graph. */
enum {
    FLOW_LEADING = 1,  /* inner gluons have no second part */
    FLOW_SYMMETRIC = 2 /* gluons are joined by d too, whose strings have a trace: they are kept */
};

/* The terms that a vertex makes of its `count` children, in the order of its other legs, for the current that
 * leaves by leg `out`. Returns their number; negative: there are more than FLOW_TERMS, or more junctions than
 * FLOW_JUNCTIONS. */
int flow_join(struct vertex_colour colour, int out, const struct flow *const *children, int count, int rules,
              struct flow_term terms[FLOW_TERMS]);

/* The terms that two currents make which hold all legs between them. Gluons (`matrices`) are 2 tr(J K), in
 * which the part of one without colour is enough, as the other's trace is zero with it. */
int flow_close(const struct flow *current, const struct flow *partner, int matrices, int rules,
               struct flow_term terms[FLOW_TERMS]);

#endif

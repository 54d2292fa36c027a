/* Flows with junctions and sextets: numbers of junctions, products of two, and one form for equal flows. */
#ifndef TESSERA_COLOUR_JUNCTIONS_H
#define TESSERA_COLOUR_JUNCTIONS_H

#include "colour/flow.h"

/* Orders of the arms of a junction: those that are even, then those that are odd. */
extern const signed char junction_orders[6][FLOW_ARMS];

/* Whether a flow has junctions or sextets. */
int flow_is_tangled(const struct flow *flow);

/* Copies of flows whose junctions have numbers apart from each other, from `first` on: what is below is a
 * vertex's own. 0: there are too many. */
int junctions_part(const struct flow *const *flows, int count, int first, struct flow *apart);

/* Multiplies junctions of both kinds, and brings flows into the form in which equal ones are equal. Returns
 * the number of terms; negative: there are too many. */
int junctions_resolve(struct flow_term terms[FLOW_TERMS], int count);

/* A flow whose places have other names. */
struct flow flow_renamed(const struct flow *flow, const signed char name[FLOW_PLACES]);

/* Adds a term, or adds to one of the same flow and kinematics. Returns the number of terms; negative: they
 * are too many. */
int flow_add_term(struct flow_term *terms, int count, const struct flow_term *term);

/* Leaves out terms that are zero. */
int flow_terms_kept(struct flow_term *terms, int count);

#endif

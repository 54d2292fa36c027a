/* The colour flows that an event may have, and the amplitude of each: what one is drawn from. */
#ifndef TESSERA_COLOUR_CHOICES_H
#define TESSERA_COLOUR_CHOICES_H

#include "colour/matrix.h"
#include "tessera/context.h"

struct colour_choice {
    struct flow flow;
    double weight;    /* the sum over colours of its square */
    int first, terms; /* amplitude: the sum of these terms */
};

/* A term: the number of a flow of the amplitude, from 1, with its sign. */
struct colour_choices {
    struct colour_choice *list;
    int count;
    int *terms;
    int term_count;
};

/* The flows themselves; of nested commutators (colour_is_nested()) the traces that they consist of, whose
 * amplitudes are sums of theirs (Kleiss and Kuijf, Nucl. Phys. B312 (1989) 616). TS_ERROR_MEMORY. */
ts_status colour_choices_create(ts_context *context, const struct colour_legs *legs, const struct flow *flows,
                                int count, int nested, struct colour_choices *choices);
void colour_choices_free(struct colour_choices *choices);

#endif

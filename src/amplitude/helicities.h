/* Which choices of helicities an amplitude does not lack: chirality is followed through its currents. */
#ifndef TESSERA_AMPLITUDE_HELICITIES_H
#define TESSERA_AMPLITUDE_HELICITIES_H

#include "amplitude/graph.h"

#include <stdint.h>

enum { HELICITY_ANY = 4, HELICITY_GAUGE = 3 };

/* Helicities as they are written, in the order from -2 on. */
#define HELICITY_SIGNS "=-0+2"

/* Choices in an order in which legs of cheap currents change most often. */
struct helicities {
    int count, legs;
    int weight;        /* how often each counts: 2 where the opposite choices have the same squares */
    signed char *list; /* [count][legs]: -2 to 2, or HELICITY_GAUGE */
};

/* All choices that may give an amplitude other than zero, of those that the process asks for (`chain`, NULL:
 * all). With `fixed` (-2 to 2 of each leg, physical ones) they are those that agree with it. HELICITY_ANY
 * agrees with all. HELICITY_GAUGE puts the momentum of a massless vector in place of its polarisation. Of a
 * massless tensor it takes the place of one of two. */
ts_status helicities_create(ts_context *context, const struct graph *graph, const struct chain *chain,
                            const signed char *fixed, struct helicities *helicities);
void helicities_free(struct helicities *helicities);

#endif

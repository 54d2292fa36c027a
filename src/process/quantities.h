/* Observables that a card writes as expressions of final particles: {expression: "abs(y(j1) - y(j2))"}. */
#ifndef TESSERA_PROCESS_QUANTITIES_H
#define TESSERA_PROCESS_QUANTITIES_H

#include "process/histograms.h"

enum { NAMED_PARTICLES_MOST = 16 };

/* A final particle as expressions name it. */
struct named_particle {
    char letter;   /* of its kind: j, a, l, n (a neutrino), t, w, z, h; 0: none, or subprocesses differ */
    char name[16]; /* "em", "tx"; empty: of a jet, or it differs from subprocess to subprocess */
};

/* What several expressions share: which letters are sorted by pT in the text. */
struct quantities {
    const struct named_particle *particles; /* [count] in the order of the kernel's momenta */
    int count;
    int massless; /* 1: all particles are */
    int used;     /* how many expressions there were */
    char sorted[16];
};

/* The name of a particle of the model as an expression can have it: "e+" is ep, "t~" is tx, as MadGraph's
 * folders. */
void quantity_name(const char *name, char text[16]);

/* Adds the histogram of request number `index`, which is an expression. TS_ERROR_INPUT, at the card's line,
 * where that is none or names particles that are not there. */
ts_status quantities_add(ts_context *context, const ts_card *card, size_t index,
                         struct quantities *quantities, struct histogram_list *list);

/* Writes the cut that the card has as an expression: an event passes where it is true, as
 * CUT_EXPRESSION(passes) of the program. Without one the program has none. TS_ERROR_INPUT as above. */
ts_status quantities_cut(ts_context *context, const ts_card *card, const struct named_particle *particles,
                         int count, struct source *text);

/* Writes a scale that the card has as an expression, as MACRO(value) of the program, in GeV. Another scale is
 * left alone. TS_ERROR_INPUT as above. */
ts_status quantities_scale(ts_context *context, const ts_card *card, const char *key, const char *macro,
                           const struct named_particle *particles, int count, struct source *text);

/* Writes what expressions share, and says to the program whether there are any; histograms_end() comes
 * behind. */
void quantities_end(const struct quantities *quantities, struct histogram_list *list);

#endif

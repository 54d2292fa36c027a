/* Observables that a card writes as expressions of final particles: {expression: "abs(y(j1) - y(j2))"}. */
#ifndef TESSERA_PROCESS_QUANTITIES_H
#define TESSERA_PROCESS_QUANTITIES_H

#include "integrand/expression.h"
#include "process/histograms.h"

enum { NAMED_PARTICLES_MOST = 16 };

/* A final particle as expressions name it. */
struct named_particle {
    char letter;   /* of its kind: j, a, l, n (a neutrino), t, w, z, h; 0: none, or subprocesses differ */
    char flavour;  /* of a jet: b, c, s, u, d, g; 0: none, or subprocesses differ */
    char name[16]; /* "em", "tx"; empty: it differs from subprocess to subprocess */
};

/* Whether a letter stands for it. */
static inline int named_by(const struct named_particle *particle, char letter)
{
    return letter && (particle->letter == letter || particle->flavour == letter);
}

/* What several expressions share: which letters are sorted by pT in the text. */
struct quantities {
    const struct named_particle *particles; /* [count] in the order of the kernel's momenta */
    int count;
    const char *partial; /* " l ep ": letters and names that some subprocesses have; NULL: there are none */
    int massless;        /* 1: all particles are */
    int showers;         /* SHOWERS_...: they left one, and what is measured of that has names too; 0: none */
    int needs;           /* what the kernel computes for them (shower_observables.h) */
    int used;            /* how many expressions there were */
    char sorted[16];
};

/* The name of a particle of the model as an expression can have it: "e+" is ep, "t~" is tx, as MadGraph's
 * folders. */
void quantity_name(const char *name, char text[16]);

/* Adds the histogram of request number `index`, which is an expression. TS_ERROR_INPUT, at the card's line,
 * where that is none or names particles that are not there. */
ts_status quantities_add(ts_context *context, const ts_card *card, size_t index,
                         struct quantities *quantities, struct histogram_list *list);

/* Asks for the list of a kind, or of a flavour, by falling pT: by_pt_LETTER in the text. */
void quantities_sort(struct quantities *quantities, char letter);

/* Adds it where no event has its particles: a histogram without entries. */
ts_status quantities_add_none(ts_context *context, const ts_card *card, size_t index,
                              struct histogram_list *list);

/* Whether no subprocess has a particle that the expression of request number `index` names. */
int quantities_lack(ts_context *context, const ts_card *card, size_t index,
                    const struct quantities *quantities);

/* Writes the cut that the card has as an expression: an event passes where it is true, as
 * CUT_EXPRESSION(passes) of the program. Without one the program has none. TS_ERROR_INPUT as above. `part`: a
 * name of these particles' process for messages; NULL: there is one alone. */
ts_status quantities_cut(ts_context *context, const ts_card *card, const struct named_particle *particles,
                         int count, const char *part, struct source *text);

/* Writes the card's cut behind a shower, as CUT_AFTER_SHOWER(passes). *needs receives what it computes of the
 * event (shower_observables.h). */
ts_status quantities_cut_after(ts_context *context, const ts_card *card,
                               const struct named_particle *particles, int count, int showers,
                               const char *part, int *needs, struct source *text);

/* Writes an option of the card that is an expression of final particles, as MACRO(value) of the program, in
 * GeV. TS_ERROR_INPUT as above; `other`: what a refusal says behind that the value may be, or NULL. */
ts_status quantities_option(ts_context *context, const ts_card *card, const char *key, const char *macro,
                            const struct named_particle *particles, int count, const char *part,
                            const char *other, struct source *text);

/* Writes a scale that the card has as an expression, as MACRO(value) of the program, in GeV. Another scale is
 * left alone. TS_ERROR_INPUT as above. */
ts_status quantities_scale(ts_context *context, const ts_card *card, const char *key, const char *macro,
                           const struct named_particle *particles, int count, const char *part,
                           struct source *text);

/* The range of a quantity, such as pt(j1), in GeV where it has a unit. */
typedef struct expression_span quantity_span_function(const void *data, const char *function,
                                                      const char *const *arguments, int count);

/* Writes the expression that the density of events is enhanced by, as ENHANCEMENT(value) of the program. Says
 * in *least what it is at least, by the ranges of its quantities. TS_ERROR_INPUT as above, and where it
 * is nowhere above zero. */
ts_status quantities_enhance(ts_context *context, const ts_card *card, const struct named_particle *particles,
                             int count, quantity_span_function *span_of, const void *data, const char *part,
                             struct source *text, double *least);

/* Writes what expressions share, and says to the program whether there are any; histograms_end() comes
 * behind. */
void quantities_end(const struct quantities *quantities, struct histogram_list *list);

#endif

/* Squared matrix elements of trials, many at a time on the device. */
#ifndef TESSERA_DECAY_SQUARES_H
#define TESSERA_DECAY_SQUARES_H

#include "decay/plan.h"
#include "decay/trial.h"
#include "reweight/elements.h"

/* A trial that waits for its |M|^2. */
struct attempt {
    size_t event; /* the caller's */
    uint32_t number;
    struct trial trial;
};

struct squares {
    ts_context *context;
    const char *path; /* of the file, for messages */
    const ts_card *card;
    enum helicities_taken helicities; /* of particles that the file has, and that do not decay */
    const struct ways *ways;
    struct elements *production, *decayed;
    struct sample *sample;        /* of trials */
    struct sample *moved;         /* what these make of the production, whose masses they have changed */
    ts_event_particle *particles; /* [particle_room], room for one of these */
    size_t particle_room;
    struct attempt *attempts; /* [EVENTS_AT_ONCE] */
    double *values, *alpha_s; /* [EVENTS_AT_ONCE] */
    double *moved_values;     /* [EVENTS_AT_ONCE], |M|^2 of the production where masses have moved it */
    uint64_t *texts;          /* numbers of the processes that are known, as they were added */
    size_t text_count;
};

/* Matrix elements of the production, which are the caller's, as ways are. */
ts_status squares_create(ts_context *context, const ts_card *card, const char *path,
                         struct elements *production, struct squares *squares);
void squares_destroy(struct squares *squares);

/* The kind of an event's plan among decayed ones, which has its matrix element then. `production`: the kind
 * that the event has without its decays. */
ts_status squares_kind(struct squares *squares, size_t production, uint64_t event, const struct plan *plan,
                       size_t *kind);

/* Refuses an event whose process has no matrix element, among those of either list: the kind has none. */
ts_status squares_refuse(const struct squares *squares, const struct elements *elements,
                         const struct kinds *kinds, size_t kind, uint64_t event);

/* Adds a trial whose momenta the plan has. There is room for EVENTS_AT_ONCE. */
ts_status squares_add(struct squares *squares, const struct plan *plan, uint64_t place, double alpha_s,
                      const struct attempt *attempt);

/* Adds the production that the last trial has, as event `i` of the production's own sample is without decays.
 * All trials that are together have theirs, or none. */
ts_status squares_add_moved(struct squares *squares, const struct plan *plan, const struct sample *of,
                            size_t i);

/* Evaluates those that were added: values[i] of attempts[i], and moved_values[i] where the production was
 * added. squares_clear() makes room again. */
ts_status squares_evaluate(struct squares *squares);
void squares_clear(struct squares *squares);

/* text.c. The process of an event with its decays, in the notation of processes. */

enum { DECAY_TEXT_BYTES = 2000 };

/* Writes "u u~ > t t~ QED=0, (t > w+ b, (w+ > l+ vl)), (t~ > w- b~)". The production is that of a kind that
 * has a matrix element, with its decays; further ones are the plan's. Orders stand there where the card's
 * process has them, as others are found again. */
void decay_text(const struct elements *production, size_t kind, const struct ways *ways,
                const struct plan *plan, char text[DECAY_TEXT_BYTES]);

/* shares.c. Shares of total widths, from squared matrix elements of events of a file. The spins of all that
 * decays are summed where a decay is averaged over its directions. So the mean of the decayed over the
 * production's squared matrix element is a partial width, whatever the event. */

/* An event that is known as the production has it. */
struct share_event {
    uint64_t place;
    size_t kind;
    double square, alpha_s; /* |M|^2 */
    uint64_t seed;
};

/* Finds the shares of all ways of an event's particles, and of their products, that are not known yet. */
ts_status shares_find(struct squares *squares, struct ways *ways, const struct share_event *event,
                      const struct plan *plan);

#endif
